// Browsers and bundlers fetch the small module, which takes time: `init` must be awaited.

import { compileSource } from "./source.js";

export const compileNow = () => null;

export const compile = (source) => compileSource(source ?? new URL("../../sapwood-core.wasm", import.meta.url));
