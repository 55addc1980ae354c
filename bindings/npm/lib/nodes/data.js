// Nodes without children: texts, comments, processing instructions and DOCTYPEs.

import { HIGH, LOW, Node, TREE } from "./node.js";

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
