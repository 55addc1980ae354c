// `TreeWalker` of the DOM (https://dom.spec.whatwg.org/#interface-treewalker).

import { parts } from "./node.js";

/** Answers of a filter, and the types of nodes that are shown. */
export const NodeFilter = Object.freeze({
  FILTER_ACCEPT: 1,
  FILTER_REJECT: 2,
  FILTER_SKIP: 3,
  SHOW_ALL: 0xffffffff,
  SHOW_ELEMENT: 0x1,
  SHOW_ATTRIBUTE: 0x2,
  SHOW_TEXT: 0x4,
  SHOW_CDATA_SECTION: 0x8,
  SHOW_PROCESSING_INSTRUCTION: 0x40,
  SHOW_COMMENT: 0x80,
  SHOW_DOCUMENT: 0x100,
  SHOW_DOCUMENT_TYPE: 0x200,
  SHOW_DOCUMENT_FRAGMENT: 0x400,
});

const { FILTER_ACCEPT, FILTER_REJECT, FILTER_SKIP } = NodeFilter;

/** The members by which a walk moves in one direction or the other. */
const FORWARD = { child: "firstChild", sibling: "nextSibling" };
const BACK = { child: "lastChild", sibling: "previousSibling" };

/** Walks over those nodes of a tree that a filter lets through. */
export class TreeWalker {
  #root;
  #current;
  #whatToShow;
  #filter;

  constructor(root, whatToShow, filter) {
    parts(root);
    this.#root = this.#current = root;
    this.#whatToShow = whatToShow >>> 0;
    this.#filter = filter ?? null;
  }

  get root() {
    return this.#root;
  }

  get whatToShow() {
    return this.#whatToShow;
  }

  get filter() {
    return this.#filter;
  }

  get currentNode() {
    return this.#current;
  }

  set currentNode(node) {
    parts(node);
    this.#current = node;
  }

  parentNode() {
    let node = this.#current;
    while (node !== null && node !== this.#root) {
      node = node.parentNode;
      if (node !== null && this.#judge(node) === FILTER_ACCEPT) return this.#moveTo(node);
    }
    return null;
  }

  firstChild() {
    return this.#childOf(FORWARD);
  }

  lastChild() {
    return this.#childOf(BACK);
  }

  nextSibling() {
    return this.#siblingOf(FORWARD);
  }

  previousSibling() {
    return this.#siblingOf(BACK);
  }

  nextNode() {
    let node = this.#current;
    let answer = FILTER_ACCEPT;
    for (;;) {
      while (answer !== FILTER_REJECT && node.firstChild !== null) {
        node = node.firstChild;
        answer = this.#judge(node);
        if (answer === FILTER_ACCEPT) return this.#moveTo(node);
      }
      while (node !== null && node !== this.#root && node.nextSibling === null) node = node.parentNode;
      if (node === null || node === this.#root) return null;
      node = node.nextSibling;
      answer = this.#judge(node);
      if (answer === FILTER_ACCEPT) return this.#moveTo(node);
    }
  }

  previousNode() {
    let node = this.#current;
    while (node !== this.#root) {
      for (let sibling = node.previousSibling; sibling !== null; sibling = node.previousSibling) {
        node = sibling;
        let answer = this.#judge(node);
        while (answer !== FILTER_REJECT && node.lastChild !== null) {
          node = node.lastChild;
          answer = this.#judge(node);
        }
        if (answer === FILTER_ACCEPT) return this.#moveTo(node);
      }
      if (node === this.#root || node.parentNode === null) return null;
      node = node.parentNode;
      if (this.#judge(node) === FILTER_ACCEPT) return this.#moveTo(node);
    }
    return null;
  }

  #childOf({ child, sibling }) {
    let node = this.#current[child];
    while (node !== null) {
      const answer = this.#judge(node);
      if (answer === FILTER_ACCEPT) return this.#moveTo(node);
      if (answer === FILTER_SKIP && node[child] !== null) {
        node = node[child];
        continue;
      }
      while (node[sibling] === null) {
        node = node.parentNode;
        if (node === null || node === this.#root || node === this.#current) return null;
      }
      node = node[sibling];
    }
    return null;
  }

  #siblingOf({ child, sibling }) {
    let node = this.#current;
    if (node === this.#root) return null;
    for (;;) {
      for (let next = node[sibling]; next !== null; ) {
        node = next;
        const answer = this.#judge(node);
        if (answer === FILTER_ACCEPT) return this.#moveTo(node);
        next = answer === FILTER_REJECT || node[child] === null ? node[sibling] : node[child];
      }
      node = node.parentNode;
      if (node === null || node === this.#root || this.#judge(node) === FILTER_ACCEPT) return null;
    }
  }

  #moveTo(node) {
    this.#current = node;
    return node;
  }

  #judge(node) {
    if (((this.#whatToShow >>> (node.nodeType - 1)) & 1) === 0) return FILTER_SKIP;
    if (this.#filter === null) return FILTER_ACCEPT;
    return Number(typeof this.#filter === "function" ? this.#filter(node) : this.#filter.acceptNode(node));
  }
}
