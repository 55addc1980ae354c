import { readFileSync } from "node:fs";
import { compileSource } from "./source.js";

/** Returns the loader of a module in a file. */
export function loader(path) {
  const compileNow = () => new WebAssembly.Module(readFileSync(path));
  return { compileNow, compile: async (source) => (source === undefined ? compileNow() : compileSource(source)) };
}
