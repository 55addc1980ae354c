// What a page says of itself, with the order of trust that Readability has: JSON-LD, then `meta` elements, then the markup.
//
// `document.article()` knows more sources. These are Readability's, so that a program finds the same values as before.

import { isInSurroundings } from "./readerable.js";

/** The names of `meta` elements that hold a value, in order of trust. */
const NAMES = {
  title: ["dc:title", "dcterm:title", "og:title", "weibo:article:title", "weibo:webpage:title", "title", "twitter:title", "parsely-title"],
  byline: ["dc:creator", "dcterm:creator", "author", "parsely-author"],
  excerpt: [
    "dc:description",
    "dcterm:description",
    "og:description",
    "weibo:article:description",
    "weibo:webpage:description",
    "description",
    "twitter:description",
  ],
  siteName: ["og:site_name"],
  publishedTime: ["article:published_time", "parsely-pub-date"],
};

/** Types of schema.org whose JSON-LD describes the article of a page. */
const ARTICLE = /Article$|^(?:Blog|DiscussionForum|LiveBlog|SocialMedia)Posting$|^(?:APIReference|Report)$/;

/** Returns `title`, `byline`, `excerpt`, `siteName` and `publishedTime`, each `null` if the page doesn't say. */
export function metadata(document, useJsonLd) {
  const values = metaValues(document);
  const linked = useJsonLd ? linkedData(document) : {};
  const found = {};
  for (const [field, names] of Object.entries(NAMES)) {
    const name = names.find((it) => values.has(it));
    found[field] = unescaped(linked[field] || values.get(name)) || null;
  }
  const author = values.get("article:author");
  if (author !== undefined && !URL.canParse(author)) found.byline ??= unescaped(author);
  found.title ??= headingOf(document);
  found.byline ??= bylineIn(document);
  return found;
}

/** The contents of `meta` elements by their names in lower case; of several the last counts. */
function metaValues(document) {
  const values = new Map();
  for (const meta of document.querySelectorAll("meta[content]")) {
    const content = meta.getAttribute("content").trim();
    if (content === "") continue;
    const properties = (meta.getAttribute("property") ?? "").toLowerCase();
    const known = [...properties.matchAll(/(article|dc|dcterm|og|twitter)\s*:\s*(author|creator|description|published_time|title|site_name)/g)];
    for (const [, vocabulary, name] of known) values.set(`${vocabulary}:${name}`, content);
    if (known.length > 0) continue;
    const name = (meta.getAttribute("name") ?? "").toLowerCase().replace(/\s+/g, "").replaceAll(".", ":");
    if (name !== "") values.set(name, content);
  }
  return values;
}

/** The values of the first article that JSON-LD describes. */
function linkedData(document) {
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    let described;
    try {
      described = JSON.parse(script.textContent.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, ""));
    } catch {
      continue;
    }
    const article = articleIn(described);
    if (article !== undefined) return valuesOf(article, document);
  }
  return {};
}

const isArticle = (it) => [it?.["@type"]].flat().some((type) => typeof type === "string" && ARTICLE.test(type));

function articleIn(described) {
  const top = Array.isArray(described) ? described.find(isArticle) : described;
  const context = top?.["@context"];
  const vocabulary = typeof context === "object" ? context?.["@vocab"] : context;
  if (typeof vocabulary !== "string" || !/^https?:\/\/schema\.org\/?$/.test(vocabulary)) return undefined;
  const items = Array.isArray(top["@graph"]) && !isArticle(top) ? top["@graph"] : [top];
  return items.find(isArticle);
}

function valuesOf(article, document) {
  const text = (value) => (typeof value === "string" ? value.trim() : "");
  const authors = [article.author].flat().map((it) => text(it?.name)).filter(Boolean);
  return {
    title: titleOf(text(article.name), text(article.headline), document),
    byline: authors.join(", "),
    excerpt: text(article.description),
    siteName: text(article.publisher?.name),
    publishedTime: text(article.datePublished),
  };
}

/** The name or the headline of an article: the headline if it alone is like the title of the document. */
function titleOf(name, headline, document) {
  if (name === "" || headline === "") return name || headline;
  const title = headingOf(document) ?? "";
  return isLike(headline, title) && !isLike(name, title) ? headline : name;
}

/** Whether at most a quarter of the text of `other`, counted in whole words, is missing in `text`. */
function isLike(text, other) {
  const words = (it) => it.toLowerCase().split(/\W+/).filter(Boolean);
  const known = new Set(words(text));
  const all = words(other);
  const missing = all.filter((word) => !known.has(word));
  return all.length > 0 && missing.join(" ").length < 0.25 * all.join(" ").length;
}

const countWords = (text) => text.split(/\s+/).length;
const collapsed = (text) => text.trim().replace(/\s{2,}/g, " ");

/** The title of a document without the name of the site; `null` if it has none. */
function headingOf(document) {
  const whole = document.title;
  if (whole === "") return null;
  const separators = [...whole.matchAll(/ [|\-\\/>»] /g)];
  const isHierarchical = separators.some(([it]) => /[\\/>»]/.test(it));
  let title = whole;
  if (separators.length > 0) {
    title = whole.slice(0, separators.at(-1).index);
    if (countWords(title) < 3) title = whole.replace(/^[^|\-\\/>»]*[|\-\\/>»]/, "");
  } else if (whole.includes(": ")) {
    title = partAtColon(whole, document);
  } else if (whole.length > 150 || whole.length < 15) {
    const headings = document.querySelectorAll("h1");
    if (headings.length === 1) title = collapsed(headings[0].textContent);
  }
  title = collapsed(title);
  // A few words are no better than the whole, unless they are the last step of a path.
  const isStep = isHierarchical && countWords(title) === countWords(whole.replace(/[|\-\\/>»]+/g, "")) - 1;
  return countWords(title) <= 4 && !isStep ? collapsed(whole) : title;
}

function partAtColon(whole, document) {
  if (document.querySelectorAll("h1, h2").slice(0, MOST).some((heading) => heading.textContent.trim() === whole)) return whole;
  const last = whole.slice(whole.lastIndexOf(":") + 1);
  if (countWords(last.trim()) >= 3) return last;
  const first = whole.indexOf(":");
  return countWords(whole.slice(0, first)) > 5 ? whole : whole.slice(first + 1);
}

/** What marks an element as that of the author. */
const AUTHOR = ["byline", "author", "dateline", "writtenby"].flatMap((word) => [`[class*=${word} i]`, `[id*=${word} i]`]);
const BYLINE = `[rel=author], [itemprop*=author], ${AUTHOR.join(", ")}`;

/** Elements whose text is read at most, since one may lie in the other. */
const MOST = 200;

/** The first text that markup marks as that of the author. */
function bylineIn(document) {
  for (const element of document.querySelectorAll(BYLINE).slice(0, MOST)) {
    if (isInSurroundings(element)) continue;
    const text = element.textContent.trim();
    if (text.length > 0 && text.length < 100) {
      const name = element.querySelector("[itemprop*=name]")?.textContent.trim();
      return collapsed(name || text);
    }
  }
  return null;
}

const REFERENCES = { quot: '"', amp: "&", apos: "'", lt: "<", gt: ">" };

/** Undoes references that were escaped twice. */
function unescaped(text) {
  return text?.replace(/&(?:(quot|amp|apos|lt|gt)|#(?:x([0-9a-f]{1,6})|([0-9]{1,7})));/gi, (_, name, hex, decimal) => {
    if (name !== undefined) return REFERENCES[name.toLowerCase()];
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    return code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? "\ufffd" : String.fromCodePoint(code);
  });
}
