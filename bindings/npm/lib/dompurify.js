// The interface of DOMPurify, without a DOM.
//
// A tree is made by the library's parser, and each node of it is decided on as DOMPurify does (`dompurify/walk.js`). Then the markup is parsed
// again, as a browser will do, and the new tree must need no further change: else it is cleaned anew.

import "./whole.js";
import { SapwoodError, invalidArgument } from "./errors.js";
import { Node } from "./nodes.js";
import { parse, parseFragment, parseXml } from "./parse.js";
import { version } from "./version.js";
import { NAMESPACES } from "./dompurify/defaults.js";
import { settingsOf } from "./dompurify/settings.js";
import { Walk, withoutTemplates } from "./dompurify/walk.js";

const HOOKS = [
  "beforeSanitizeElements",
  "uponSanitizeElement",
  "afterSanitizeElements",
  "beforeSanitizeAttributes",
  "uponSanitizeAttribute",
  "afterSanitizeAttributes",
  "beforeSanitizeShadowDOM",
  "uponSanitizeShadowNode",
  "afterSanitizeShadowDOM",
];

/** How often markup is cleaned that is parsed as another tree than it was written from. */
const ROUNDS = 4;

/** A tag of more attributes ends the page: each that is removed is searched among all. */
const LIMITS = { attributes: 1000 };

/** The text of what is to be cleaned. */
function textOf(dirty) {
  if (typeof dirty === "string") return dirty;
  if (!dirty) return "";
  if (typeof dirty.toString !== "function") throw new TypeError("toString is not a function");
  const text = dirty.toString();
  if (typeof text !== "string") throw new TypeError("dirty is not a string, aborting");
  return text;
}

class DOMPurify {
  #settings = null;
  #config = null;
  #last = {};
  #hooks = Object.fromEntries(HOOKS.map((name) => [name, []]));
  /** The trees of the last call, to which `removed` and what hooks kept belong. The next call frees them. */
  #trees = [];
  isSupported = true;
  /** The elements and attributes that the last call removed, until the next one: `{ element }` or `{ attribute, from }`. */
  removed = [];

  /** The version of this package. */
  get version() {
    return version();
  }

  /** Returns safe HTML of untrusted HTML: a string, or with `RETURN_DOM` or `RETURN_DOM_FRAGMENT` a node of this package. */
  sanitize(dirty, config) {
    const settings = this.#settings ?? settingsOf(config);
    const given = this.#config ?? config ?? {};
    this.#last = settings;
    this.removed = [];
    this.#trees.splice(0).forEach((tree) => tree.dispose());
    const isNode = dirty instanceof Node;
    if (isNode && settings.IN_PLACE) return this.#cleanInPlace(dirty, settings, given);
    const html = isNode ? dirty.serialize() : textOf(dirty);
    const { RETURN_DOM, RETURN_DOM_FRAGMENT, WHOLE_DOCUMENT = false, SAFE_FOR_TEMPLATES } = settings;
    if (!RETURN_DOM && !SAFE_FOR_TEMPLATES && !WHOLE_DOCUMENT && !html.includes("<")) return html;
    const root = this.#clean(html, settings, given);
    if (!RETURN_DOM) return written(root, settings);
    if (RETURN_DOM_FRAGMENT) return parseFragment(root.innerHTML);
    // The caller has it now.
    this.#trees.pop();
    return root;
  }

  /** Returns the element whose content is safe. */
  #clean(html, settings, config) {
    const hooks = HOOKS.some((name) => this.#hooks[name].length > 0) ? this.#hooks : null;
    const parsed = (markup, more) => {
      const root = rootOf(markup, { ...settings, ...more });
      this.#trees.push(root.ownerDocument ?? root);
      return root;
    };
    let root = parsed(html);
    for (let round = 0; ; round++) {
      // A prefix is not put before names again.
      const walk = new Walk(round === 0 ? settings : withNames(settings), hooks ?? {}, this, config);
      walk.run(root);
      this.removed = this.removed.concat(walk.removed);
      // Hooks may keep what is not on the lists, and count their calls.
      if (hooks !== null || isClean(root, settings)) return root;
      if (round === ROUNDS) return parsed("");
      root = parsed(markupOf(root, settings), { isWritten: true });
    }
  }

  #cleanInPlace(root, settings, config) {
    const walk = new Walk(settings, this.#hooks, this, config);
    if (!walk.keepsRoot(root)) throw new SapwoodError("invalid-argument", "root node is forbidden and cannot be sanitized in-place");
    walk.run(root);
    this.removed = walk.removed;
    return root;
  }

  /** Sets the configuration of later calls, which then take none. */
  setConfig(config = {}) {
    this.#settings = settingsOf(config);
    this.#config = config;
  }

  clearConfig() {
    this.#settings = null;
    this.#config = null;
  }

  /** Whether an element keeps an attribute of that value. */
  isValidAttribute(tag, name, value) {
    const settings = this.#settings ?? this.#last;
    const walk = new Walk(settings, {}, this, {});
    return walk.isValidAttribute(String(tag).toLowerCase(), String(name).toLowerCase(), String(value));
  }

  /** Adds a function that is called with each node, data of the step and the configuration. */
  addHook(name, hook) {
    if (typeof hook === "function") this.#hooksOf(name).push(hook);
  }

  /** Removes a hook, by default the last one, and returns it. */
  removeHook(name, hook) {
    const hooks = this.#hooksOf(name);
    if (hook === undefined) return hooks.pop();
    const at = hooks.lastIndexOf(hook);
    return at < 0 ? undefined : hooks.splice(at, 1)[0];
  }

  removeHooks(name) {
    this.#hooksOf(name).length = 0;
  }

  removeAllHooks() {
    HOOKS.forEach((name) => this.removeHooks(name));
  }

  #hooksOf(name) {
    if (!Object.hasOwn(this.#hooks, name)) throw invalidArgument(`unknown hook ${JSON.stringify(name)}: expected ${HOOKS.join(", ")}`);
    return this.#hooks[name];
  }
}

/** The markup of the root of a clean tree. */
function written(root, { WHOLE_DOCUMENT, SAFE_FOR_TEMPLATES, ALLOWED_TAGS = [], PARSER_MEDIA_TYPE }) {
  const isXml = PARSER_MEDIA_TYPE === "application/xhtml+xml";
  const isInner = isXml && !WHOLE_DOCUMENT;
  let html = isInner ? root.childNodes.map((node) => node.serialize("xml")).join("") : markupOf(root, { WHOLE_DOCUMENT });
  if (WHOLE_DOCUMENT && ALLOWED_TAGS.some((name) => name.toLowerCase() === "!doctype")) {
    const doctype = root.ownerDocument?.childNodes.find((node) => node.nodeType === Node.DOCUMENT_TYPE_NODE);
    if (doctype !== undefined && /^[-\w]+$/.test(doctype.name)) html = `<!DOCTYPE ${doctype.name}>\n${html}`;
  }
  return SAFE_FOR_TEMPLATES ? withoutTemplates(html) : html;
}

/** Settings for markup whose names have their prefix. */
const withNames = (settings) => ({ ...settings, SANITIZE_NAMED_PROPS: false });

const markupOf = (root, { WHOLE_DOCUMENT }) => (WHOLE_DOCUMENT ? root.outerHTML : root.innerHTML);

/** Whether the tree that a browser makes of the markup of a clean tree is clean, too, with scripting or without. */
function isClean(root, settings) {
  const { PARSER_MEDIA_TYPE, NAMESPACE = NAMESPACES.html, WHOLE_DOCUMENT } = settings;
  if (PARSER_MEDIA_TYPE === "application/xhtml+xml" || NAMESPACE !== NAMESPACES.html) return true;
  const html = markupOf(root, settings);
  const ways = html.includes("<noscript") ? [false, true] : [false];
  return ways.every((scripting) => {
    const walk = new Walk(withNames(settings), {}, null, {});
    const tree = WHOLE_DOCUMENT ? parse(html, { scripting, limits: LIMITS }) : parseFragment(html, { scripting, limits: LIMITS });
    walk.run(WHOLE_DOCUMENT ? tree.documentElement : tree);
    tree.dispose();
    return walk.removed.length === 0;
  });
}

/** Parses markup; returns the element whose content is cleaned. */
function rootOf(html, { PARSER_MEDIA_TYPE, NAMESPACE = NAMESPACES.html, WHOLE_DOCUMENT, FORCE_BODY, isWritten }) {
  if (PARSER_MEDIA_TYPE === "application/xhtml+xml") {
    const isHtml = NAMESPACE === NAMESPACES.html;
    const text = isHtml ? `<html xmlns="${NAMESPACE}"><head></head><body>${html}</body></html>` : html;
    const document = parseXml(text, { limits: LIMITS });
    return isHtml && !WHOLE_DOCUMENT ? document.querySelector("body") : document.documentElement;
  }
  if (NAMESPACE !== NAMESPACES.html) {
    const context = NAMESPACE === NAMESPACES.svg ? "svg template" : "math template";
    return parseFragment(html, { context, limits: LIMITS });
  }
  if (isWritten && !WHOLE_DOCUMENT) return parseFragment(html, { limits: LIMITS });
  const document = parse(FORCE_BODY && !isWritten ? `<remove></remove>${html}` : html, { limits: LIMITS });
  const { body } = document;
  if (FORCE_BODY && !isWritten) {
    body?.firstChild?.remove();
  } else {
    // A document has no white space before its body.
    const space = /^[\r\n\t ]+/.exec(html)?.[0];
    if (space) body?.prepend(space);
  }
  return WHOLE_DOCUMENT || body === null ? document.documentElement : body;
}

const purify = new DOMPurify();
const METHODS = ["sanitize", "setConfig", "clearConfig", "isValidAttribute", "addHook", "removeHook", "removeHooks", "removeAllHooks"];

/** As DOMPurify's factory for a window, which isn't needed here. */
const createDOMPurify = Object.assign(
  () => new DOMPurify(),
  { isSupported: true },
  Object.fromEntries(METHODS.map((name) => [name, (...values) => purify[name](...values)])),
);
for (const name of ["removed", "version"]) Object.defineProperty(createDOMPurify, name, { get: () => purify[name], enumerable: true });

export default createDOMPurify;
export const sanitize = createDOMPurify.sanitize;
