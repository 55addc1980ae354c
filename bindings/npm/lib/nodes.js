// Nodes: the names and the behaviour of the DOM, over a tree in the module.
//
// A node is its tree and its id; it is made when it is first asked for, and then always the same object. Lists of nodes are arrays,
// which don't change with the document.

import { SapwoodError, invalidArgument } from "./errors.js";
import { RESULT } from "./module.js";
import { Tree, id } from "./tree.js";
import { attributeMap, classList, dataset } from "./attributes.js";
import * as tasks from "./content.js";

export const HTML = "http://www.w3.org/1999/xhtml";

/** In the place of an argument of a constructor, so that only this file makes nodes. */
const INTERNAL = Symbol("internal");

// The tree and the two halves of the id of a node. A property is made in less time than a private field.
const TREE = Symbol("tree");
const LOW = Symbol("low");
const HIGH = Symbol("high");

function parts(node) {
  if (node?.[TREE] === undefined) throw invalidArgument(`expected a node, got ${describe(node)}`);
  return { tree: node[TREE], low: node[LOW], high: node[HIGH] };
}

export class Node {
  constructor(key, tree, low, high) {
    if (key !== INTERNAL) throw new TypeError("nodes are made by a document");
    this[TREE] = tree;
    this[LOW] = low;
    this[HIGH] = high;
  }

  get parentNode() {
    return this[TREE].parent(this[LOW], this[HIGH]);
  }

  get parentElement() {
    const parent = this.parentNode;
    return parent instanceof Element ? parent : null;
  }

  get firstChild() {
    return this[TREE].firstChild(this[LOW], this[HIGH]);
  }

  get lastChild() {
    return this[TREE].lastChild(this[LOW], this[HIGH]);
  }

  get nextSibling() {
    return this[TREE].nextSibling(this[LOW], this[HIGH]);
  }

  get previousSibling() {
    return this[TREE].previousSibling(this[LOW], this[HIGH]);
  }

  get nextElementSibling() {
    let node = this.nextSibling;
    while (node !== null && !(node instanceof Element)) node = node.nextSibling;
    return node;
  }

  get previousElementSibling() {
    let node = this.previousSibling;
    while (node !== null && !(node instanceof Element)) node = node.previousSibling;
    return node;
  }

  get childNodes() {
    return this[TREE].children(this[LOW], this[HIGH]);
  }

  hasChildNodes() {
    return this.firstChild !== null;
  }

  /** The document, or the fragment, that the node is part of or was made by. */
  get ownerDocument() {
    const root = this[TREE].root;
    return root === this ? null : root;
  }

  getRootNode() {
    let node = this;
    for (let parent = node.parentNode; parent !== null; parent = node.parentNode) node = parent;
    return node;
  }

  get isConnected() {
    return this.getRootNode() === this[TREE].root;
  }

  contains(other) {
    for (let node = other; node !== null && node !== undefined; node = node.parentNode) {
      if (node === this) return true;
    }
    return false;
  }

  /** Yields the descendants in tree order. */
  descendants() {
    return this[TREE].descendants(this[LOW], this[HIGH]);
  }

  get nodeValue() {
    return null;
  }

  get textContent() {
    return this[TREE].textContent(this[LOW], this[HIGH]);
  }

  set textContent(text) {
    this[TREE].edit("sapwood_set_text", id(this[LOW], this[HIGH]), text === null ? "" : String(text));
  }

  /** The text as a person reads it, without what is hidden. */
  get innerText() {
    return this[TREE].string("sapwood_inner_text", this[LOW], this[HIGH]);
  }

  set innerText(text) {
    this.textContent = text;
  }

  /** Where the node was written, as offsets in the UTF-8 of the input; for an element its start tag. Needs the option `positions`. */
  get span() {
    return span(this[TREE].span("sapwood_node_span", this[LOW], this[HIGH]));
  }

  /**
   * Writes the node as markup.
   *
   * @param {"html" | "inner-html" | "pretty" | "minified" | "xml" | "well-formed-xml"} [format]
   */
  serialize(format = "html") {
    return this[TREE].string("sapwood_serialize", this[LOW], this[HIGH], format);
  }

  toString() {
    return this.serialize(this instanceof ParentNode && !(this instanceof Element) ? "inner-html" : "html");
  }

  appendChild(child) {
    this[TREE].edit("sapwood_append", id(this[LOW], this[HIGH]), this.#idOf(child));
    return child;
  }

  insertBefore(child, next) {
    if (next === null || next === undefined) return this.appendChild(child);
    if (next.parentNode !== this) throw new SapwoodError("invalid-edit", "the reference node is no child of this node");
    this[TREE].edit("sapwood_insert_before", this.#idOf(next), this.#idOf(child));
    return child;
  }

  removeChild(child) {
    if (child?.parentNode !== this) throw new SapwoodError("invalid-edit", "the node is no child of this node");
    this[TREE].edit("sapwood_remove", this.#idOf(child));
    return child;
  }

  replaceChild(child, old) {
    if (old?.parentNode !== this) throw new SapwoodError("invalid-edit", "the node to replace is no child of this node");
    this[TREE].edit("sapwood_replace", this.#idOf(old), this.#idOf(child));
    return old;
  }

  remove() {
    this[TREE].edit("sapwood_remove", id(this[LOW], this[HIGH]));
  }

  before(...nodes) {
    for (const node of nodes) {
      this[TREE].edit("sapwood_insert_before", id(this[LOW], this[HIGH]), this.#idOfContent(node));
    }
  }

  after(...nodes) {
    for (const node of nodes.reverse()) {
      this[TREE].edit("sapwood_insert_after", id(this[LOW], this[HIGH]), this.#idOfContent(node));
    }
  }

  replaceWith(...nodes) {
    this.before(...nodes);
    this.remove();
  }

  append(...nodes) {
    for (const node of nodes) {
      this[TREE].edit("sapwood_append", id(this[LOW], this[HIGH]), this.#idOfContent(node));
    }
  }

  prepend(...nodes) {
    for (const node of nodes.reverse()) {
      this[TREE].edit("sapwood_prepend", id(this[LOW], this[HIGH]), this.#idOfContent(node));
    }
  }

  /** Removes all children, then appends. */
  replaceChildren(...nodes) {
    this[TREE].edit("sapwood_remove_children", id(this[LOW], this[HIGH]));
    this.append(...nodes);
  }

  /** Joins adjacent texts and removes empty ones. */
  normalize() {
    this[TREE].edit("sapwood_normalize", id(this[LOW], this[HIGH]));
  }

  /** Returns a copy, by default without its children. */
  cloneNode(deep = false) {
    const tree = this[TREE];
    tree.edit("sapwood_import", tree.pointer, id(this[LOW], this[HIGH]), RESULT);
    const copy = tree.nodeByParts(...tree.module.numbers.subarray(tree.module.result >>> 2, (tree.module.result >>> 2) + 2));
    if (!deep && copy.hasChildNodes()) copy.replaceChildren();
    return copy;
  }

  #idOf(node) {
    const other = parts(node);
    if (other.tree !== this[TREE]) {
      throw new SapwoodError("stale-node", "the node belongs to another document: `importNode` copies it");
    }
    return id(other.low, other.high);
  }

  #idOfContent(content) {
    return this.#idOf(typeof content === "string" ? createText(this[TREE], content) : content);
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    if (this[TREE].isDisposed) return `${this.constructor.name} (disposed)`;
    const markup = this instanceof Element ? startTag(this) : JSON.stringify(this.nodeValue ?? this.nodeName);
    return `${this.constructor.name} ${markup}`;
  }
}
Object.assign(Node, {
  ELEMENT_NODE: 1,
  TEXT_NODE: 3,
  PROCESSING_INSTRUCTION_NODE: 7,
  COMMENT_NODE: 8,
  DOCUMENT_NODE: 9,
  DOCUMENT_TYPE_NODE: 10,
  DOCUMENT_FRAGMENT_NODE: 11,
});

/** A node that has children, and that queries begin at. */
export class ParentNode extends Node {
  get children() {
    return this[TREE].elements(this[LOW], this[HIGH]);
  }

  get firstElementChild() {
    const first = this.firstChild;
    return first === null || first instanceof Element ? first : first.nextElementSibling;
  }

  get lastElementChild() {
    const last = this.lastChild;
    return last === null || last instanceof Element ? last : last.previousElementSibling;
  }

  get childElementCount() {
    return this.children.length;
  }

  /** Returns the first descendant that matches a selector, or `null`. */
  querySelector(selector) {
    const { tree, low, high } = parts(this);
    const { module } = tree;
    tree.call("sapwood_select_first", id(low, high), module.selectors.get(selector), RESULT);
    const [foundLow, foundHigh] = module.numbers.subarray(module.result >>> 2, (module.result >>> 2) + 2);
    return foundLow === 0 ? null : tree.nodeByParts(foundLow, foundHigh);
  }

  /** Returns the descendants that match a selector. */
  querySelectorAll(selector) {
    const { tree, low, high } = parts(this);
    const list = tree.call("sapwood_select", id(low, high), tree.module.selectors.get(selector), RESULT);
    return tree.nodes(tree.module.takeNodes(list));
  }

  /** Returns the values of an attribute of the descendants that match and have it: faster than a loop. */
  selectAttributes(selector, name) {
    const { tree, low, high } = parts(this);
    const compiled = tree.module.selectors.get(selector);
    return packedTexts(tree, tree.module.value("sapwood_js_select_attributes", tree.pointer, id(low, high), compiled, String(name)));
  }

  /** Returns the text contents of the descendants that match: faster than a loop. */
  selectTexts(selector) {
    const { tree, low, high } = parts(this);
    const compiled = tree.module.selectors.get(selector);
    return packedTexts(tree, tree.module.value("sapwood_js_select_texts", tree.pointer, id(low, high), compiled));
  }

  getElementsByTagName(name) {
    return this.querySelectorAll(name === "*" ? "*" : escapeIdentifier(name));
  }

  getElementsByClassName(names) {
    const classes = String(names).split(/[\t\n\f\r ]+/).filter(Boolean);
    return classes.length === 0 ? [] : this.querySelectorAll(classes.map((it) => `.${escapeIdentifier(it)}`).join(""));
  }

  getElementById(name) {
    return String(name) === "" ? null : this.querySelector(`#${escapeIdentifier(name)}`);
  }

  /**
   * Evaluates an XPath 1.0 expression, with this node as its context.
   *
   * @returns nodes, and for attributes and namespaces their values; or a string, number or boolean
   */
  xpath(expression, options = {}) {
    return tasks.xpath(this, expression, options);
  }

  get innerHTML() {
    return this.serialize("inner-html");
  }

  set innerHTML(html) {
    const { tree, low, high } = parts(this);
    tree.edit("sapwood_set_inner_html", id(low, high), String(html));
  }

  /** Returns the node as Markdown. `options.url` is the URL of the document, which links are resolved against. */
  toMarkdown(options = {}) {
    return tasks.markdown(this, options);
  }

  /** Returns the references to other resources: `{ element, attribute, kind, value, url }`. */
  links(options = {}) {
    return tasks.links(this, options);
  }

  tables() {
    return tasks.json(this, "tables");
  }

  forms() {
    return tasks.json(this, "forms");
  }

  metadata() {
    return tasks.json(this, "meta");
  }

  microdata() {
    return tasks.json(this, "microdata");
  }

  jsonLd() {
    return tasks.json(this, "json-ld");
  }

  /** Returns values by the fields of a schema; see `extract`. */
  extract(schema) {
    return tasks.extract(this, schema);
  }

  /** Removes what a sanitizer does not allow. */
  sanitize(options = {}) {
    return tasks.sanitizeNode(this, options);
  }
}

export class Element extends ParentNode {
  get nodeType() {
    return 1;
  }

  get localName() {
    return this[TREE].name(this[LOW], this[HIGH]);
  }

  get prefix() {
    return this[TREE].prefix(this[LOW], this[HIGH]);
  }

  get namespaceURI() {
    return this[TREE].namespace(this[LOW], this[HIGH]) || null;
  }

  /** The qualified name, in upper case for HTML. */
  get tagName() {
    const { prefix, localName } = this;
    const name = prefix ? `${prefix}:${localName}` : localName;
    return this.namespaceURI === HTML ? upperCase(name) : name;
  }

  get nodeName() {
    return this.tagName;
  }

  getAttribute(name) {
    const { tree, low, high } = parts(this);
    return tree.attribute(low, high, this.#attributeName(name));
  }

  hasAttribute(name) {
    return this.getAttribute(name) !== null;
  }

  hasAttributes() {
    return this.attributes.length > 0;
  }

  setAttribute(name, value) {
    const { tree, low, high } = parts(this);
    tree.edit("sapwood_set_attribute", id(low, high), this.#attributeName(name), String(value));
  }

  removeAttribute(name) {
    const { tree, low, high } = parts(this);
    tree.edit("sapwood_remove_attribute", id(low, high), this.#attributeName(name), 0);
  }

  toggleAttribute(name, force = !this.hasAttribute(name)) {
    if (!force) this.removeAttribute(name);
    else if (!this.hasAttribute(name)) this.setAttribute(name, "");
    return force;
  }

  getAttributeNames() {
    return this.attributes.map((attribute) => attribute.name);
  }

  #attributeName(name) {
    const isHtml = /[A-Z]/.test(name) && this.namespaceURI === HTML;
    return isHtml ? String(name).replace(/[A-Z]+/g, (it) => it.toLowerCase()) : String(name);
  }

  /** The attributes: an array of `{ name, localName, prefix, namespaceURI, value }`. */
  get attributes() {
    return this[TREE].attributes(this[LOW], this[HIGH]);
  }

  /** The attributes as an object without a prototype, by their names. */
  get attributeMap() {
    return attributeMap(this);
  }

  /** Where an attribute was written. Needs the option `positions`. */
  attributeSpan(name) {
    const { tree, low, high } = parts(this);
    const index = this.attributes.findIndex((attribute) => attribute.name === this.#attributeName(name));
    return index < 0 ? null : span(tree.span("sapwood_node_attribute_span", low, high, index));
  }

  /** Where the end tag was written; `null` if it wasn't. Needs the option `positions`. */
  get endTagSpan() {
    const { tree, low, high } = parts(this);
    return span(tree.span("sapwood_node_end_tag_span", low, high));
  }

  get id() {
    return this.getAttribute("id") ?? "";
  }

  set id(value) {
    this.setAttribute("id", value);
  }

  get className() {
    return this.getAttribute("class") ?? "";
  }

  set className(value) {
    this.setAttribute("class", value);
  }

  get classList() {
    return classList(this);
  }

  get dataset() {
    return dataset(this);
  }

  get outerHTML() {
    return this.serialize("html");
  }

  set outerHTML(html) {
    const { tree, low, high } = parts(this);
    tree.edit("sapwood_set_outer_html", id(low, high), String(html));
  }

  /** Whether the element matches a selector. */
  matches(selector) {
    const { tree, low, high } = parts(this);
    tree.call("sapwood_matches", id(low, high), tree.module.selectors.get(selector), RESULT);
    return tree.module.bytes[tree.module.result] === 1;
  }

  /** The nearest element that matches among this one and its ancestors, or `null`. */
  closest(selector) {
    const { tree, low, high } = parts(this);
    const { module } = tree;
    tree.call("sapwood_closest", id(low, high), module.selectors.get(selector), RESULT);
    const [foundLow, foundHigh] = module.numbers.subarray(module.result >>> 2, (module.result >>> 2) + 2);
    return foundLow === 0 ? null : tree.nodeByParts(foundLow, foundHigh);
  }

  insertAdjacentHTML(position, html) {
    const { tree, low, high } = parts(this);
    tree.edit(adjacent(position, ADJACENT_HTML), id(low, high), String(html));
  }

  insertAdjacentElement(position, element) {
    this[adjacent(position, ADJACENT)](element);
    return element;
  }

  insertAdjacentText(position, text) {
    this[adjacent(position, ADJACENT)](String(text));
  }

  /** Puts an element in the place of this one, which becomes its last child. */
  wrap(wrapper) {
    const other = parts(wrapper);
    const { tree, low, high } = parts(this);
    if (other.tree !== tree) throw new SapwoodError("stale-node", "the wrapper belongs to another document");
    tree.edit("sapwood_wrap", id(low, high), id(other.low, other.high));
  }

  /** Puts the children in the place of the element. */
  unwrap() {
    const { tree, low, high } = parts(this);
    tree.edit("sapwood_unwrap", id(low, high));
  }

  /** Gives the element another local name. */
  rename(name) {
    const { tree, low, high } = parts(this);
    tree.edit("sapwood_rename", id(low, high), String(name));
  }

  /** The contents of a `template`; `null` for other elements. */
  get content() {
    const { tree, low, high } = parts(this);
    return tree.inner("contents", low, high);
  }

  get shadowRoot() {
    const { tree, low, high } = parts(this);
    return tree.inner("shadow", low, high);
  }
}

/** Names of HTML elements in upper case, by the names; names that pages make up are not kept. */
const upperCased = new Map();

function upperCase(name) {
  const known = upperCased.get(name);
  if (known !== undefined) return known;
  const upper = name.replace(/[a-z]+/g, (it) => it.toUpperCase());
  if (upperCased.size < 500) upperCased.set(name, upper);
  return upper;
}

const ADJACENT = { beforebegin: "before", afterbegin: "prepend", beforeend: "append", afterend: "after" };
const ADJACENT_HTML = {
  beforebegin: "sapwood_insert_html_before",
  afterbegin: "sapwood_prepend_html",
  beforeend: "sapwood_append_html",
  afterend: "sapwood_insert_html_after",
};

function adjacent(position, functions) {
  const name = String(position).toLowerCase();
  if (!Object.hasOwn(functions, name)) {
    throw invalidArgument(`unknown position ${JSON.stringify(position)}: expected ${Object.keys(functions).join(", ")}`);
  }
  return functions[name];
}

/** Text, a comment or a processing instruction. */
export class CharacterData extends Node {
  get data() {
    return this[TREE].data(this[LOW], this[HIGH]);
  }

  set data(data) {
    this.textContent = data;
  }

  get nodeValue() {
    return this.data;
  }

  set nodeValue(data) {
    this.textContent = data;
  }

  get textContent() {
    return this.data;
  }

  set textContent(data) {
    super.textContent = data;
  }

  get length() {
    return this.data.length;
  }
}

export class Text extends CharacterData {
  get nodeType() {
    return 3;
  }

  get nodeName() {
    return "#text";
  }
}

export class Comment extends CharacterData {
  get nodeType() {
    return 8;
  }

  get nodeName() {
    return "#comment";
  }
}

export class ProcessingInstruction extends CharacterData {
  get nodeType() {
    return 7;
  }

  get target() {
    return this[TREE].name(this[LOW], this[HIGH]);
  }

  get nodeName() {
    return this.target;
  }
}

export class DocumentType extends Node {
  get nodeType() {
    return 10;
  }

  get name() {
    return this[TREE].name(this[LOW], this[HIGH]) ?? "";
  }

  get nodeName() {
    return this.name;
  }

  get publicId() {
    return this[TREE].doctypeIds(this[LOW], this[HIGH])[0] ?? "";
  }

  get systemId() {
    return this[TREE].doctypeIds(this[LOW], this[HIGH])[1] ?? "";
  }

  get textContent() {
    return null;
  }
}

/** The root of a tree: a document or a fragment, and the contents of a template or a shadow tree. */
export class DocumentFragment extends ParentNode {
  get nodeType() {
    return 11;
  }

  get nodeName() {
    return "#document-fragment";
  }

  /** The element whose template contents or shadow tree this is; otherwise `null`. */
  get host() {
    const { tree, low, high } = parts(this);
    return tree.inner("host", low, high);
  }

  /** The parse errors: `{ code, start, end }` with offsets in the UTF-8 of the input. Needs the option `errors`. */
  get errors() {
    return tasks.errors(parts(this).tree);
  }

  /** The name of the limit that ended the parse, such as `nodes`; otherwise `null`. */
  get limit() {
    return tasks.documentText(parts(this).tree, "sapwood_document_limit");
  }

  /** Bytes of memory that the tree takes in the module. */
  get memory() {
    const { tree } = parts(this);
    return tree.module.run("sapwood_document_heap_bytes", [tree.pointer]) >>> 0;
  }

  createElement(name) {
    return create(parts(this).tree, "sapwood_create_element", String(name));
  }

  createElementNS(namespace, name) {
    return create(parts(this).tree, "sapwood_create_element_ns", namespace ?? "", String(name));
  }

  createTextNode(data) {
    return createText(parts(this).tree, String(data));
  }

  createComment(data) {
    return create(parts(this).tree, "sapwood_create_comment", String(data));
  }

  /** Copies a node with its descendants from another document, or from this one. */
  importNode(node) {
    const { tree } = parts(this);
    const other = parts(node);
    return create(tree, "sapwood_import", other.tree.pointer, id(other.low, other.high));
  }

  /** Removes all elements that match; returns how many. */
  removeAll(selector) {
    const { tree } = parts(this);
    return tree.edit("sapwood_remove_all", tree.module.selectors.get(selector), RESULT);
  }

  /** Puts the children of all elements that match in their places; returns how many. */
  unwrapAll(selector) {
    const { tree } = parts(this);
    return tree.edit("sapwood_unwrap_all", tree.module.selectors.get(selector), RESULT);
  }

  /** Writes the source with the edits in it: only the edited bytes differ. Needs the option `source`. */
  toSource() {
    return this.#source((tree) => new TextDecoder().decode(tree.module.takeBytes(tree.call("sapwood_document_to_source", RESULT))));
  }

  /** As `toSource`, in the encoding of the bytes that were parsed. */
  toSourceBytes() {
    return this.#source((tree) => tree.module.takeBytes(tree.call("sapwood_document_to_source", RESULT)));
  }

  #source(make) {
    return make(parts(this).tree);
  }

  /** The parts of the source that edits replace: `{ start, end, replacement }`, with offsets in bytes. Needs the option `source`. */
  patches() {
    return tasks.patches(parts(this).tree);
  }

  /** Copies all nodes at once, so that reading any of them is cheap. Reading does this by itself when it pays. */
  snapshot() {
    parts(this).tree.snapshot();
    return this;
  }

  /** Frees the memory of the document. Its nodes throw when they are used. Without this it is freed some time after the last use. */
  dispose() {
    parts(this).tree.dispose();
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }
}

export class Document extends DocumentFragment {
  get nodeType() {
    return 9;
  }

  get nodeName() {
    return "#document";
  }

  get textContent() {
    return null;
  }

  #entry(name) {
    const { tree } = parts(this);
    return tree.node(tree.module.run(name, [tree.pointer]));
  }

  get documentElement() {
    return this.#entry("sapwood_document_element");
  }

  get head() {
    return this.#entry("sapwood_document_head");
  }

  get body() {
    return this.#entry("sapwood_document_body");
  }

  get doctype() {
    return this.#entry("sapwood_document_doctype");
  }

  getElementById(name) {
    const { tree } = parts(this);
    return tree.node(tree.module.value("sapwood_document_element_by_id", tree.pointer, String(name)));
  }

  get title() {
    return tasks.content(this, "title");
  }

  get compatMode() {
    return this.quirksMode === "quirks" ? "BackCompat" : "CSS1Compat";
  }

  /** `no-quirks`, `limited-quirks` or `quirks`. */
  get quirksMode() {
    const { tree } = parts(this);
    return ["no-quirks", "limited-quirks", "quirks"][tree.module.run("sapwood_document_mode", [tree.pointer])];
  }

  /** The encoding of the bytes that were parsed; `null` if text was parsed. */
  get characterSet() {
    return tasks.documentText(parts(this).tree, "sapwood_document_encoding");
  }

  /** Whether bytes were parsed that are invalid in their encoding. */
  get isMalformed() {
    const { tree } = parts(this);
    return tree.module.run("sapwood_document_is_malformed", [tree.pointer]) === 1;
  }

  /** The main content, without navigation and advertisements, and what the page says of it. */
  article() {
    return tasks.article(this);
  }
}

const CLASSES = {
  1: Element,
  3: Text,
  7: ProcessingInstruction,
  8: Comment,
  9: Document,
  10: DocumentType,
  11: DocumentFragment,
};

const wrap = (tree, kind, low, high) => new CLASSES[kind](INTERNAL, tree, low, high);

/** Returns the root of a document that the module made. */
export const adopt = (module, pointer) => new Tree(module, pointer, wrap).root;

/** Returns an element of a document that the module lends for a callback, and a function that ends the loan. */
export function lent(module, pointer, element) {
  const tree = new Tree(module, pointer, wrap, true);
  return [tree.node(element), () => tree.dispose()];
}

export const partsOf = (node) => parts(node);

function create(tree, name, ...values) {
  tree.edit(name, ...values, RESULT);
  const at = tree.module.result >>> 2;
  return tree.nodeByParts(tree.module.numbers[at], tree.module.numbers[at + 1]);
}

const createText = (tree, data) => create(tree, "sapwood_create_text", data);

function packedTexts(tree, pointer) {
  const { numbers, text } = tree.module.takePacked(pointer);
  const texts = new Array(numbers.length / 2);
  for (let at = 0; at < texts.length; at++) texts[at] = text.slice(numbers[2 * at], numbers[2 * at + 1]);
  return texts;
}

const span = (offsets) => offsets && { start: offsets[0], end: offsets[1] };

const describe = (value) => (value === null ? "null" : typeof value);

const startTag = (element) => {
  const attributes = element.attributes.map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`);
  return `<${element.localName}${attributes.join("")}>`;
};

/** Writes a name as an identifier of CSS, as `CSS.escape` does. */
function escapeIdentifier(name) {
  return String(name).replace(/[^\w\-\u{80}-\u{10ffff}]|^-?[0-9]|^-$/gu, (it) =>
    it === "\0" ? "\ufffd" : [...it].map((c) => (c === "-" && it.length > 1 ? "-" : `\\${c.codePointAt(0).toString(16)} `)).join(""),
  );
}
