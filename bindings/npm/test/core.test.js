// The entry `sapwood/core` and its small module.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Document, Parser, SapwoodError, parse, parseFragment, version } from "sapwood/core";
import { dump, pages } from "./support.js";

test("the small module parses, selects, edits and writes", () => {
  const document = parse("<ul><li class=a>Oak<li>Elm</ul><template><p>x</template>", { positions: true, errors: true, limits: { nodes: 100 } });
  assert.ok(document instanceof Document);
  const [oak, elm] = document.querySelectorAll("li:not(.b)");
  oak.classList.add("c");
  elm.replaceWith(document.createElement("hr"), "Ash");
  oak.insertAdjacentHTML("beforeend", "<b>!</b>");
  assert.equal(document.querySelector("ul").outerHTML, '<ul><li class="a c">Oak<b>!</b></li><hr>Ash</ul>');
  assert.deepEqual(document.selectTexts("li"), ["Oak!"]);
  assert.deepEqual(document.selectAttributes("li", "class"), ["a c"]);
  assert.deepEqual(oak.span, { start: 4, end: 16 });
  assert.ok(document.errors.length > 0);
  assert.equal(document.querySelector("template").content.textContent, "x");
  assert.equal(parseFragment("<td>x", { context: "tr" }).innerHTML, "<td>x</td>");
  const parser = new Parser();
  parser.write("<p>a");
  assert.equal(parser.end("<p>b").querySelectorAll("p").length, 2);
  assert.match(version(), /^\d/);
  assert.throws(() => document.querySelector("["), { code: "invalid-selector" });
  document.dispose();
});

test("what is not in the small module says so", () => {
  const document = parse("<p>a");
  for (const call of [
    () => parse(new Uint8Array(3)),
    () => document.toMarkdown(),
    () => document.toMarkdownMap(),
    () => document.xpath("//p"),
    () => document.links(),
    () => document.body.innerText,
    () => document.sanitize(),
    () => document.article(),
    () => parse("", { encoding: "utf-8" }),
  ]) {
    assert.throws(call, { code: "not-in-core" }, String(call));
  }
  assert.throws(() => document.serialize("minified"), { code: "invalid-argument" });
  assert.equal(document.body.innerHTML, "<p>a</p>");
});

test("`require` gives the small module as well", () => {
  const required = createRequire(import.meta.url)("sapwood/core");
  assert.equal(required.parse("<p>x").body.textContent, "x");
  assert.throws(() => required.parse("").toMarkdown(), { code: "not-in-core" });
});

test("both entries in one program use the whole module from then on, with the same trees", async () => {
  const before = pages.map(({ bytes }) => parse(bytes.toString("utf8")));
  const { Element, toMarkdown } = await import("sapwood");
  assert.equal(toMarkdown("<b>x</b>").trim(), "**x**");
  for (const [at, { bytes }] of pages.entries()) {
    const after = parse(bytes.toString("utf8"));
    assert.equal(dump(before[at]), dump(after));
    assert.ok(after.querySelector("html") instanceof Element);
  }
  assert.ok(new SapwoodError("fault", "x") instanceof Error);
});

test("the small module is small", () => {
  const [core, whole] = ["sapwood-core.wasm", "sapwood.wasm"].map((name) => statSync(new URL(`../${name}`, import.meta.url)).size);
  assert.ok(core < whole / 4, `${core} and ${whole} bytes`);
});
