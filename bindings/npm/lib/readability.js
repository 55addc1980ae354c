// The interface of Readability, over the main content that Sapwood finds.

import "./whole.js";
import { invalidArgument } from "./errors.js";
import { Document } from "./nodes.js";
import { parse } from "./parse.js";
import { removeClasses, resolveUrls } from "./readability/content.js";
import { metadata } from "./readability/metadata.js";
import { hasEnoughText } from "./readability/readerable.js";

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
    const { maxElemsToParse = 0, disableJSONLD = false, keepClasses = false, classesToPreserve = [] } = this.#options;
    const { serializer = (element) => element.innerHTML } = this.#options;
    return using(this.#document, (document) => {
      const count = maxElemsToParse > 0 ? document.getElementsByTagName("*").length : 0;
      if (count > maxElemsToParse) throw new Error(`the document has ${count} elements, and maxElemsToParse is ${maxElemsToParse}`);
      const found = document.article();
      const textContent = found.text;
      if (textContent === "") return null;
      const { title, byline, excerpt, siteName, publishedTime } = metadata(document, !disableJSONLD);
      const ofRoot = (name) => document.documentElement?.getAttribute(name) ?? null;
      return using(wrapped(found.html), (page) => {
        if (!keepClasses) removeClasses(page, classesToPreserve);
        if (URL.canParse(this.#document.baseURI) && this.#document.baseURI !== "about:blank") resolveUrls(page, this.#document);
        return {
          title: title ?? "",
          byline,
          dir: document.body?.getAttribute("dir") ?? ofRoot("dir"),
          lang: ofRoot("lang"),
          content: serializer(page.body),
          textContent,
          length: textContent.length,
          excerpt: excerpt ?? page.querySelector("p")?.textContent.trim() ?? firstLine(textContent),
          siteName,
          publishedTime: publishedTime ?? (disableJSONLD ? null : found.published),
        };
      });
    });
  }
}

const firstLine = (text) => text.split("\n").find((line) => line.trim() !== "").trim();

/** The main content in an element with the id that style sheets for Readability know. */
const wrapped = (html) => `<div id="readability-page-1" class="page">${html}</div>`;

/** Whether the paragraphs of a document have enough text to be worth reading: a quick guess. */
export function isProbablyReaderable(document, options = {}) {
  const settings = typeof options === "function" ? { visibilityChecker: options } : options;
  return using(document, (it) => hasEnoughText(it, settings));
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
