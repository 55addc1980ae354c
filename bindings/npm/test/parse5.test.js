// The stand-in for parse5, beside parse5.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as original from "parse5";
import * as ours from "sapwood/parse5";
import { pages, suite, treeCases } from "./support.js";

const sorted = (value) =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, value[key]]))
    : value;

/** Writes a tree of plain objects without the links to parents, whatever the order of their members is. */
const plain = (tree) => JSON.stringify(tree, (key, value) => (key === "parentNode" ? undefined : sorted(value)), 1);

const texts = pages.map(({ bytes }) => bytes.toString("utf8"));

test("trees of pages are those of parse5", () => {
  for (const text of texts) {
    for (const scriptingEnabled of [true, false]) {
      assert.equal(plain(ours.parse(text, { scriptingEnabled })), plain(original.parse(text, { scriptingEnabled })));
    }
    // In a fragment for `template`, parse5 ignores a second form: see `docs/standard.md`.
    const context = original.parseFragment("<div></div>").childNodes[0];
    assert.equal(plain(ours.parseFragment(context, text)), plain(original.parseFragment(context, text, {})));
    assert.equal(ours.serialize(ours.parse(text)), original.serialize(original.parse(text)));
  }
});

test("an adapter is called for the same tree", () => {
  for (const text of texts) {
    const treeAdapter = { ...ours.defaultTreeAdapter };
    assert.equal(plain(ours.parse(text, { treeAdapter })), plain(ours.parse(text)));
    const located = { sourceCodeLocationInfo: true };
    assert.equal(plain(ours.parse(text, { treeAdapter, ...located })), plain(ours.parse(text, located)));
  }
});

test("locations of pages are those of parse5", () => {
  const options = { sourceCodeLocationInfo: true };
  let [equal, all] = [0, 0];
  const walk = (a, b, text) => {
    if ("sourceCodeLocation" in b || a.sourceCodeLocation) {
      all += 1;
      if (plain(a.sourceCodeLocation ?? null) === plain(b.sourceCodeLocation ?? null)) equal += 1;
      else if (process.env.VERBOSE) console.log(b.nodeName, plain(a.sourceCodeLocation), plain(b.sourceCodeLocation));
    }
    a.childNodes?.forEach((child, at) => walk(child, b.childNodes[at], text));
    if (a.content) walk(a.content, b.content, text);
  };
  for (const text of texts) walk(ours.parse(text, options), original.parse(text, options), text);
  // One page is misnested on purpose: where its elements end, when another one closes them, is known to a running parser alone.
  assert.ok(equal / all > 0.98, `${equal} of ${all}`);
});

test("locations of elements without end tags are those of parse5", () => {
  const options = { sourceCodeLocationInfo: true };
  for (const html of [
    "<body><p>a</body></html>\n",
    "<div><p>a</body>",
    "a</body><section>b<p>c<p>d",
    "a</html><section></em>",
    "<table><div>a</table>",
    "<table><p>a<p>b<tr><td>c</table>d",
    "<table><b>a<tr><td>b</table>c",
    "<svg><path/></em><g></g></svg>",
    "<pre>\n\na</pre><pre>\na</pre><listing></b>\n\na</listing><pre>\r\n</b>a</pre>",
    "<html><frameset><frame></html> ",
    "a\rb<b>c\r\rd</b>\r\n<i>e</i>",
    "<b>a<p>b<p>c</b>d</p>e",
    "<b><i><p>a</b>b</i>c",
    "<p><b>a<p>b</b>c",
    "<a>a<p>b<a>c</a><nobr><p>d<nobr>e",
  ]) {
    assert.equal(plain(ours.parse(html, options)), plain(original.parse(html, options)), html);
  }
});

test("nodes have locations when errors are reported", () => {
  const options = { onParseError: () => {} };
  assert.equal(plain(ours.parse("<p>a", options)), plain(original.parse("<p>a", options)));
});

test("a context is the element that a fragment is parsed in", () => {
  for (const [outer, inner] of [
    ["<table></table>", "<tr><td>x"],
    ["<svg></svg>", "<path/><title>a"],
    ["<select></select>", "<option>a<option>b"],
    ["<script></script>", "<b>"],
  ]) {
    const context = original.parseFragment(outer).childNodes[0];
    assert.equal(plain(ours.parseFragment(context, inner)), plain(original.parseFragment(context, inner, {})), outer);
  }
});

test("errors have the codes and places of parse5", () => {
  const html = "<!DOCTYPE html><p a=1 a=2>x\n<\n\u00e4 &amp <b/>";
  const errors = ({ parse }) => {
    const found = [];
    parse(html, { onParseError: ({ code, startLine, startCol, startOffset }) => found.push([code, startLine, startCol, startOffset]) });
    return found;
  };
  const codes = (found) => new Set(found.map(([code]) => code));
  const [one, other] = [codes(errors(ours)), codes(errors(original))];
  for (const code of other) assert.ok(one.has(code), code);
});

const folder = suite("html5lib-tests/tree-construction");

test("trees of the suite are those of parse5, where it follows the standard", { skip: folder === null && "the suite is absent" }, () => {
  let [equal, differing] = [0, 0];
  for (const file of readdirSync(folder).filter((it) => /^(?!scripted).*\.dat$/.test(it))) {
    for (const { data, context, scripting } of treeCases(readFileSync(join(folder, file), "utf8"))) {
      if (context !== undefined) continue;
      const options = { scriptingEnabled: scripting[0] };
      if (plain(ours.parse(data, options)) === plain(original.parse(data, options))) equal += 1;
      else differing += 1;
    }
  }
  console.log(`parse5: ${equal} equal trees, ${differing} others`);
  assert.ok(equal > 10 * differing);
});

test("serialize and serializeOuter", () => {
  const html = '<p title="a&quot;<>&nbsp;">b&amp;&lt;<br><template><i>t</i></template></p><!--c--><script>a<b</script>';
  for (const [a, b] of [[ours, ours], [ours, original], [original, ours]]) {
    const fragment = a.parseFragment(html);
    assert.equal(b.serialize(fragment), original.serialize(original.parseFragment(html)));
    assert.equal(b.serializeOuter(fragment.childNodes[0]), original.serializeOuter(original.parseFragment(html).childNodes[0]));
    assert.equal(b.serialize(a.parseFragment("<br>").childNodes[0]), "");
  }
  const document = ours.parse("<!DOCTYPE html><p>");
  assert.equal(ours.serialize(document), "<!DOCTYPE html><html><head></head><body><p></p></body></html>");
});
