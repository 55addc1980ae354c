import { runtime } from "./runtime.js";

/** Returns the version of the library. */
export function version() {
  const module = runtime();
  module.run("sapwood_version", [module.result]);
  return module.str(module.result);
}
