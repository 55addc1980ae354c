// Every way to ask a selector, an expression or a task gives the library's answer.
//
// The questions and answers are those of the harness `ways`, which writes them to `target/ways.jsonl`; `cargo xtask npm` runs it if
// the file is missing.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import * as sapwood from "sapwood";
import { random } from "./support.js";

const { HTMLRewriter, Parser, SelectingParser, parse } = sapwood;

const questions = process.env.SAPWOOD_WAYS ?? fileURLToPath(new URL("../../../target/ways.jsonl", import.meta.url));
const isMissing = !existsSync(questions) && `${questions} is missing; \`cargo xtask npm\` writes it`;

/** The text and the markup of each element. */
const answers = (elements) => elements.map((element) => [element.textContent, element.outerHTML]);

/** Feeds a page in pieces. */
function inPieces(bytes, next, feed) {
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 10, 1000][next(3)];
    if (feed(bytes.subarray(at, at + length)) === false) return;
    at += length;
  }
}

function parsedInPieces(bytes, next) {
  const parser = new Parser();
  inPieces(bytes, next, (piece) => parser.write(piece));
  return bytes.length === 0 ? parse(bytes) : parser.end();
}

function streamed(bytes, selector, next) {
  const found = [];
  const parser = new SelectingParser().on(selector, (element) => void found.push(...answers([element])));
  inPieces(bytes, next, (piece) => parser.write(piece));
  parser.end();
  return found;
}

function rewritten(bytes, selector, next) {
  let count = 0;
  const rewrite = new HTMLRewriter().on(selector, { element: () => void count++ }).rewrite(() => {});
  inPieces(bytes, next, (piece) => rewrite.write(piece));
  rewrite.finish();
  return count;
}

/** The pages with their questions and answers. */
function* pages() {
  for (const line of readFileSync(questions, "utf8").split("\n").filter(Boolean)) {
    const page = JSON.parse(line);
    yield { ...page, bytes: new Uint8Array(Buffer.from(page.bytes, "base64")) };
  }
}

test("all ways give the same answer", { skip: isMissing }, () => {
  const next = random(3);
  const asked = { select: [0, 0], snapshot: [0, 0], pieces: [0, 0], bulk: [0, 0], stream: [0, 0], rewriter: [0, 0] };
  const compare = (way, got, expected, question, bytes) => {
    asked[way][0] += 1;
    asked[way][1] += (Array.isArray(expected) ? expected.length : expected) > 0;
    assert.deepEqual(got, expected, `${way}: ${question.selector} in ${Buffer.from(bytes).toString("latin1")}`);
  };
  for (const { bytes, ...page } of pages()) {
    const whole = parse(bytes);
    const copied = parse(bytes).snapshot();
    const pieces = parsedInPieces(bytes, next);
    for (const question of page.questions) {
      const { selector } = question;
      const expected = question.matches.map(({ text, html }) => [text, html]);
      compare("select", answers(whole.querySelectorAll(selector)), expected, question, bytes);
      compare("snapshot", answers(copied.querySelectorAll(selector)), expected, question, bytes);
      compare("pieces", answers(pieces.querySelectorAll(selector)), expected, question, bytes);
      compare("bulk", whole.selectTexts(selector), expected.map(([text]) => text), question, bytes);
      // A stream reports an inner element before the one that contains it.
      if (question.streams) compare("stream", streamed(bytes, selector, next).sort(), [...expected].sort(), question, bytes);
      if (question.start_tags != null) compare("rewriter", rewritten(bytes, selector, next), question.start_tags, question, bytes);
    }
    for (const document of [whole, copied, pieces]) document.dispose();
  }
  const counts = Object.entries(asked).map(([way, [all, some]]) => `${way} ${all} answers, ${some} of them not empty`);
  console.log(`ways through JavaScript: ${counts.join("; ")}`);
  assert.ok(Object.values(asked).every(([, some]) => some > 100), counts.join("; "));
});

/** JSON with the names that the library gives. */
function withNames(value) {
  if (Array.isArray(value)) return value.map(withNames);
  if (value === null || typeof value !== "object") return value;
  const snakeCase = (name) => name.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [snakeCase(name), withNames(it)]));
}

/** The answers to all tasks by the functions for whole tasks, in the form in which the harness writes them. */
function taskAnswers(bytes, text) {
  const article = sapwood.article(bytes);
  return {
    text: sapwood.text(bytes),
    html: parse(bytes).serialize(),
    markdown: sapwood.toMarkdown(bytes),
    article: [article.title, article.kind, article.text, article.markdown, withNames(article.details)],
    links: sapwood.links(bytes).map(({ kind, attribute, value, url }) => [kind, attribute, value, url]),
    tables: sapwood.tables(bytes).map(({ caption, headerRows, rows }) => [caption, headerRows, rows]),
    sanitize: sapwood.sanitize(text),
    "sanitize-document": sapwood.sanitize(text, { document: true }),
    check: sapwood.check(bytes).map(({ code, line, column }) => [code, line, column]),
  };
}

/** The string-values of nodes, or the only value as a string. */
const strings = (value) => [value].flat().map((item) => (typeof item === "object" ? item.textContent : String(item)));

test("all tasks have the library's answer", { skip: isMissing }, () => {
  const found = {};
  for (const { bytes, text, tasks, xpath } of pages()) {
    const [expression, expected] = xpath;
    const answers = { ...taskAnswers(bytes, text), xpath: strings(parse(bytes).xpath(expression)) };
    assert.deepEqual(answers, { ...tasks, xpath: expected }, `${expression} in ${text}`);
    for (const [task, answer] of Object.entries(answers)) found[task] = (found[task] ?? 0) + (answer.length > 0);
  }
  console.log(`tasks through JavaScript, answers not empty: ${JSON.stringify(found)}`);
  assert.ok(Object.values(found).every((count) => count > 5));
});
