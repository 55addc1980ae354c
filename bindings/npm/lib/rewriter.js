// Rewriting while a page streams, with the interface of `HTMLRewriter`.
//
// The module calls a function for each part of the page that a handler asked for, and lends the part (a unit) for that call. If the handler
// returns a promise, the function answers that it waits: the module returns with the unit still lent, and is resumed when the promise has
// settled. Only an asynchronous rewrite can do that, which is a little slower.

import { SapwoodError, invalidArgument } from "./errors.js";
import { RESULT, WAIT } from "./module.js";
import { withOptions } from "./options.js";
import { input } from "./parse.js";
import { runtime } from "./runtime.js";

const [BEFORE, AFTER, PREPEND, APPEND, CONTENT, REPLACE] = Array(6).keys();

/** A part of a page. It can be used until its handler returns, or the promise of the handler has settled. */
class Unit {
  #module;
  #shared;
  #unit;
  #isRemoved = false;
  #owner = null;

  constructor(module, shared, unit) {
    this.#module = module;
    this.#shared = shared;
    this.#unit = unit;
  }

  static end(unit) {
    unit.#unit = 0;
    unit.#owner = null;
  }

  /** Keeps the rewrite, whose memory the unit uses, as long as the unit may be used. */
  static belong(unit, rewrite) {
    unit.#owner = rewrite;
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
    const [module, shared] = [this.#module, this.#shared];
    const [function_, number] = module.keep("unit", (unit) => {
      module.forget(number);
      shared.numbers.delete(number);
      return called(new EndTag(module, shared, unit), handler, shared);
    });
    shared.numbers.add(number);
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

  get namespaceURI() {
    return this.text_("sapwood_unit_namespace");
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

  /** The public identifier; `null` if there is none. */
  get publicId() {
    return this.text_("sapwood_unit_public_id") || null;
  }

  /** The system identifier; `null` if there is none. */
  get systemId() {
    return this.text_("sapwood_unit_system_id") || null;
  }
}

export class DocumentEnd extends Unit {
  append(content, options) {
    return this.insert_(APPEND, content, options);
  }
}

/** Calls a handler with a unit, which ends with the call unless the handler returns a promise. */
function called(unit, handler, shared) {
  let waits = false;
  try {
    const result = handler(unit);
    if (typeof result?.then !== "function") return true;
    if (!shared.isAsync) {
      throw invalidArgument("a handler returned a promise, for which only stream(), transform(), rewriteAsync() and transformAllAsync() wait");
    }
    shared.promised = { unit, promise: result };
    waits = true;
    return WAIT;
  } finally {
    if (!waits) Unit.end(unit);
  }
}

const rewriters = new FinalizationRegistry((end) => end());

/** A running rewrite of one page. */
class Rewrite {
  #module = runtime();
  #pointer = 0;
  /** What handlers share with the rewrite: the numbers of the functions that the module may call until it ends, and the last promise. */
  #shared;
  /** The unit whose handler waits. */
  #unit = null;
  #compiled = [];
  #free;
  #isFinished = false;
  #isRunning = false;

  constructor(handlers, isAsync, { limits, passAfterLimit = false, ...options }, write) {
    const module = this.#module;
    this.#shared = { numbers: new Set(), isAsync, promised: null };
    this.#pointer = withOptions(module, { limits, ...options }, (pointer) => {
      const kept = this.#keep("write", write);
      return module.call("sapwood_rewriter_new", pointer, passAfterLimit ? 1 : 0, ...kept, RESULT);
    }, isAsync);
    this.#free = freeing(module, this.#pointer, this.#shared.numbers, this.#compiled);
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
    this.#shared.numbers.add(kept[1]);
    return kept;
  }

  #add(selector, handler) {
    const [module, shared] = [this.#module, this.#shared];
    // One for each handler: a selector that others use could be freed while the rewriter has it.
    const compiled = selector === null ? 0 : module.call("sapwood_selector_new", selector, RESULT);
    if (compiled !== 0) this.#compiled.push(compiled);
    const kinds =
      selector === null
        ? [["doctype", "doctype", DoctypeUnit], ["comments", "comment", CommentUnit], ["text", "text", TextUnit], ["end", "end", DocumentEnd]]
        : [["element", "element", ElementUnit], ["comments", "comment", CommentUnit], ["text", "text", TextUnit]];
    for (const [method, name, Class] of kinds) {
      if (typeof handler[method] !== "function") continue;
      const kept = this.#keep("unit", (unit) => called(new Class(module, shared, unit), (it) => handler[method](it), shared));
      const hasSelector = name !== "doctype" && name !== "end";
      module.call(`sapwood_rewriter_on_${name}`, this.#pointer, ...(hasSelector ? [compiled] : []), ...kept);
    }
  }

  #end() {
    this.#isFinished = true;
    this.#endUnit();
    rewriters.unregister(this);
    this.#free();
  }

  #endUnit() {
    if (this.#unit !== null) Unit.end(this.#unit);
    this.#unit = null;
  }

  #call(name, ...values) {
    return this.#module.call(`sapwood_rewriter_${name}`, this.#pointer, ...values);
  }

  /** Ends the rewrite; returns the name of the limit after which the input passed through, or `null`. */
  #finish() {
    this.#call("finish", RESULT);
    const limit = this.#module.str(this.#module.result);
    this.#end();
    return limit;
  }

  write(piece) {
    this.#run(() => this.#call("feed", piece));
  }

  /** Ends the input, as `#finish` does. */
  finish() {
    return this.#run(() => this.#finish());
  }

  async writeAsync(piece) {
    await this.#runAsync(() => this.#call("feed", piece));
  }

  async finishAsync() {
    await this.#runAsync(() => this.#call("end"));
    return this.finish();
  }

  #run(call) {
    this.#begin();
    try {
      return call();
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      this.#isRunning = false;
    }
  }

  async #runAsync(call) {
    this.#begin();
    try {
      call();
      while (this.#shared.promised !== null) await this.#resume(this.#shared.promised);
    } catch (error) {
      if (!this.#isFinished) this.#end();
      throw error;
    } finally {
      this.#isRunning = false;
    }
  }

  /** Goes on when the promise of a handler has settled. */
  async #resume({ unit, promise }) {
    // The module keeps what handlers share, so it would keep the rewrite.
    this.#shared.promised = null;
    this.#unit = unit;
    Unit.belong(unit, this);
    let failure = null;
    try {
      await promise;
    } catch (error) {
      failure = { error };
    }
    if (this.#isFinished) throw new SapwoodError("finished", "the rewriter was cancelled while a handler waited");
    this.#endUnit();
    if (failure === null) {
      this.#call("resume", 0);
      return;
    }
    // Writes what comes before the unit, and fails.
    try {
      this.#call("resume", 1);
    } catch {}
    throw failure.error;
  }

  #begin() {
    if (this.#isFinished) throw new SapwoodError("finished", "the rewriter has been finished");
    this.#expectIdle();
    this.#isRunning = true;
  }

  #expectIdle() {
    if (!this.#isRunning) return;
    throw new SapwoodError("busy", "the rewriter can't be fed or ended by one of its handlers, or before the last call has come to its end");
  }

  /** Gives the rest up, also while a handler waits. */
  cancel() {
    if (this.#unit === null) this.#expectIdle();
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
 * The interface is that of `HTMLRewriter` in workers. Handlers may return promises, but for `rewrite` and `transformAll`.
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
        rewrite = this.rewriteAsync(enqueueingTo(controller), options);
      },
      transform: (piece) => rewrite.write(piece),
      flush: async () => void (await rewrite.finish()),
      cancel: () => rewrite.cancel(),
    });
  }

  #begin(isAsync, output, options) {
    return new Rewrite(this.#handlers, isAsync, { ...this.#options, ...options }, passingTo(output));
  }

  /** Begins a rewrite that `write(piece)` feeds and `finish()` ends; pieces of output go to `output`. */
  rewrite(output, options = {}) {
    const rewrite = this.#begin(false, output, options);
    return { write: (piece) => rewrite.write(bytes(piece)), finish: () => rewrite.finish(), cancel: () => rewrite.cancel() };
  }

  /** Begins a rewrite whose handlers may return promises; so do its `write` and `finish`. */
  rewriteAsync(output, options = {}) {
    const rewrite = this.#begin(true, output, options);
    return {
      write: async (piece) => rewrite.writeAsync(bytes(piece)),
      finish: () => rewrite.finishAsync(),
      cancel: () => rewrite.cancel(),
    };
  }

  /** Rewrites a whole page: a string gives a string, bytes give bytes. */
  transformAll(page) {
    const { markup, options, pieces, output } = whole(page);
    const rewrite = this.rewrite((piece) => pieces.push(piece), options);
    rewrite.write(markup);
    rewrite.finish();
    return output();
  }

  /** Rewrites a whole page by handlers that may return promises. */
  async transformAllAsync(page) {
    const { markup, options, pieces, output } = whole(page);
    const rewrite = this.rewriteAsync((piece) => pieces.push(piece), options);
    await rewrite.write(markup);
    await rewrite.finish();
    return output();
  }
}

/** What a rewrite of a whole page takes, and a function that joins the pieces of its output. */
function whole(page) {
  const markup = input(page);
  const isText = typeof markup === "string";
  const pieces = [];
  const output = () => {
    const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
    pieces.reduce((at, piece) => (joined.set(piece, at), at + piece.length), 0);
    return isText ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(joined) : joined;
  };
  return { markup, options: isText ? { encoding: "utf-8" } : {}, pieces, output };
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
