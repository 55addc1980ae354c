// Where nodes were written, as parse5 says it: lines and columns from 1, offsets from 0, all in UTF-16 code units.

import { parts } from "../nodes.js";
import { unitsByByte } from "../offsets.js";
import { END, FROM, KIND, NAME, NAMESPACE, NODE, NONE, PARENT, TO } from "../tree.js";

const ELEMENT = 1;
/** Numbers of a node: start and end of its start tag, those of its end tag, and 1 more than where it was opened again, if it was. */
const SPANS = 5;
const AGAIN = 4;

export class Locations {
  #html;
  #lines = [0];
  /** UTF-16 offsets by the offset in UTF-8; `null` if they are equal. */
  #units = null;
  #spans = null;
  #tables = null;
  /** Where each element without an end tag ends. */
  #ends = null;
  /** The rows of elements that the adoption agency algorithm copied: parse5 doesn't know where they are. */
  #copies = new Set();

  constructor(document, html) {
    this.#html = html;
    for (const { index, 0: end } of html.matchAll(/\r\n?|\n/g)) this.#lines.push(index + end.length);
    this.#units = unitsByByte(html);
    const { tree } = parts(document);
    this.#tables = tree.tables;
    this.#spans = tree.module.takePacked(tree.module.run("sapwood_js_spans", [tree.pointer])).numbers;
    this.#findEnds(this.#findCopies());
  }

  #unit(byte) {
    return this.#units === null ? byte : this.#units[Math.min(byte, this.#units.length - 1)];
  }

  #line(offset) {
    let [low, high] = [0, this.#lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lines[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The location between two offsets in UTF-8. */
  between(start, end) {
    const [startOffset, endOffset] = [this.#unit(start), this.#unit(end)];
    const [startLine, endLine] = [this.#line(startOffset), this.#line(endOffset)];
    return {
      startLine: startLine + 1,
      startCol: startOffset - this.#lines[startLine] + 1,
      startOffset,
      endLine: endLine + 1,
      endCol: endOffset - this.#lines[endLine] + 1,
      endOffset,
    };
  }

  /**
   * Finds the copies that the adoption agency algorithm made. It runs at the end tag of a formatting element, which is that of the element
   * that was copied first, and at the start tag of an `a` or a `nobr` in another; other elements that it copies end with their start
   * tag. Returns the places of elements that were copied, by their rows: their ends, and the start of the end tag.
   */
  #findCopies() {
    const spans = this.#spans;
    const { numbers, firstNode, count, name } = this.#tables;
    const originals = new Map();
    const first = new Map();
    for (let row = 0; row < count; row++) {
      const [start, , , , again] = spans.subarray(SPANS * row, SPANS * (row + 1));
      if (again === 0) {
        if (start !== NONE && !originals.has(start)) originals.set(start, row);
        continue;
      }
      const at = again - 1;
      TAG.lastIndex = this.#unit(at);
      const [tag, slash, tagName] = TAG.exec(this.#html) ?? [];
      if (tag === undefined) continue;
      const own = name(numbers[firstNode + row * NODE + NAME]);
      const isOwn = tagName.toLowerCase() === own;
      const closes = slash === "/" && !/^(?:br|p)$/i.test(tagName);
      if (!closes && !(slash === "" && isOwn && NOT_NESTED.has(own))) continue;
      this.#copies.add(row);
      const original = originals.get(start);
      if (!(first.get(original)?.at <= at)) first.set(original, { at, closes, isOwn });
    }
    const places = new Map();
    for (const [row, { at, closes, isOwn }] of first) {
      if (row === undefined || spans[SPANS * row + 2] !== NONE) continue;
      const from = this.#unit(at);
      if (!isOwn) places.set(row, { end: spans[SPANS * row + 1] });
      else if (!closes) places.set(row, { end: at });
      else places.set(row, { end: at + this.#html.indexOf(">", from) + 1 - from, tag: at });
    }
    return places;
  }

  /**
   * An element that has no end tag ends where the next thing begins that is not in it: its next sibling, or the end tag or the end of its
   * parent. The end tag of the body closes nothing. Where the next thing lies before the element, it was written elsewhere, in a table: then
   * the element ends with its content. Rows are in tree order, so all of them are known when they are visited backwards, but for the
   * parents', which come later.
   */
  #findEnds(known) {
    const { numbers, firstNode, count } = this.#tables;
    const spans = this.#spans;
    const length = this.#units === null ? this.#html.length : this.#units.length - 1;
    // Where the first thing at or below a row was written.
    const starts = new Uint32Array(count).fill(NONE);
    for (let row = count - 1; row >= 0; row--) {
      const end = numbers[firstNode + row * NODE + END];
      // An element that was opened again has the place of its first start tag, which is not where it begins.
      const again = spans[SPANS * row + AGAIN];
      starts[row] = again === 0 ? spans[SPANS * row] : this.#copies.has(row) ? NONE : again - 1;
      for (let child = row + 1; child < end && starts[row] === NONE; child = numbers[firstNode + child * NODE + END]) {
        starts[row] = starts[child];
        // Only the first child counts; another one is reached if it has no place at all.
      }
    }
    // Where the content of each row ends, without the elements that end elsewhere.
    const contentEnds = new Uint32Array(count);
    for (let row = count - 1; row >= 0; row--) {
      const parent = numbers[firstNode + row * NODE + PARENT];
      const [, end, endStart, endEnd] = spans.subarray(SPANS * row, SPANS * row + 4);
      if (endStart !== NONE) contentEnds[row] = endEnd;
      else if (end !== NONE && end > contentEnds[row]) contentEnds[row] = end;
      if (parent !== NONE && contentEnds[row] > contentEnds[parent]) contentEnds[parent] = contentEnds[row];
    }
    const isBody = (row) => {
      const parent = numbers[firstNode + row * NODE + PARENT];
      return parent !== NONE && numbers[firstNode + parent * NODE + PARENT] === 0;
    };
    const ends = new Uint32Array(count);
    for (let row = 0; row < count; row++) {
      const at = firstNode + row * NODE;
      const parent = numbers[at + PARENT];
      if (spans[SPANS * row + 2] !== NONE) ends[row] = spans[SPANS * row + 3];
      else if (parent === NONE) ends[row] = length;
      else {
        const next = numbers[at + END];
        const hasNext = next < numbers[firstNode + parent * NODE + END];
        const follows = hasNext ? starts[next] : NONE;
        const parentTag = spans[SPANS * parent + 2];
        const parentEnd = isBody(parent) ? length : parentTag !== NONE ? parentTag : ends[parent];
        const from = spans[SPANS * row + 1];
        const end = follows !== NONE ? follows : parentEnd;
        ends[row] = from !== NONE && end < from ? contentEnds[row] : end;
      }
    }
    for (const [row, { end, tag }] of known) {
      ends[row] = end;
      if (tag !== undefined) spans.set([tag, end], SPANS * row + 2);
    }
    this.#ends = ends;
  }

  /** The location of a node by its row; `null` if it was not written, and `undefined` if parse5 sets none. `attrs` are the attributes of an element. */
  ofRow(row, attrs) {
    const spans = this.#spans;
    const [start, end, endStart, endEnd] = spans.subarray(SPANS * row, SPANS * row + 4);
    if (start === NONE) return null;
    if (this.#copies.has(row)) return undefined;
    const { numbers, firstNode, count } = this.#tables;
    const at = firstNode + row * NODE;
    if (numbers[at + KIND] !== ELEMENT) return this.between(this.#textStart(row, start), end);
    const startTag = this.between(start, end);
    const places = Object.create(null);
    const first = numbers[at + FROM];
    for (let attribute = first; attribute < numbers[at + TO]; attribute++) {
      const place = SPANS * count + 2 * attribute;
      if (spans[place] === NONE || !attrs) continue;
      const { name, prefix } = attrs[attribute - first];
      // The name as it was written, before the parser adjusts that of SVG and MathML.
      places[(prefix ? `${prefix}:${name}` : name).toLowerCase()] = this.between(spans[place], spans[place + 1]);
    }
    const location = { ...this.between(start, this.#isEmpty(row) ? end : this.#ends[row]) };
    if (numbers[at + TO] > first) {
      startTag.attrs = places;
      location.attrs = places;
    }
    location.startTag = startTag;
    if (endStart !== NONE) location.endTag = this.between(endStart, endEnd);
    return location;
  }

  /** The start of a node. A line feed that `pre` drops is part of the text after it if that begins with other white space. */
  #textStart(row, start) {
    const { numbers, firstNode, name } = this.#tables;
    const parent = row - 1;
    const isFirst = numbers[firstNode + row * NODE + PARENT] === parent && this.#spans[SPANS * parent] !== NONE;
    if (!isFirst || !DROPS_LINE_FEED.has(name(numbers[firstNode + parent * NODE + NAME]))) return start;
    const tagEnd = this.#spans[SPANS * parent + 1];
    const at = this.#unit(tagEnd);
    return LINE_FEED_AND_MORE.test(this.#html.slice(at, at + 3)) ? tagEnd : start;
  }

  /** Whether an element without content ends with its start tag: a void one, or a foreign one whose tag is self-closing. */
  #isEmpty(row) {
    const { numbers, firstNode, name } = this.#tables;
    const at = firstNode + row * NODE;
    if (VOID.has(name(numbers[at + NAME]))) return true;
    const isForeign = name(numbers[at + NAMESPACE]) !== HTML;
    return isForeign && numbers[at + END] === row + 1 && this.#html[this.#unit(this.#spans[SPANS * row + 1]) - 2] === "/";
  }
}

const DROPS_LINE_FEED = new Set(["pre", "listing", "textarea"]);
/** A tag that may be that of a formatting element: their names are short, and longer ones aren't read for each element opened at one. */
const TAG = /<(\/?)([a-z][^\s/>]{0,6})(?=[\s/>])/iy;
/** Elements that are closed by another one's start tag, as by their end tag. */
const NOT_NESTED = new Set(["a", "nobr"]);
const LINE_FEED_AND_MORE = /^(?:\r\n|\n|\r(?!\n))[\t\n\f\r ]/;
const HTML = "http://www.w3.org/1999/xhtml";
const VOID = new Set("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(" "));
