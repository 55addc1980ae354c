// An instance of the WebAssembly module: its memory, and calls of the C interface.
//
// The module has the functions of `sapwood.h`. `call` passes strings and bytes as C does, as an address and a length; it gives a
// place for the result and one for the error, and turns a status other than 0 into an exception.
//
// A callback of C is a function of the module that calls one of the imports below with the number of a JavaScript function. What
// that function throws must not unwind through the module: `#callback` keeps it, and `call` throws it when the module has returned.
//
// A fault of the module (it is out of memory, or has a bug) leaves it in an unknown state. It is never called again then; what is
// parsed later gets a new instance.

import { SapwoodError } from "./errors.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

// Functions of Node.js and Bun that copy Latin-1 and UTF-16 into a string.
const { latin1Slice, ucs2Slice } = globalThis.Buffer?.prototype ?? {};

/** In the place of an argument of `call`: the address that the function writes its result to. */
export const RESULT = Symbol("result");

/** A function of a rewriter returns this if it waits. It is no value that a user's function can return. */
export const WAIT = Symbol("wait");
/** The answer by which the C interface knows it: `SAPWOOD_ANSWER_WAIT`. */
const ANSWER_WAIT = 2;

/** Texts up to this length are written to memory that is not allocated for each call. */
const SHORT = 1024;
const ARENA = 64 * 1024;
const RESULT_SIZE = 64;
const OK = 0;

export class Module {
  #callbacks = new Map();
  #nextCallback = 1;
  /** What a callback threw: `{ error }`. */
  #thrown = null;
  #bytes = new Uint8Array(0);
  #numbers = new Uint32Array(0);
  #arena;
  #arenaUsed = 0;
  #isBroken = false;

  /** @param {WebAssembly.Module} compiled */
  constructor(compiled) {
    const imports = {
      // Addresses arrive as signed numbers.
      write: (number, piece, length) =>
        this.#callback(number, (take) => take(this.bytes.slice(piece >>> 0, (piece >>> 0) + length))),
      unit: (number, unit) => this.#callback(number, (take) => take(unit >>> 0)),
      matched: (number, document, element) =>
        this.#callback(number, (take) => take(document >>> 0, element)),
      token: (number, token) => this.#callback(number, (take) => take(token >>> 0)),
    };
    this.exports = new WebAssembly.Instance(compiled, { sapwood: imports }).exports;
    this.exports.sapwood_js_copies_strings(latin1Slice !== undefined && ucs2Slice !== undefined ? 1 : 0);
    this.result = this.exports.sapwood_js_allocate(RESULT_SIZE + 8 + ARENA);
    this.error = this.result + RESULT_SIZE;
    this.#arena = this.error + 8;
    this.selectors = new Compiled(this, "sapwood_selector_new", []);
    this.expressions = new Compiled(this, "sapwood_xpath_new", [0]);
  }

  /** Whether a fault has happened, so that the module can't be used any more. */
  get isBroken() {
    return this.#isBroken;
  }

  /** The memory as bytes. Memory that grows becomes another array, so this one must not be kept over a call. */
  get bytes() {
    this.#renew();
    return this.#bytes;
  }

  /** The memory as numbers of 32 bits; see `bytes`. */
  get numbers() {
    this.#renew();
    return this.#numbers;
  }

  /** Makes the arrays anew if the memory has grown, which detaches them. */
  #renew() {
    if (this.#bytes.byteLength > 0) return;
    this.#bytes = new Uint8Array(this.exports.memory.buffer);
    this.#numbers = new Uint32Array(this.exports.memory.buffer);
  }

  /** Returns the number at an address. */
  number(address) {
    return this.numbers[address >>> 2];
  }

  /** Returns the text of a `sapwood_str`; `null` if its pointer is null. */
  str(address) {
    const numbers = this.numbers;
    const data = numbers[address >>> 2];
    return data === 0 ? null : this.decode(data, numbers[(address >>> 2) + 1]);
  }

  /** Returns the text of so many bytes of UTF-8. */
  decode(data, length) {
    return length === 0 ? "" : decoder.decode(this.bytes.subarray(data, data + length));
  }

  /**
   * Calls a function that returns a status. Returns the number that it wrote to the place of `RESULT`.
   *
   * A string or `Uint8Array` becomes two arguments. The place of the error is appended.
   */
  call(name, ...values) {
    const status = this.#with(values, (converted) => {
      converted.push(this.error);
      return this.run(name, converted);
    });
    const thrown = this.#thrown;
    this.#thrown = null;
    if (status === OK && thrown === null) return this.number(this.result);
    const error = status === OK ? null : this.#takeError(values);
    throw thrown === null ? error : thrown.error;
  }

  /** Calls a function that returns no status, with arguments as in `call`. */
  value(name, ...values) {
    return this.#with(values, (converted) => this.run(name, converted));
  }

  /** Calls a function with numbers alone. */
  run(name, values) {
    if (this.#isBroken) throw this.#brokenError();
    const called = this.exports[name];
    if (called === undefined) {
      throw new SapwoodError("not-in-core", "this is not part of `sapwood/core`: import it from `sapwood`");
    }
    try {
      return called(...values);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.#isBroken = true;
      this.#callbacks.clear();
      throw new SapwoodError("fault", `${name} failed: ${error.message}`);
    }
  }

  /** Frees an object, unless the module is broken. */
  free(name, pointer) {
    if (pointer !== 0 && !this.#isBroken) this.run(name, [pointer]);
  }

  /** Calls a function of the C interface that takes a handle, and whose failure does not matter. */
  attempt(name, pointer) {
    if (!this.#isBroken) this.run(name, [pointer, 0]);
  }

  /** Returns the text of a `sapwood_string` and frees it. */
  takeString(pointer) {
    const text = this.decode(...this.#stringParts(pointer));
    this.free("sapwood_string_free", pointer);
    return text;
  }

  /** Returns the bytes of a `sapwood_string` and frees it. */
  takeBytes(pointer) {
    const [data, length] = this.#stringParts(pointer);
    const bytes = this.bytes.slice(data, data + length);
    this.free("sapwood_string_free", pointer);
    return bytes;
  }

  /** Returns the numbers and the text of a packed buffer and frees it. */
  takePacked(pointer) {
    const part = (name) => this.run(`sapwood_js_packed_${name}`, [pointer]) >>> 0;
    const first = part("numbers") >>> 2;
    const numbers = this.numbers.slice(first, first + part("count"));
    const text = this.#decodeForm(part("form"), part("texts"), part("length"));
    this.free("sapwood_js_packed_free", pointer);
    return { numbers, text };
  }

  #decodeForm(form, data, length) {
    if (form === 1) return latin1Slice.call(this.bytes, data, data + length);
    if (form === 2) return ucs2Slice.call(this.bytes, data, data + length);
    return this.decode(data, length);
  }

  /** Returns the ids of a `sapwood_node_list`, each as two numbers, and frees it. */
  takeNodes(pointer) {
    const first = this.run("sapwood_node_list_nodes", [pointer, this.result]) >>> 2;
    const ids = this.numbers.slice(first, first + 2 * this.number(this.result));
    this.free("sapwood_node_list_free", pointer);
    return ids;
  }

  /** Keeps a function for the callback of a kind; returns the arguments for `call`: the function pointer, and its `user_data`. */
  keep(kind, take) {
    const number = this.#nextCallback++;
    this.#callbacks.set(number, take);
    return [this.run(`sapwood_js_${kind}`, []), number];
  }

  /** Forgets a function that `keep` kept, by its `user_data`. */
  forget(number) {
    this.#callbacks.delete(number);
  }

  #callback(number, call) {
    // After one has thrown, the module is about to return.
    if (this.#thrown !== null) return 1;
    try {
      const answer = call(this.#callbacks.get(number));
      return answer === false ? 1 : answer === WAIT ? ANSWER_WAIT : 0;
    } catch (error) {
      this.#thrown = { error };
      return 1;
    }
  }

  /** Runs `call` with arguments that the module can read. */
  #with(values, call) {
    const used = this.#arenaUsed;
    const allocated = [];
    try {
      const converted = [];
      for (const value of values) {
        if (value === RESULT) converted.push(this.result);
        else if (typeof value === "string") converted.push(...this.#writeText(value, allocated));
        else if (value instanceof Uint8Array) converted.push(...this.#writeBytes(value, allocated));
        else converted.push(value);
      }
      return call(converted);
    } finally {
      this.#arenaUsed = used;
      if (!this.#isBroken) {
        for (const memory of allocated) this.exports.sapwood_js_free(...memory);
      }
    }
  }

  /** Writes a text as UTF-8; returns its address and its length. A lone surrogate becomes U+FFFD. */
  #writeText(text, allocated) {
    if (text.length <= SHORT && this.#arenaUsed + 3 * text.length <= ARENA) {
      const address = this.#arena + this.#arenaUsed;
      const target = this.bytes.subarray(address, address + 3 * text.length);
      const { written } = encoder.encodeInto(text, target);
      this.#arenaUsed += written;
      return [address, written];
    }
    // Most texts are ASCII. For the rest of one that isn't, as much again as the longest encoding takes.
    const address = this.#allocate(text.length, allocated);
    const target = this.bytes.subarray(address, address + text.length);
    const { read, written } = encoder.encodeInto(text, target);
    if (read === text.length) return [address, written];
    const rest = text.slice(read);
    const whole = this.#allocate(written + 3 * rest.length, allocated);
    const bytes = this.bytes;
    bytes.copyWithin(whole, address, address + written);
    const more = encoder.encodeInto(rest, bytes.subarray(whole + written, whole + written + 3 * rest.length));
    return [whole, written + more.written];
  }

  #writeBytes(bytes, allocated) {
    const address = this.#allocate(bytes.length, allocated);
    this.bytes.set(bytes, address);
    return [address, bytes.length];
  }

  #allocate(length, allocated) {
    const address = this.run("sapwood_js_allocate", [length]) >>> 0;
    if (address === 0) throw new SapwoodError("fault", `there is no memory for ${length} bytes`);
    allocated.push([address, length]);
    return address;
  }

  #stringParts(pointer) {
    const data = this.run("sapwood_string_data", [pointer]) >>> 0;
    return [data, this.run("sapwood_string_length", [pointer]) >>> 0];
  }

  #takeError(values) {
    const error = this.number(this.error);
    this.run("sapwood_status_name", [this.run("sapwood_error_status", [error]), this.result]);
    const code = this.str(this.result);
    this.run("sapwood_error_message", [error, this.result]);
    const message = this.str(this.result);
    const hasSpan = this.run("sapwood_error_span", [error, this.result, this.result + 4]);
    const span = hasSpan ? [this.number(this.result), this.number(this.result + 4)] : null;
    this.free("sapwood_error_free", error);
    const text = values.find((value) => typeof value === "string");
    const position = span && text !== undefined ? positionIn(text, ...span) : null;
    return new SapwoodError(code, message, position);
  }

  #brokenError() {
    const message = "an earlier fault of the module has ended it, and all documents and parsers that were made before";
    return new SapwoodError("fault", message);
  }
}

/** UTF-16 offsets by the offsets of bytes in UTF-8. */
function positionIn(text, start, end) {
  const bytes = encoder.encode(text);
  const units = (length) => decoder.decode(bytes.subarray(0, length)).length;
  return { start: units(start), end: units(end) };
}

/** Compiled selectors or expressions, of which the ones used last are kept. */
class Compiled {
  static #MOST = 256;
  #module;
  #make;
  #more;
  #pointers = new Map();

  constructor(module, make, more) {
    this.#module = module;
    this.#make = make;
    this.#more = more;
  }

  /** Returns the pointer of a compiled text. It can be freed by the next call. */
  get(text) {
    if (typeof text !== "string") {
      throw new SapwoodError("invalid-argument", `expected a string, got ${typeof text}`);
    }
    let pointer = this.#pointers.get(text);
    if (pointer !== undefined) {
      // The last one of the map is the one that was used last.
      this.#pointers.delete(text);
    } else {
      pointer = this.#module.call(this.#make, text, ...this.#more, RESULT);
      if (this.#pointers.size >= Compiled.#MOST) {
        const [oldest, old] = this.#pointers.entries().next().value;
        this.#pointers.delete(oldest);
        this.#module.free(this.#make.replace("_new", "_free"), old);
      }
    }
    this.#pointers.set(text, pointer);
    return pointer;
  }
}
