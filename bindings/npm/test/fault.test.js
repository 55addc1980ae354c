// A module that runs out of memory.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Parser, SapwoodError, initSync, parse } from "sapwood";

/** Returns a module whose memory can't grow beyond so many pages of 64 KiB. */
function limited(bytes, pages) {
  const number = (at) => {
    let [value, shift] = [0, 0];
    for (; ; at++, shift += 7) {
      value |= (bytes[at] & 0x7f) << shift;
      if (bytes[at] < 0x80) return [value, at + 1];
    }
  };
  const encoded = (value) => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encoded(value >>> 7)]);
  const MEMORY = 5;
  for (let at = 8; ; ) {
    const [length, start] = number(at + 1);
    if (bytes[at] === MEMORY) {
      // One memory, without a maximum.
      assert.deepEqual([bytes[start], bytes[start + 1]], [1, 0]);
      const [minimum] = number(start + 2);
      const section = [1, 1, ...encoded(minimum), ...encoded(minimum + pages)];
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([MEMORY, section.length, ...section]), bytes.subarray(start + length)]);
    }
    at = start + length;
  }
}

test("a fault ends its module, and later pages are parsed by another", () => {
  initSync(limited(readFileSync(new URL("../sapwood.wasm", import.meta.url)), 200));
  for (let round = 0; round < 3; round++) {
    const before = parse("<p>a");
    const p = before.querySelector("p");
    const parser = new Parser();
    parser.write("<p>b");
    assert.throws(() => parse("<p>".repeat(2_000_000)), (error) => error instanceof SapwoodError && error.code === "fault");
    // What the module had made can't be used, and can be freed.
    assert.throws(() => before.innerHTML, { code: "fault" });
    assert.throws(() => p.remove(), { code: "fault" });
    assert.throws(() => parser.write("c"), { code: "fault" });
    before.dispose();
    assert.equal(parse("<p>d").body.textContent, "d");
  }
});
