// Objects that are given up without an end: their memory in the module is freed some time after their last use.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HTMLRewriter, Parser, SelectingParser, parse } from "sapwood";
import { runtime } from "../lib/runtime.js";

const page = "<p>x".repeat(50);
const encoding = "utf-8";
const rewriter = new HTMLRewriter({ encoding }).on("p", { element: (p) => void p.onEndTag(() => {}) });

const ABANDONED = {
  document: () => parse(page),
  node: () => parse(page).querySelector("p"),
  parser: () => new Parser().write(page),
  stream: () => new SelectingParser({ encoding }).on("p", () => {}).write(page),
  rewrite: () => rewriter.rewrite(() => {}).write(page),
  "rewrite that waits": () => {
    const waiting = new HTMLRewriter({ encoding }).on("p", { element: () => new Promise(() => {}) });
    void waiting.rewriteAsync(() => {}).write(page);
  },
  "stream of a rewrite": () => void rewriter.stream().writable.getWriter().write(new TextEncoder().encode(page)),
};

for (const [name, abandon] of Object.entries(ABANDONED)) {
  test(`${name}: memory does not grow`, { skip: globalThis.gc === undefined && "needs --expose-gc" }, async () => {
    const sizes = [];
    for (let round = 0; round < 6; round++) {
      for (let at = 0; at < 1000; at++) abandon();
      // Streams do their work later, and what is freed is freed after a collection.
      for (let turn = 0; turn < 3; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        globalThis.gc();
      }
      sizes.push(runtime().bytes.length);
    }
    assert.ok(sizes[5] - sizes[2] < 2_000_000, sizes.join(", "));
  });
}
