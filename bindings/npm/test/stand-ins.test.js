// The stand-ins for cheerio and Readability.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as original from "cheerio";
import { parse } from "sapwood";
import * as ours from "sapwood/cheerio";
import { Readability, isProbablyReaderable } from "sapwood/readability";
import { pages } from "./support.js";

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

test("Readability finds the main content", () => {
  const { bytes } = pages.find(({ name }) => name === "article.html");
  const text = bytes.toString("utf8");
  const document = parse(text);
  const found = new Readability(document).parse();
  assert.equal(found.title, document.article().title);
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
