// The interface of Turndown, over Sapwood's documents.
//
// `toMarkdown` of the package is several times faster, and bounded on hostile pages; this is for programs that have rules of their own.

import "./whole.js";
import { invalidArgument } from "./errors.js";
import { Node } from "./nodes.js";
import { parse } from "./parse.js";
import { escapeMarkdown, rules as commonMark } from "./turndown/rules.js";
import { Ends, collapseWhitespace, walk, withoutAsciiAtEnd } from "./turndown/whitespace.js";

const names = (text) => new Set(text.split(" "));
const BLOCKS = names(
  "ADDRESS ARTICLE ASIDE AUDIO BLOCKQUOTE BODY CANVAS CENTER DD DIR DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM FRAMESET H1 H2 H3 H4 H5 H6 HEADER HGROUP HR HTML ISINDEX LI MAIN MENU NAV NOFRAMES NOSCRIPT OL OUTPUT P PRE SECTION TABLE TBODY TD TFOOT TH THEAD TR UL",
);
const VOIDS = names("AREA BASE BR COL COMMAND EMBED HR IMG INPUT KEYGEN LINK META PARAM SOURCE TRACK WBR");
/** Elements that mean something without content. */
const MEANINGFUL = names("A TABLE THEAD TBODY TFOOT TH TD IFRAME SCRIPT AUDIO VIDEO");

const isBlock = (node) => BLOCKS.has(node.nodeName);
const isVoid = (node) => VOIDS.has(node.nodeName);

const DEFAULTS = {
  headingStyle: "setext",
  hr: "* * *",
  bulletListMarker: "*",
  codeBlockStyle: "indented",
  fence: "```",
  emDelimiter: "_",
  strongDelimiter: "**",
  linkStyle: "inlined",
  linkReferenceStyle: "full",
  br: "  ",
  preformattedCode: false,
  blankReplacement: (_, node) => (node.isBlock ? "\n\n" : ""),
  keepReplacement: (_, node) => (node.isBlock ? `\n\n${node.outerHTML}\n\n` : node.outerHTML),
  defaultReplacement: (content, node) => (node.isBlock ? `\n\n${content}\n\n` : content),
};

/** The rules of a service, the first of which that an element fits counts. */
class Rules {
  #kept = [];
  #removed = [];

  constructor(options) {
    this.options = options;
    this.blankRule = { replacement: options.blankReplacement };
    this.keepReplacement = options.keepReplacement;
    this.defaultRule = { replacement: options.defaultReplacement };
    this.array = Object.values(commonMark());
  }

  add(_key, rule) {
    this.array.unshift(rule);
  }

  keep(filter) {
    this.#kept.unshift({ filter, replacement: this.keepReplacement });
  }

  remove(filter) {
    this.#removed.unshift({ filter, replacement: () => "" });
  }

  forNode(node) {
    if (node.isBlank) return this.blankRule;
    const fits = (rule) => matches(rule, node, this.options);
    return this.array.find(fits) ?? this.#kept.find(fits) ?? this.#removed.find(fits) ?? this.defaultRule;
  }

  forEach(call) {
    this.array.forEach(call);
  }
}

function matches(rule, node, options) {
  const { filter } = rule;
  if (typeof filter === "string") return filter === node.nodeName.toLowerCase();
  if (Array.isArray(filter)) return filter.includes(node.nodeName.toLowerCase());
  if (typeof filter === "function") return Boolean(filter.call(rule, node, options));
  throw new TypeError("`filter` needs to be a string, array, or function");
}

const MOST_LINE_FEEDS = 100;

/**
 * Markdown that grows at its end. Between two pieces are as many line feeds as the one has that has more, at most two. Line feeds at the
 * end are only counted until something follows them, so that adding a piece takes no time for what is there.
 */
class Markdown {
  #pieces = [];
  #lineFeeds = 0;

  add(text) {
    let [start, end] = [0, text.length];
    while (start < end && text[start] === "\n") start++;
    while (end > start && text[end - 1] === "\n") end--;
    const between = Math.min(2, Math.max(this.#lineFeeds, start));
    if (start === end) {
      this.#lineFeeds = between;
      return;
    }
    this.#pieces.push("\n\n".slice(0, between), text.slice(start, end));
    // Each block that ends here has added two, which in deep nesting would be as many as there are blocks, for each of them.
    this.#lineFeeds = Math.min(text.length - end, MOST_LINE_FEEDS);
  }

  toString() {
    // A wrapper of one piece hands it on without a copy.
    if (this.#lineFeeds === 0 && this.#pieces.length === 2 && this.#pieces[0] === "") return this.#pieces[1];
    return this.#pieces.join("") + "\n".repeat(this.#lineFeeds);
  }
}

/** Converts HTML to Markdown by rules. */
export default class TurndownService {
  constructor(options) {
    this.options = { ...DEFAULTS, ...options };
    this.rules = new Rules(this.options);
  }

  /** Returns the Markdown of markup, or of a node of this package or of a DOM. */
  turndown(input) {
    const html = typeof input === "string" ? input : markupOf(input);
    if (html === "") return "";
    const document = parse(`<x-turndown id="turndown-root">${html}</x-turndown>`);
    try {
      const root = document.getElementById("turndown-root");
      const isCode = (node) => node.nodeName === "PRE" || (this.options.preformattedCode && node.nodeName === "CODE");
      collapseWhitespace(root, { isBlock, isVoid, isPreformatted: isCode });
      document.snapshot();
      return this.#finish(this.#convert(root));
    } finally {
      document.dispose();
    }
  }

  /** Applies a plugin, a function that gets the service, or several. */
  use(plugin) {
    if (Array.isArray(plugin)) plugin.forEach((it) => this.use(it));
    else if (typeof plugin === "function") plugin(this);
    else throw new TypeError("plugin must be a Function or an Array of Functions");
    return this;
  }

  /** Adds a rule, which comes before those that were there. */
  addRule(key, rule) {
    this.rules.add(key, rule);
    return this;
  }

  /** Writes what fits a filter as HTML, unless a rule fits. */
  keep(filter) {
    this.rules.keep(filter);
    return this;
  }

  /** Writes nothing for what fits a filter, unless a rule fits or it is kept. */
  remove(filter) {
    this.rules.remove(filter);
    return this;
  }

  /** Escapes what Markdown would read as markup. */
  escape(text) {
    return escapeMarkdown(text);
  }

  /** Converts the content of a node. The stack holds the Markdown of the elements that are open. */
  #convert(root) {
    const ends = prepare(root);
    const stack = [new Markdown()];
    const add = (text) => stack.at(-1).add(text);
    walk(
      root,
      (node) => {
        if (node.nodeType === 3) add(node.isCode ? node.data : this.escape(node.data));
        else if (node.nodeType === 1) stack.push(new Markdown());
        return node.nodeType === 1;
      },
      (node) => {
        const content = String(stack.pop());
        add(this.#replacement(node, content, ends));
      },
    );
    return stack[0];
  }

  #replacement(node, content, ends) {
    const { leading, trailing } = this.#flanking(node, ends);
    node.flankingWhitespace = { leading, trailing };
    const rule = this.rules.forNode(node);
    return leading + rule.replacement(leading || trailing ? content.trim() : content, node, this.options) + trailing;
  }

  /** The white space of an inline element that goes outside of its delimiters. */
  #flanking(node, ends) {
    if (node.isBlock || (this.options.preformattedCode && node.isCode)) return { leading: "", trailing: "" };
    const { leading, trailing } = ends.get(node);
    const isFlanked = (sibling, hasSpace) => {
      if (sibling === null) return false;
      if (this.options.preformattedCode && sibling.nodeName === "CODE") return false;
      return !isBlock(sibling) && hasSpace(ends.get(sibling));
    };
    const afterSpace = isFlanked(node.previousSibling, (it) => (it.isBlank ? it.leading : it.trailing).endsWith(" "));
    const beforeSpace = isFlanked(node.nextSibling, (it) => it.leading.startsWith(" "));
    return {
      leading: afterSpace ? leading.replace(/^[ \t\r\n]+/, "") : leading,
      trailing: beforeSpace ? withoutAsciiAtEnd(trailing) : trailing,
    };
  }

  #finish(markdown) {
    this.rules.forEach((rule) => {
      if (typeof rule.append === "function") markdown.add(rule.append(this.options));
    });
    return String(markdown).replace(/^[\t\r\n]+/, "").trimEnd();
  }
}

/**
 * Sets what rules ask nodes for: `isBlock`, `isCode` and `isBlank`. Returns the ends of the text of each node. What an element has follows
 * from its children, in tree order, so all of it is found in one walk: the text of each element would be read once for each of its ancestors.
 */
function prepare(root) {
  const ends = new Map();
  /** Elements that are open: the ends of their text so far, and whether they have something that means something without text. */
  const open = [{ isCode: false, isMeaningful: false, ends: new Ends() }];
  walk(
    root,
    (node) => {
      const parent = open.at(-1);
      node.isCode = parent.isCode || node.nodeName === "CODE";
      if (node.nodeType === 3) {
        ends.set(node, Ends.of(node.data));
        parent.ends.append(ends.get(node));
        return false;
      }
      node.isBlock = isBlock(node);
      open.push({ isCode: node.isCode, isMeaningful: isVoid(node) || MEANINGFUL.has(node.nodeName), ends: new Ends() });
      return true;
    },
    (node) => {
      const closed = open.pop();
      node.isBlank = !closed.isMeaningful && closed.ends.isBlank;
      ends.set(node, closed.ends);
      open.at(-1).isMeaningful ||= closed.isMeaningful;
      open.at(-1).ends.append(closed.ends);
    },
  );
  return ends;
}

function markupOf(input) {
  if (input instanceof Node) return input.serialize(input.nodeType === 9 || input.nodeType === 11 ? "inner-html" : "html");
  if (typeof input?.outerHTML === "string") return input.outerHTML;
  if (typeof input?.documentElement?.outerHTML === "string") return input.documentElement.outerHTML;
  const children = Array.from(input?.childNodes ?? []);
  if (children.length > 0) return children.map((child) => child.outerHTML ?? escapeText(child.data ?? "")).join("");
  throw invalidArgument(`${input} is not a string, or an element/document/fragment node.`);
}

const escapeText = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

export { TurndownService };
