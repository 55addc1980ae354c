// Parses and computes the views, so that the page stays responsive, whatever the size of the input.
//
// The page sends `{ id, type, … }` and gets `{ id, value }` or `{ id, error }`. The document of the last markup is kept for views, and for
// the children of a node in the tree, which are asked for when it is opened.

import * as sapwood from "../lib/index.js";
import { unitsByByte } from "../lib/offsets.js";

const ready = sapwood.init(new URL("sapwood.wasm", import.meta.url));

/** Longest text that a view shows. */
const MOST_TEXT = 500_000;
/** Most items of a list, and children of a node that are shown at once. */
const MOST_ITEMS = 500;
/** Most parts of Markdown that mark their place. */
const MOST_PARTS = 5_000;
/** Longest markup in which the node at the cursor is looked for. */
const MOST_FOR_PATHS = 1_000_000;

let [markup, options, document, units] = ["", {}, null, null];
/** Nodes that the page knows, by their numbers. */
let [nodes, numbers] = [[], new Map()];
/** Where nodes begin; made when it is first asked for. */
let starts = null;

const cut = (text) => (text.length > MOST_TEXT ? { text: text.slice(0, MOST_TEXT), rest: text.length - MOST_TEXT } : { text, rest: 0 });

/** Markdown with the places in the markup that its first parts come from. */
function mapped({ markdown, entries }) {
  const shown = entries.slice(0, MOST_PARTS).filter(({ end, source }) => source && end <= MOST_TEXT);
  return { ...cut(markdown), parts: shown.map(({ start, end, source }) => ({ start, end, range: range(source) })) };
}

const unit = (byte) => (units === null ? byte : units[byte]);
const range = (span) => span && { from: unit(span.start), to: unit(span.end) };

/** The range of a node in the markup, with its end tag. */
function rangeOf(node) {
  const start = range(node.span);
  const end = node.nodeType === 1 ? range(node.endTagSpan) : null;
  return start && start.to > start.from ? { ...start, to: end ? end.to : start.to } : null;
}

function numberOf(node) {
  if (!numbers.has(node)) {
    numbers.set(node, nodes.length);
    nodes.push(node);
  }
  return numbers.get(node);
}

/** Where the nodes begin that were written. */
function startsOf(root) {
  const found = [];
  const trees = [root];
  while (trees.length > 0) {
    for (const node of trees.pop().descendants()) {
      const place = rangeOf(node);
      if (place) found.push({ node, from: place.from });
      const contents = templateContents(node);
      if (contents) trees.push(contents);
    }
  }
  return found;
}

/** What the page shows of a node. */
function item(node) {
  const children = contentsOf(node);
  return { number: numberOf(node), label: label(node), range: rangeOf(node), isOpen: children.length > 0 };
}

function label(node) {
  switch (node.nodeType) {
    case 1: {
      const attributes = node.attributes.map(({ name, value }) => ` ${name}="${value.length > 200 ? `${value.slice(0, 200)}…` : value}"`);
      return `<${node.prefix ? `${node.prefix}:` : ""}${node.localName}${attributes.join("")}>`;
    }
    case 3:
      return JSON.stringify(node.data.length > 500 ? `${node.data.slice(0, 500)}…` : node.data);
    case 7:
      return `<?${node.target} ${node.data}?>`;
    case 8:
      return `<!--${node.data}-->`;
    case 10:
      return `<!DOCTYPE ${node.name}>`;
    default:
      return node.host?.localName === "template" ? "content" : "shadow root";
  }
}

/** The contents of a template; the `content` of a `meta` is a string. */
const templateContents = (node) => (node.localName === "template" ? node.content : null);

/** Children, and before them the contents of a template and a shadow tree. */
const contentsOf = (node) => (node.nodeType === 1 ? [templateContents(node), node.shadowRoot, ...node.childNodes].filter(Boolean) : node.childNodes);

/** Markup in the form of trees in tests: a line for each node. */
function dump(root) {
  const lines = [];
  const stack = [...root.childNodes].reverse().map((node) => [node, 0]);
  while (stack.length > 0 && lines.length < 20_000) {
    const [node, depth] = stack.pop();
    const line = (text) => lines.push("  ".repeat(depth) + text);
    if (node.nodeType === 1) {
      const namespace = { "http://www.w3.org/2000/svg": "svg ", "http://www.w3.org/1998/Math/MathML": "math " }[node.namespaceURI] ?? "";
      line(`<${namespace}${node.localName}>`);
      const attributes = node.attributes.map(({ name, value }) => `${name}="${value}"`).sort();
      attributes.forEach((it) => lines.push(`${"  ".repeat(depth + 1)}${it}`));
    } else if (node.nodeType === 11) line("content");
    else if (node.nodeType === 10) line(`<!DOCTYPE ${node.name}>`);
    else line(node.nodeType === 3 ? JSON.stringify(node.data) : label(node));
    const contents = templateContents(node);
    const children = contents ? [contents] : node.childNodes;
    for (let at = children.length - 1; at >= 0; at--) stack.push([children[at], depth + 1]);
  }
  return lines;
}

const HANDLERS = {
  parse(request) {
    document?.dispose();
    [markup, options] = [request.markup, request.options];
    [nodes, numbers, starts] = [[], new Map(), null];
    units = unitsByByte(markup);
    const start = performance.now();
    const settings = { positions: true, scripting: options.mode === "xml" ? undefined : options.scripting };
    document =
      options.mode === "xml"
        ? sapwood.parseXml(markup, settings)
        : options.mode === "fragment"
          ? sapwood.parseFragment(markup, settings)
          : sapwood.parse(markup, settings);
    return { time: performance.now() - start, bytes: units === null ? markup.length : units.length - 1 };
  },

  tree: () => ({ items: document.childNodes.slice(0, MOST_ITEMS).map(item) }),

  children({ number }) {
    const children = contentsOf(nodes[number]);
    return { items: children.slice(0, MOST_ITEMS).map(item), rest: Math.max(children.length - MOST_ITEMS, 0) };
  },

  /** The nodes from the root down to the last one that begins at or before an offset. */
  path({ offset }) {
    if (markup.length > MOST_FOR_PATHS) return { path: [] };
    starts ??= startsOf(document);
    let found = null;
    for (const { node, from } of starts) {
      if (from <= offset && (found === null || from >= found.from)) found = { node, from };
    }
    const path = [];
    for (let node = found?.node ?? null; node !== null && node !== document; node = node.parentNode ?? node.host) path.unshift(numberOf(node));
    return { path };
  },

  findings() {
    const settings = options.mode === "xml" ? { xml: true } : { scripting: options.scripting, context: options.mode === "fragment" ? "body" : "" };
    const all = sapwood.check(markup, settings);
    return { items: all.slice(0, MOST_ITEMS).map((it) => ({ ...it, range: range(it) })), rest: Math.max(all.length - MOST_ITEMS, 0) };
  },

  tokens() {
    const items = [];
    sapwood.tokenize(markup, (token) => items.push({ ...token, range: range(token) }) < MOST_ITEMS);
    return { items };
  },

  matches({ selector, xpath }) {
    const found = xpath ? document.xpath(xpath) : selector ? document.querySelectorAll(selector) : [];
    if (!Array.isArray(found)) return { items: [{ text: String(found), range: null }], count: 1 };
    const items = found.slice(0, MOST_ITEMS).map((it) => (typeof it === "string" ? { text: it, range: null } : { text: label(it), range: rangeOf(it) }));
    return { items, count: found.length };
  },

  text: () => cut(document.innerText),
  markdown: () => mapped(document.toMarkdownMap()),

  article() {
    if (document.nodeType !== 9) return { missing: "A main content is looked for in documents." };
    const found = document.article();
    const { text: _, markdown: __, html, ...about } = found;
    return { about, ...mapped(document.toMarkdownMap({ article: true })), html: sapwood.sanitize(html) };
  },

  sanitized() {
    const safe = sapwood.sanitize(markup, { document: options.mode === "document" });
    return cut(safe);
  },

  links() {
    const items = document.links();
    return { items: items.slice(0, MOST_ITEMS).map(({ element, kind, value }) => ({ kind, value, range: rangeOf(element) })), count: items.length };
  },

  minified() {
    const text = document.serialize("minified");
    return { ...cut(text), bytes: new TextEncoder().encode(text).length };
  },

  dump: () => ({ lines: dump(document) }),
};

self.addEventListener("message", async ({ data: { id, type, ...request } }) => {
  try {
    await ready;
    self.postMessage({ id, value: HANDLERS[type](request) });
  } catch (error) {
    self.postMessage({ id, error: { message: error.message, position: error.position ?? null } });
  }
});
