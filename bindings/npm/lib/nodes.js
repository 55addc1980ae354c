// Nodes: the names and the behaviour of the DOM, over a tree in the module.
//
// A node is its tree and its id; it is made when it is first asked for, and then always the same object. Lists of nodes are arrays,
// which don't change with the document.

import { Tree } from "./tree.js";
import { Comment, DocumentType, ProcessingInstruction, Text } from "./nodes/data.js";
import { Element } from "./nodes/element.js";
import { INTERNAL } from "./nodes/node.js";
import { Document, DocumentFragment } from "./nodes/root.js";

export { Attr } from "./nodes/attr.js";
export { CharacterData, Comment, DocumentType, ProcessingInstruction, Text } from "./nodes/data.js";
export { Element } from "./nodes/element.js";
export { Node, parts } from "./nodes/node.js";
export { ParentNode } from "./nodes/parent.js";
export { Document, DocumentFragment } from "./nodes/root.js";
export { NodeFilter, TreeWalker } from "./nodes/walker.js";

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

/** Returns the root of a document that the module made, whose URL is `url` if it is known. */
export function adopt(module, pointer, url = null) {
  const tree = new Tree(module, pointer, wrap);
  tree.url = url;
  return tree.root;
}

/** Returns an element of a document that the module lends for a callback, and a function that ends the loan. */
export function lent(module, pointer, element) {
  const tree = new Tree(module, pointer, wrap, true);
  return [tree.node(element), () => tree.dispose()];
}
