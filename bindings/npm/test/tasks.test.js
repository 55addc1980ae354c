// Whole tasks, sanitizing, rewriting and streaming.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as sapwood from "sapwood";
import { HTMLRewriter, SelectingParser, parse, parseStream, sanitize, selectStream, tokenize } from "sapwood";
import { pages, random } from "./support.js";

test("each task in one call", () => {
  const html = "<title>T</title><h1>A</h1><p>b <a href=x>c</a></p><table><tr><th>n<tr><td>1</table><form><input name=q></form>";
  assert.equal(sapwood.text("<p>a<br>b<script>x</script>"), "a\nb");
  assert.match(sapwood.toMarkdown(html, { url: "https://example.org/d/" }), /\[c\]\(https:\/\/example\.org\/d\/x\)/);
  assert.deepEqual(sapwood.links(html, { url: "https://example.org/" })[0], {
    attribute: "href",
    kind: "hyperlink",
    value: "x",
    url: "https://example.org/x",
  });
  assert.equal(sapwood.tables(html).length, 1);
  assert.equal(sapwood.forms(html).length, 1);
  assert.equal(parse(html).title, "T");
  assert.equal(sapwood.minify("<p>a</p><p class='b'>c</p>"), "<p>a<p class=b>c");
  assert.equal(sapwood.minifyFragment("<b >x</b >"), "<b>x</b>");
  assert.ok(sapwood.metadata("<meta name=a content=b>").length > 0);
  assert.ok(sapwood.microdata("<p itemscope>") !== undefined);
  assert.match(sapwood.version(), /^\d+\.\d+\.\d+/);
  const { title, text, markdown } = sapwood.article(pages.find(({ name }) => name === "article.html").bytes);
  assert.ok(title && text.length > 100 && markdown.length > 100);
  assert.deepEqual(
    sapwood.extract(html, { title: "h1", links: [{ selector: "a", value: "href" }], none: "h6", form: { selector: "form", value: { q: { selector: "input", value: "name" } } } }),
    { title: "A", links: ["x"], none: undefined, form: { q: "q" } },
  );
});

test("parts of Markdown have their node and their place", () => {
  for (const { bytes } of pages) {
    const source = new TextDecoder().decode(bytes);
    for (const article of [false, true]) {
      const document = parse(source, { positions: true });
      const { markdown, entries } = document.toMarkdownMap({ article });
      if (!article) assert.equal(markdown, document.toMarkdown());
      const units = new TextEncoder().encode(source);
      let end = 0;
      for (const entry of entries) {
        assert.ok(entry.start >= end && entry.end > entry.start, "parts ascend");
        end = entry.end;
        if (entry.data === null) continue;
        const data = entry.node.data.slice(entry.data.start, entry.data.end);
        const part = markdown.slice(entry.start, entry.end);
        const spaced = (text) => text.replace(/[\t\n\f\r ]/g, " ");
        if (data.length === part.length) assert.equal(spaced(data), spaced(part));
        const written = entry.source && new TextDecoder().decode(units.slice(entry.source.start, entry.source.end));
        if (written?.length === data.length) assert.equal(written, data);
      }
      document.dispose();
    }
  }
  const { markdown, entries } = parse("<p>Öl &amp; 🌳 <b>elm</b>", { positions: true }).toMarkdownMap();
  const elm = entries.at(-1);
  assert.equal(markdown.slice(elm.start, elm.end), "elm");
  assert.deepEqual([elm.node.parentNode.localName, elm.data, elm.source], ["b", { start: 0, end: 3 }, { start: 21, end: 24 }]);
  assert.equal(parse("<p>x").toMarkdownMap().entries[0].source, null);
  assert.throws(() => parse("").toMarkdownMap({ url: "x" }), { code: "invalid-argument" });
});

test("the details of articles have names of JavaScript", () => {
  const question = {
    "@type": "Question",
    text: "Why?",
    acceptedAnswer: { "@type": "Answer", text: "So.", upvoteCount: 3, author: "Bo" },
  };
  const { kind, siteName, details } = sapwood.article(
    `<link rel=canonical href=https://trees.example/questions/7><meta property=og:site_name content=Trees>
     <script type=application/ld+json>${JSON.stringify(question)}</script><table><tr><th>n</table><h2 id=so>So</h2><p>So.`,
  );
  assert.deepEqual([kind, siteName], ["thread", "Trees"]);
  assert.deepEqual(details.posts[1], {
    text: "So.",
    author: { name: "Bo", url: null, source: "json-ld" },
    published: null,
    votes: { value: 3, source: "json-ld" },
    isQuestion: false,
    isAccepted: true,
    source: "json-ld",
  });
  assert.deepEqual(details.sections, [{ level: 2, title: "So", id: "so" }]);
  assert.deepEqual(details.tables, [{ caption: null, headerRows: 1, rows: [["n"]] }]);
});

test("findings of the check", () => {
  const [finding] = sapwood.check("<p id=a id=b>Oak", { context: "div" });
  assert.equal(finding.code, "duplicate-attribute");
  assert.deepEqual([finding.line, finding.column, finding.start, finding.isNote], [1, 9, 8, false]);
  assert.ok(sapwood.check("<a><b></a>", { xml: true }).length > 0);
  assert.throws(() => sapwood.check("", { xml: true, context: "p" }), { code: "invalid-argument" });
  assert.throws(() => sapwood.check("", { context: "a b c" }), { code: "invalid-argument" });
});

test("untrusted HTML becomes safe", () => {
  assert.equal(sanitize("<p onclick=x>a<script>b</script>"), "<p>a</p>");
  assert.equal(sanitize("<b>a<i>b", { config: { elements: ["b"] } }).includes("<i>"), false);
  for (const preset of ["default", "ammonia", "nh3", "bleach", "dompurify"]) {
    // One preset writes what it does not allow as text.
    assert.doesNotMatch(sanitize("<img src=x onerror=y>", { preset }), /<img[^>]*onerror/);
  }
  assert.throws(() => sanitize("", { preset: "none" }), { code: "invalid-argument" });
  assert.throws(() => sanitize("", { preset: "nh3", config: {} }), { code: "invalid-argument" });
  const document = parse("<p onclick=x>a");
  document.sanitize();
  assert.equal(document.body.innerHTML, "<p>a</p>");
});

test("handlers change what selectors match, and nothing else changes", async () => {
  const rewriter = new HTMLRewriter()
    .on("a[href]", {
      element(a) {
        a.setAttribute("href", a.getAttribute("href").toUpperCase()).before("<i>", { html: true });
        a.append("!").onEndTag((end) => end.after("</i>", { html: true }));
      },
    })
    .on("p", { text: (text) => void (text.text.includes("x") && text.replace("y & z")), comments: (comment) => comment.remove() })
    .onDocument({ end: (end) => end.append("<!--end-->", { html: true }) });
  const page = "<P  >a <a href=b>c</a><!--d--></P ><div>x</div><p>x";
  const expected = '<P  >a <i><a href=B>c!</a></i></P ><div>x</div><p>y &amp; z<!--end-->';
  assert.equal(rewriter.transformAll(page), expected);
  assert.equal(new TextDecoder().decode(rewriter.transformAll(new TextEncoder().encode(page))), expected);
  const response = new Response(page, { headers: { "content-type": "text/html; charset=utf-8", "content-length": "7" } });
  const rewritten = rewriter.transform(response);
  assert.equal(rewritten.headers.get("content-length"), null);
  assert.equal(await rewritten.text(), expected);
  for (const { bytes } of pages) {
    assert.deepEqual(Buffer.from(new HTMLRewriter().on("nothing-matches", {}).transformAll(bytes)), bytes);
  }
});

test("a rewrite reports what goes wrong", () => {
  const seen = [];
  new HTMLRewriter()
    .on("p, path", { element: (it) => void seen.push(it.namespaceURI) })
    .onDocument({ doctype: ({ name, publicId, systemId }) => void seen.push([name, publicId, systemId]) })
    .transformAll('<!doctype html public "a" "b"><p><svg><path>');
  assert.deepEqual(seen, [["html", "a", "b"], "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"]);

  const failing = new HTMLRewriter().on("p", {
    element() {
      throw new RangeError("mine");
    },
  });
  assert.throws(() => failing.transformAll("<p>"), new RangeError("mine"));
  const waiting = new HTMLRewriter().on("p", { element: async () => {} });
  assert.throws(() => waiting.transformAll("<p>"), { code: "invalid-argument", message: /promise/ });
  assert.throws(() => new HTMLRewriter().on("p:last-child", { element() {} }).transformAll("<p>"), { code: "not-streamable" });
  let kept;
  new HTMLRewriter().on("p", { element: (p) => void (kept = p) }).transformAll("<p>");
  assert.throws(() => kept.setAttribute("a", "b"), { code: "finished" });
  assert.equal(parse("<p>still works").body.textContent, "still works");
});

test("of what a function returns, only `false` ends a parse", () => {
  for (const value of [1, 2, 0, null, "x", true, Promise.resolve()]) {
    const names = [];
    tokenize("<a><b><i>", (token) => (names.push(token.name), value));
    const found = new SelectingParser({ encoding: "utf-8" }).on("p, hr", (element) => (names.push(element.localName), value));
    assert.equal(found.write("<p></p><hr>"), true);
    found.end();
    assert.deepEqual(names, ["a", "b", "i", "p", "hr"], String(value));
  }
});

const later = (value) => new Promise((resolve) => setTimeout(resolve, 0, value));

test("handlers that return promises are called one after the other", async () => {
  const calls = [];
  const call = async (name, unit, change) => {
    calls.push(`${name} begins`);
    change(unit, await later("1"));
    calls.push(`${name} ends`);
  };
  const rewriter = new HTMLRewriter()
    .on("a", {
      async element(a) {
        await call("first", a, (it, value) => it.setAttribute("n", value).append(value));
        a.onEndTag((end) => call(`end of ${end.name}`, end, (it, value) => it.before(value).after("|")));
      },
      text: (text) => call(text.text, text, (it) => void (it.lastInTextNode || it.replace(text.text.toUpperCase()))),
    })
    // It sees what the first one did, and returns no promise.
    .on("a[href]", { element: (a) => void a.setAttribute("n", a.getAttribute("n") + a.getAttribute("n")) })
    .onDocument({
      doctype: (doctype) => call(doctype.name, doctype, () => {}),
      comments: (comment) => call("comment", comment, (it) => void (it.text = "new")),
      end: (end) => call("end", end, (it) => it.append("<!--end-->", { html: true })),
    });
  const page = "<!doctype html><a href=x>y</a><!--z--><a>";
  const expected = '<!doctype html><a href=x n="11">Y11</a>|<!--new--><a n="1">11</a>|<!--end-->';
  assert.equal(await rewriter.transformAllAsync(page), expected);
  const names = ["html", "first", "y", "", "end of a", "comment", "first", "end of a", "end"];
  assert.deepEqual(calls, names.flatMap((name) => [`${name} begins`, `${name} ends`]));
  const bytes = new TextEncoder().encode(page);
  assert.equal(new TextDecoder().decode(await rewriter.transformAllAsync(bytes)), expected);
  const response = new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  assert.equal(await rewriter.transform(response).text(), expected);
  // Byte by byte.
  const pieces = [];
  const rewrite = rewriter.rewriteAsync((piece) => pieces.push(piece), { encoding: "utf-8" });
  for (const byte of bytes) await rewrite.write(Uint8Array.of(byte));
  assert.equal(await rewrite.finish(), null);
  assert.equal(Buffer.concat(pieces).toString(), expected);
});

test("promises give what values give, on real pages", async () => {
  const handlers = (wait) => {
    let number = 0;
    const element = (it) => void it.setAttribute("data-n", String(number++)).onEndTag((end) => wait(() => void end.before(`${number}`)));
    const text = (it) => void (it.lastInTextNode && it.after("|"));
    return new HTMLRewriter().on("a, li, td", { element: (it) => wait(() => element(it)) }).on("p", { text: (it) => wait(() => text(it)) });
  };
  for (const { name, bytes } of pages.slice(0, 20)) {
    const expected = Buffer.from(handlers((change) => change()).transformAll(bytes));
    const found = await handlers((change) => Promise.resolve().then(change)).transformAllAsync(bytes);
    assert.deepEqual(Buffer.from(found), expected, name);
  }
});

test("a promise that is rejected ends the output before the unit", async () => {
  const rewriter = new HTMLRewriter().on("b", { element: () => later().then(() => Promise.reject(new RangeError("mine"))) });
  let output = "";
  const rewrite = rewriter.rewriteAsync((piece) => void (output += Buffer.from(piece)), { encoding: "utf-8" });
  await assert.rejects(rewrite.write("<i>a</i><b>c</b>"), new RangeError("mine"));
  assert.equal(output, "<i>a</i>");
  await assert.rejects(rewrite.write("x"), { code: "finished" });
  await assert.rejects(rewrite.finish(), { code: "finished" });
  await assert.rejects(rewriter.transform(new Response("<b>")).text(), new RangeError("mine"));
});

test("a rewrite that waits is busy, can be cancelled, and ends its units", async () => {
  let unit;
  const rewriter = new HTMLRewriter().on("p", { element: (p) => ((unit = p), later()) });
  const rewrite = rewriter.rewriteAsync(() => {}, { encoding: "utf-8" });
  const first = rewrite.write("<p a=b>");
  await assert.rejects(rewrite.write("x"), { code: "busy" });
  await assert.rejects(rewrite.finish(), { code: "busy" });
  assert.equal(unit.getAttribute("a"), "b");
  await first;
  assert.throws(() => unit.getAttribute("a"), { code: "finished" });
  const second = rewrite.write("<p>");
  rewrite.cancel();
  assert.throws(() => unit.getAttribute("a"), { code: "finished" });
  await assert.rejects(second, { code: "finished" });
  // A limit holds for handlers that wait, too.
  const limited = { encoding: "utf-8", limits: { depth: 3 }, passAfterLimit: true };
  let output = "";
  const passing = rewriter.rewriteAsync((piece) => void (output += Buffer.from(piece)), limited);
  await passing.write("<p>x<i><i><i>y<p>");
  assert.equal(await passing.finish(), "depth");
  assert.equal(output, "<p>x<i><i><i>y<p>");
});

test("the output of a rewrite does not depend on the pieces", () => {
  const next = random(2);
  const rewriter = new HTMLRewriter().on("a", { element: (a) => void a.setAttribute("rel", "x") }).on("p", { text: (t) => void (t.lastInTextNode && t.after("|")) });
  for (const { name, bytes } of pages) {
    const whole = rewriter.transformAll(bytes);
    const pieces = [];
    const rewrite = rewriter.rewrite((piece) => pieces.push(piece));
    for (let at = 0; at < bytes.length; ) {
      const length = 1 + next(2000);
      rewrite.write(bytes.subarray(at, at + length));
      at += length;
    }
    rewrite.finish();
    assert.deepEqual(Buffer.concat(pieces), Buffer.from(whole), name);
  }
});

test("elements are found while a page streams", async () => {
  const found = [];
  const kept = parse("");
  const parser = new SelectingParser()
    .on("li", (li) => void found.push(li.textContent))
    .on("b", (b) => void kept.body.append(kept.importNode(b)));
  assert.ok(parser.write("<ul><li>O"));
  assert.deepEqual(found, []);
  parser.write("ak<li>E<b>lm</ul>");
  parser.end();
  assert.deepEqual(found, ["Oak", "Elm"]);
  assert.equal(kept.body.innerHTML, "<b>lm</b>");
  assert.throws(() => new SelectingParser().on("p:last-child", () => {}), { code: "not-streamable" });
  let count = 0;
  await selectStream(["<p>1", "<p>2<p>3"], "p", () => ++count < 1);
  assert.equal(count, 1);
  const stream = new Blob(["<p>x</p>"]).stream();
  assert.equal((await parseStream(stream)).body.textContent, "x");
  let node;
  const once = new SelectingParser().on("p", (p) => void (node = p));
  once.write("<p>a</p>");
  once.end();
  assert.throws(() => node.textContent, { code: "disposed" });
});

test("tokens", () => {
  const tokens = [];
  tokenize("<!DOCTYPE html><p a=1>x</p><br/><!--c-->", (token) => void tokens.push(token));
  assert.deepEqual(tokens.map(({ kind, name, data }) => name ?? data ?? kind), ["html", "p", "x", "p", "br", "c"]);
  assert.deepEqual(tokens[1].attributes, [{ name: "a", value: "1" }]);
  assert.deepEqual([tokens[4].selfClosing, tokens[4].start, tokens[4].end], [true, 27, 32]);
  let count = 0;
  tokenize("<p>".repeat(10), () => ++count < 3);
  assert.equal(count, 3);
});
