// Parsing whole inputs and pieces.

import { SapwoodError, invalidArgument } from "./errors.js";
import { RESULT } from "./module.js";
import { adopt } from "./nodes.js";
import { checkedUrl } from "./nodes/urls.js";
import { withOptions } from "./options.js";
import { runtime } from "./runtime.js";

/** Returns a string as it is, and bytes as a `Uint8Array`. */
export function input(value) {
  if (typeof value === "string" || value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof String) return String(value);
  throw invalidArgument(`expected a string or bytes, got ${value === null ? "null" : typeof value}`);
}

const parseBy = (name, { url, ...options }, ...values) => {
  const module = runtime();
  const address = checkedUrl(url);
  return withOptions(module, options, (pointer) => adopt(module, module.call(name, ...values, pointer, RESULT), address));
};

/** Parses a document: a string, or bytes whose encoding is detected as browsers do. Never fails on bad markup. */
export function parse(html, options = {}) {
  const markup = input(html);
  return parseBy(typeof markup === "string" ? "sapwood_parse" : "sapwood_parse_bytes", options, markup);
}

/** Parses a fragment as the content of an element. `options.context` is its name, such as `td` or `svg path`; by default `body`. */
export function parseFragment(html, { context = "", ...options } = {}) {
  if (typeof html !== "string") throw invalidArgument("a fragment must be a string");
  return parseBy("sapwood_parse_fragment", options, html, context);
}

/** Parses XML by XML5, which never fails. */
export function parseXml(xml, options = {}) {
  const markup = input(xml);
  const isText = typeof markup === "string";
  // The module parses bytes alone.
  return parseBy("sapwood_parse_xml", isText ? { ...options, encoding: "utf-8" } : options, markup);
}

const parsers = new FinalizationRegistry(({ module, pointer }) => module.free("sapwood_parser_free", pointer));

/** A parser of a document that comes in pieces, strings or bytes. The tree does not depend on how the input was cut. */
export class Parser {
  #module = runtime();
  #options;
  #url;
  #pointer = 0;
  #isText = false;
  /** A high surrogate at the end of a piece. */
  #half = "";
  #isFinished = false;

  constructor({ url, ...options } = {}) {
    this.#url = checkedUrl(url);
    this.#options = options;
  }

  #begin(isText) {
    this.#isText = isText;
    const name = isText ? "sapwood_parser_new" : "sapwood_parser_new_bytes";
    const module = this.#module;
    this.#pointer = withOptions(module, this.#options, (options) => module.call(name, options, RESULT));
    parsers.register(this, { module, pointer: this.#pointer }, this);
  }

  /** Parses the next piece. */
  write(piece) {
    if (this.#isFinished) throw new SapwoodError("finished", "the parser has been finished");
    let markup = input(piece);
    const isText = typeof markup === "string";
    if (this.#pointer === 0) this.#begin(isText);
    if (isText !== this.#isText) throw invalidArgument("pieces must be all strings or all bytes");
    if (isText) {
      markup = this.#half + markup;
      this.#half = /[\ud800-\udbff]$/.test(markup) ? markup.slice(-1) : "";
      if (this.#half) markup = markup.slice(0, -1);
    }
    this.#module.call("sapwood_parser_feed", this.#pointer, markup);
  }

  /** Parses an optional last piece, and returns the document. */
  end(piece) {
    if (piece !== undefined) this.write(piece);
    if (this.#isFinished) throw new SapwoodError("finished", "the parser has been finished");
    if (this.#pointer === 0) this.#begin(true);
    if (this.#half) this.#module.call("sapwood_parser_feed", this.#pointer, this.#half);
    this.#isFinished = true;
    const document = this.#module.call("sapwood_parser_finish", this.#pointer, RESULT);
    parsers.unregister(this);
    this.#module.free("sapwood_parser_free", this.#pointer);
    return adopt(this.#module, document, this.#url);
  }
}

/** Parses what a stream or an iterable yields, such as the `body` of a response. */
export async function parseStream(pieces, options = {}) {
  const parser = new Parser(options);
  for await (const piece of pieces) parser.write(piece);
  return parser.end();
}
