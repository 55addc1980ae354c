// Safe HTML from untrusted HTML.

import { invalidArgument } from "./errors.js";
import { RESULT } from "./module.js";
import { runtime } from "./runtime.js";

/** Rules by their description, for each module. */
const made = new WeakMap();

/** Returns the rules for `{ preset }` or `{ config }`. */
export function sanitizerOf(module, { preset, config } = {}) {
  if (preset !== undefined && config !== undefined) throw invalidArgument("give a preset or a config, not both");
  const [make, text] =
    config === undefined
      ? ["sapwood_sanitizer_preset", String(preset ?? "default")]
      : ["sapwood_sanitizer_from_json", JSON.stringify(config)];
  if (!made.has(module)) made.set(module, new Map());
  const rules = made.get(module);
  const key = `${make} ${text}`;
  if (!rules.has(key)) {
    if (rules.size > 64) {
      for (const pointer of rules.values()) module.free("sapwood_sanitizer_free", pointer);
      rules.clear();
    }
    rules.set(key, module.call(make, text, RESULT));
  }
  return rules.get(key);
}

/**
 * Returns safe HTML, which stays safe when it is parsed again as the content of `context`.
 *
 * `options.preset` is `default`, `ammonia`, `nh3`, `bleach` or `dompurify`; `options.config` is a `SanitizerConfig` of the HTML Sanitizer
 * API. With `options.document`, the HTML is a whole page.
 */
export function sanitize(html, { preset, config, context = "", document = false } = {}) {
  const module = runtime();
  const rules = sanitizerOf(module, { preset, config });
  const string = document
    ? module.call("sapwood_sanitize_document", rules, String(html), RESULT)
    : module.call("sapwood_sanitize", rules, String(html), context, RESULT);
  return module.takeString(string);
}
