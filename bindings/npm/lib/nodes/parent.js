// Nodes that have children: queries, and content.

import { RESULT } from "../module.js";
import { id } from "../tree.js";
import * as tasks from "../content.js";
import { HIGH, LOW, Node, TREE, parts } from "./node.js";

/** A node that has children, and that queries begin at. */
export class ParentNode extends Node {
  get children() {
    return this[TREE].elements(this[LOW], this[HIGH]);
  }

  get firstElementChild() {
    const first = this.firstChild;
    return first === null || first.nodeType === 1 ? first : first.nextElementSibling;
  }

  get lastElementChild() {
    const last = this.lastChild;
    return last === null || last.nodeType === 1 ? last : last.previousElementSibling;
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
    return foundLow === 0 ? null : tree.element(foundLow, foundHigh);
  }

  /** Returns the descendants that match a selector. */
  querySelectorAll(selector) {
    const { tree, low, high } = parts(this);
    const list = tree.call("sapwood_select", id(low, high), tree.module.selectors.get(selector), RESULT);
    return tree.elementsOf(tree.module.takeNodes(list));
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

  /**
   * Returns the node as Markdown, and for each part that comes from the document its node and place: `{ markdown, entries }`. With
   * `options.article`, it is that of the main content of the document.
   */
  toMarkdownMap(options = {}) {
    return tasks.markdownMap(this, options);
  }

  /** Returns the references to other resources: `{ element, attribute, kind, value, url }`. */
  links(options = {}) {
    return tasks.links(this, options);
  }

  tables() {
    return tasks.tables(this);
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

function packedTexts(tree, pointer) {
  const { numbers, text } = tree.module.takePacked(pointer);
  const texts = new Array(numbers.length / 2);
  for (let at = 0; at < texts.length; at++) texts[at] = text.slice(numbers[2 * at], numbers[2 * at + 1]);
  return texts;
}

/** Writes a name as an identifier of CSS, as `CSS.escape` does. */
export function escapeIdentifier(name) {
  return String(name).replace(/[^\w\-\u{80}-\u{10ffff}]|^-?[0-9]|^-$/gu, (it) =>
    it === "\0" ? "\ufffd" : [...it].map((c) => (c === "-" && it.length > 1 ? "-" : `\\${c.codePointAt(0).toString(16)} `)).join(""),
  );
}
