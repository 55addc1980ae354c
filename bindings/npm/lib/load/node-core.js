// Node.js, Bun and Deno read the small module from the folder of the package.

import { loader } from "./file.js";

export const { compile, compileNow } = loader(new URL("../../sapwood-core.wasm", import.meta.url));
