// The tree behind a document: its handle in the module, and the two ways to read nodes.
//
// A call of the module costs as much as reading a hundred numbers from an array. So a tree that is read a lot is copied: a snapshot
// holds all nodes as numbers, and all texts as one string, of which the text of a node is a slice. A tree that is read a little is
// read by calls. `#warm` decides: a snapshot is made when the calls since the last edit have cost about as much as one would.
// So reading is linear, also where reads and edits take turns.
//
// An edit drops the snapshot. Nodes that are not in the tree (removed, or not yet inserted) have no rows and are always read by calls.

import { SapwoodError } from "./errors.js";
import { RESULT } from "./module.js";
import { Attr } from "./nodes/attr.js";

/** Numbers of a row in the table of nodes, as `snapshot.rs` writes them. */
export const NODE = 10;
export const [LOW, HIGH, KIND, PARENT, END, NAME, PREFIX, NAMESPACE, FROM, TO] = Array(NODE).keys();
export const ATTRIBUTE = 5;
const HEADER = 4;
/** No row, and no name. */
export const NONE = 0xffffffff;
const ELEMENT = 1;
const TEXT = 3;

/** A tree is copied when so many calls have been made for each node. */
const CALLS_FOR_EACH_NODE = 0.25;

/** Edits that bring no element into the tree. */
const ADDS_NO_ELEMENT = new Set(
  ["normalize", "remove", "remove_all", "remove_children", "set_text", "unwrap", "unwrap_all"].map((name) => `sapwood_${name}`),
);

/** Frees the document of a handle, once. */
function free(handle) {
  handle.module.free("sapwood_document_free", handle.pointer);
  handle.pointer = 0;
}

const handles = new FinalizationRegistry(free);

/** The number of nodes from which on a document is trimmed. */
const LARGE = 100;

/** The handle of the large document that was made last. */
let newest = null;

/**
 * Trims the document that was made before this one, unless it has been disposed of. So documents that are kept take half the memory, and
 * those that are disposed of after their use lose no time.
 */
function trimNewest(handle) {
  // If the document is being read, it stays as it is.
  if (newest !== null && newest.pointer !== 0) newest.module.attempt("sapwood_document_trim", newest.pointer);
  newest = handle;
}

export const id = (low, high) => (BigInt(high) << 32n) | BigInt(low);

export class Tree {
  #pointer;
  #handle = null;
  #size = 0;
  #calls = 0;
  /** Rows by the slot of the id; `null` without a snapshot. */
  #rows = null;
  #numbers = null;
  #text = "";
  #names = [];
  #firstName = 0;
  #firstAttribute = 0;
  /** Row of the previous sibling by row, and of the last child; made when first asked for. */
  #previous = null;
  #last = null;
  /** Children by row, and those that are elements. */
  #children = [];
  #elements = [];
  /** Roots of template contents and shadow trees, by the row of the element; and the elements, by the row of the root. */
  #contents = new Map();
  #shadows = new Map();
  #hosts = new Map();
  /** Nodes that were made, by the slot of the id, so that a node is always the same object. */
  #nodes = [];
  #wrap;
  /** The URL of the document, if it is known. */
  url = null;
  /** The URL that those of the document are resolved against, once it was looked for, and whether a `base` element has it. */
  base = null;

  /** `wrap(tree, kind, low, high)` makes the object of a node. */
  constructor(module, pointer, wrap, isLent = false) {
    this.module = module;
    this.#pointer = pointer;
    this.#wrap = wrap;
    this.isLent = isLent;
    this.edited();
    if (isLent) return;
    this.#handle = { module, pointer };
    handles.register(this, this.#handle, this);
    if (this.#size >= LARGE) trimNewest(this.#handle);
  }

  /** The handle. Throws if the document was disposed of. */
  get pointer() {
    if (this.#pointer === 0) {
      throw new SapwoodError("disposed", "the document of this node was disposed of");
    }
    return this.#pointer;
  }

  get isDisposed() {
    return this.#pointer === 0;
  }

  /** Frees the memory of the tree in the module; later calls throw. */
  dispose() {
    if (this.#pointer === 0) return;
    this.#pointer = 0;
    this.#drop();
    this.#nodes = [];
    if (this.isLent) return;
    handles.unregister(this);
    free(this.#handle);
  }

  /** Calls a function of the document that reads. */
  call(name, ...values) {
    return this.module.call(name, this.pointer, ...values);
  }

  /** Calls a function of the document that edits. */
  edit(name, ...values) {
    // Without a `base` element there is none after an edit that adds no element, so the tree needs no search.
    if (this.base?.isOfElement === false && ADDS_NO_ELEMENT.has(name)) return this.editApartFromBase(name, ...values);
    const result = this.call(name, ...values);
    this.edited();
    return result;
  }

  /** Calls a function that edits, and leaves the base URL as it is. */
  editApartFromBase(name, ...values) {
    const { base } = this;
    const result = this.call(name, ...values);
    this.edited();
    this.base = base;
    return result;
  }

  /** Forgets what was read, after an edit. */
  edited() {
    this.#drop();
    this.#size = this.module.run("sapwood_document_node_count", [this.#pointer]);
  }

  #drop() {
    this.#calls = 0;
    this.base = null;
    this.#rows = this.#numbers = this.#previous = this.#last = null;
    this.#text = "";
    this.#names = [];
    this.#children = [];
    this.#elements = [];
    this.#contents.clear();
    this.#shadows.clear();
    this.#hosts.clear();
  }

  /** Returns the row of a node; -1 if it has to be read by a call. */
  #row(low) {
    if (this.#rows === null) this.#warm();
    if (this.#rows === null) return -1;
    // A node that was made after the snapshot is beyond its end; -1 stands for no row.
    return this.#rows[low] ?? -1;
  }

  /** Returns the row of a node, and the one after its last descendant; `null` if it has to be read by calls. */
  rows(low) {
    const first = this.#row(low);
    return first < 0 ? null : { first, end: this.#at(first, END) };
  }

  #warm() {
    this.#calls += 1;
    if (this.#calls > this.#size * CALLS_FOR_EACH_NODE) this.snapshot();
    else void this.pointer;
  }

  /** Copies the tree, unless that was done since the last edit. */
  snapshot() {
    if (this.#rows !== null) return;
    const { numbers, text } = this.module.takePacked(this.module.run("sapwood_js_snapshot", [this.pointer]));
    const [nodes, attributes, names, inner] = numbers;
    this.#numbers = numbers;
    this.#text = text;
    this.#firstAttribute = HEADER + nodes * NODE;
    this.#firstName = this.#firstAttribute + attributes * ATTRIBUTE;
    this.#names = new Array(names);
    const rows = new Int32Array(this.#size + 1).fill(-1);
    for (let row = 0, at = HEADER; row < nodes; row++, at += NODE) rows[numbers[at]] = row;
    this.#rows = rows;
    const first = this.#firstName + 2 * names;
    for (let at = first; at < first + 3 * inner; at += 3) {
      const [element, root, isShadow] = [numbers[at], numbers[at + 1], numbers[at + 2]];
      (isShadow ? this.#shadows : this.#contents).set(element, root);
      this.#hosts.set(root, element);
    }
  }

  /** The tables of the snapshot, for conversions of the whole tree. */
  get tables() {
    this.snapshot();
    const [numbers, text] = [this.#numbers, this.#text];
    const name = (number) => this.#name(number);
    const inner = (row) => this.#contents.get(row);
    return { numbers, text, name, contents: inner, firstNode: HEADER, firstAttribute: this.#firstAttribute, count: numbers[0] };
  }

  #at(row, column) {
    return this.#numbers[HEADER + row * NODE + column];
  }

  #name(number) {
    if (number === NONE) return null;
    return (this.#names[number] ??= this.#slice(this.#firstName + 2 * number));
  }

  #slice(at) {
    return this.#text.slice(this.#numbers[at], this.#numbers[at + 1]);
  }

  /** Returns the object of the node in a row; `null` for no row. */
  #nodeInRow(row) {
    if (row === NONE || row === undefined) return null;
    const at = HEADER + row * NODE;
    const numbers = this.#numbers;
    const low = numbers[at + LOW];
    return (this.#nodes[low] ??= this.#wrap(this, numbers[at + KIND], low, numbers[at + HIGH]));
  }

  /** Returns the object of a node by its id, as a `BigInt`; `null` for 0. */
  node(bits) {
    if (bits === 0n) return null;
    return this.nodeByParts(Number(bits & 0xffffffffn), Number(BigInt.asUintN(64, bits) >> 32n));
  }

  /** Returns the object of a node by its id, as two halves. */
  nodeByParts(low, high) {
    const known = this.#nodes[low];
    if (known !== undefined) return known;
    const kind = this.module.run("sapwood_node_kind", [this.pointer, id(low, high)]);
    return kind === 0 ? null : (this.#nodes[low] = this.#wrap(this, kind, low, high));
  }

  /** Returns the object of an element by its id. */
  element(low, high) {
    return (this.#nodes[low] ??= this.#wrap(this, ELEMENT, low, high));
  }

  /** Returns the objects of elements by their ids, two halves each. */
  elementsOf(ids) {
    const found = new Array(ids.length / 2);
    for (let at = 0; at < found.length; at++) found[at] = this.element(ids[2 * at], ids[2 * at + 1]);
    return found;
  }

  /** The root: the document, or the fragment. */
  get root() {
    return this.node(this.module.run("sapwood_document_root", [this.pointer]));
  }

  #step(name, low, high) {
    return this.node(this.module.run(name, [this.pointer, id(low, high)]));
  }

  parent(low, high) {
    const row = this.#row(low);
    return row < 0 ? this.#step("sapwood_node_parent", low, high) : this.#nodeInRow(this.#at(row, PARENT));
  }

  firstChild(low, high) {
    const row = this.#row(low);
    if (row < 0) return this.#step("sapwood_node_first_child", low, high);
    return this.#at(row, END) > row + 1 ? this.#nodeInRow(row + 1) : null;
  }

  nextSibling(low, high) {
    const row = this.#row(low);
    if (row < 0) return this.#step("sapwood_node_next_sibling", low, high);
    const parent = this.#at(row, PARENT);
    const next = this.#at(row, END);
    return parent !== NONE && next < this.#at(parent, END) ? this.#nodeInRow(next) : null;
  }

  lastChild(low, high) {
    const row = this.#row(low);
    if (row < 0) return this.#step("sapwood_node_last_child", low, high);
    this.#findPrevious();
    return this.#nodeInRow(this.#last[row]);
  }

  previousSibling(low, high) {
    const row = this.#row(low);
    if (row < 0) return this.#step("sapwood_node_previous_sibling", low, high);
    this.#findPrevious();
    return this.#nodeInRow(this.#previous[row]);
  }

  #findPrevious() {
    if (this.#previous !== null) return;
    const count = this.#numbers[0];
    const previous = new Uint32Array(count).fill(NONE);
    const last = new Uint32Array(count).fill(NONE);
    for (let row = 0; row < count; row++) {
      const parent = this.#at(row, PARENT);
      if (parent === NONE) continue;
      previous[row] = last[parent];
      last[parent] = row;
    }
    this.#previous = previous;
    this.#last = last;
  }

  /** Returns the children; of a snapshot always the same arrays, so that a loop which asks again each time stays linear. */
  children(low, high) {
    const row = this.#row(low);
    if (row < 0) {
      const found = [];
      let child = this.#step("sapwood_node_first_child", low, high);
      for (; child !== null; child = child.nextSibling) found.push(child);
      return Object.freeze(found);
    }
    return (this.#children[row] ??= this.#childrenOfRow(row));
  }

  #childrenOfRow(row) {
    const found = [];
    const end = this.#at(row, END);
    for (let child = row + 1; child < end; child = this.#at(child, END)) found.push(this.#nodeInRow(child));
    return Object.freeze(found);
  }

  /** Returns the children that are elements. */
  elements(low, high) {
    const row = this.#row(low);
    const select = () => Object.freeze(this.children(low, high).filter((node) => node.nodeType === ELEMENT));
    return row < 0 ? select() : (this.#elements[row] ??= select());
  }

  /** Returns an iterator over the descendants in tree order, without those of template contents. */
  descendants(low, high) {
    this.snapshot();
    const row = this.#row(low);
    return row < 0 ? this.#descendantsByCalls(id(low, high)) : new Rows(this, row + 1, this.#at(row, END));
  }

  *#descendantsByCalls(root) {
    const next = (bits) => this.module.run("sapwood_node_next", [this.pointer, bits, root]);
    for (let bits = next(root); bits !== 0n; bits = next(bits)) yield this.node(bits);
  }

  /** Returns the node in a row of the snapshot that `numbers` is of. */
  nodeOfSnapshot(numbers, row) {
    if (numbers !== this.#numbers) throw new SapwoodError("edited", "the document was edited, or disposed of, during a walk");
    return this.#nodeInRow(row);
  }

  get snapshotNumbers() {
    return this.#numbers;
  }

  /** Returns the local name of an element, target of a processing instruction or name of a DOCTYPE; otherwise `null`. */
  name(low, high) {
    const row = this.#row(low);
    return row < 0 ? this.#textBy("sapwood_node_name", low, high) : this.#name(this.#at(row, NAME));
  }

  prefix(low, high) {
    const row = this.#row(low);
    return row < 0 ? this.#textBy("sapwood_node_prefix", low, high) : this.#name(this.#at(row, PREFIX));
  }

  namespace(low, high) {
    const row = this.#row(low);
    return row < 0 ? this.#textBy("sapwood_node_namespace", low, high) : this.#name(this.#at(row, NAMESPACE));
  }

  /** Returns the data of a text, comment or processing instruction. */
  data(low, high) {
    const row = this.#row(low);
    if (row < 0) return this.#textBy("sapwood_node_data", low, high);
    return this.#slice(HEADER + row * NODE + FROM);
  }

  /** Returns the data of all texts in a node. */
  textContent(low, high) {
    const row = this.#row(low);
    if (row < 0) return this.string("sapwood_text_content", low, high);
    const end = this.#at(row, END);
    let text = "";
    for (let at = row + 1; at < end; at++) {
      if (this.#at(at, KIND) === TEXT) text += this.#slice(HEADER + at * NODE + FROM);
    }
    return text;
  }

  /** Returns a text that a function writes; `null` if there is none. */
  #textBy(name, low, high) {
    const module = this.module;
    return module.run(name, [this.pointer, id(low, high), module.result]) ? module.str(module.result) : null;
  }

  doctypeIds(low, high) {
    const { module } = this;
    module.run("sapwood_node_doctype_ids", [this.pointer, id(low, high), module.result, module.result + 8]);
    return [module.str(module.result), module.str(module.result + 8)];
  }

  /** Returns the value of an attribute by its qualified name; `null` if there is none. */
  attribute(low, high, name) {
    const row = this.#row(low);
    if (row < 0) {
      const { module } = this;
      const has = module.value("sapwood_node_attribute", this.pointer, id(low, high), name, RESULT);
      return has ? module.str(module.result) : null;
    }
    if (this.#at(row, KIND) !== ELEMENT) return null;
    const numbers = this.#numbers;
    const end = this.#firstAttribute + ATTRIBUTE * this.#at(row, TO);
    for (let at = this.#firstAttribute + ATTRIBUTE * this.#at(row, FROM); at < end; at += ATTRIBUTE) {
      const local = this.#name(numbers[at]);
      if (numbers[at + 1] === NONE ? local === name : `${this.#name(numbers[at + 1])}:${local}` === name) {
        return this.#slice(at + 3);
      }
    }
    return null;
  }

  /** Returns the attributes. */
  attributes(low, high) {
    const row = this.#row(low);
    const found = [];
    if (row < 0) {
      const { module } = this;
      const count = module.run("sapwood_node_attribute_count", [this.pointer, id(low, high)]);
      for (let at = 0; at < count; at++) {
        module.run("sapwood_node_attribute_at", [this.pointer, id(low, high), at, module.result]);
        const [localName, value] = [module.str(module.result), module.str(module.result + 8)];
        found.push(new Attr(localName, module.str(module.result + 16), module.str(module.result + 24), value));
      }
      return found;
    }
    if (this.#at(row, KIND) !== ELEMENT) return found;
    const numbers = this.#numbers;
    const end = this.#firstAttribute + ATTRIBUTE * this.#at(row, TO);
    for (let at = this.#firstAttribute + ATTRIBUTE * this.#at(row, FROM); at < end; at += ATTRIBUTE) {
      const [prefix, namespace] = [this.#name(numbers[at + 1]), this.#name(numbers[at + 2])];
      found.push(new Attr(this.#name(numbers[at]), prefix, namespace, this.#slice(at + 3)));
    }
    return found;
  }

  /** Returns the contents of a template, the shadow root or the host of a node; `null` if it has none. */
  inner(which, low, high) {
    const row = this.#row(low);
    if (row < 0) return this.#step(INNER[which], low, high);
    const rows = which === "contents" ? this.#contents : which === "shadow" ? this.#shadows : this.#hosts;
    return this.#nodeInRow(rows.get(row));
  }

  /** Returns where a node, its end tag or an attribute was written, as offsets in UTF-8; `null` if it wasn't or is not known. */
  span(function_, low, high, ...more) {
    const { module } = this;
    const place = [module.result, module.result + 4];
    const has = module.run(function_, [this.pointer, id(low, high), ...more, ...place]);
    return has ? place.map((it) => module.number(it)) : null;
  }

  /** Returns a text that is made of a node. */
  string(name, low, high, ...values) {
    return this.module.takeString(this.call(name, id(low, high), ...values, RESULT));
  }
}

/** An iterator over the nodes in rows that follow each other. A generator takes more time for each node. */
class Rows {
  #tree;
  #numbers;
  #row;
  #end;

  constructor(tree, row, end) {
    this.#tree = tree;
    this.#numbers = tree.snapshotNumbers;
    this.#row = row;
    this.#end = end;
  }

  next() {
    if (this.#row >= this.#end) return { done: true, value: undefined };
    return { done: false, value: this.#tree.nodeOfSnapshot(this.#numbers, this.#row++) };
  }

  [Symbol.iterator]() {
    return this;
  }
}

const INNER = {
  contents: "sapwood_node_template_contents",
  shadow: "sapwood_node_shadow_root",
  host: "sapwood_node_host",
};
