// Node.js, Bun and Deno read the module from the folder of the package.

import { readFileSync } from "node:fs";
import { compileSource } from "./source.js";

const path = new URL("../../sapwood.wasm", import.meta.url);

export const compileNow = () => new WebAssembly.Module(readFileSync(path));

export const compile = async (source) => (source === undefined ? compileNow() : compileSource(source));
