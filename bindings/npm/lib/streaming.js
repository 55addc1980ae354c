// Elements that match while a page streams, without a document; and tokens.

import { SapwoodError } from "./errors.js";
import { RESULT } from "./module.js";
import { lent } from "./nodes.js";
import { withOptions } from "./options.js";
import { input } from "./parse.js";
import { runtime } from "./runtime.js";

const encoder = new TextEncoder();
const streams = new FinalizationRegistry((end) => end());

/**
 * Calls functions for elements that match selectors while a page streams. Memory holds what is open, not the page.
 *
 * A selector that depends on later content, such as `:last-child`, is refused with the code `not-streamable`.
 */
export class SelectingParser {
  #module = runtime();
  #pointer;
  #numbers = [];
  #compiled = [];
  #end;
  #isFinished = false;
  #isRunning = false;

  constructor(options = {}) {
    const module = this.#module;
    this.#pointer = withOptions(module, options, (pointer) => module.call("sapwood_stream_new", pointer, RESULT));
    const [pointer, numbers, compiled] = [this.#pointer, this.#numbers, this.#compiled];
    this.#end = () => {
      module.free("sapwood_stream_free", pointer);
      for (const selector of compiled) module.free("sapwood_selector_free", selector);
      for (const number of numbers) module.forget(number);
    };
    streams.register(this, this.#end, this);
  }

  /**
   * Calls a function with each element that matches, when the element ends. The element and what is in it can be read during the call;
   * `importNode` of another document keeps it. A function that returns `false` ends the parse.
   */
  on(selector, take) {
    const module = this.#module;
    const compiled = module.call("sapwood_selector_new", String(selector), RESULT);
    this.#compiled.push(compiled);
    const [function_, number] = module.keep("match", (document, element) => {
      const [node, end] = lent(module, document, element);
      try {
        return take(node);
      } finally {
        end();
      }
    });
    this.#numbers.push(number);
    module.call("sapwood_stream_on", this.#pointer, compiled, function_, number);
    return this;
  }

  /** Parses the next piece. Returns `false` after a function has ended the parse. */
  write(piece) {
    const markup = input(piece);
    const bytes = typeof markup === "string" ? encoder.encode(markup) : markup;
    return this.#run(() => this.#module.call("sapwood_stream_feed", this.#pointer, bytes));
  }

  /** Ends the input. Returns the name of the limit that was reached, or `null`. */
  end() {
    const module = this.#module;
    const limit = { name: null };
    this.#run(() => {
      module.call("sapwood_stream_finish", this.#pointer, RESULT);
      limit.name = module.str(module.result);
    });
    this.#close();
    return limit.name;
  }

  #run(call) {
    if (this.#isFinished) throw new SapwoodError("finished", "the stream has been finished");
    if (this.#isRunning) throw new SapwoodError("busy", "the stream can't be fed or ended by one of its functions");
    this.#isRunning = true;
    try {
      call();
      return true;
    } catch (error) {
      if (error instanceof SapwoodError && error.code === "stopped") return false;
      this.#close();
      throw error;
    } finally {
      this.#isRunning = false;
    }
  }

  #close() {
    if (this.#isFinished) return;
    this.#isFinished = true;
    streams.unregister(this);
    this.#end();
  }
}

/** Calls `take` with the value of each element that matches while pieces arrive; see `SelectingParser`. */
export async function selectStream(pieces, selector, take, options = {}) {
  const parser = new SelectingParser(options).on(selector, take);
  for await (const piece of pieces) {
    if (!parser.write(piece)) break;
  }
  return parser.end();
}

const KINDS = [null, "start-tag", "end-tag", "text", "comment", "processing-instruction", "doctype"];

/** Calls a function with each token of an HTML text, without a tree. A function that returns `false` ends it. */
export function tokenize(html, take, options = {}) {
  const module = runtime();
  const [function_, number] = module.keep("token", (token) => take(readToken(module, token)));
  try {
    withOptions(module, options, (pointer) => module.call("sapwood_tokenize", String(html), pointer, function_, number));
  } catch (error) {
    if (!(error instanceof SapwoodError && error.code === "stopped")) throw error;
  } finally {
    module.forget(number);
  }
}

/** Reads a `sapwood_token`. */
function readToken(module, token) {
  const kind = KINDS[module.number(token)];
  const [name, data, publicId, systemId] = [8, 16, 24, 32].map((offset) => module.str(token + offset));
  const [attributes, count, start, end] = [40, 44, 48, 52].map((offset) => module.number(token + offset));
  const read = { kind, start, end };
  if (name !== null) read.name = name;
  if (data !== null) read.data = data;
  if (kind === "doctype") Object.assign(read, { publicId, systemId });
  if (kind === "start-tag") {
    read.selfClosing = module.bytes[token + 4] === 1;
    // A `sapwood_attribute` is four texts, of which the name and the value come first.
    read.attributes = Array.from({ length: count }, (_, at) => {
      const address = attributes + 32 * at;
      return { name: module.str(address), value: module.str(address + 8) };
    });
  }
  return read;
}
