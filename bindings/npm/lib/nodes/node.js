// What all nodes have: their place in the tree, text and markup, and how they move.

import { SapwoodError, invalidArgument } from "../errors.js";
import { RESULT } from "../module.js";
import { id } from "../tree.js";
import { areEqual, comparePosition } from "./order.js";
import { baseUrl } from "./urls.js";

const ELEMENT = 1;
const TEXT = 3;
/** Kinds of nodes that have no markup of their own: documents and fragments. */
const ROOTS = new Set([9, 11]);

/** In the place of an argument of a constructor, so that only this folder makes nodes. */
export const INTERNAL = Symbol("internal");

// The tree and the two halves of the id of a node. A property is made in less time than a private field.
export const TREE = Symbol("tree");
export const LOW = Symbol("low");
export const HIGH = Symbol("high");

/** Returns the tree and the id of a node. */
export function parts(node) {
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
    return parent?.nodeType === ELEMENT ? parent : null;
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
    while (node !== null && node.nodeType !== ELEMENT) node = node.nextSibling;
    return node;
  }

  get previousElementSibling() {
    let node = this.previousSibling;
    while (node !== null && node.nodeType !== ELEMENT) node = node.previousSibling;
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

  /** The URL that relative URLs are resolved against: that of a `base` element, or of the document; `about:blank` if neither is known. */
  get baseURI() {
    return baseUrl(this);
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

  isSameNode(other) {
    return this === other;
  }

  /** Whether the nodes and their descendants have the same names, attributes and data. */
  isEqualNode(other) {
    return other !== null && other !== undefined && areEqual(this, other);
  }

  /** Returns where another node is, seen from this one: a sum of the constants `DOCUMENT_POSITION_…`. */
  compareDocumentPosition(other) {
    parts(other);
    return comparePosition(this, other);
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
   * @param {string} [format] `html`, `inner-html`, `pretty`, `minified`, `xml` or `well-formed-xml`; options may follow.
   */
  serialize(format = "html") {
    return this[TREE].string("sapwood_serialize", this[LOW], this[HIGH], format);
  }

  toString() {
    return this.serialize(ROOTS.has(this.nodeType) ? "inner-html" : "html");
  }

  appendChild(child) {
    this.#insert("sapwood_append", child);
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
      this.#insert("sapwood_insert_before", this.#nodeOf(node));
    }
  }

  after(...nodes) {
    for (const node of nodes.reverse()) {
      this.#insert("sapwood_insert_after", this.#nodeOf(node));
    }
  }

  replaceWith(...nodes) {
    this.before(...nodes);
    this.remove();
  }

  append(...nodes) {
    for (const node of nodes) {
      this.#insert("sapwood_append", this.#nodeOf(node));
    }
  }

  prepend(...nodes) {
    for (const node of nodes.reverse()) {
      this.#insert("sapwood_prepend", this.#nodeOf(node));
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

  #nodeOf(content) {
    return typeof content === "string" ? createText(this[TREE], content) : content;
  }

  /** Inserts a node at or beside this one. Text leaves the base URL as it is. */
  #insert(name, node) {
    const tree = this[TREE];
    const ids = [id(this[LOW], this[HIGH]), this.#idOf(node)];
    if (node.nodeType === TEXT) tree.editApartFromBase(name, ...ids);
    else tree.edit(name, ...ids);
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    if (this[TREE].isDisposed) return `${this.constructor.name} (disposed)`;
    const markup = this.nodeType === ELEMENT ? startTag(this) : JSON.stringify(this.nodeValue ?? this.nodeName);
    return `${this.constructor.name} ${markup}`;
  }
}
const CONSTANTS = {
  ELEMENT_NODE: 1,
  TEXT_NODE: 3,
  PROCESSING_INSTRUCTION_NODE: 7,
  COMMENT_NODE: 8,
  DOCUMENT_NODE: 9,
  DOCUMENT_TYPE_NODE: 10,
  DOCUMENT_FRAGMENT_NODE: 11,
  DOCUMENT_POSITION_DISCONNECTED: 1,
  DOCUMENT_POSITION_PRECEDING: 2,
  DOCUMENT_POSITION_FOLLOWING: 4,
  DOCUMENT_POSITION_CONTAINS: 8,
  DOCUMENT_POSITION_CONTAINED_BY: 16,
  DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC: 32,
};
Object.assign(Node, CONSTANTS);
Object.assign(Node.prototype, CONSTANTS);

/** Calls a function that makes a node, which is in no tree yet; returns the node. */
export function create(tree, name, ...values) {
  tree.editApartFromBase(name, ...values, RESULT);
  const at = tree.module.result >>> 2;
  return tree.nodeByParts(tree.module.numbers[at], tree.module.numbers[at + 1]);
}

export const createText = (tree, data) => create(tree, "sapwood_create_text", data);

/** A range by its two offsets. */
export const span = (offsets) => offsets && { start: offsets[0], end: offsets[1] };

const describe = (value) => (value === null ? "null" : typeof value);

const startTag = (element) => {
  const attributes = element.attributes.map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`);
  return `<${element.localName}${attributes.join("")}>`;
};
