// Browsers and bundlers fetch the module, which takes time: `init` must be awaited.

import { compileSource } from "./source.js";

export const compileNow = () => null;

export const compile = (source) => compileSource(source ?? new URL("../../sapwood.wasm", import.meta.url));
