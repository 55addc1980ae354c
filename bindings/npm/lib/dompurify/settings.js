// The configuration of DOMPurify: which options there are, and what they must be.

import { invalidArgument } from "../errors.js";

const list = (value, name) => {
  const isList = Array.isArray(value) && value.every((it) => typeof it === "string");
  if (!isList) throw invalidArgument(`${name} must be an array of names`);
  return value;
};

const listOrFunction = (value, name) => (typeof value === "function" ? value : list(value, name));

const expression = (value, name) => {
  if (!(value instanceof RegExp)) throw invalidArgument(`${name} must be a regular expression`);
  return value;
};

const object = (value, name) => {
  if (value === false) return undefined;
  if (typeof value !== "object") throw invalidArgument(`${name} must be an object`);
  return value;
};

function mediaType(value, name) {
  if (value !== "text/html" && value !== "application/xhtml+xml") {
    throw invalidArgument(`${name} must be text/html or application/xhtml+xml`);
  }
  return value;
}

/** The options, with what checks each. */
const OPTIONS = {
  ADD_ATTR: listOrFunction,
  ADD_DATA_URI_TAGS: list,
  ADD_FORBID_CONTENTS: list,
  ADD_TAGS: listOrFunction,
  ADD_URI_SAFE_ATTR: list,
  ALLOW_ARIA_ATTR: Boolean,
  ALLOW_DATA_ATTR: Boolean,
  ALLOW_SELF_CLOSE_IN_ATTR: Boolean,
  ALLOW_UNKNOWN_PROTOCOLS: Boolean,
  ALLOWED_ATTR: list,
  ALLOWED_NAMESPACES: list,
  ALLOWED_TAGS: list,
  ALLOWED_URI_REGEXP: expression,
  CUSTOM_ELEMENT_HANDLING: object,
  FORBID_ATTR: list,
  FORBID_CONTENTS: list,
  FORBID_TAGS: list,
  FORCE_BODY: Boolean,
  HTML_INTEGRATION_POINTS: object,
  IN_PLACE: Boolean,
  KEEP_CONTENT: Boolean,
  MATHML_TEXT_INTEGRATION_POINTS: object,
  NAMESPACE: String,
  PARSER_MEDIA_TYPE: mediaType,
  RETURN_DOM: Boolean,
  RETURN_DOM_FRAGMENT: Boolean,
  SAFE_FOR_TEMPLATES: Boolean,
  SAFE_FOR_XML: Boolean,
  SANITIZE_DOM: Boolean,
  SANITIZE_NAMED_PROPS: Boolean,
  USE_PROFILES: object,
  WHOLE_DOCUMENT: Boolean,
};

/** Options of browsers: a result is a string where there are no trusted types. */
const OF_BROWSERS = new Set(["RETURN_TRUSTED_TYPE", "TRUSTED_TYPES_POLICY"]);

/** Checks a configuration, and returns what it sets. */
export function settingsOf(config) {
  const settings = {};
  for (const [name, value] of Object.entries(config ?? {})) {
    if (value === undefined || value === null || OF_BROWSERS.has(name)) continue;
    const rule = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
    if (rule === undefined) throw invalidArgument(`${name} is not an option of DOMPurify`);
    const set = rule(value, name);
    if (set !== undefined) settings[name] = set;
  }
  if (settings.RETURN_DOM_FRAGMENT) settings.RETURN_DOM = true;
  return settings;
}
