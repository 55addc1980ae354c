// Elements: names, attributes, and what is done at their place.

import { SapwoodError, invalidArgument } from "../errors.js";
import { RESULT } from "../module.js";
import { id } from "../tree.js";
import { attributeMap, classList, dataset } from "../attributes.js";
import { HIGH, LOW, TREE, parts, span } from "./node.js";
import { ParentNode } from "./parent.js";
import { defineReflected } from "./reflected.js";
import { style } from "./style.js";

const HTML = "http://www.w3.org/1999/xhtml";

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
    this.#editAttribute("sapwood_set_attribute", this.#attributeName(name), String(value));
  }

  removeAttribute(name) {
    this.#editAttribute("sapwood_remove_attribute", this.#attributeName(name), 0);
  }

  toggleAttribute(name, force = !this.hasAttribute(name)) {
    if (!force) this.removeAttribute(name);
    else if (!this.hasAttribute(name)) this.setAttribute(name, "");
    return force;
  }

  getAttributeNS(namespace, localName) {
    return this.#attributeOf(namespace, localName)?.value ?? null;
  }

  hasAttributeNS(namespace, localName) {
    return this.#attributeOf(namespace, localName) !== undefined;
  }

  setAttributeNS(namespace, name, value) {
    this.#editAttribute("sapwood_set_attribute_ns", namespace ?? "", String(name), String(value));
  }

  removeAttributeNS(namespace, localName) {
    this.#editAttribute("sapwood_remove_attribute_ns", namespace ?? "", String(localName), 0);
  }

  /** Edits an attribute. Only those of `base` concern the base URL, which is searched for again after other edits. */
  #editAttribute(name, ...values) {
    const { tree, low, high } = parts(this);
    if (tree.base === null || this.localName === "base") tree.edit(name, id(low, high), ...values);
    else tree.editApartFromBase(name, id(low, high), ...values);
  }

  getAttributeNode(name) {
    const own = this.#attributeName(name);
    return this.attributes.find((it) => it.name === own) ?? null;
  }

  /** Sets an attribute to the value of one that this or another element has. */
  setAttributeNode({ namespaceURI, name, value }) {
    if (namespaceURI === null) this.setAttribute(name, value);
    else this.setAttributeNS(namespaceURI, name, value);
  }

  #attributeOf(namespace, localName) {
    const url = namespace || null;
    return this.attributes.find((it) => it.localName === String(localName) && (it.namespaceURI || null) === url);
  }

  getAttributeNames() {
    return this.attributes.map((attribute) => attribute.name);
  }

  #attributeName(name) {
    const isHtml = /[A-Z]/.test(name) && this.namespaceURI === HTML;
    return isHtml ? String(name).replace(/[A-Z]+/g, (it) => it.toLowerCase()) : String(name);
  }

  /** The attributes, as they are now: an array of `{ name, localName, prefix, namespaceURI, value }`. */
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

  get style() {
    return style(this);
  }

  set style(css) {
    this.setAttribute("style", css);
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
    return foundLow === 0 ? null : tree.element(foundLow, foundHigh);
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

defineReflected(Element.prototype);

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
