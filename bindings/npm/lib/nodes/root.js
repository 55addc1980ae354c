// Roots of trees: documents and fragments.

import { RESULT } from "../module.js";
import { id } from "../tree.js";
import * as tasks from "../content.js";
import { create, createText, parts } from "./node.js";
import { ParentNode, escapeIdentifier } from "./parent.js";
import { documentUrl } from "./urls.js";
import { NodeFilter, TreeWalker } from "./walker.js";

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

  createProcessingInstruction(target, data) {
    return create(parts(this).tree, "sapwood_create_processing_instruction", String(target), String(data));
  }

  /** Returns an empty fragment. Inserting it inserts its children. */
  createDocumentFragment() {
    return create(parts(this).tree, "sapwood_create_fragment");
  }

  /** Returns a walker over the nodes below `root`, of the types whose bits are set, that the filter lets through. */
  createTreeWalker(root, whatToShow = NodeFilter.SHOW_ALL, filter = null) {
    return new TreeWalker(root, whatToShow, filter);
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

  /** Writes the source with the edits in it, decoded: only what was edited differs. Needs the option `source`. */
  toSource() {
    const encoding = tasks.documentText(parts(this).tree, "sapwood_document_encoding");
    return new TextDecoder(encoding ?? "utf-8", { ignoreBOM: true }).decode(this.toSourceBytes());
  }

  /** As `toSource`, in the encoding of the bytes that were parsed: only the edited bytes differ. For XML that isn't UTF-8, this alone. */
  toSourceBytes() {
    const { tree } = parts(this);
    return tree.module.takeBytes(tree.call("sapwood_document_to_source", RESULT));
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

  /**
   * Frees the memory that the nodes don't need, such as that of texts that were replaced. A large document that is kept is trimmed
   * without this when the next one is parsed.
   */
  trim() {
    parts(this).tree.edit("sapwood_document_trim");
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

  getElementsByName(name) {
    return this.querySelectorAll(`[name=${escapeIdentifier(name) || '""'}]`);
  }

  get title() {
    return tasks.content(this, "title");
  }

  /** Writes the text of the `title`, which is added to the head if there is none. */
  set title(text) {
    let title = this.querySelectorAll("title").find((it) => it.namespaceURI === this.documentElement.namespaceURI) ?? null;
    if (title === null && this.head === null) return;
    title ??= this.head.appendChild(this.createElement("title"));
    title.textContent = text;
  }

  /** The URL that the parse was given; `about:blank` without one. */
  get URL() {
    return documentUrl(this);
  }

  get documentURI() {
    return this.URL;
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
