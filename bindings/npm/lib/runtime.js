// The instance of the module that new objects are made with.
//
// An entry of the package says which module it needs, by a loader of the environment: the whole one, or that of `sapwood/core`. A program
// that imports both uses the whole one for what is made from then on.

import { SapwoodError } from "./errors.js";
import { Module } from "./module.js";

let loader = null;
let [compiled, current] = [null, null];

/** Sets where the module comes from: `{ isWhole, compile, compileNow }`. */
export function useLoader(next) {
  if (loader?.isWhole || loader === next) return;
  [loader, compiled, current] = [next, null, null];
}

/** Returns the instance. Where the environment can't load it at once, `init` must have been awaited. */
export function runtime() {
  if (current === null || current.isBroken) {
    compiled ??= loader.compileNow();
    if (compiled === null) {
      throw new SapwoodError("not-initialized", "the module is not loaded yet: `await init()` first");
    }
    current = new Module(compiled);
  }
  return current;
}

/**
 * Loads the module.
 *
 * @param {WebAssembly.Module | BufferSource | Response | URL | string | Promise<any>} [source] the module, its bytes, or where it is
 */
export async function init(source) {
  compiled ??= await loader.compile(await source);
  runtime();
}

/** Loads the module from bytes or a compiled module, at once. */
export function initSync(source) {
  compiled ??= source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
  runtime();
}
