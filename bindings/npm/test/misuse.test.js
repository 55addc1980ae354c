// Mistakes of callers: each is an error that says so, and nothing else breaks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Element, HTMLRewriter, Node, Parser, SapwoodError, SelectingParser, parse, parseFragment, parseXml, tokenize } from "sapwood";

/** Whether a call fails with an error of ours, or a `TypeError`, that has a message. */
const fails = (call) =>
  assert.throws(call, (error) => (error instanceof SapwoodError || error instanceof TypeError) && error.message.length > 10 && !/undefined is not|Cannot read/.test(error.message), String(call));

test("arguments of the wrong kind", () => {
  const document = parse("<p a=1>x<!--c-->");
  const p = document.querySelector("p");
  const text = p.firstChild;
  const CALLS = [
    () => parse(),
    () => parse(null),
    () => parse({}),
    () => parse(7),
    () => parseFragment(new Uint8Array()),
    () => parseFragment("", { context: "a b c d" }),
    () => parseXml(undefined),
    () => parse("", { nodes: 1 }),
    () => parse("", { limits: { nodes: "many" } }),
    () => parse("", { limits: { nodes: 1.5 } }),
    () => parse("", { encoding: {} }),
    () => new Node(),
    () => new Element(null),
    () => p.append(null),
    () => p.append({}),
    () => p.insertBefore(text, document),
    () => p.removeChild(null),
    () => p.replaceChild(text, p),
    () => text.append("y"),
    () => p.append(p),
    () => document.append(document.createElement("b")),
    () => document.createElement("a b"),
    () => document.createElement(""),
    () => p.setAttribute("a b", "c"),
    () => p.setAttribute("", "c"),
    () => p.rename("x y"),
    () => p.classList.add("a b"),
    () => p.querySelector(""),
    () => p.querySelectorAll("p:unknown"),
    () => p.matches(7),
    () => p.xpath("unknown()"),
    () => p.extract({ a: ["b", "c"] }),
    () => p.extract({ a: 7 }),
    () => document.importNode("x"),
    () => document.toSource(),
    () => document.patches(),
    () => p.toMarkdown({ url: "no URL" }),
    () => p.links({ url: "//x" }),
    () => document.sanitize({ preset: "x" }),
    () => new HTMLRewriter().on("p:last-child", { element() {} }).transformAll(""),
    () => new HTMLRewriter().on("[", { element() {} }).transformAll(""),
    () => new HTMLRewriter({ limit: 1 }).transformAll(""),
    () => new HTMLRewriter().transformAll(7),
    () => new SelectingParser().on("[", () => {}),
    () => new SelectingParser().write(null),
  ];
  for (const call of CALLS) fails(call);
  assert.equal(document.body.innerHTML, '<p a="1">x<!--c--></p>');
});

test("parsers that are used when they should not be", () => {
  const parser = new Parser();
  parser.write("<p>");
  fails(() => parser.write(new Uint8Array(1)));
  parser.end();
  fails(() => parser.write("x"));
  fails(() => parser.end());
  const rewrite = new HTMLRewriter().on("p", { element: () => rewrite.write("x") }).rewrite(() => {}, { encoding: "utf-8" });
  assert.throws(() => rewrite.write("<p>"), { code: "busy" });
  fails(() => rewrite.finish());
  const cancelled = new HTMLRewriter().on("p", { element: () => cancelled.cancel() }).rewrite(() => {}, { encoding: "utf-8" });
  assert.throws(() => cancelled.write("<p>"), { code: "busy" });
  const output = new HTMLRewriter().rewrite(() => {
    throw new RangeError("full");
  }, { encoding: "utf-8" });
  assert.throws(() => {
    output.write("<p>");
    output.finish();
  }, new RangeError("full"));
  const stream = new SelectingParser({ encoding: "utf-8" }).on("p", () => stream.end());
  assert.throws(() => stream.write("<p>x</p>"), { code: "busy" });
  fails(() => stream.write("x"));
});

test("callbacks may use everything else", () => {
  const texts = [];
  const rewriter = new HTMLRewriter().on("p", {
    element(p) {
      const document = parse("<b>x</b>");
      texts.push(document.querySelector("b").textContent, new HTMLRewriter().on("i", { element: (i) => void i.remove() }).transformAll("<i>a</i>b"));
      tokenize("<u>", (token) => void texts.push(token.name));
      p.setAttribute("a", texts.length);
      document.dispose();
    },
  });
  assert.equal(rewriter.transformAll("<p>1</p><p>2"), '<p a="3">1</p><p a="6">2');
  assert.deepEqual(texts.slice(0, 3), ["x", "b", "u"]);
});

test("a document that changes during a walk", () => {
  const document = parse("<p>a<p>b<p>c");
  assert.throws(() => {
    for (const node of document.descendants()) if (node.localName === "p") node.remove();
  }, { code: "edited" });
  assert.throws(() => {
    for (const node of document.descendants()) node && document.dispose();
  }, { code: "edited" });
});
