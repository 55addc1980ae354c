// The instance of the module that new objects are made with, and how its bytes are found in each environment.

import { compile, compileNow } from "#load";
import { SapwoodError } from "./errors.js";
import { Module } from "./module.js";

let compiled = null;
let current = null;

/** Returns the instance. Where the environment can't load it at once, `init` must have been awaited. */
export function runtime() {
  if (current === null || current.isBroken) {
    compiled ??= compileNow();
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
  compiled ??= await compile(await source);
  runtime();
}

/** Loads the module from bytes or a compiled module, at once. */
export function initSync(source) {
  compiled ??= source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
  runtime();
}
