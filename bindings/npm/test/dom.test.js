// Nodes and what can be done with them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DOMParser, Element, Node, NodeFilter, ParentNode, SapwoodError, XMLSerializer, parse, parseFragment, parseXml } from "sapwood";
import { RULES } from "../lib/nodes/reflected.js";
import { pages } from "./support.js";

test("nodes are read and are the same object each time", () => {
  const document = parse("<!DOCTYPE html><ul class='a b'><li id=x data-some-key=1>Oak<li>Elm</ul><!--c-->");
  const [oak, elm] = document.querySelectorAll("li");
  assert.ok(oak instanceof Element && oak.nodeType === 1 && oak.tagName === "LI" && oak.localName === "li");
  assert.equal(oak.nextSibling, elm);
  assert.equal(elm.previousElementSibling, oak);
  assert.equal(document.getElementById("x"), oak);
  assert.equal(oak.parentNode, document.querySelector("ul"));
  assert.deepEqual(document.body.children[0].children, [oak, elm]);
  assert.equal(oak.firstChild.data, "Oak");
  assert.equal(oak.ownerDocument, document);
  assert.equal(document.ownerDocument, null);
  assert.equal(document.doctype.name, "html");
  assert.equal(document.body.lastChild.nodeValue, "c");
  assert.deepEqual([...oak.parentNode.classList], ["a", "b"]);
  assert.equal(oak.dataset.someKey, "1");
  assert.deepEqual({ ...oak.attributes[0] }, { name: "id", localName: "id", prefix: null, namespaceURI: null, value: "x" });
  assert.equal(oak.closest("ul"), elm.parentElement);
  assert.ok(oak.matches("li:first-child") && !elm.matches("#x"));
  assert.deepEqual(document.selectTexts("li"), ["Oak", "Elm"]);
  assert.deepEqual(document.selectAttributes("li", "id"), ["x"]);
  assert.equal([...document.descendants()].length, 10);
});

test("names with special characters are found", () => {
  const document = parse("<p id='1:a b' class='2x \u00e4 -'><o:p>x</o:p>");
  assert.equal(document.getElementById("1:a b").localName, "p");
  for (const name of ["2x", "\u00e4", "-", "- 2x"]) assert.equal(document.getElementsByClassName(name).length, 1, name);
  assert.equal(document.getElementsByTagName("o:p").length, 1);
  assert.equal(document.getElementsByTagName("P").length, 1);
});

test("attributes of HTML ignore case, those of SVG do not", () => {
  const fragment = parseFragment("<p Title=a></p><svg viewBox='0 0 1 1' xlink:href=#a></svg>");
  const [p, svg] = fragment.children;
  assert.equal(p.getAttribute("TITLE"), "a");
  assert.equal(svg.getAttribute("viewBox"), "0 0 1 1");
  assert.equal(svg.getAttribute("viewbox"), null);
  assert.equal(svg.getAttribute("xlink:href"), "#a");
  assert.equal(fragment.snapshot().children[1].getAttribute("xlink:href"), "#a");
  assert.equal(svg.attributes[1].namespaceURI, "http://www.w3.org/1999/xlink");
});

test("edits change the tree and what was read before stays true", () => {
  const document = parse("<div><p>One<p>Two</div>");
  const div = document.querySelector("div");
  const [one, two] = div.children;
  document.snapshot();
  one.setAttribute("class", "a");
  one.classList.add("b");
  two.textContent = "Zwei";
  const three = document.createElement("p");
  three.append("Drei", document.createComment("c"));
  div.append(three);
  div.prepend("x", document.createElement("hr"));
  assert.equal(div.innerHTML, 'x<hr><p class="a b">One</p><p>Zwei</p><p>Drei<!--c--></p>');
  one.remove();
  assert.equal(one.parentNode, null);
  assert.ok(!one.isConnected && one.textContent === "One");
  two.replaceWith(one, "!");
  one.insertAdjacentHTML("beforebegin", "<i>y</i>");
  three.outerHTML = "<b>z</b>";
  assert.equal(div.innerHTML, 'x<hr><i>y</i><p class="a b">One</p>!<b>z</b>');
  one.unwrap();
  div.querySelector("b").rename("strong");
  div.querySelector("i").wrap(document.createElement("u"));
  assert.equal(div.innerHTML, "x<hr><u><i>y</i></u>One!<strong>z</strong>");
  const copy = div.cloneNode(true);
  assert.equal(copy.outerHTML, div.outerHTML);
  assert.equal(div.cloneNode().outerHTML, "<div></div>");
  assert.equal(document.removeAll("i, strong"), 2);
  assert.equal(document.unwrapAll("u"), 1);
  div.normalize();
  assert.equal(div.innerHTML, "x<hr>One!");
});

test("an edit that is not possible changes nothing", () => {
  const document = parse("<div><p></div>");
  const [div, p] = [document.querySelector("div"), document.querySelector("p")];
  const before = document.innerHTML;
  assert.throws(() => p.append(div), { code: "invalid-edit" });
  assert.throws(() => div.removeChild(document.body), { code: "invalid-edit" });
  assert.throws(() => div.append(parse("<p>").querySelector("p")), { code: "stale-node" });
  assert.throws(() => div.insertAdjacentHTML("middle", ""), { code: "invalid-argument" });
  assert.throws(() => div.append(7), { code: "invalid-argument" });
  assert.equal(document.innerHTML, before);
  const copy = document.importNode(parse("<p>x").querySelector("p"));
  div.append(copy);
  assert.equal(div.textContent, "x");
});

test("errors have a code and a position", () => {
  const document = parse("");
  assert.throws(() => document.querySelector("a[\u00e4\u00e4 b"), (error) => {
    assert.ok(error instanceof SapwoodError && error instanceof Error && error.name === "SapwoodError");
    assert.equal(error.code, "invalid-selector");
    assert.ok(error.position.start >= 4 && error.position.end <= 7, JSON.stringify(error.position));
    return true;
  });
  assert.throws(() => document.xpath("//p["), { code: "invalid-xpath" });
  assert.throws(() => document.querySelector(7), { code: "invalid-argument" });
  assert.throws(() => document.serialize("pdf"), { code: "invalid-argument" });
  assert.throws(() => document.serialize("xml drop-comments"), { code: "invalid-argument" });
  const div = parse("<div>a<!--b--></div>").querySelector("div");
  assert.equal(div.serialize("minified drop-comments"), "<div>a</div>");
  assert.throws(() => parse("", { limits: { time: 1 } }), /no clock/);
  assert.throws(() => parse("", { limit: 1 }), /unknown option "limit"/);
  assert.throws(() => parse("", { limits: { nodes: -1 } }), /whole number/);
  assert.throws(() => parse("", { encoding: "utf9" }), /unknown encoding label/);
  assert.throws(() => parse(null), { code: "invalid-argument" });
});

test("a document that was disposed of can't be used", () => {
  const document = parse("<p>a");
  const p = document.querySelector("p");
  document.dispose();
  document.dispose();
  for (const use of [() => p.textContent, () => document.innerHTML, () => p.remove(), () => document.querySelector("p")]) {
    assert.throws(use, { code: "disposed" });
  }
});

test("a document that is trimmed keeps its nodes", () => {
  for (const { bytes } of pages) {
    const document = parse(bytes);
    const root = document.documentElement;
    const before = { elements: document.querySelectorAll("*"), html: root.outerHTML, memory: document.memory };
    const texts = before.elements.map((it) => it.textContent);
    document.trim();
    assert.ok(document.memory < before.memory, `${document.memory}`);
    assert.equal(root.outerHTML, before.html);
    assert.deepEqual(before.elements.map((it) => it.textContent), texts);
    const last = before.elements.at(-1);
    last.textContent = "new & longer";
    last.setAttribute("title", "new");
    document.trim();
    assert.equal(last.textContent, "new & longer");
    assert.equal(last.getAttribute("title"), "new");
  }
});

test("a document that is kept is trimmed when the next one is parsed", () => {
  const page = `<title>Trees</title>${"<p class=a>Oak &amp; <b>elm</b></p>".repeat(1000)}`;
  const kept = parse(page);
  const whole = kept.memory;
  const walk = kept.descendants();
  const texts = [];
  const take = (count) => {
    for (let at = 0; at < count; at++) texts.push(walk.next().value?.textContent);
  };
  take(2000);
  parse(page).dispose();
  assert.ok(kept.memory < 0.7 * whole, `${kept.memory} of ${whole}`);
  take(2000);
  const fresh = [...parse(page).descendants()].slice(0, 4000).map((it) => it.textContent);
  assert.deepEqual(texts, fresh);
  kept.body.append("end");
  assert.ok(kept.body.textContent.endsWith("elmend"));
});

test("memory that grows invalidates nothing", () => {
  const document = parse("<p title=t>Oak").snapshot();
  const p = document.querySelector("p");
  const others = Array.from({ length: 40 }, () => parse("<p>x</p>".repeat(20_000)));
  assert.equal(p.textContent, "Oak");
  assert.equal(p.getAttribute("title"), "t");
  assert.equal(document.querySelectorAll("p")[0], p);
  others.forEach((it) => it.dispose());
});

test("XPath gives nodes, values and the strings of attributes", () => {
  const document = parse("<a href=/1>One</a><a href=/2>Two</a>");
  assert.deepEqual(document.xpath("//a/@href"), ["/1", "/2"]);
  assert.equal(document.xpath("//a")[1].textContent, "Two");
  assert.equal(document.xpath("count(//a)"), 2);
  assert.equal(document.xpath("string(//a)"), "One");
  assert.equal(document.xpath("//a = 'Two'"), true);
  const xml = parseXml("<r xmlns:x='urn:x'><x:a>1</x:a></r>");
  assert.equal(xml.xpath("string(//y:a)", { namespaces: { y: "urn:x" } }), "1");
  assert.throws(() => document.xpath("//a[count(//a) = 2]//a", { budget: 3 }), { code: "xpath-failed" });
});

test("templates, shadow trees and their hosts are found", () => {
  const html = "<template><p>in</template><div><template shadowrootmode=open><b>s</b></template></div>";
  for (const prepare of [(it) => it, (it) => it.snapshot()]) {
    const document = prepare(parse(html, { declarativeShadowRoots: true }));
    const template = document.querySelector("template");
    assert.equal(template.content.querySelector("p").textContent, "in");
    assert.equal(template.content.host, template);
    assert.equal(template.childNodes.length, 0);
    const shadow = document.querySelector("div").shadowRoot;
    assert.equal(shadow.firstChild.localName, "b");
    assert.equal(shadow.firstChild.parentNode, shadow);
  }
});

test("the order of nodes is known, in the tree and out of it", () => {
  const { CONTAINED_BY, CONTAINS, DISCONNECTED, FOLLOWING, PRECEDING } = Object.fromEntries(
    Object.entries(Node).map(([name, value]) => [name.replace("DOCUMENT_POSITION_", ""), value]),
  );
  const document = parse("<ul><li>1<li>2</ul><template><i></i><b></b></template>");
  const detached = document.createElement("div");
  detached.innerHTML = "<ul><li>1</li><li>2</li></ul>";
  for (const list of [document.querySelector("ul"), detached.firstChild]) {
    const [one, two] = list.children;
    assert.equal(one.compareDocumentPosition(two), FOLLOWING);
    assert.equal(two.compareDocumentPosition(one), PRECEDING);
    assert.equal(two.compareDocumentPosition(one.firstChild), PRECEDING);
    assert.equal(list.compareDocumentPosition(two.firstChild), CONTAINED_BY | FOLLOWING);
    assert.equal(two.firstChild.compareDocumentPosition(list), CONTAINS | PRECEDING);
    assert.equal(one.compareDocumentPosition(one), 0);
  }
  const { content } = document.querySelector("template");
  assert.equal(content.firstChild.compareDocumentPosition(content.lastChild), FOLLOWING);
  for (const other of [detached, content, parse("x").body]) {
    const [there, back] = [document.body.compareDocumentPosition(other), other.compareDocumentPosition(document.body)];
    assert.ok(there & DISCONNECTED && back & DISCONNECTED);
    assert.equal((there ^ back) & (PRECEDING | FOLLOWING), PRECEDING | FOLLOWING);
  }
  assert.throws(() => document.body.compareDocumentPosition(null), { code: "invalid-argument" });
});

test("equal nodes are told from others", () => {
  const document = parse("<p a=1 b=2>x<!--c--></p><p b=2 a=1>x<!--c--></p><p a=1 b=2>x<!--d--></p><p a=1>x");
  const [one, two, three, four] = document.querySelectorAll("p");
  assert.ok(one.isEqualNode(two) && one.isEqualNode(one.cloneNode(true)) && one.isSameNode(one) && !one.isSameNode(two));
  assert.ok(!one.isEqualNode(three) && !one.isEqualNode(four) && !one.isEqualNode(null) && !one.isEqualNode(one.firstChild));
  const deep = "<div>".repeat(100_000);
  assert.ok(parse(deep).isEqualNode(parse(deep)) && !parse(deep).isEqualNode(parse(`${deep}x`)));
});

test("data is cut and joined by code units", () => {
  const document = parse("<p>a😀b");
  const { firstChild: text } = document.querySelector("p");
  assert.equal(text.substringData(1, 2), "😀");
  text.appendData("cd");
  text.insertData(0, "_");
  text.deleteData(1, 1);
  text.replaceData(3, 100, "Z");
  assert.equal(text.data, "_😀Z");
  const rest = text.splitText(3);
  assert.deepEqual([text.data, rest.data, text.nextSibling === rest, rest.wholeText], ["_😀", "Z", true, "_😀Z"]);
  assert.equal(document.createTextNode("ab").splitText(1).parentNode, null);
  for (const call of [() => text.splitText(4), () => text.substringData(-1, 0), () => text.insertData(9, "x")]) {
    assert.throws(call, { code: "invalid-argument", message: /is after the end: the data has 3 code units/ });
  }
});

test("attributes are found and set by their namespaces", () => {
  const xlink = "http://www.w3.org/1999/xlink";
  const document = parse('<svg xlink:href="#a" href="#b" viewBox="0">');
  const svg = document.querySelector("svg");
  assert.deepEqual([svg.getAttributeNS(xlink, "href"), svg.getAttributeNS(null, "href")], ["#a", "#b"]);
  assert.ok(svg.hasAttributeNS("", "viewBox") && !svg.hasAttributeNS(xlink, "viewBox"));
  svg.setAttributeNS(xlink, "xlink:href", "#c");
  svg.setAttributeNS(xlink, "xlink:title", "t");
  svg.setAttributeNS(null, "href", "#d");
  assert.equal(svg.outerHTML, '<svg xlink:href="#c" href="#d" viewBox="0" xlink:title="t"></svg>');
  svg.removeAttributeNS(xlink, "href");
  svg.removeAttributeNS(xlink, "absent");
  assert.equal(svg.outerHTML, '<svg href="#d" viewBox="0" xlink:title="t"></svg>');
  assert.throws(() => svg.setAttributeNS(null, "a:b", ""), { code: "invalid-edit" });
});

test("a fragment gives its children to where it is inserted", () => {
  const document = parse("<p>1");
  const fragment = document.createDocumentFragment();
  const fill = () => fragment.append("a", document.createElement("b"), document.createProcessingInstruction("c", "d"));
  const p = document.querySelector("p");
  fill();
  assert.equal(fragment.nodeType, 11);
  p.appendChild(fragment);
  assert.equal(fragment.childNodes.length, 0);
  fill();
  p.insertBefore(fragment, p.firstChild);
  fill();
  p.before(fragment, "x");
  const written = "a<b></b><?c d?>";
  assert.equal(document.body.innerHTML, `${written}x<p>${written}1${written}</p>`);
  fill();
  p.replaceWith(fragment);
  assert.equal(document.body.innerHTML, `${written}x${written}`);
  assert.throws(() => document.createProcessingInstruction("a b", ""), { code: "invalid-edit" });
});

test("a walker shows what its filter lets through", () => {
  const document = parse("<main><h1>a</h1><nav><a>b</a></nav><p><i>c</i><!--d--></p></main>");
  const main = document.querySelector("main");
  const filter = (node) => (node.nodeName === "NAV" ? NodeFilter.FILTER_REJECT : node.nodeName === "P" ? NodeFilter.FILTER_SKIP : 1);
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT, { acceptNode: filter });
  const walk = (step) => {
    const names = [];
    for (let node = walker[step](); node !== null; node = walker[step]()) names.push(node.nodeName);
    return names;
  };
  assert.deepEqual(walk("nextNode"), ["H1", "I", "#comment"]);
  assert.deepEqual(walk("previousSibling"), ["I", "H1"]);
  assert.deepEqual(walk("nextSibling"), ["I", "#comment"]);
  assert.deepEqual(walk("previousNode"), ["I", "H1", "MAIN"]);
  assert.deepEqual([walker.firstChild().nodeName, walker.parentNode().nodeName, walker.lastChild().nodeName], ["H1", "MAIN", "#comment"]);
  walker.currentNode = main;
  assert.equal(walker.parentNode(), null);
});

test("the source keeps all bytes but the edited ones", () => {
  const document = parse("<p  class=a >Oak<P>Elm", { source: true });
  document.querySelector("p").setAttribute("class", "b");
  assert.equal(document.toSource(), "<p  class=b >Oak<P>Elm");
  const [patch] = document.patches();
  assert.deepEqual([patch.start, patch.end, new TextDecoder().decode(patch.replacement)], [10, 11, "b"]);
});

test("the source of bytes is decoded as they were, and keeps its byte order mark", () => {
  const latin = Uint8Array.from(Buffer.from("<p class=a>\u00e4\u00f6", "latin1"));
  const document = parse(latin, { source: true, encoding: "windows-1252" });
  document.querySelector("p").setAttribute("class", "b");
  assert.equal(document.toSource(), "<p class=b>\u00e4\u00f6");
  assert.deepEqual(Buffer.from(document.toSourceBytes()).toString("latin1"), "<p class=b>\u00e4\u00f6");
  const marked = parse(Buffer.from("\ufeff<p>\u20ac"), { source: true });
  assert.equal(marked.toSource(), "\ufeff<p>\u20ac");
});

test("positions, errors, limits and encodings are reported", () => {
  const document = parse("<p a=1>x</p></b>", { positions: true, errors: true });
  const p = document.querySelector("p");
  assert.deepEqual(p.span, { start: 0, end: 7 });
  assert.deepEqual(p.endTagSpan, { start: 8, end: 12 });
  assert.deepEqual(p.attributeSpan("a"), { start: 3, end: 6 });
  assert.ok(document.errors.some((error) => error.start === 12));
  assert.equal(parse("<p>".repeat(100), { limits: { nodes: 10 } }).limit, "nodes");
  const bytes = Uint8Array.of(0x3c, 0x70, 0x3e, 0xe4);
  assert.equal(parse(bytes, { encoding: "latin1" }).body.textContent, "\u00e4");
  assert.equal(parse(bytes).characterSet, "windows-1252");
  assert.equal(parse("").characterSet, null);
  assert.equal(parse("<p>").quirksMode, "quirks");
});

test("text of all scripts goes in and comes out", () => {
  const text = "\u00e4\u20ac\u{1f333}\u0000".slice(0, -1).repeat(3000);
  const document = parse(`<p title="${text}">${text}</p>`);
  const p = document.querySelector("p");
  assert.equal(p.textContent, text);
  assert.equal(document.snapshot().querySelector("p").textContent, text);
  assert.equal(p.getAttribute("title"), text);
  assert.equal(parse("<p>\ud800").body.textContent, "\ufffd");
});

test("properties of HTML elements reflect attributes", () => {
  const html = "<base href=/b/><a href=x rel=me>y</a><img alt=z><input type=CHECKBOX checked><td colspan=0><meta content=c><template>t</template><svg><a href=q>";
  const document = parse(html, { url: "https://example.org/p" });
  const of = (selector) => document.querySelector(selector);
  assert.equal(document.URL, "https://example.org/p");
  assert.equal(of("a").baseURI, "https://example.org/b/");
  assert.equal(of("a").href, "https://example.org/b/x");
  assert.deepEqual(document.links().map(({ url }) => url), ["https://example.org/b/x", "https://example.org/b/q"]);
  assert.deepEqual([of("a").rel, of("a").text, of("img").alt, of("img").src, of("p"), of("meta").content], ["me", "y", "z", "", null, "c"]);
  assert.deepEqual([of("input").type, of("input").checked, of("input").value, of("input").size], ["checkbox", true, "on", 20]);
  of("template").content = "u";
  assert.equal(of("template").content.textContent, "t");
  of("meta").content = "d";
  assert.equal(of("meta").getAttribute("content"), "d");
  // Elements that don't have a property are as any object.
  assert.deepEqual([of("svg a").href, of("svg a").title, of("img").href], [undefined, undefined, undefined]);
  of("img").href = 5;
  assert.deepEqual([of("img").href, of("img").getAttribute("href")], [5, null]);
  of("a").hash = "top";
  assert.deepEqual([of("a").hostname, of("a").pathname, of("a").hash], ["example.org", "/b/x", "#top"]);
  of("base").href = "c/";
  assert.equal(of("a").baseURI, "https://example.org/c/");
  of("base").remove();
  of("a").href = "v";
  of("input").checked = false;
  assert.equal(of("a").href, "https://example.org/v");
  assert.equal(of("input").outerHTML, "<input type=\"CHECKBOX\">");
  assert.equal(parse("<a href=x>").querySelector("a").href, "x");
  assert.throws(() => parse("", { url: "/p" }), { code: "invalid-argument", message: /must be absolute/ });
});

test("the base URL is that of the first base element after any edits", () => {
  let seed = 7;
  const below = (most) => ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0), seed % 65521) % most;
  for (let round = 0; round < 60; round++) {
    const document = parse(["<p>a", "<base><p>a<i>b", "<base href=/1/><div><base href=/2/><p>a"][round % 3], { url: "https://e.org/" });
    let loose = document.createElement("b");
    for (let step = 0; step < 40; step++) {
      const all = document.body.querySelectorAll("*");
      const one = all[below(all.length)] ?? document.body.appendChild(document.createElement("p"));
      const made = () => document.createElement(["base", "p"][below(2)]);
      const edits = [
        () => one.setAttribute("href", `/${step}/`),
        () => one.removeAttribute("href"),
        () => one.append("x"),
        () => one.append(made()),
        () => one.before(loose),
        () => ((loose = one), one.remove()),
        () => one.unwrap(),
        () => one.rename(["base", "u"][below(2)]),
        () => (one.innerHTML = ["<base href=/h/>", "y"][below(2)]),
        () => (one.textContent = "z"),
        () => one.replaceWith(made(), "w"),
        () => one.parentNode.append(one.cloneNode(true)),
        () => document.body.insertAdjacentHTML("beforeend", "<base href=/b/><p>"),
      ];
      try {
        edits[below(edits.length)]();
      } catch (error) {
        assert.equal(error.code, "invalid-edit");
      }
      const base = document.querySelector("base[href]")?.getAttribute("href") ?? "";
      assert.equal(document.body.baseURI, new URL(base, "https://e.org/").href);
    }
    document.dispose();
  }
});

test("a select has the options that a page starts with", () => {
  const one = (html) => parse(`<select ${html}</select>`).querySelector("select");
  const select = one("><option disabled>a<optgroup disabled><option>b</optgroup><option value=3> c  d <option>e");
  assert.deepEqual([select.value, select.selectedIndex, select.options.length], ["3", 2, 4]);
  assert.deepEqual(select.selectedOptions.map((it) => it.text), ["c d"]);
  select.value = "e";
  assert.deepEqual([select.selectedIndex, select.options[3].outerHTML], [3, '<option selected="">e</option>']);
  select.selectedIndex = 0;
  assert.deepEqual([select.value, select.querySelectorAll("[selected]").length], ["a", 1]);
  select.value = "none such";
  assert.equal(select.querySelector("[selected]"), null);
  assert.deepEqual([one("size=2><option>a").value, one("><option selected>a<option selected>b").value, one(">").value], ["", "b", ""]);
  assert.deepEqual(one("multiple><option selected>a<option>b<option selected>c").selectedOptions.map((it) => it.value), ["a", "c"]);
});

test("no property of an attribute hides another member, and all have a type", () => {
  const types = readFileSync(new URL("../lib/index.d.ts", import.meta.url), "utf8");
  const properties = new Set(Object.values(RULES).flatMap((rules) => Object.keys(rules)));
  for (const property of properties) {
    assert.ok(property === "content" || new RegExp(`\\n  (readonly )?${property}: `).test(types), property);
    assert.ok(!(property in ParentNode.prototype), property);
  }
  const { body } = parse("<div>");
  for (const method of ["wrap", "matches", "getAttribute"]) assert.equal(typeof body[method], "function");
});

test("styles are read and written by their declarations", () => {
  const document = parse("<p style=\"color:red;DISPLAY: none !important; --x: 'a;b'; background: url(a;b) /* c */;; width:\">");
  const { style } = document.querySelector("p");
  assert.deepEqual([style.color, style.display, style.getPropertyPriority("display"), style.width], ["red", "none", "important", ""]);
  assert.deepEqual([style.getPropertyValue("--x"), style.background, style.length], ["'a;b'", "url(a;b)", 4]);
  assert.deepEqual([...style], ["color", "display", "--x", "background"]);
  style.backgroundColor = "blue";
  style.color = "";
  style.removeProperty("background");
  style.setProperty("--x", "y");
  style.width = "1px; height: 2px";
  assert.equal(document.querySelector("p").getAttribute("style"), "display: none !important; --x: y; background-color: blue;");
  document.querySelector("p").style = "a: b";
  assert.equal(style.cssText, "a: b");
});

test("attributes can be copied from element to element", () => {
  const document = parse("<svg><g xlink:href=a b=c></svg><p TITLE=t>");
  const [g, p] = [document.querySelector("g"), document.querySelector("p")];
  for (const attribute of g.attributes) p.setAttributeNode(attribute.cloneNode());
  assert.equal(p.outerHTML, '<p title="t" xlink:href="a" b="c"></p>');
  assert.equal(p.getAttributeNode("Title").nodeValue, "t");
  assert.equal(p.getAttributeNode("x"), null);
});

test("parsing and serializing have the names of browsers, too", () => {
  const parser = new DOMParser();
  const html = parser.parseFromString("<p>a", "text/html");
  assert.equal(html.body.innerHTML, "<p>a</p>");
  const xml = parser.parseFromString("<a><B/></a>", "application/xml");
  assert.equal(new XMLSerializer().serializeToString(xml), "<a><B/></a>");
  assert.throws(() => parser.parseFromString("", "text/plain"), { code: "invalid-argument" });
  html.title = "t";
  assert.equal(html.head.innerHTML, "<title>t</title>");
  html.body.append("5", html.createElement("b"));
  html.body.lastChild.setAttribute("name", "1 a");
  assert.equal(html.body.innerHTML, '<p>a</p>5<b name="1 a"></b>');
  assert.deepEqual(html.getElementsByName("1 a"), [html.body.lastChild]);
});
