// The stand-ins for cheerio, DOMPurify, Readability and Turndown.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as original from "cheerio";
import OriginalTurndown from "turndown";
import { parse } from "sapwood";
import * as ours from "sapwood/cheerio";
import purify from "sapwood/dompurify";
import { Readability, isProbablyReaderable } from "sapwood/readability";
import Turndown from "sapwood/turndown";
import { expectLinear, pages } from "./support.js";

test("cheerio gets the tree that it would have made", () => {
  for (const { name, bytes } of pages) {
    const text = bytes.toString("utf8");
    for (const content of [text, bytes]) {
      const [mine, other] = [ours.load(content), original.load(text)];
      assert.equal(mine.html(), other.html(), name);
      assert.deepEqual(mine("a[href]").map((_, a) => mine(a).attr("href")).get(), other("a[href]").map((_, a) => other(a).attr("href")).get());
      assert.equal(mine("*").length, other("*").length);
    }
    assert.equal(ours.load("<td>a<svg xlink:href=b>", null, false).html(), original.load("<td>a<svg xlink:href=b>", null, false).html());
  }
  assert.equal(ours.load("<a/>", { xml: true }).html(), "<a/>");
  assert.equal(ours.load("<template><p>x</template>").html(), original.load("<template><p>x</template>").html());
  const $ = ours.load("<ul><li>Oak");
  $("ul").append("<li>Elm</li>");
  assert.deepEqual($("li").map((_, li) => $(li).text()).get(), ["Oak", "Elm"]);
  assert.equal($.html(), "<html><head></head><body><ul><li>Oak</li><li>Elm</li></ul></body></html>");
});

test("DOMPurify's configuration decides what stays", () => {
  const page = `<p class=c data-x=1 aria-label=z onclick=x>a<b>b</b><script>c</script></p><x-y foo=1>d</x-y><a href=javascript:x>e</a><svg><path d="M0 0"></path></svg>`;
  const cases = [
    [undefined, '<p class="c" data-x="1" aria-label="z">a<b>b</b></p>d<a>e</a><svg><path d="M0 0"></path></svg>'],
    [{ ALLOWED_TAGS: ["b", "path"] }, "a<b>b</b>de"],
    [{ ALLOWED_TAGS: ["P", "svg"], ALLOWED_ATTR: [] , ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false }, "<p>ab</p>de<svg></svg>"],
    [{ ADD_TAGS: ["x-y"], ADD_ATTR: ["foo"], FORBID_TAGS: ["p", "a"], USE_PROFILES: { html: true } }, 'a<b>b</b><x-y foo="1">d</x-y>e'],
    [{ FORBID_ATTR: ["class"], FORBID_CONTENTS: ["x-y", "script"], ALLOW_DATA_ATTR: false }, '<p aria-label="z">a<b>b</b></p><a>e</a><svg><path d="M0 0"></path></svg>'],
    // What a configuration lists is kept, whatever it does.
    [{ ALLOWED_TAGS: ["script", "p"], ALLOWED_ATTR: ["onclick"], ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false }, '<p onclick="x">ab<script>c</script></p>de'],
    [{ CUSTOM_ELEMENT_HANDLING: { tagNameCheck: /^x-/, attributeNameCheck: (name, tag) => tag === "x-y" && name === "foo" }, FORBID_TAGS: ["p", "a", "svg"] }, 'a<b>b</b><x-y foo="1">d</x-y>e'],
    [{ ALLOWED_TAGS: ["p"], ALLOWED_ATTR: ["class"], KEEP_CONTENT: false, ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false }, '<p class="c"></p>'],
    [{ ADD_TAGS: (tag) => tag === "x-y", ADD_ATTR: (name, tag) => `${name} ${tag}` === "foo x-y", FORBID_TAGS: ["p", "a", "svg"] }, 'a<b>b</b><x-y foo="1">d</x-y>e'],
  ];
  for (const [config, expected] of cases) assert.equal(purify.sanitize(page, config), expected, JSON.stringify(config));
  assert.equal(purify.sanitize(null), "");
  assert.equal(purify.sanitize("<p>a", { WHOLE_DOCUMENT: true }), "<html><head></head><body><p>a</p></body></html>");
  const doctype = { WHOLE_DOCUMENT: true, ADD_TAGS: ["!doctype"], ALLOWED_TAGS: ["p", "!doctype"] };
  assert.equal(purify.sanitize("<!doctype html><p>a", doctype), "<!DOCTYPE html>\n<html><head></head><body><p>a</p></body></html>");
  assert.equal(purify.sanitize("<p onclick=x>a", { RETURN_DOM: true }).outerHTML, "<body><p>a</p></body>");
  assert.equal(purify.sanitize("<p onclick=x>a", { RETURN_DOM_FRAGMENT: true }).innerHTML, "<p>a</p>");
  assert.equal(purify.sanitize(parse("<p onclick=x>a").querySelector("p")), "<p>a</p>");
  assert.deepEqual([purify.isValidAttribute("a", "href", "https://x.y"), purify.isValidAttribute("a", "href", "javascript:x")], [true, false]);
  const other = purify();
  other.setConfig({ ALLOWED_TAGS: ["i"] });
  assert.equal(other.sanitize("<b><i>a", { ALLOWED_TAGS: ["b"] }), "<i>a</i>");
  assert.equal(purify.sanitize("<b>a"), "<b>a</b>");
  for (const config of [{ ALLOWED_TAGS: "p" }, { ALLOWED_URI_REGEXP: "x" }, { PARSER_MEDIA_TYPE: "text/plain" }, { typo: 1 }]) {
    assert.throws(() => purify.sanitize("", config), { code: "invalid-argument" });
  }
});

test("DOMPurify's other options", () => {
  const cases = [
    // Text without markup is not written anew.
    ["a & b", undefined, "a & b"],
    ["{{a}}<b title='<%b'>${c}</b>d", { SAFE_FOR_TEMPLATES: true }, ' <b title=" "> </b>d'],
    ["a{{b}}c{{d", { SAFE_FOR_TEMPLATES: true }, " c "],
    ["<style>a</style>b", undefined, "b"],
    ["<style>a</style>b", { FORCE_BODY: true }, "<style>a</style>b"],
    ["<a id=b name=c class=d>", { SANITIZE_NAMED_PROPS: true }, '<a class="d" name="user-content-c" id="user-content-b"></a>'],
    ["<img name=getElementById id=cookie><img id=mine>", undefined, '<img><img id="mine">'],
    ["<img name=body>", { SANITIZE_DOM: false }, '<img name="body">'],
    ["<a href=b:c>", undefined, "<a></a>"],
    ["<a href=b:c>", { ALLOW_UNKNOWN_PROTOCOLS: true }, '<a href="b:c"></a>'],
    ["<a href='java&#10;script:c'>", { ALLOW_UNKNOWN_PROTOCOLS: true }, "<a></a>"],
    ["<a href=b:c><a href=https:d>", { ALLOWED_URI_REGEXP: /^b:/g }, '<a href="b:c"></a><a></a>'],
    ["<q cite=b:c>", { ADD_URI_SAFE_ATTR: ["cite"] }, '<q cite="b:c"></q>'],
    ["<p title='a/>'>", { ALLOW_SELF_CLOSE_IN_ATTR: false }, "<p></p>"],
    ["<p title='</style>'><style><a></style>", undefined, "<p></p>"],
    ["<p title='</style>'>", { SAFE_FOR_XML: false }, '<p title="&lt;/style&gt;"></p>'],
    ["<img is=x-y alt=a>", undefined, '<img alt="a" is="">'],
    ["<label for=a>b</label><p for=a>", undefined, '<label for="a">b</label><p></p>'],
    ["<p for=a>", { SAFE_FOR_XML: false }, '<p for="a"></p>'],
    ["<svg xmlns:xlink=a>", undefined, '<svg xmlns:xlink="a"></svg>'],
    ["<b id=user-content-a name=user-content->", { SANITIZE_NAMED_PROPS: true }, '<b id="user-content-a" name="user-content-"></b>'],
    ["<div is=x-y>", { CUSTOM_ELEMENT_HANDLING: { tagNameCheck: /^x-/, allowCustomizedBuiltInElements: true } }, '<div is="x-y"></div>'],
    ["<circle/>", { NAMESPACE: "http://www.w3.org/2000/svg" }, "<circle></circle>"],
    ["<br/>&amp;<BR/>", { PARSER_MEDIA_TYPE: "application/xhtml+xml" }, '<br xmlns="http://www.w3.org/1999/xhtml" />&amp;'],
    ["x<svg><feBlend/><g fill=b accept=c />", { USE_PROFILES: { svg: true } }, 'x<svg><g fill="b"></g></svg>'],
    ["x<svg><feBlend/><g/></svg><b accept=c fill=d>", { USE_PROFILES: { svgFilters: true, html: true } }, 'x<b accept="c" fill="d"></b>'],
    // Names that every object has.
    ["x<constructor constructor=a>b</constructor>", undefined, "xb"],
    ["x<x-a>b</x-a><x-c>d</x-c>", { CUSTOM_ELEMENT_HANDLING: { tagNameCheck: /^x-/g } }, "x<x-a>b</x-a><x-c>d</x-c>"],
    // Names that belong to another namespace.
    ["<svg><a><p>b</p></a><mi>c</mi></svg>", undefined, "<svg><a></a></svg><p>b</p>"],
    ["<math><mglyph><a>b</a></math>c", undefined, "<math><mglyph></mglyph></math>c"],
  ];
  for (const [html, config, expected] of cases) assert.equal(purify.sanitize(html, config), expected, html);
  const node = parse("<div onclick=x><b onclick=y>a</b><script>b</script></div>").querySelector("div");
  assert.equal(purify.sanitize(node, { IN_PLACE: true }), node);
  assert.equal(node.outerHTML, "<div><b>a</b></div>");
  assert.throws(() => purify.sanitize(parse("<script>").querySelector("script"), { IN_PLACE: true }), /root node is forbidden/);
  assert.throws(() => purify.sanitize({ toString: 1 }), { name: "TypeError", message: "toString is not a function" });
  assert.throws(() => purify.sanitize({ toString: () => 1 }), { name: "TypeError", message: "dirty is not a string, aborting" });
  assert.equal(purify.sanitize({ toString: () => "<b onclick=x>a" }), "<b>a</b>");
  assert.match(purify.version, /^\d+\.\d+\.\d+$/);
});

test("DOMPurify's hooks see and change what is decided", () => {
  const mine = purify();
  const calls = [];
  for (const name of ["beforeSanitizeElements", "afterSanitizeElements", "beforeSanitizeShadowDOM", "uponSanitizeShadowNode", "afterSanitizeShadowDOM"]) {
    mine.addHook(name, (node) => calls.push(`${name} ${node.nodeName}`));
  }
  mine.addHook("uponSanitizeElement", function (node, data, config) {
    assert.equal(this, mine);
    assert.equal(config.ADD_TAGS[0], "template");
    if (data.tagName === "x-y") data.allowedTags["x-y"] = true;
    if (data.tagName === "u") node.remove();
  });
  mine.addHook("uponSanitizeAttribute", (node, event) => {
    if (event.attrName === "onclick") event.forceKeepAttr = node.nodeName === "B";
    if (event.attrName === "class") event.keepAttr = false;
    if (event.attrName === "title") event.attrValue = event.attrValue.toUpperCase();
  });
  const last = (node) => node.nodeType === 1 && node.setAttribute("data-seen", "");
  mine.addHook("afterSanitizeAttributes", last);
  mine.addHook("afterSanitizeAttributes", () => assert.fail("it was removed"));
  mine.removeHook("afterSanitizeAttributes");
  const html = mine.sanitize("x<b onclick=y class=c title=d>e</b><u>f<i>g</i></u><x-y>h</x-y><template><i>i</i></template>", { ADD_TAGS: ["template"] });
  assert.equal(html, 'x<b onclick="y" title="D" data-seen="">e</b><x-y data-seen="">h</x-y><template data-seen=""><i data-seen="">i</i></template>');
  assert.ok(calls.indexOf("beforeSanitizeShadowDOM #document-fragment") < calls.indexOf("uponSanitizeShadowNode I"));
  assert.equal(calls.at(-1), "afterSanitizeShadowDOM #document-fragment");
  assert.equal(mine.removeHook("afterSanitizeAttributes", last), last);
  mine.removeHooks("uponSanitizeAttribute");
  assert.equal(mine.sanitize("<b class=c onclick=y>e", { ADD_TAGS: ["template"] }), '<b class="c">e</b>');
  mine.removeAllHooks();
  assert.equal(mine.sanitize("<b onclick=y>e<q-q>f</q-q>"), "<b>ef</b>");
  assert.deepEqual(mine.removed.map((it) => it.attribute?.name ?? it.element.nodeName), ["onclick", "Q-Q"]);
  assert.throws(() => mine.addHook("typo", () => {}), /unknown hook/);
});

test("DOMPurify's walk is linear, and keeps no trees", () => {
  for (const piece of ["<div>", "<q-q>", "<b>}}{{", "<svg><b>"]) {
    const clean = (html) => purify.sanitize(html, { SAFE_FOR_TEMPLATES: true });
    expectLinear(piece, clean, `x${piece.repeat(2000)}`, `x${piece.repeat(16000)}`);
  }
  const attributes = (n) => `<p ${Array.from({ length: n }, (_, at) => `x${at}=y`).join(" ")}>`;
  expectLinear("attributes", (html) => purify.sanitize(html), attributes(500), attributes(500).repeat(8));
  assert.equal(purify.sanitize(`a<b>c</b>${attributes(200_000)}d`), "a<b>c</b>");
  purify.sanitize("<q-q></q-q>".repeat(200_000));
  assert.equal(purify.removed.length, 200_000);
  const page = "<p class=a>oak</p>".repeat(20_000);
  const before = process.memoryUsage().rss;
  for (let at = 0; at < 20; at++) purify.sanitize(page);
  // Trees take 2 MB each.
  assert.ok(process.memoryUsage().rss - before < 120e6);
});

test("Turndown's Markdown, with its options, rules and plugins", () => {
  const option = [
    {},
    { headingStyle: "atx", codeBlockStyle: "fenced", linkStyle: "referenced", bulletListMarker: "-", emDelimiter: "*", hr: "---" },
    { linkStyle: "referenced", linkReferenceStyle: "collapsed", preformattedCode: true, fence: "~~~" },
    { linkStyle: "referenced", linkReferenceStyle: "shortcut", br: "\\", strongDelimiter: "__" },
  ];
  const pieces = [
    "<h1>a <em>b</em></h1><p>c<br>d</p><hr><ol start=3><li>e<li><p>f</p></ol><ul><li>g<ul><li>h</ul></ul>",
    "<pre><code class=language-js>a\n```\nb</code></pre><p><code>`a`</code> <code> b </code></p><pre>plain  text</pre>",
    "<a href='a b(c)' title='d \"e\"'>f</a> <a>g</a> <img src='h i' alt='j_k' title=l><blockquote><p>m<p>n</blockquote>",
    "1. a * b _ c [d] `e` > f # g - h + i = j \\ <b> k </b>l <i></i> <b>&nbsp;m&nbsp;</b>n",
    "<table><tr><td>a<td></table><del>b</del><!--c--><p> </p><div> d <span> e </span> f </div><script>g</script>",
  ];
  for (const options of option) {
    const [one, other] = [new Turndown(options), new OriginalTurndown(options)];
    for (const html of [...pieces, ...pages.map(({ bytes }) => bytes.toString("utf8"))]) assert.equal(one.turndown(html), other.turndown(html));
    for (const service of [one, other]) {
      service.addRule("deleted", { filter: ["del", "s"], replacement: (content, node) => `~${content}${node.nodeName}~` });
      service.keep((node) => node.nodeName === "TABLE").remove(["script", "img"]).use([(it) => it.addRule("x", { filter: "span", replacement: (content) => content.toUpperCase() })]);
    }
    for (const html of pieces) assert.equal(one.turndown(html), other.turndown(html));
  }
  const service = new Turndown();
  assert.equal(service.turndown(parse("<p>a<b>b</b>").querySelector("p")), "a**b**");
  assert.equal(service.turndown(parse("<p>a")), "a");
  assert.equal(service.turndown({ outerHTML: "<i>a</i>" }), "_a_");
  assert.equal(service.escape("a*b"), "a\\*b");
  assert.throws(() => service.turndown(null), { code: "invalid-argument" });
  assert.throws(() => service.use(7), TypeError);
});

test("Turndown takes time that is linear in the input, but for what nested delimiters write", () => {
  const shapes = { div: (n) => "<div>".repeat(n) + "x", p: (n) => "<p>x".repeat(n), span: (n) => "<span>".repeat(n) + "x", li: (n) => `<ol>${"<li>x".repeat(n)}`, b: (n) => "<b>x</b> ".repeat(n), "white space": (n) => `<b>${"\u00a0 ".repeat(n)}x</b>` };
  for (const [name, shape] of Object.entries(shapes)) {
    expectLinear(name, (html) => new Turndown().turndown(html), shape(3000), shape(24_000));
  }
});

test("Readability finds the main content", () => {
  const { bytes } = pages.find(({ name }) => name === "article.html");
  const text = bytes.toString("utf8");
  const document = parse(text);
  const found = new Readability(document).parse();
  assert.ok(document.title.startsWith(found.title) && found.title.length > 0);
  assert.ok(found.content.startsWith('<div id="readability-page-1" class="page">'));
  assert.equal(found.length, found.textContent.length);
  assert.ok(found.excerpt.length > 0);
  assert.deepEqual(new Readability(text).parse(), found);
  // A document of another DOM is read by its markup.
  assert.deepEqual(new Readability({ documentElement: { outerHTML: text } }).parse(), found);
  assert.equal(new Readability(text, { serializer: (body) => body.children.length }).parse().content, 1);
  assert.throws(() => new Readability(text, { maxElemsToParse: 3 }).parse(), /maxElemsToParse/);
  assert.throws(() => new Readability(7).parse(), { code: "invalid-argument" });
  assert.equal(new Readability("<nav>").parse(), null);
  assert.equal(isProbablyReaderable(`<article>${`<p>${"Oak and elm. ".repeat(60)}</p>`.repeat(5)}</article>`), true);
  assert.equal(isProbablyReaderable("<p>Oak"), false);
});

test("Readability reads what a page says of itself, by its order of trust", () => {
  const text = `<p>${"Oak and elm grow here. ".repeat(30)}</p>`.repeat(3);
  const read = (head, body = "", options = {}) => new Readability(`<html lang=en dir=ltr><head>${head}</head><body>${body}<main>${text}`, options).parse();
  const linked = (value) => `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...value })}</script>`;
  const article = { "@type": "NewsArticle", headline: "H", author: [{ name: "A" }, { name: "B" }], description: "D", publisher: { name: "P" }, datePublished: "2026-01-01" };
  const metas = '<meta property="og:title" content="O &amp;amp; M"><meta name="Author" content="C"><meta name="dc.description" content="E">';
  const fields = ({ title, byline, excerpt, siteName, publishedTime }) => [title, byline, excerpt, siteName, publishedTime];
  assert.deepEqual(fields(read(metas + linked(article))), ["H", "A, B", "D", "P", "2026-01-01"]);
  assert.deepEqual(fields(read(metas + linked({ "@graph": [{ "@type": "WebPage" }, article] })))[0], "H");
  assert.deepEqual(fields(read(metas + linked(article), "", { disableJSONLD: true })), ["O & M", "C", "E", null, null]);
  assert.deepEqual(fields(read(metas + linked({ ...article, "@type": "WebSite" }))).slice(0, 2), ["O & M", "C"]);
  assert.equal(read('<meta name=title content="a"><meta name=title content="b">').title, "b");
  assert.equal(read('<meta property="og:title twitter:title" content="both">').title, "both");
  assert.equal(read("", "<div class=comment><i class=author>X</i></div><p class=byline> By  Y </p>").byline, "By Y");
  assert.equal(read("", "<p itemprop=author>By <b itemprop=name>Z</b>").byline, "Z");
  assert.equal(read('<meta property="article:author" content="https://a.example/b">').byline, null);
  for (const [title, expected] of [
    ["A tree of five or more words | Site", "A tree of five or more words"],
    ["Oak | A tree of five or more words", "A tree of five or more words"],
    ["Oak - Elm", "Oak - Elm"],
    ["Oak – a tree of five or more words", "Oak – a tree of five or more words"],
    ["Site: a tree of five or more words", "a tree of five or more words"],
    ["One two three four five six: elm", "One two three four five six: elm"],
    ["Oak", "Oak and elm and more"],
  ]) {
    assert.equal(read(`<title>${title}</title>`, "<h1>Oak and elm and more</h1>").title, expected);
  }
  assert.deepEqual([read("").lang, read("").dir, read("").title, read("").byline], ["en", "ltr", "", null]);
});

test("Readability leaves no classes, and makes the URLs of a DOM's document absolute", () => {
  const outerHTML = `<article class="a"><h1>T</h1>${`<p class="b keep">${"Oak and elm grow here. ".repeat(9)}<a href="#c">c</a><a href="/d">d</a><a href="javascript:e">e</a>`.repeat(4)}<figure><img src=f.png srcset="g.png 1x, h.png 2x"></figure>${"<p>Oak and elm grow here. ".repeat(9)}</article>`;
  const read = (document, options) => new Readability(document, options).parse().content;
  assert.ok(!/class="[^p]/.test(read(outerHTML)) && read(outerHTML).includes('href="/d"'));
  assert.ok(read(outerHTML, { keepClasses: true }).includes('class="b keep"'));
  assert.ok(read(outerHTML, { classesToPreserve: ["keep"] }).includes('<p class="keep">'));
  const url = "https://example.com/x/";
  const content = read({ documentElement: { outerHTML }, baseURI: url, documentURI: url });
  assert.equal(read(parse(outerHTML, { url })), content);
  for (const part of ['href="#c"', 'href="https://example.com/d"', "</a>e", 'src="https://example.com/x/f.png"', "x/g.png 1x, https://example.com/x/h.png 2x"]) {
    assert.ok(content.includes(part), part);
  }
});

test("a page is probably readerable by the text of its paragraphs", () => {
  const p = (attributes, length) => `<p ${attributes}>${"x".repeat(length)}</p>`;
  assert.ok(isProbablyReaderable(p("", 600)) && !isProbablyReaderable(p("", 500)));
  assert.ok(isProbablyReaderable(p("", 500), { minScore: 10 }) && isProbablyReaderable(p("", 500), { minContentLength: 0 }));
  for (const attributes of ["class=sidebar", "hidden", "style='display: none'", "aria-hidden=true"]) assert.ok(!isProbablyReaderable(p(attributes, 900)));
  assert.ok(isProbablyReaderable(p("class='sidebar main'", 900)) && !isProbablyReaderable(`<li>${p("", 900)}`));
  assert.ok(isProbablyReaderable(`<div>${"x".repeat(900)}<br></div>`) && !isProbablyReaderable(`<div>${"x".repeat(900)}</div>`));
  assert.ok(!isProbablyReaderable(p("", 900), () => false) && isProbablyReaderable(p("hidden", 900), { visibilityChecker: () => true }));
});

test("Readability takes time that is linear in the input", () => {
  for (const piece of ["<article class=author>x", "<h1>x", "<div id=byline><p>x<br>", '<meta property="article:author" content=x>']) {
    const read = (html) => [new Readability(html).parse(), isProbablyReaderable(html)];
    expectLinear(piece, read, `<title>a: b</title>${piece.repeat(5000)}`, `<title>a: b</title>${piece.repeat(40_000)}`);
  }
});

test("`require` gives what it gives for the original packages", () => {
  const require = createRequire(import.meta.url);
  const Service = require("sapwood/turndown");
  assert.equal(new Service().turndown("<b>a</b>"), "**a**");
  assert.equal(Service.default, Service);
  assert.equal(require("sapwood/dompurify").sanitize("<p onclick=x>a"), "<p>a</p>");
  assert.equal(require("sapwood/dompurify")().sanitize("<p onclick=x>a"), "<p>a</p>");
  assert.equal(require("sapwood/cheerio").load("<p>a")("p").text(), "a");
  assert.equal(require("sapwood/parse5").serialize(require("sapwood/parse5").parseFragment("<b>a")), "<b>a</b>");
});
