// Compares the package with others that do the same work: interleaved rounds over real pages, after a look at whether the results agree.
//
// Arguments: a folder of pages, and the number of rounds.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Readability } from "@mozilla/readability";
import * as cheerio from "cheerio";
import domino from "domino";
import createDOMPurify from "dompurify";
import { HTMLRewriter as OtherRewriter } from "html-rewriter-wasm";
import { JSDOM } from "jsdom";
import * as parse5 from "parse5";
import TurndownService from "turndown";
import { HTMLRewriter, article, parse, sanitize, toMarkdown } from "sapwood";
import * as standIn from "sapwood/parse5";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const [folder = join(root, "../shared/corpus/pages"), rounds = "7"] = process.argv.slice(2);
const pages = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
const size = pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0);

/** Calls `work` for each page; returns a number that depends on all results, and the time in milliseconds. */
function timed(work, some = pages) {
  const start = performance.now();
  let sum = 0;
  for (const page of some) sum += work(page);
  return { sum, time: performance.now() - start };
}

/** Applies `use` to the document of a page, with scripting as the others take it, and frees it. */
const using = (page, use) => {
  const document = parse(page, { scripting: true });
  try {
    return use(document);
  } finally {
    document.dispose();
  }
};

function visitDom(root) {
  let sum = 0;
  for (const node of root.descendants()) {
    if (node.nodeType === 1) {
      sum += node.localName.length;
      for (const { name, value } of node.attributes) sum += name.length + value.length;
      if (node.localName === "template") sum += visitDom(node.content);
    } else if (node.nodeType === 3 || node.nodeType === 8) sum += node.data.length;
  }
  return sum;
}

function visitPlain(root) {
  let sum = 0;
  const stack = [...root.childNodes];
  while (stack.length > 0) {
    const node = stack.pop();
    if (node.tagName !== undefined) {
      sum += node.tagName.length;
      for (const { name, value, prefix } of node.attrs) sum += name.length + value.length + (prefix ? prefix.length + 1 : 0);
      for (const child of node.childNodes) stack.push(child);
      if (node.content) stack.push(...node.content.childNodes);
    } else sum += (node.value ?? node.data ?? "").length;
  }
  return sum;
}

const purify = createDOMPurify(new JSDOM("").window);
const turndown = new TurndownService();

function rewriteByOther(page) {
  let length = 0;
  const rewriter = new OtherRewriter((piece) => (length += piece.length));
  rewriter.on("a[href]", { element: (a) => void a.setAttribute("rel", "x") });
  return rewriter
    .write(new TextEncoder().encode(page))
    .then(() => rewriter.end())
    .then(() => length);
}

const own = new HTMLRewriter().on("a[href]", { element: (a) => void a.setAttribute("rel", "x") });

const hrefs = (list) => list.reduce((sum, href) => sum + href.length, 0);

/** Pages that slow peers are given: every tenth. */
const few = pages.filter((_, at) => at % 10 === 0);

const WORKS = [
  { name: "parse", ours: (page) => using(page, () => 1), theirs: { parse5: (page) => (parse5.parse(page), 1) } },
  { name: "parse and visit", ours: (page) => using(page, visitDom), theirs: { parse5: (page) => visitPlain(parse5.parse(page)) } },
  { name: "parse5's tree", ours: (page) => visitPlain(standIn.parse(page)), theirs: { parse5: (page) => visitPlain(parse5.parse(page)) } },
  {
    name: "a[href]",
   
    ours: (page) => using(page, (document) => hrefs(document.selectAttributes("a[href]", "href"))),
    theirs: {
      cheerio: (page) => {
        const $ = cheerio.load(page);
        return hrefs($("a[href]").map((_, a) => $(a).attr("href")).get());
      },
    },
  },
  {
    name: "a[href], node by node",
    ours: (page) => using(page, (document) => hrefs(document.querySelectorAll("a[href]").map((a) => a.getAttribute("href")))),
    theirs: {
      cheerio: (page) => {
        const $ = cheerio.load(page);
        return hrefs($("a[href]").map((_, a) => $(a).attr("href")).get());
      },
    },
  },
  { name: "sanitize", differs: true, some: few, ours: (page) => sanitize(page).length, theirs: { "DOMPurify, jsdom": (page) => purify.sanitize(page).length } },
  { name: "Markdown", differs: true, some: few, ours: (page) => toMarkdown(page).length, theirs: { "turndown, domino": (page) => turndown.turndown(domino.createDocument(page).body).length } },
  { name: "main content", differs: true, some: few, ours: (page) => article(page).text.length, theirs: { "Readability, jsdom": (page) => new Readability(new JSDOM(page).window.document).parse()?.textContent?.length ?? 0 } },
];

console.log(`${pages.length} pages, ${(size / 1e6).toFixed(2)} MB, ${rounds} rounds, Node.js ${process.version}`);
console.log("| work | Sapwood | others | ratio |\n|---|---:|---:|---:|");
for (const { name, ours, theirs, differs, some } of WORKS) {
  for (const [other, theirWork] of Object.entries(theirs)) {
    const best = [Infinity, Infinity];
    for (let round = 0; round < Number(rounds); round++) {
      const results = [timed(ours, some), timed(theirWork, some)];
      if (!differs && name !== "parse") assert.ok(Math.abs(results[0].sum / results[1].sum - 1) < 0.001, `${name}: ${results.map((it) => it.sum)}`);
      results.forEach(({ time }, at) => (best[at] = Math.min(best[at], time)));
      if (some && round >= 2) break;
    }
    const [mine, his] = best;
    console.log(`| ${name} | ${mine.toFixed(1)} ms | ${other} ${his.toFixed(0)} ms | ${(his / mine).toFixed(1)} |`);
  }
}

// Its interface waits, so it can't be timed as the others are.
const best = [Infinity, Infinity];
for (let round = 0; round < Number(rounds); round++) {
  best[0] = Math.min(best[0], timed((page) => own.transformAll(new TextEncoder().encode(page)).length).time);
  const start = performance.now();
  for (const page of pages) await rewriteByOther(page);
  best[1] = Math.min(best[1], performance.now() - start);
}
console.log(`| rewrite | ${best[0].toFixed(1)} ms | html-rewriter-wasm ${best[1].toFixed(0)} ms | ${(best[1] / best[0]).toFixed(1)} |`);

if (globalThis.gc) {
  const kept = (make) => {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    const trees = pages.map(make);
    globalThis.gc();
    const used = process.memoryUsage().heapUsed - before;
    return { trees, used };
  };
  const documents = pages.map((page) => parse(page));
  const ours = documents.reduce((sum, document) => sum + document.memory, 0);
  const theirs = kept((page) => parse5.parse(page)).used;
  console.log(`| memory kept, a byte of input | ${(ours / size).toFixed(2)} bytes | parse5 ${(theirs / size).toFixed(2)} bytes | ${(theirs / ours).toFixed(1)} |`);
}
