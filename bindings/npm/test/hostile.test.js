// Shapes that cost more than they seem to: each takes time that is linear in its size, and none recurses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HTMLRewriter, parse, sanitize, toMarkdown } from "sapwood";
import * as parse5 from "sapwood/parse5";
import { expectLinear } from "./support.js";

const SHAPES = {
  deep: (n) => "<div>".repeat(n),
  wide: (n) => "<p>x</p>".repeat(n),
  attributes: (n) => `<p ${Array.from({ length: n }, (_, at) => `a${at}=${at}`).join(" ")}>`,
  templates: (n) => "<template>".repeat(n),
  formatting: (n) => "<b><p>".repeat(n / 100),
};

const WORKS = {
  "children by index": (document) => {
    const { body } = document;
    for (let at = 0; at < body.children.length; at++) void body.children[at].localName;
  },
  "forwards and backwards": (document) => {
    for (let node = document.body.firstChild; node; node = node.nextSibling ?? node.firstChild);
    for (let node = document.body.lastChild; node; node = node.previousSibling ?? node.lastChild);
  },
  "reads between edits": (document) => {
    let node = document.body.firstChild;
    for (let edit = 0; node && edit < 2000; edit++) {
      document.body.setAttribute("a", edit);
      node = node.nextSibling ?? node.firstChild;
      void node?.parentNode?.localName;
    }
  },
  everything: (document) => {
    for (const node of document.descendants()) void (node.nodeType === 1 ? node.attributes.length : node.data);
  },
};

for (const [shape, make] of Object.entries(SHAPES)) {
  test(`${shape}: all works take time that is linear in the input`, () => {
    for (const [name, work] of Object.entries(WORKS)) {
      const parsed = (html) => {
        const document = parse(html);
        work(document);
        document.dispose();
      };
      expectLinear(name, parsed, make(10_000), make(80_000));
    }
    const html = make(20_000);
    const tree = parse5.parse(html, { sourceCodeLocationInfo: true });
    assert.ok(parse5.serialize(tree).length > 0);
    sanitize(html);
    toMarkdown(html);
    new HTMLRewriter().on("*", { element: (element) => void element.setAttribute("x", "y") }).transformAll(html);
  });
}

test("limits end a parse with the tree so far", () => {
  const document = parse(SHAPES.deep(1000), { limits: { depth: 100, inputBytes: 10_000 } });
  assert.equal(document.limit, "depth");
  assert.ok(document.querySelectorAll("div").length <= 100);
});
