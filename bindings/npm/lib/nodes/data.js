// Nodes without children: texts, comments, processing instructions and DOCTYPEs.

import { invalidArgument } from "../errors.js";
import { HIGH, LOW, Node, TREE, createText } from "./node.js";

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

  // Offsets count UTF-16 code units. An offset after the end is an error; a count may go beyond it.

  substringData(offset, count) {
    const data = this.data;
    const from = within(data, offset);
    return data.slice(from, from + (count >>> 0));
  }

  appendData(data) {
    this.data += data;
  }

  insertData(offset, data) {
    this.replaceData(offset, 0, data);
  }

  deleteData(offset, count) {
    this.replaceData(offset, count, "");
  }

  replaceData(offset, count, data) {
    const before = this.data;
    const from = within(before, offset);
    this.data = before.slice(0, from) + data + before.slice(from + (count >>> 0));
  }
}

function within(data, offset) {
  const from = offset >>> 0;
  if (from > data.length) throw invalidArgument(`the offset ${from} is after the end: the data has ${data.length} code units`);
  return from;
}

export class Text extends CharacterData {
  get nodeType() {
    return 3;
  }

  get nodeName() {
    return "#text";
  }

  /** The data of this text and of those beside it, with nothing between them. */
  get wholeText() {
    let first = this;
    while (first.previousSibling?.nodeType === 3) first = first.previousSibling;
    let text = "";
    for (let node = first; node?.nodeType === 3; node = node.nextSibling) text += node.data;
    return text;
  }

  /** Cuts the text in two; returns the second part, which follows this node. */
  splitText(offset) {
    const rest = createText(this[TREE], this.data.slice(within(this.data, offset)));
    if (this.parentNode !== null) this.after(rest);
    this.deleteData(offset, this.length);
    return rest;
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
