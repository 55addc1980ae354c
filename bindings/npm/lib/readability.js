// The interface of Readability, over the main content that Sapwood finds.

import "./whole.js";
import { invalidArgument } from "./errors.js";
import { Document } from "./nodes.js";
import { parse } from "./parse.js";

/** Finds the main content of a document: one of this package, one of a DOM, or markup. */
export class Readability {
  #document;
  #options;

  constructor(document, options = {}) {
    this.#document = document;
    this.#options = options;
  }

  /** Returns the main content with its title, author and others; `null` if there is none. */
  parse() {
    const { maxElemsToParse = 0, serializer = (element) => element.innerHTML } = this.#options;
    return using(this.#document, (document) => {
      const count = maxElemsToParse > 0 ? document.getElementsByTagName("*").length : 0;
      if (count > maxElemsToParse) throw new Error(`the document has ${count} elements, and maxElemsToParse is ${maxElemsToParse}`);
      const found = document.article();
      const textContent = found.text;
      if (textContent === "") return null;
      const ofRoot = (name) => document.documentElement?.getAttribute(name) ?? null;
      const paragraph = textContent.split("\n").find((line) => line.trim() !== "");
      return {
        title: found.title ?? document.title,
        byline: found.byline,
        dir: ofRoot("dir"),
        lang: found.language ?? ofRoot("lang"),
        content: using(wrapped(found.html), (page) => serializer(page.body)),
        textContent,
        length: textContent.length,
        excerpt: found.description ?? paragraph.trim(),
        siteName: found.siteName,
        publishedTime: found.published,
      };
    });
  }
}

/** The main content in an element with the id that style sheets for Readability know. */
const wrapped = (html) => `<div id="readability-page-1" class="page">${html}</div>`;

/** Whether the main content of a document has enough text in paragraphs to be worth reading. */
export function isProbablyReaderable(document, options = {}) {
  const settings = typeof options === "function" ? { visibilityChecker: options } : options;
  const { minScore = 20, minContentLength = 140, visibilityChecker = () => true } = settings;
  const { html } = using(document, (it) => ({ html: it.article().html }));
  return using(html, (content) => {
    const lengths = content.querySelectorAll("p, pre").filter((it) => visibilityChecker(it)).map((it) => it.textContent.trim().length);
    const score = lengths.reduce((sum, length) => sum + Math.sqrt(Math.max(length - minContentLength, 0)), 0);
    return score > minScore;
  });
}

/** Calls `use` with a document of ours. */
function using(document, use) {
  if (document instanceof Document) return use(document);
  const html = typeof document === "string" ? document : document?.documentElement?.outerHTML;
  if (typeof html !== "string") throw invalidArgument("the first argument must be a document, or markup");
  const parsed = parse(html);
  try {
    return use(parsed);
  } finally {
    parsed.dispose();
  }
}
