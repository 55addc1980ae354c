// Random edits and walks, beside a naive model of plain objects.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "sapwood";
import { random } from "./support.js";

const EDITS = Number(process.env.SAPWOOD_EDITS ?? 200_000);

/** A node of the model. */
class Plain {
  constructor(name, data = "") {
    this.name = name;
    this.data = data;
    this.attributes = new Map();
    this.children = [];
    this.parent = null;
  }

  remove() {
    if (this.parent) this.parent.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = null;
  }

  insert(child, at) {
    child.remove();
    this.children.splice(at, 0, child);
    child.parent = this;
  }

  contains(other) {
    for (let node = other; node; node = node.parent) if (node === this) return true;
    return false;
  }

  toString() {
    if (this.name === "#text") return JSON.stringify(this.data);
    if (this.name === "#comment") return `<!--${this.data}-->`;
    const attributes = [...this.attributes].map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
    return `<${this.name}${attributes.join("")}>(${this.children.join("")})`;
  }
}

/** Writes a node of ours as the model writes its own, walking forwards or backwards. */
function written(node, backwards) {
  if (node.nodeType === 3) return JSON.stringify(node.data);
  if (node.nodeType === 8) return `<!--${node.data}-->`;
  const attributes = node.attributes.map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`);
  const children = [];
  if (backwards) for (let child = node.lastChild; child; child = child.previousSibling) children.unshift(written(child, backwards));
  else for (let child = node.firstChild; child; child = child.nextSibling) children.push(written(child, backwards));
  return `<${node.localName}${attributes.join("")}>(${children.join("")})`;
}

test(`${EDITS} random edits give the tree of a naive model`, () => {
  const next = random(7);
  let [document, nodes] = [null, []];
  const restart = () => {
    document?.dispose();
    document = parse("<body>");
    nodes = [[document.body, new Plain("body")]];
  };
  const pick = () => nodes[next(nodes.length)];
  const isElement = ([ours]) => ours.nodeType === 1;
  const make = () => {
    const kind = next(4);
    const data = ["", "a", "\u00e4\u{1f333}", "<&>"][next(4)];
    const name = ["p", "b", "div", "x-y"][next(4)];
    const made =
      kind === 0
        ? [document.createTextNode(data), new Plain("#text", data)]
        : kind === 1
          ? [document.createComment(data), new Plain("#comment", data)]
          : [document.createElement(name), new Plain(name)];
    nodes.push(made);
    return made;
  };
  const EDIT = [
    () => {
      const [parent, child] = [pick(), make()];
      if (!isElement(parent)) return;
      parent[0].append(child[0]);
      parent[1].insert(child[1], parent[1].children.length);
    },
    () => {
      const [parent, child] = [pick(), pick()];
      if (!isElement(parent) || child[1].contains(parent[1]) || child === nodes[0]) return;
      parent[0].prepend(child[0]);
      parent[1].insert(child[1], 0);
    },
    () => {
      const [sibling, node] = [pick(), pick()];
      const parent = sibling[1].parent;
      if (!parent || node[1].contains(sibling[1]) || node === nodes[0]) return;
      const before = next(2) === 0;
      sibling[0][before ? "before" : "after"](node[0]);
      node[1].remove();
      parent.insert(node[1], parent.children.indexOf(sibling[1]) + (before ? 0 : 1));
    },
    () => {
      const node = pick();
      if (node === nodes[0] || !node[1].parent) return;
      node[0].remove();
      node[1].remove();
    },
    () => {
      const node = pick();
      if (!isElement(node)) return;
      const [name, value] = [["id", "class", "data-a", "title"][next(4)], ["", "1", "\u00df\"'"][next(3)]];
      if (next(3) === 0) {
        node[0].removeAttribute(name);
        node[1].attributes.delete(name);
      } else {
        node[0].setAttribute(name, value);
        node[1].attributes.set(name, value);
      }
    },
    () => {
      const node = pick();
      const text = ["x", "y\u20ac"][next(2)];
      if (isElement(node) && next(8) > 0) return;
      node[0].textContent = text;
      if (!isElement(node)) node[1].data = text;
      else {
        for (const child of [...node[1].children]) child.remove();
        node[1].insert(new Plain("#text", text), 0);
        nodes.push([node[0].firstChild, node[1].children[0]]);
      }
    },
    () => {
      const node = pick();
      if (!isElement(node) || node === nodes[0] || !node[1].parent) return;
      const { parent } = node[1];
      const at = parent.children.indexOf(node[1]);
      node[0].unwrap();
      const children = [...node[1].children];
      node[1].remove();
      children.forEach((child, index) => parent.insert(child, at + index));
    },
  ];
  restart();
  for (let edit = 0; edit < EDITS; edit++) {
    EDIT[next(EDIT.length)]();
    // Reads between edits, of a node that may not be in the tree.
    const [ours, plain] = pick();
    const parent = nodes.find(([, it]) => it === plain.parent);
    assert.equal(ours.parentNode, parent?.[0] ?? (ours === document.body ? document.documentElement : null));
    if (next(40) === 0) {
      if (next(2) === 0) document.snapshot();
      assert.equal(written(document.body, next(2) === 0), String(nodes[0][1]));
      assert.equal([...document.body.descendants()].length, count(nodes[0][1]));
    }
    if (nodes.length > 120) restart();
  }
});

const count = (plain) => plain.children.reduce((sum, child) => sum + 1 + count(child), 0);
