// The corrections of findings in the playground.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "sapwood";
import { fixOf } from "../playground/fixes.js";
import { random } from "./support.js";

/** The findings, with ranges in the units of a string, as the playground has them. */
function errors(markup) {
  const bytes = Buffer.from(markup);
  const place = (offset) => bytes.subarray(0, offset).toString().length;
  return check(markup).map(({ code, start, end }) => ({ code, range: { from: place(start), to: place(end) } }));
}

const apply = (markup, { from, to, insert }) => markup.slice(0, from) + insert + markup.slice(to);

/** Applies the first fix of the code, or of any, and returns the markup; `null` if there is none. */
function fixed(markup, code) {
  for (const finding of errors(markup)) {
    const fix = code === undefined || finding.code === code ? fixOf(finding, markup) : null;
    if (fix !== null) return apply(markup, fix);
  }
  return null;
}

const CASES = [
  ["duplicate-attribute", "<p id=a class=x id = 'b c' title=t>x</p>", "<p id=a class=x title=t>x</p>"],
  ["duplicate-attribute", "<p id id>x</p>", "<p id>x</p>"],
  ["end-tag-with-attributes", "<p>x</p class=x>", "<p>x</p>"],
  ["end-tag-with-trailing-solidus", "<b>x</b/>", "<b>x</b>"],
  ["non-void-html-element-start-tag-with-trailing-solidus", "<div id=a />x", "<div id=a></div>x"],
  ["missing-semicolon-after-character-reference", "&copy x", "&copy; x"],
  ["unknown-named-character-reference", "a&foo;b", "a&amp;foo;b"],
  ["null-character-reference", "a&#0;b", "ab"],
  ["missing-whitespace-between-attributes", "<p id='a'class=b>x</p>", "<p id='a' class=b>x</p>"],
  ["abrupt-closing-of-empty-comment", "<!-->x", "<!---->x"],
  ["incorrectly-closed-comment", "<!-- a --!>", "<!-- a -->"],
  ["eof-in-comment", "<!-- a", "<!-- a-->"],
  ["unexpected-solidus-in-tag", "<p / id=x>x</p>", "<p   id=x>x</p>"],
  ["unexpected-solidus-in-tag", "<p b/c>x</p>", "<p b c>x</p>"],
  ["unexpected-equals-sign-before-attribute-name", "<p =x>x</p>", "<p x>x</p>"],
  ["unexpected-character-in-unquoted-attribute-value", "<p c=d a=b\"c'd>x</p>", "<p c=d a=\"b&quot;c'd\">x</p>"],
  ["unexpected-character-in-unquoted-attribute-value", "<p a=b=c>x</p>", '<p a="b=c">x</p>'],
  ["unexpected-character-in-unquoted-attribute-value", '<p a=b"c>x</p>', "<p a='b\"c'>x</p>"],
  ["missing-attribute-value", "<p a=>x</p>", '<p a="">x</p>'],
  ["unexpected-end-tag", "x</b>y", "xy"],
  ["unexpected-end-tag", "x</br>y", "x<br>y"],
  ["deprecated-image-tag", "<image src=x alt=y>", "<img src=x alt=y>"],
  ["invalid-first-character-of-tag-name", "a < b", "a &lt; b"],
  ["missing-end-tag-name", "a</>b", "ab"],
  ["unexpected-doctype", "<p>x<!doctype html>", "<p>x"],
  ["wrong-namespace-declaration", "<p xmlns=foo id=a>x</p>", "<p id=a>x</p>"],
  ["namespace-prefix-declaration", "<p xmlns:x=y>x</p>", "<p>x</p>"],
  ["control-character-in-input-stream", "a\u0001b", "ab"],
  ["noncharacter-in-input-stream", "a\ufdd0b", "ab"],
  ["null-character-in-content", "a\0b", "ab"],
  ["unexpected-null-character", "a\0b", "ab"],
  ["eof-before-tag-name", "a<", "a&lt;"],
];

test("each fix corrects its finding", () => {
  const begin = "<!DOCTYPE html><title>t</title>";
  for (const [code, markup, expected] of CASES) {
    assert.equal(fixed(begin + markup, code), begin + expected, code);
  }
  assert.equal(fixed("<p>x", "missing-doctype"), "<!DOCTYPE html>\n<p>x");
  assert.equal(fixed("<!DOCTYPEhtml><p>x", "missing-whitespace-before-doctype-name"), "<!DOCTYPE html><p>x");
  assert.equal(fixed('<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><p>x', "unknown-doctype"), "<!DOCTYPE html><p>x");
  assert.equal(fixOf({ code: "nested-heading", range: { from: 0, to: 1 } }, "x"), null);
});

test("fixing one finding after the other ends, with nothing left to fix", () => {
  const pieces = [..."<>/='\"&;!- ap\0", "<p ", "</p", "<b>", "</b>", "<!--", "-->", "<!doctype ", "<div/>", "&copy", "id=a ", "id=b ", "xmlns:x=y ", "<image>", "</br>", "<svg>", "<td>"];
  const number = random(7);
  for (let round = 0; round < 400; round += 1) {
    let markup = Array.from({ length: 1 + number(14) }, () => pieces[number(pieces.length)]).join("");
    const first = markup;
    let steps = 0;
    for (let next = markup; next !== null; next = fixed(markup)) {
      markup = next;
      steps += 1;
      assert.ok(steps < 100, JSON.stringify(first));
    }
  }
});
