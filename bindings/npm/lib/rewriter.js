// Rewriting while a page streams, with the interface of `HTMLRewriter`.
//
// The module calls a function for each part of the page that a handler asked for, and lends the part (a unit) for that call. The module is
// synchronous, so handlers are, too: one that returns a promise is an error.

import { SapwoodError, invalidArgument } from "./errors.js";
import { RESULT } from "./module.js";
import { withOptions } from "./options.js";
import { input } from "./parse.js";
import { runtime } from "./runtime.js";

const [BEFORE, AFTER, PREPEND, APPEND, CONTENT, REPLACE] = Array(6).keys();

/** A part of a page. It can be used until its handler returns. */
class Unit {
  #module;
  #kept;
  #unit;
  #isRemoved = false;

  /** `kept` has the numbers of the functions that the module may call until the rewrite ends. */
  constructor(module, kept, unit) {
    this.#module = module;
    this.#kept = kept;
    this.#unit = unit;
  }

  static end(unit) {
    unit.#unit = 0;
  }

  #live() {
    if (this.#unit === 0) throw new SapwoodError("finished", "the handler has returned, so its argument can't be used");
    return this.#unit;
  }

  call_(name, ...values) {
    return this.#module.call(name, this.#live(), ...values);
  }

  /** Returns the text that a function writes; `null` if there is none. */
  text_(name, ...values) {
    const module = this.#module;
    return module.value(name, this.#live(), ...values, RESULT) ? module.str(module.result) : null;
  }

  flag_(name) {
    return this.#module.run(name, [this.#live()]) === 1;
  }

  /** Returns the attributes, as pairs. */
  *pairs_() {
    const module = this.#module;
    for (let at = 0; module.run("sapwood_unit_attribute_at", [this.#live(), at, module.result, module.result + 8]); at++) {
      yield [module.str(module.result), module.str(module.result + 8)];
    }
  }

  insert_(place, content, { html = false } = {}) {
    this.call_("sapwood_unit_insert", place, String(content), html ? 1 : 0);
    return this;
  }

  onEnd_(handler) {
    const [module, kept] = [this.#module, this.#kept];
    const [function_, number] = module.keep("unit", (unit) => {
      module.forget(number);
      kept.delete(number);
      return called(new EndTag(module, kept, unit), handler);
    });
    kept.add(number);
    this.call_("sapwood_unit_on_end", function_, number);
  }

  get removed() {
    return this.#isRemoved;
  }

  before(content, options) {
    return this.insert_(BEFORE, content, options);
  }

  after(content, options) {
    return this.insert_(AFTER, content, options);
  }

  replace(content, options) {
    this.#isRemoved = true;
    return this.insert_(REPLACE, content, options);
  }

  remove() {
    this.#isRemoved = true;
    this.call_("sapwood_unit_remove", 0);
    return this;
  }
}

export class ElementUnit extends Unit {
  get tagName() {
    return this.text_("sapwood_unit_name");
  }

  set tagName(name) {
    this.call_("sapwood_unit_set_name", String(name));
  }

  get attributes() {
    return this.pairs_();
  }

  getAttribute(name) {
    return this.text_("sapwood_unit_attribute", String(name));
  }

  hasAttribute(name) {
    return this.getAttribute(name) !== null;
  }

  setAttribute(name, value) {
    this.call_("sapwood_unit_set_attribute", String(name), String(value));
    return this;
  }

  removeAttribute(name) {
    this.call_("sapwood_unit_remove_attribute", String(name));
    return this;
  }

  prepend(content, options) {
    return this.insert_(PREPEND, content, options);
  }

  append(content, options) {
    return this.insert_(APPEND, content, options);
  }

  setInnerContent(content, options) {
    return this.insert_(CONTENT, content, options);
  }

  /** Removes the tags and keeps what is between them. */
  removeAndKeepContent() {
    this.call_("sapwood_unit_remove", 1);
    return this;
  }

  /** Calls a function at the end tag, or where the end of the element is implied. */
  onEndTag(handler) {
    this.onEnd_(handler);
    return this;
  }
}

export class EndTag extends Unit {
  get name() {
    return this.text_("sapwood_unit_name");
  }

  set name(name) {
    this.call_("sapwood_unit_set_name", String(name));
  }

  /** Whether there is no end tag. */
  get isImplied() {
    return this.flag_("sapwood_unit_is_implied");
  }
}

export class TextUnit extends Unit {
  get text() {
    return this.text_("sapwood_unit_text");
  }

  /** Whether this is the last piece of its text node. */
  get lastInTextNode() {
    return this.flag_("sapwood_unit_is_last");
  }
}

export class CommentUnit extends Unit {
  get text() {
    return this.text_("sapwood_unit_text");
  }

  set text(text) {
    this.call_("sapwood_unit_set_text", String(text));
  }
}

export class DoctypeUnit extends Unit {
  get name() {
    return this.text_("sapwood_unit_name");
  }
}

export class DocumentEnd extends Unit {
  append(content, options) {
    return this.insert_(APPEND, content, options);
  }
}

/** Calls a handler with a unit, which ends with the call. */
function called(unit, handler) {
  try {
    const result = handler(unit);
    if (typeof result?.then === "function") {
      throw invalidArgument("a handler returned a promise, but rewriting can't wait: fetch what it needs before");
    }
  } finally {
    Unit.end(unit);
  }
  return true;
}

const rewriters = new FinalizationRegistry((end) => end());

/** A running rewrite of one page. */
class Rewrite {
  #module = runtime();
  #pointer = 0;
  #numbers = new Set();
  #compiled = [];
  #free;
  #isFinished = false;
  #isRunning = false;

  constructor(handlers, { limits, passAfterLimit = false, ...options }, write) {
    const module = this.#module;
    this.#pointer = withOptions(module, { limits, ...options }, (pointer) => {
      const kept = this.#keep("write", write);
      return module.call("sapwood_rewriter_new", pointer, passAfterLimit ? 1 : 0, ...kept, RESULT);
    });
    this.#free = freeing(module, this.#pointer, this.#numbers, this.#compiled);
    rewriters.register(this, this.#free, this);
    try {
      for (const { selector, handler } of handlers) this.#add(selector, handler);
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #keep(kind, take) {
    const kept = this.#module.keep(kind, take);
    this.#numbers.add(kept[1]);
    return kept;
  }

  #add(selector, handler) {
    const [module, numbers] = [this.#module, this.#numbers];
    // One for each handler: a selector that others use could be freed while the rewriter has it.
    const compiled = selector === null ? 0 : module.call("sapwood_selector_new", selector, RESULT);
    if (compiled !== 0) this.#compiled.push(compiled);
    const kinds =
      selector === null
        ? [["doctype", "doctype", DoctypeUnit], ["comments", "comment", CommentUnit], ["text", "text", TextUnit], ["end", "end", DocumentEnd]]
        : [["element", "element", ElementUnit], ["comments", "comment", CommentUnit], ["text", "text", TextUnit]];
    for (const [method, name, Class] of kinds) {
      if (typeof handler[method] !== "function") continue;
      const kept = this.#keep("unit", (unit) => called(new Class(module, numbers, unit), (it) => handler[method](it)));
      const hasSelector = name !== "doctype" && name !== "end";
      module.call(`sapwood_rewriter_on_${name}`, this.#pointer, ...(hasSelector ? [compiled] : []), ...kept);
    }
  }

  #end() {
    this.#isFinished = true;
    rewriters.unregister(this);
    this.#free();
  }

  write(piece) {
    this.#run(() => this.#module.call("sapwood_rewriter_feed", this.#pointer, piece));
  }

  /** Ends the input; returns the name of the limit after which it passed through, or `null`. */
  finish() {
    const module = this.#module;
    const limit = this.#run(() => {
      module.call("sapwood_rewriter_finish", this.#pointer, RESULT);
      return module.str(module.result);
    });
    this.#end();
    return limit;
  }

  #run(call) {
    if (this.#isFinished) throw new SapwoodError("finished", "the rewriter has been finished");
    this.#expectIdle();
    this.#isRunning = true;
    try {
      return call();
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      this.#isRunning = false;
    }
  }

  #expectIdle() {
    if (this.#isRunning) throw new SapwoodError("busy", "the rewriter can't be fed or ended by one of its handlers");
  }

  /** Gives the rest up. */
  cancel() {
    this.#expectIdle();
    if (!this.#isFinished) this.#end();
  }
}

// The functions below are made here, and not where they are used: a function keeps all that any function of its scope uses, so that a rewrite
// which is given up would keep itself.

/** Returns a function that frees what belongs to a rewrite. */
function freeing(module, pointer, numbers, compiled) {
  return () => {
    module.free("sapwood_rewriter_free", pointer);
    for (const selector of compiled) module.free("sapwood_selector_free", selector);
    for (const number of numbers) module.forget(number);
  };
}

/** Returns a function that passes pieces on and ignores what comes back. */
const passingTo = (output) => (piece) => void output(piece);

/** Returns a function that passes pieces to a stream as long as somebody has the stream. */
function enqueueingTo(controller) {
  const reference = new WeakRef(controller);
  return (piece) => reference.deref()?.enqueue(piece);
}

/**
 * Rewrites pages while they stream: handlers change what selectors match, and all other bytes stay as they are.
 *
 * The interface is that of `HTMLRewriter` in workers, with handlers that return no promises.
 */
export class HTMLRewriter {
  #handlers = [];
  #options;

  constructor(options = {}) {
    this.#options = options;
  }

  /** Adds a handler `{ element, comments, text }` for what a selector matches. */
  on(selector, handler) {
    this.#handlers.push({ selector: String(selector), handler });
    return this;
  }

  /** Adds a handler `{ doctype, comments, text, end }` for the whole document. */
  onDocument(handler) {
    this.#handlers.push({ selector: null, handler });
    return this;
  }

  /** Returns a response whose body is rewritten as it is read. */
  transform(response) {
    const Class = response.constructor;
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    const body = response.body === null ? null : response.body.pipeThrough(this.stream(charset(headers)));
    return new Class(body, { status: response.status, statusText: response.statusText, headers });
  }

  /** Returns a `TransformStream` of bytes. */
  stream(options = {}) {
    let rewrite;
    return new TransformStream({
      start: (controller) => {
        rewrite = this.rewrite(enqueueingTo(controller), options);
      },
      transform: (piece) => rewrite.write(bytes(piece)),
      flush: () => void rewrite.finish(),
      cancel: () => rewrite.cancel(),
    });
  }

  /** Begins a rewrite that `write(piece)` feeds and `finish()` ends; pieces of output go to `output`. */
  rewrite(output, options = {}) {
    const rewrite = new Rewrite(this.#handlers, { ...this.#options, ...options }, passingTo(output));
    return { write: (piece) => rewrite.write(bytes(piece)), finish: () => rewrite.finish(), cancel: () => rewrite.cancel() };
  }

  /** Rewrites a whole page: a string gives a string, bytes give bytes. */
  transformAll(page) {
    const markup = input(page);
    const isText = typeof markup === "string";
    const pieces = [];
    const rewrite = this.rewrite((piece) => pieces.push(piece), isText ? { encoding: "utf-8" } : {});
    rewrite.write(markup);
    rewrite.finish();
    const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
    pieces.reduce((at, piece) => (whole.set(piece, at), at + piece.length), 0);
    return isText ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(whole) : whole;
  }
}

const encoder = new TextEncoder();
const bytes = (piece) => {
  const markup = input(piece);
  return typeof markup === "string" ? encoder.encode(markup) : markup;
};

/** The encoding that the HTTP header declares. */
function charset(headers) {
  const found = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers.get("content-type") ?? "");
  return found ? { httpCharset: found[1] } : {};
}
