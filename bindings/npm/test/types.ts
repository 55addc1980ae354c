// Compiled, never run: what the types allow and what they refuse.

import {
  Document,
  Element,
  HTMLRewriter,
  Node,
  NodeFilter,
  Parser,
  SapwoodError,
  SelectingParser,
  article,
  check,
  extract,
  links,
  parse,
  parseFragment,
  parseStream,
  sanitize,
  tokenize,
  toMarkdown,
} from "sapwood";
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse as parse5, serialize } from "sapwood/parse5";
import purify, { type Config } from "sapwood/dompurify";

const document: Document = parse("<p>", { limits: { nodes: 10 }, positions: true });
const p: Element | null = document.querySelector("p");
const text: string = p!.textContent;
const href: string | null = p!.getAttribute("href");
for (const node of document.descendants()) {
  if (node.nodeType === 1) node.localName.toUpperCase();
  else if (node.nodeType === 3) node.data.length;
}
p!.classList.add("a");
p!.append("x", document.createElement("b"));
const absolute: string | undefined = parse("<a href=x>", { url: "https://example.org" }).querySelector("a")!.href;
p!.style.color = "red";
p!.title = "x";
const walker = document.createTreeWalker(p!, NodeFilter.SHOW_TEXT, (node) => (node.isEqualNode(p) ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_ACCEPT));
const next: Node | null = walker.nextNode();
const fields = document.extract({ title: "h1", urls: [{ selector: "a", value: "href" }], rows: [{ selector: "tr", value: { cell: "td" } }], size: { selector: "b", value: (it: Element) => it.children.length } });
const title: string | undefined = fields.title;
const urls: string[] = fields.urls;
const cell: string | undefined = fields.rows[0]!.cell;
const size: number | undefined = fields.size;
const also = extract("<p>", { a: "p" }).a;
const finding: number = check("<p")[0]!.line;
const kind: string = links("<a href=x>", { url: new URL("https://example.org") })[0]!.kind;
const markdown: string = toMarkdown(new Uint8Array());
const place: number | undefined = document.toMarkdownMap({ article: true }).entries[0]?.source?.start;
const main: string = article("").text;
sanitize("<p>", { preset: "nh3", context: "td" });
new HTMLRewriter().on("a", { element: (a) => void a.setAttribute("rel", "x").onEndTag((end) => void end.after("y")) }).onDocument({ end: (end) => void end.append("z") });
const stream: TransformStream<Uint8Array, Uint8Array> = new HTMLRewriter().stream();
const rewritten: Promise<string> = new HTMLRewriter().on("a", { element: async (a) => void a.remove() }).transformAllAsync("<a>");
new SelectingParser().on("p", (it) => it.textContent);
const parser = new Parser();
parser.write("<p>");
const streamed: Promise<Document> = parseStream([new Uint8Array()]);
tokenize("<p>", (token) => token.kind !== "comment");
try {
  parseFragment("<td>", { context: "tr" });
} catch (error) {
  if (error instanceof SapwoodError && error.code === "invalid-argument") error.position?.start;
}

const tree: DefaultTreeAdapterTypes.Document = parse5("<p>", { sourceCodeLocationInfo: true, onParseError: (error) => error.startLine }) as DefaultTreeAdapterTypes.Document;
const markup: string = serialize(tree, { treeAdapter: defaultTreeAdapter });

// @ts-expect-error A stream of tokens has no URL.
tokenize("", () => true, { url: "https://example.org" });
// @ts-expect-error A limit has no such name.
parse("", { limits: { time: 1 } });
// @ts-expect-error A handler returns no promise that anybody waits for, and has no such member.
new HTMLRewriter().on("a", { elements() {} });
// @ts-expect-error Nodes are made by a document.
new Element();

export const used = [text, absolute, href, title, urls, cell, size, also, finding, kind, markdown, main, stream, rewritten, streamed, markup];

const configuration: Config = { ADD_TAGS: (tag) => tag === "x-y", CUSTOM_ELEMENT_HANDLING: { tagNameCheck: /^x-/ } };
const purified: string = purify.sanitize("<b>", configuration);
const purifiedElement: Element = purify.sanitize("<b>", { RETURN_DOM: true });
purify.addHook("uponSanitizeAttribute", (node, event) => {
  event.keepAttr = node.tagName !== "A" && event.attrName !== "id";
});
const removedNames: string[] = purify.removed.map((it) => ("element" in it ? it.element.nodeName : it.attribute.name));
// @ts-expect-error: no hook has this name
purify.addHook("typo", () => {});
export { purified, purifiedElement, removedNames };
