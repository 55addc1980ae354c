// The views of a document: each asks the worker for its data and returns an element.

import { fixOf } from "./fixes.js";

/** Makes an element: `make("a", { href: "x" }, "text", child)`. Members with the prefix `on` are listeners. */
export function make(name, members = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(members)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "role") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

const rest = (count, of) => (count > 0 ? [make("p", { className: "quiet" }, `${count.toLocaleString("en")} more ${of} are not shown.`)] : []);

/** A list whose items mark their place in the markup. */
function list(items, show, { mark, select }) {
  return items.map((item) =>
    make(
      "button",
      { type: "button", className: "item", onmouseenter: () => mark(item.range), onmouseleave: () => mark(null), onclick: () => item.range && select(item.range) },
      ...show(item),
    ),
  );
}

const MOST_LEVELS = 10;

/** A tree whose nodes are asked for when they are opened; arrow keys move and fold, as the pattern for trees says. */
async function tree({ ask, mark, select }) {
  const row = (item) => {
    const toggle = make("span", { className: "toggle", "aria-hidden": "true" }, item.isOpen ? "▸" : "");
    const line = make("div", { className: "row" }, toggle, item.label);
    const node = make("li", { role: "treeitem", tabIndex: -1 }, line);
    node.number = item.number;
    if (item.isOpen) node.setAttribute("aria-expanded", "false");
    node.open = async (depth = 0) => {
      if (node.getAttribute("aria-expanded") !== "false" || node.isLoading) return;
      node.isLoading = true;
      const { items, rest: more } = await ask("children", { number: item.number });
      node.isLoading = false;
      // A node is expanded when its children are there, so that keys find them.
      node.setAttribute("aria-expanded", "true");
      toggle.textContent = "▾";
      node.append(make("ul", { role: "group" }, ...items.map(row), ...rest(more, "nodes")));
      // An only child is opened with its parent, but not a whole chain of them.
      if (items.length === 1 && depth < MOST_LEVELS) await node.querySelector("[role=treeitem]").open?.(depth + 1);
    };
    node.close = () => {
      node.setAttribute("aria-expanded", "false");
      toggle.textContent = "▸";
      node.querySelector("ul")?.remove();
    };
    line.addEventListener("mouseenter", () => mark(item.range));
    line.addEventListener("mouseleave", () => mark(null));
    line.addEventListener("click", () => {
      node.focus();
      if (item.isOpen) node.getAttribute("aria-expanded") === "true" ? node.close() : node.open();
    });
    node.addEventListener("focus", () => mark(item.range));
    node.addEventListener("dblclick", (event) => {
      event.stopPropagation();
      if (item.range) select(item.range);
    });
    return node;
  };
  const { items } = await ask("tree");
  const root = make("ul", { role: "tree", className: "tree", "aria-label": "Tree" }, ...items.map(row));
  const first = root.querySelector("[role=treeitem]");
  if (first) first.tabIndex = 0;
  root.addEventListener("keydown", (event) => {
    const nodes = [...root.querySelectorAll("[role=treeitem]")];
    const node = document.activeElement;
    const at = nodes.indexOf(node);
    if (at < 0) return;
    const isExpanded = node.getAttribute("aria-expanded");
    const moves = {
      ArrowDown: () => nodes[at + 1],
      ArrowUp: () => nodes[at - 1],
      Home: () => nodes[0],
      End: () => nodes.at(-1),
      ArrowRight: () => (isExpanded === "false" ? void node.open() : isExpanded ? nodes[at + 1] : undefined),
      ArrowLeft: () => (isExpanded === "true" ? void node.close() : node.parentElement.closest("[role=treeitem]")),
    };
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    const next = moves[event.key]();
    if (!next) return;
    node.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  // The document element is open, and so is what is in the page.
  for (const node of root.children) await node.open();
  for (const node of root.querySelectorAll(":scope > li > ul > li")) {
    if (node.firstChild.textContent.endsWith("<body>")) await node.open();
  }
  return [root];
}

const text = (type) => async ({ ask }) => {
  const { text: shown, rest: more } = await ask(type);
  return [make("pre", {}, shown), ...rest(more, "characters")];
};

/** Markdown whose parts mark the markup that they come from. */
function markdown({ text: shown, rest: more, parts }, { mark, select }) {
  const pre = make("pre");
  let written = 0;
  for (const { start, end, range } of parts) {
    const part = { className: "mapped", onmouseenter: () => mark(range), onmouseleave: () => mark(null), onclick: () => select(range) };
    pre.append(shown.slice(written, start), make("span", part, shown.slice(start, end)));
    written = end;
  }
  pre.append(shown.slice(written));
  return [pre, ...rest(more, "characters")];
}

async function findings(context) {
  const { items, rest: more } = await context.ask("findings");
  context.underline(items.map(({ range }) => range));
  if (items.length === 0) return ["Nothing was found."];
  const show = ({ line, column, code, title, help, isNote }) => [
    make("strong", {}, `${line}:${column} ${title}`),
    make("span", { className: "quiet" }, ` ${isNote ? "note: " : ""}${code}`),
    make("br"),
    help,
  ];
  const markup = context.markup();
  const shown = list(items, show, context).map((item, at) => {
    const fix = context.mode() === "xml" ? null : fixOf(items[at], markup);
    if (fix === null) return item;
    const { line, column } = items[at];
    const apply = { type: "button", className: "fix", "aria-label": `${fix.label}, line ${line}, column ${column}`, onclick: () => context.change(fix) };
    return make("div", { className: "fixable" }, item, make("button", apply, fix.label));
  });
  return [...shown, ...rest(more, "findings")];
}

async function tokens(context) {
  const { items } = await context.ask("tokens");
  const show = ({ kind, name, data, attributes, selfClosing }) => [
    make("span", { className: "quiet" }, `${kind} `),
    name ?? "",
    ...(attributes ?? []).map((it) => ` ${it.name}="${it.value}"`),
    selfClosing ? " /" : "",
    data === undefined ? "" : ` ${JSON.stringify(data)}`,
  ];
  return [make("div", { className: "code" }, ...list(items, show, context))];
}

async function matches(context) {
  const { items, count } = await context.ask("matches", context.query());
  context.underline([]);
  const show = ({ text: shown }) => [shown];
  return [make("p", {}, count === 1 ? "1 result" : `${count.toLocaleString("en")} results`), make("div", { className: "code" }, ...list(items, show, context)), ...rest(count - items.length, "results")];
}

async function article(context) {
  const { missing, about, html, ...found } = await context.ask("article");
  if (missing) return [missing];
  const facts = Object.entries(about).filter(([, value]) => value !== null);
  const rows = facts.map(([name, value]) => make("tr", {}, make("th", {}, name), make("td", {}, String(value))));
  return [
    make("table", {}, make("tbody", {}, ...rows)),
    make("h2", {}, "As a reader sees it"),
    // What is shown was sanitized, and the frame runs no scripts.
    make("iframe", { title: "Main content", sandbox: "", srcdoc: html }),
    make("h2", {}, "As Markdown"),
    ...markdown(found, context),
  ];
}

async function sanitized({ ask, markup }) {
  const { text: shown, rest: more } = await ask("sanitized");
  const [before, after] = [markup().length, shown.length + more];
  return [make("p", { className: "quiet" }, `${before.toLocaleString("en")} characters became ${after.toLocaleString("en")}.`), make("pre", {}, shown), ...rest(more, "characters")];
}

async function links(context) {
  const { items, count } = await context.ask("links");
  if (count === 0) return ["There are no links."];
  return [...list(items, ({ kind, value }) => [make("span", { className: "quiet" }, `${kind} `), value], context), ...rest(count - items.length, "links")];
}

async function minified({ ask, size }) {
  const { text: shown, rest: more, bytes } = await ask("minified");
  const saved = size() > 0 ? (100 * (size() - bytes)) / size() : 0;
  return [make("p", {}, `${bytes.toLocaleString("en")} bytes, ${saved.toFixed(1)} % less`), make("pre", {}, shown), ...rest(more, "characters")];
}

/** Longest markup that is given to the browser's own parser, which can't run in a worker. */
const MOST_FOR_BROWSER = 500_000;

async function browser({ ask, markup, mode }) {
  if (mode() !== "document") return ["The browser's parser is compared for documents."];
  if (markup().length > MOST_FOR_BROWSER) return ["The markup is too long for the browser's parser, which would hold this page up."];
  const { lines } = await ask("dump");
  const theirs = dump(new DOMParser().parseFromString(markup(), "text/html"));
  const differing = lines.map((line, at) => line !== theirs[at]);
  const count = differing.filter(Boolean).length + Math.max(theirs.length - lines.length, 0);
  const shown = theirs.map((line, at) => make("div", { className: differing[at] ?? true ? "differs" : "" }, line));
  return [make("p", { className: count ? "differs" : "" }, count ? `${count} lines differ from the tree of this browser.` : "This browser makes the same tree."), make("div", { className: "code", style: "white-space: pre" }, ...shown)];
}

/** The tree of the browser's parser, in the form of that of the worker. */
function dump(root) {
  const lines = [];
  const stack = [...root.childNodes].reverse().map((node) => [node, 0]);
  while (stack.length > 0 && lines.length < 20_000) {
    const [node, depth] = stack.pop();
    const line = (shown) => lines.push("  ".repeat(depth) + shown);
    if (node.nodeType === Node.ELEMENT_NODE) {
      const namespace = { "http://www.w3.org/2000/svg": "svg ", "http://www.w3.org/1998/Math/MathML": "math " }[node.namespaceURI] ?? "";
      line(`<${namespace}${node.localName}>`);
      const attributes = [...node.attributes].map(({ name, value }) => `${name}="${value}"`).sort();
      attributes.forEach((it) => lines.push(`${"  ".repeat(depth + 1)}${it}`));
    } else if (node.nodeType === Node.DOCUMENT_FRAGMENT_NODE) line("content");
    else if (node.nodeType === Node.DOCUMENT_TYPE_NODE) line(`<!DOCTYPE ${node.name}>`);
    else if (node.nodeType === Node.TEXT_NODE) line(JSON.stringify(node.data));
    else line(node.nodeType === Node.COMMENT_NODE ? `<!--${node.data}-->` : `<?${node.target} ${node.data}?>`);
    const children = node.content instanceof DocumentFragment ? [node.content] : node.childNodes;
    for (let at = children.length - 1; at >= 0; at--) stack.push([children[at], depth + 1]);
  }
  return lines;
}

/** The views, by their names in links. */
export const VIEWS = {
  tree: { title: "Tree", show: tree },
  findings: { title: "Findings", show: findings },
  tokens: { title: "Tokens", show: tokens },
  select: { title: "Select", show: matches },
  text: { title: "Text", show: text("text") },
  markdown: { title: "Markdown", show: async (context) => markdown(await context.ask("markdown"), context) },
  article: { title: "Main content", show: article },
  sanitized: { title: "Sanitized", show: sanitized },
  links: { title: "Links", show: links },
  minified: { title: "Minified", show: minified },
  browser: { title: "Browser", show: browser },
};
