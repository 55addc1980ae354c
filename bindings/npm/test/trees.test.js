// The tree construction suite, through both ways to read a tree.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Parser, parse, parseFragment } from "sapwood";
import { dump, pages, random, suite, treeCases } from "./support.js";

const folder = suite("html5lib-tests/tree-construction");

test("trees are those of the suite", { skip: folder === null && "the suite is absent" }, () => {
  let count = 0;
  for (const file of readdirSync(folder).filter((it) => /^(?!scripted).*\.dat$/.test(it))) {
    for (const { data, context, scripting, tree } of treeCases(readFileSync(join(folder, file), "utf8"))) {
      for (const flag of scripting) {
        const parsed = context === undefined ? parse(data, { scripting: flag }) : parseFragment(data, { scripting: flag, context });
        const byCalls = dump(parsed);
        const bySnapshot = dump(parsed.snapshot());
        assert.equal(bySnapshot, byCalls, `${file}: ${data}`);
        // Lone surrogates can't be written in UTF-8.
        assert.equal(byCalls, tree, `${file}: ${data}`);
        parsed.dispose();
        count += 1;
      }
    }
  }
  assert.ok(count > 3000, `${count} trees`);
});

test("both ways to read a page agree", () => {
  for (const { name, bytes } of pages) {
    const [one, other] = [parse(bytes), parse(bytes).snapshot()];
    assert.equal(dump(one), dump(other), name);
    assert.equal(one.outerHTML, other.outerHTML);
  }
});

test("pieces give the tree of the whole", () => {
  const next = random(1);
  for (const { name, bytes } of pages) {
    const text = bytes.toString("utf8");
    const whole = parse(text).innerHTML;
    for (const input of [bytes, text]) {
      const parser = new Parser();
      for (let at = 0; at < input.length; ) {
        const length = 1 + next(3000);
        parser.write(input.slice(at, at + length));
        at += length;
      }
      const document = parser.end();
      if (typeof input === "string") assert.equal(document.innerHTML, whole, name);
      else assert.equal(document.innerHTML, parse(bytes).innerHTML, name);
    }
  }
});

test("a surrogate pair may be cut between pieces", () => {
  const parser = new Parser();
  parser.write("<p>\ud83c");
  parser.write("\udf33");
  assert.equal(parser.end().body.textContent, "\u{1f333}");
});
