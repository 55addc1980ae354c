// The interface of DOMPurify, without a DOM.
//
// A configuration becomes a policy of the library's sanitizer: the lists of DOMPurify with the changes that the configuration makes. What a
// policy can't do is refused, because markup that is less safe than its author meant is the worst result.

import "./whole.js";
import { SapwoodError, invalidArgument } from "./errors.js";
import { Node } from "./nodes.js";
import { parse, parseFragment } from "./parse.js";
import { sanitize as sanitizeBy } from "./sanitizer.js";
import { ATTRIBUTES, ELEMENTS } from "./dompurify/lists.js";

const NAMESPACES = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };
const XLINK = "http://www.w3.org/1999/xlink";
const XML = "http://www.w3.org/XML/1998/namespace";

// The lists of the preset in the crate `sapwood-sanitizer`, which a test compares with these.

/** Elements that may have images and media as `data:` URLs. */
const DATA_URLS = ["audio", "video", "img", "source", "image", "track"];

/** Elements whose content goes with them. */
const DROPPED =
  "annotation-xml audio colgroup desc foreignObject head iframe math mi mn mo ms mtext noembed noframes noscript plaintext script selectedcontent style svg template thead title video xmp".split(" ");

/** Options that change nothing here: the result is the same, or is made in another way. */
const IGNORED = new Set([
  "ALLOW_SELF_CLOSE_IN_ATTR",
  "ALLOWED_NAMESPACES",
  "FORCE_BODY",
  "RETURN_TRUSTED_TYPE",
  "SAFE_FOR_XML",
  "SANITIZE_DOM",
]);

/** What the options stand for, by their names; all others are refused. */
const RULES = {
  ALLOWED_TAGS: list,
  ADD_TAGS: list,
  FORBID_TAGS: list,
  ALLOWED_ATTR: list,
  ADD_ATTR: list,
  FORBID_ATTR: list,
  ADD_DATA_URI_TAGS: list,
  FORBID_CONTENTS: list,
  ADD_FORBID_CONTENTS: list,
  USE_PROFILES: profiles,
  ALLOW_ARIA_ATTR: Boolean,
  ALLOW_DATA_ATTR: Boolean,
  KEEP_CONTENT: Boolean,
  RETURN_DOM: Boolean,
  RETURN_DOM_FRAGMENT: Boolean,
  WHOLE_DOCUMENT: Boolean,
};

function list(value, name) {
  const isList = Array.isArray(value) && value.every((it) => typeof it === "string");
  if (!isList) throw invalidArgument(`${name} must be an array of names`);
  return value;
}

function profiles(value, name) {
  if (value === false) return undefined;
  if (typeof value !== "object" || value === null) throw invalidArgument(`${name} must be an object such as { html: true }`);
  return value;
}

/** Checks a configuration. */
function checked(config) {
  const settings = {};
  for (const [name, value] of Object.entries(config ?? {})) {
    if (value === undefined || value === null || IGNORED.has(name)) continue;
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : null;
    if (rule === null) throw invalidArgument(`${name} is not supported: a policy of Sapwood can't do what it asks for`);
    settings[name] = rule(value, name);
  }
  return settings;
}

/** The prefixes of the namespaces that a name has in the lists, with the spelling that it has there. */
const known = new Map();
for (const [prefix, names] of Object.entries(ELEMENTS)) {
  for (const name of names) {
    const key = name.toLowerCase();
    if (!known.has(key)) known.set(key, []);
    known.get(key).push([prefix, name]);
  }
}

/** The elements of a name: one in each namespace that has it, otherwise an HTML element. */
const elementsOf = (name) => known.get(name.toLowerCase()) ?? [["html", name.toLowerCase()]];

const attributeOf = (name) => {
  const [prefix, local] = name.split(":");
  if (prefix === "xlink" && local) return { name: local, namespace: XLINK };
  if (prefix === "xml" && local) return { name: local, namespace: XML };
  return name;
};

/** Which namespaces the profiles ask for; all without profiles. */
function namespacesOf(asked) {
  if (asked === undefined) return ["html", "svg", "math"];
  const names = [["html", asked.html], ["svg", asked.svg || asked.svgFilters], ["math", asked.mathMl]];
  return names.filter(([, isAsked]) => isAsked).map(([name]) => name);
}

/** The policy of a configuration. */
function policyOf(settings) {
  const lower = (names = []) => new Set(names.map((name) => name.toLowerCase()));
  const base = settings.ALLOWED_TAGS ?? namespacesOf(settings.USE_PROFILES).flatMap((prefix) => ELEMENTS[prefix]);
  const inProfile = new Set(settings.ALLOWED_TAGS ? ["html", "svg", "math"] : namespacesOf(settings.USE_PROFILES));
  const forbidden = lower(settings.FORBID_TAGS);
  const elements = new Map();
  const allow = (name, isAllowed) => {
    for (const [prefix, spelling] of elementsOf(name)) {
      if (isAllowed(prefix) && !forbidden.has(spelling.toLowerCase())) elements.set(`${prefix} ${spelling}`, [prefix, spelling]);
    }
  };
  base.forEach((name) => allow(name, (prefix) => inProfile.has(prefix)));
  settings.ADD_TAGS?.forEach((name) => allow(name, () => true));
  const forbiddenAttributes = lower(settings.FORBID_ATTR);
  const attributes = new Set([...(settings.ALLOWED_ATTR ?? ATTRIBUTES), ...(settings.ADD_ATTR ?? [])]);
  return {
    preset: "dompurify",
    elements: [...elements.values()].map(([prefix, name]) => (prefix === "html" ? name : { name, namespace: NAMESPACES[prefix] })),
    attributes: [...attributes].filter((name) => !forbiddenAttributes.has(name.toLowerCase())).map(attributeOf),
    comments: false,
    dataAttributes: settings.ALLOW_DATA_ATTR ?? true,
    attributePrefixes: (settings.ALLOW_ARIA_ATTR ?? true) ? ["aria-"] : [],
    // Without these options, the preset's own lists count.
    ...(settings.ADD_DATA_URI_TAGS && { dataUrls: [...DATA_URLS, ...settings.ADD_DATA_URI_TAGS] }),
    ...((settings.FORBID_CONTENTS || settings.ADD_FORBID_CONTENTS) && {
      dropContent: [...(settings.FORBID_CONTENTS ?? DROPPED), ...(settings.ADD_FORBID_CONTENTS ?? [])],
    }),
    ...(settings.KEEP_CONTENT === false && { unlisted: "drop" }),
  };
}

class DOMPurify {
  #config = null;
  isSupported = true;

  /** Returns safe HTML of untrusted HTML: a string, or with `RETURN_DOM` or `RETURN_DOM_FRAGMENT` a node of this package. */
  sanitize(dirty, config) {
    const settings = checked(this.#config ?? config);
    const html = dirty instanceof Node ? dirty.serialize() : !dirty ? "" : String(dirty);
    const document = settings.WHOLE_DOCUMENT ?? false;
    const safe = html === "" && !document ? "" : sanitizeBy(html, { config: policyOf(settings), document });
    if (settings.RETURN_DOM_FRAGMENT) return parseFragment(safe);
    if (settings.RETURN_DOM) return document ? parse(safe).documentElement : parse(safe).body;
    return safe;
  }

  /** Sets the configuration of later calls, which then take none. */
  setConfig(config = {}) {
    checked(config);
    this.#config = config;
  }

  clearConfig() {
    this.#config = null;
  }

  /** Whether an element keeps an attribute of that value. */
  isValidAttribute(tag, name, value) {
    const fragment = parseFragment("");
    const [[prefix, spelling]] = elementsOf(String(tag));
    const element = fragment.createElementNS(NAMESPACES[prefix] ?? "http://www.w3.org/1999/xhtml", spelling);
    element.setAttribute(String(name), String(value));
    const safe = parseFragment(this.sanitize(element.outerHTML));
    const kept = safe.firstElementChild?.hasAttribute(String(name)) ?? false;
    fragment.dispose();
    safe.dispose();
    return kept;
  }

  /** Refuses: a policy calls no functions. Edit the result with `RETURN_DOM`. */
  addHook() {
    throw new SapwoodError("invalid-argument", "hooks are not supported: sanitize with RETURN_DOM, and edit the result");
  }

  removeHook() {}

  removeHooks() {}

  removeAllHooks() {}
}

const purify = new DOMPurify();

/** As DOMPurify's factory for a window, which isn't needed here. */
const createDOMPurify = Object.assign(() => new DOMPurify(), {
  isSupported: true,
  sanitize: (dirty, config) => purify.sanitize(dirty, config),
  setConfig: (config) => purify.setConfig(config),
  clearConfig: () => purify.clearConfig(),
  isValidAttribute: (tag, name, value) => purify.isValidAttribute(tag, name, value),
  addHook: () => purify.addHook(),
  removeHook: () => purify.removeHook(),
  removeHooks: () => purify.removeHooks(),
  removeAllHooks: () => purify.removeAllHooks(),
});

export default createDOMPurify;
export const sanitize = createDOMPurify.sanitize;
