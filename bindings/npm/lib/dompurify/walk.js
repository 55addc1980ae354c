// DOMPurify's decisions on each node and attribute of a tree, with its hooks.

import { hides } from "./clobbering.js";
import {
  DATA_URLS,
  DROPPED,
  FOREIGN,
  HTML_INTEGRATION_POINTS,
  MATHML_TEXT_INTEGRATION_POINTS,
  NAMESPACES,
  SCHEMES,
  SHARED,
  URI_SAFE,
  attributesOf,
  elementsOf,
} from "./defaults.js";

const [ELEMENT, TEXT, PROCESSING_INSTRUCTION, COMMENT, FRAGMENT] = [1, 3, 7, 8, 11];

/** White space and other characters that browsers skip in URLs. */
const SKIPPED = /[\u0000-\u0020\u00a0\u1680\u180e\u2000-\u2029\u205f\u3000]/g;

/** The marks of what template languages evaluate. */
const TEMPLATES = [["{{", "}}"], ["<%", "%>"], ["${", null]];

/** Text that may end comments or elements when it is read as XML or as raw text. */
const BREAKS_OUT = /--!?>|\]>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes)/i;

/** What SANITIZE_NAMED_PROPS puts before ids and names. */
const NAMED = "user-content-";

/** Whether an attribute makes an element change other parts of a page: `for`, but of the two elements that label something. */
const patches = (name, tag) => name === "patchsrc" || (name === "for" && tag !== "label" && tag !== "output");

/** Takes what templates may evaluate out of a text: up to the last end of an expression, and from the first start after that. */
export function withoutTemplates(text) {
  for (const [start, end] of TEMPLATES) {
    const last = end === null ? -1 : text.lastIndexOf(end);
    if (last >= 0) text = text.startsWith(start) ? " " : ` ${text.slice(last + end.length)}`;
    const first = text.indexOf(start);
    if (first >= 0) text = `${text.slice(0, first)} `;
  }
  return text;
}

/** Whether a function or an expression accepts a name. */
const accepts = (check, ...values) =>
  check instanceof RegExp ? matches(check, values[0]) : typeof check === "function" && Boolean(check(...values));

/** A walk over one tree. */
export class Walk {
  /** The elements and attributes that were removed. */
  removed = [];
  #settings;
  #hooks;
  #owner;
  #config;
  #tags;
  #attributes;
  #forbidden;
  #sets;
  #isXml;
  #spelled;

  constructor(settings, hooks, owner, config) {
    this.#settings = settings;
    this.#hooks = hooks;
    this.#owner = owner;
    this.#config = config;
    this.#isXml = settings.PARSER_MEDIA_TYPE === "application/xhtml+xml";
    this.#spelled = this.#isXml ? (name) => name : (name) => name.toLowerCase();
    // Pages may have names such as `constructor`, which an object without a prototype lacks.
    const set = (names) => Object.assign(Object.create(null), Object.fromEntries(names.map((name) => [this.#spelled(name), true])));
    const listOf = (value) => (Array.isArray(value) ? value : []);
    const tags = settings.ALLOWED_TAGS ?? elementsOf(settings.USE_PROFILES);
    // Hooks see these objects, and change them.
    this.#tags = set([...tags, ...listOf(settings.ADD_TAGS)]);
    if (settings.KEEP_CONTENT ?? true) this.#tags["#text"] = true;
    if (settings.WHOLE_DOCUMENT) Object.assign(this.#tags, { html: true, head: true, body: true });
    this.#attributes = set([...(settings.ALLOWED_ATTR ?? attributesOf(settings.USE_PROFILES)), ...listOf(settings.ADD_ATTR)]);
    this.#forbidden = { tags: set(settings.FORBID_TAGS ?? []), attributes: set(settings.FORBID_ATTR ?? []) };
    if (this.#tags.table) {
      this.#tags.tbody = true;
      delete this.#forbidden.tags.tbody;
    }
    this.#sets = {
      dropped: set([...(settings.FORBID_CONTENTS ?? DROPPED), ...(settings.ADD_FORBID_CONTENTS ?? [])]),
      dataUrls: set([...DATA_URLS, ...(settings.ADD_DATA_URI_TAGS ?? [])]),
      uriSafe: set([...URI_SAFE, ...(settings.ADD_URI_SAFE_ATTR ?? [])]),
      namespaces: new Set(settings.ALLOWED_NAMESPACES ?? Object.values(NAMESPACES)),
      html: { __proto__: null, ...(settings.HTML_INTEGRATION_POINTS ?? HTML_INTEGRATION_POINTS) },
      mathText: { __proto__: null, ...(settings.MATHML_TEXT_INTEGRATION_POINTS ?? MATHML_TEXT_INTEGRATION_POINTS) },
    };
  }

  /** The name of a node, in the spelling of the lists. */
  #nameOf(node) {
    const { nodeName } = node;
    if (!this.#isXml) return nodeName.toLowerCase();
    if (node.nodeType !== ELEMENT) return nodeName;
    return node.prefix ? `${node.prefix}:${node.localName}` : node.localName;
  }

  /** Whether the root of a tree that is cleaned in place may stay. */
  keepsRoot(root) {
    const name = this.#nameOf(root);
    return Boolean(this.#tags[name]) && !this.#forbidden.tags[name];
  }

  /** Cleans a tree. The root stays, without what its attributes may not have. */
  run(root) {
    // Contents of templates are trees of their own, which wait in a list rather than on the stack of calls.
    const trees = [{ root, isShadow: false, next: root }];
    while (trees.length > 0) {
      const tree = trees.at(-1);
      const node = tree.next;
      if (node === null) {
        if (tree.isShadow) this.#call("afterSanitizeShadowDOM", tree.root, null);
        trees.pop();
        continue;
      }
      const isRoot = node === tree.root;
      const { parentNode, previousSibling } = node;
      // A hook may remove nodes, too.
      const isThere = () => isRoot || node.parentNode !== null;
      if (tree.isShadow) this.#call("uponSanitizeShadowNode", node, null);
      this.#element(node, isRoot);
      if (isThere()) this.#attributesOf(node);
      if (!isThere()) {
        tree.next = afterGap(parentNode, previousSibling, tree.root);
        continue;
      }
      tree.next = node.firstChild ?? following(node, tree.root);
      const content = node.nodeType === ELEMENT && node.localName === "template" ? node.content : null;
      if (content?.nodeType === FRAGMENT) {
        this.#call("beforeSanitizeShadowDOM", content, null);
        trees.push({ root: content, isShadow: true, next: content.firstChild });
      }
    }
  }

  #call(name, node, data) {
    for (const hook of this.#hooks[name] ?? []) hook.call(this.#owner, node, data, this.#config);
  }

  #remove(node) {
    this.removed.push({ element: node });
    if (node.parentNode !== null) node.remove();
  }

  /** Decides on a node. */
  #element(node, isRoot) {
    const { SAFE_FOR_XML = true, SAFE_FOR_TEMPLATES = false } = this.#settings;
    this.#call("beforeSanitizeElements", node, null);
    const name = this.#nameOf(node);
    this.#call("uponSanitizeElement", node, { tagName: name, allowedTags: this.#tags });
    if (isRoot) return this.#call("afterSanitizeElements", node, null);
    const { nodeType } = node;
    if (nodeType === PROCESSING_INSTRUCTION) return this.#remove(node);
    if (SAFE_FOR_XML && nodeType === COMMENT && /<[/\w]/.test(node.data)) return this.#remove(node);
    if (SAFE_FOR_XML && nodeType === ELEMENT && node.firstChild !== null && node.firstElementChild === null) {
      if (/<[/\w!]/.test(node.textContent) && /<[/\w!]/.test(node.innerHTML)) return this.#remove(node);
    }
    const forbidden = this.#forbidden.tags;
    const isAdded = typeof this.#settings.ADD_TAGS === "function" && accepts(this.#settings.ADD_TAGS, name);
    const isAllowed = isAdded || Boolean(this.#tags[name]);
    const isKept = isAllowed || (isCustom(name) && accepts(this.#custom.tagNameCheck, name));
    if (!isKept || forbidden[name]) return this.#withoutTags(node, name);
    if (nodeType === ELEMENT && !this.#isInPlace(node)) return this.#remove(node);
    if (/^no(?:script|embed|frames)$/.test(name) && /<\/no(?:script|embed|frames)/i.test(node.innerHTML)) return this.#remove(node);
    if (SAFE_FOR_TEMPLATES && nodeType === TEXT) {
      const text = withoutTemplates(node.data);
      if (text !== node.data) {
        this.removed.push({ element: node });
        node.data = text;
      }
    }
    this.#call("afterSanitizeElements", node, null);
  }

  /** Removes an element; its children may stay in its place. */
  #withoutTags(node, name) {
    const keeps = this.#settings.KEEP_CONTENT ?? true;
    if (keeps && !this.#sets.dropped[name] && node.parentNode !== null) {
      for (let child = node.firstChild; child !== null; child = node.firstChild) node.before(child);
    }
    this.#remove(node);
  }

  get #custom() {
    return this.#settings.CUSTOM_ELEMENT_HANDLING ?? {};
  }

  /** Whether markup can put an element of this namespace where it is: what it can't is read as something else. */
  #isInPlace(node) {
    const { namespaces, html, mathText } = this.#sets;
    const { namespaceURI, parentElement: parent } = node;
    if (!namespaces.has(namespaceURI)) return false;
    if (this.#isXml) return true;
    const name = node.localName.toLowerCase();
    const above = parent?.localName.toLowerCase() ?? "template";
    const { html: HTML, svg: SVG, math: MATH } = NAMESPACES;
    const space = parent?.namespaceURI ?? this.#settings.NAMESPACE ?? HTML;
    switch (namespaceURI) {
      case SVG:
        if (space === HTML) return name === "svg";
        if (space === MATH) return name === "svg" && (above === "annotation-xml" || Boolean(mathText[above]));
        return FOREIGN.svg.has(name);
      case MATH:
        if (space === HTML) return name === "math";
        if (space === SVG) return name === "math" && Boolean(html[above]);
        return FOREIGN.math.has(name);
      case HTML:
        if (space === SVG && !html[above]) return false;
        if (space === MATH && !mathText[above]) return false;
        return !FOREIGN.math.has(name) && (SHARED.has(name) || !FOREIGN.svg.has(name));
      default:
        return false;
    }
  }

  /** Decides on the attributes of an element. */
  #attributesOf(node) {
    this.#call("beforeSanitizeAttributes", node, null);
    if (node.nodeType !== ELEMENT) return;
    const { SANITIZE_NAMED_PROPS, SAFE_FOR_XML = true, SAFE_FOR_TEMPLATES, ALLOW_SELF_CLOSE_IN_ATTR = true } = this.#settings;
    const event = { attrName: "", attrValue: "", keepAttr: true, allowedAttributes: this.#attributes, forceKeepAttr: undefined };
    const tag = this.#nameOf(node);
    const attributes = [...node.attributes];
    for (const attribute of [...attributes].reverse()) {
      const { name, value: old } = attribute;
      // It was emptied before.
      if (name === "is" && old === "" && attribute === attributes.at(-1)) continue;
      const lower = this.#spelled(name);
      let value = name === "value" ? old : old.trim();
      Object.assign(event, { attrName: lower, attrValue: value, keepAttr: true, forceKeepAttr: undefined });
      this.#call("uponSanitizeAttribute", node, event);
      value = String(event.attrValue);
      const isNamed = SANITIZE_NAMED_PROPS && (lower === "id" || lower === "name") && !value.startsWith(NAMED);
      if (isNamed) {
        value = NAMED + value;
        // As DOMPurify, which sets it anew.
        node.removeAttribute(name);
      }
      const isRisky = (SAFE_FOR_XML && BREAKS_OUT.test(value)) || (lower === "attributename" && /href/.test(value));
      if (!isRisky && event.forceKeepAttr) continue;
      if (isRisky || !event.keepAttr || (!ALLOW_SELF_CLOSE_IN_ATTR && value.includes("/>"))) {
        this.#removeAttribute(node, attribute);
        continue;
      }
      if (SAFE_FOR_TEMPLATES) value = withoutTemplates(value);
      if (!this.isValidAttribute(tag, lower, value)) this.#removeAttribute(node, attribute);
      else if (value !== old) node.setAttribute(name, value);
    }
    this.#call("afterSanitizeAttributes", node, null);
  }

  #removeAttribute(node, attribute) {
    const { name } = attribute;
    this.removed.push({ attribute, from: node });
    node.removeAttribute(name);
    // The kind of an element is decided when it is made: its attribute `is` is emptied, and a node goes.
    if (name !== "is") return;
    if (this.#settings.RETURN_DOM) this.#remove(node);
    else node.setAttribute(name, "");
  }

  /** Whether an element may have an attribute of that value; names are in the spelling of the parser. */
  isValidAttribute(tag, name, value) {
    const { SANITIZE_DOM = true, SAFE_FOR_XML = true, ADD_ATTR, SAFE_FOR_TEMPLATES } = this.#settings;
    const { ALLOW_DATA_ATTR = !SAFE_FOR_TEMPLATES, ALLOW_ARIA_ATTR = true } = this.#settings;
    if (this.#forbidden.attributes[name]) return false;
    if (SAFE_FOR_XML && patches(name, tag)) return false;
    if (SANITIZE_DOM && (name === "id" || name === "name") && hides(value)) return false;
    if (ALLOW_DATA_ATTR && !SAFE_FOR_TEMPLATES && /^data-[-\w.\u00b7-\uffff]+$/.test(name)) return true;
    if (ALLOW_ARIA_ATTR && /^aria-[-\w]+$/.test(name)) return true;
    if (typeof ADD_ATTR === "function" && accepts(ADD_ATTR, name, tag)) return true;
    if (!this.#attributes[name]) {
      const { tagNameCheck, attributeNameCheck, allowCustomizedBuiltInElements } = this.#custom;
      if (isCustom(tag) && accepts(tagNameCheck, tag) && accepts(attributeNameCheck, name, tag)) return true;
      return name === "is" && Boolean(allowCustomizedBuiltInElements) && accepts(tagNameCheck, value);
    }
    return this.#isValidValue(tag, name, value);
  }

  #isValidValue(tag, name, value) {
    const { ALLOWED_URI_REGEXP, ALLOW_UNKNOWN_PROTOCOLS } = this.#settings;
    if (value === "" || this.#sets.uriSafe[name]) return true;
    const url = value.replace(SKIPPED, "");
    if (ALLOWED_URI_REGEXP === undefined ? hasKnownScheme(url) : matches(ALLOWED_URI_REGEXP, url)) return true;
    const isSource = name === "src" || name === "href" || name === "xlink:href";
    if (isSource && tag !== "script" && value.startsWith("data:") && this.#sets.dataUrls[tag]) return true;
    return Boolean(ALLOW_UNKNOWN_PROTOCOLS) && !/^(?:\w+script|data):/i.test(url);
  }
}

/** Whether a name is that of a custom element, other than those that the standard takes. */
const isCustom = (name) => name !== "annotation-xml" && /^[a-z][.\w]*(?:-[.\w]+)+$/i.test(name);

/** Whether a URL has no scheme, or one that is known. */
function hasKnownScheme(url) {
  const scheme = /^([a-z][a-z+.-]*):/i.exec(url)?.[1];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase());
}

/** A global expression begins anew for each value. */
function matches(pattern, text) {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/** The node after a subtree, in tree order. */
function following(node, root) {
  for (let at = node; at !== null && at !== root; at = at.parentNode) {
    if (at.nextSibling !== null) return at.nextSibling;
  }
  return null;
}

/** The first node at the place of a removed one: a child of it that stays, or what came after it. */
function afterGap(parent, previous, root) {
  if (previous !== null && previous.parentNode !== null) return previous.nextSibling ?? following(previous, root);
  if (parent === root || parent.parentNode !== null) return parent.firstChild ?? following(parent, root);
  // A hook removed what was around it: nothing may be passed over.
  return root;
}
