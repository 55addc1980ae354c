// Options of a parse.

import { invalidArgument } from "./errors.js";
import { RESULT } from "./module.js";

/** Names of flags in the C interface, by their names here. */
const FLAGS = {
  errors: "errors",
  positions: "positions",
  source: "source",
  offsetMap: "offset-map",
  scripting: "scripting",
  iframeSrcdoc: "iframe-srcdoc",
  declarativeShadowRoots: "declarative-shadow-roots",
  templateFor: "template-for",
};

/** Names of limits in the C interface, by their names here. */
const LIMITS = {
  inputBytes: "input-bytes",
  nodes: "nodes",
  depth: "depth",
  attributes: "attributes",
  tokenLength: "token-length",
  amplification: "amplification",
};

/** Roles of encodings, by the names of their options. */
const ENCODINGS = { encoding: "override", httpCharset: "transport", defaultEncoding: "default" };

/** Runs `use` with the pointer of options that are freed afterwards; 0 for the defaults. With `mayWait` handlers may return promises. */
export function withOptions(module, options, use, mayWait = false) {
  const settings = Object.entries(options).filter(([, value]) => value !== undefined);
  if (settings.length === 0 && !mayWait) return use(0);
  const pointer = module.call("sapwood_options_new", RESULT);
  try {
    if (mayWait) module.call("sapwood_options_set_flag", pointer, "waiting", 1);
    for (const [name, value] of settings) set(module, pointer, name, value);
    return use(pointer);
  } finally {
    module.free("sapwood_options_free", pointer);
  }
}

function set(module, pointer, name, value) {
  if (Object.hasOwn(FLAGS, name)) {
    module.call("sapwood_options_set_flag", pointer, FLAGS[name], value ? 1 : 0);
  } else if (Object.hasOwn(ENCODINGS, name)) {
    module.call("sapwood_options_set_encoding", pointer, ENCODINGS[name], String(value));
  } else if (name === "limits") {
    for (const [limit, most] of Object.entries(value ?? {})) setLimit(module, pointer, limit, most);
  } else {
    const known = [...Object.keys(FLAGS), ...Object.keys(ENCODINGS), "limits"];
    throw invalidArgument(`unknown option ${JSON.stringify(name)}: expected ${known.join(", ")}`);
  }
}

function setLimit(module, pointer, limit, most) {
  if (limit === "time") {
    throw invalidArgument("WebAssembly has no clock, so there is no limit of time: limit inputBytes, nodes or depth");
  }
  if (!Object.hasOwn(LIMITS, limit)) {
    throw invalidArgument(`unknown limit ${JSON.stringify(limit)}: expected ${Object.keys(LIMITS).join(", ")}`);
  }
  if (!Number.isSafeInteger(most) || most < 0) {
    throw invalidArgument(`the limit ${limit} must be a whole number, not ${String(most)}`);
  }
  module.call("sapwood_options_set_limit", pointer, LIMITS[limit], BigInt(most));
}
