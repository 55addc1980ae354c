// Whole tasks in one call: each parses a page, does its work and frees the document.

import { SapwoodError, invalidArgument } from "./errors.js";
import { input, parse, parseFragment } from "./parse.js";
import { runtime } from "./runtime.js";

/** Runs `use` with a document that is freed afterwards. */
function using(html, options, use) {
  const document = parse(html, options);
  try {
    return use(document);
  } finally {
    document.dispose();
  }
}

/** Returns the text of a page as a person reads it. */
export const text = (html, options) => using(html, options, (document) => document.innerText);

/** Returns a page as Markdown. */
export const toMarkdown = (html, options) => using(html, options, (document) => document.toMarkdown());

/** Returns the main content of a page with its title, author, dates and others. */
export const article = (html, options) => using(html, options, (document) => ({ ...document.article() }));

/** Returns values of a page by the fields of a schema. */
export const extract = (html, schema, options) => using(html, options, (document) => document.extract(schema));

/** Returns the links of a page: `{ attribute, kind, value, url }`. */
export const links = (html, options) =>
  using(html, options, (document) => document.links().map(({ element: _, ...link }) => link));

export const tables = (html, options) => using(html, options, (document) => document.tables());
export const forms = (html, options) => using(html, options, (document) => document.forms());
export const metadata = (html, options) => using(html, options, (document) => document.metadata());
export const microdata = (html, options) => using(html, options, (document) => document.microdata());

/** Returns the same page in fewer bytes. */
export const minify = (html, options) => using(html, options, (document) => document.serialize("minified"));

/** Returns the fragment in fewer bytes. */
export function minifyFragment(html, options) {
  const fragment = parseFragment(html, options);
  try {
    return fragment.serialize("minified");
  } finally {
    fragment.dispose();
  }
}

/** Returns the mistakes in the syntax of HTML or XML, with their places and how to correct them. */
export function check(markup, { context = "", xml = false, scripting = false } = {}) {
  if (xml && (context || scripting)) throw invalidArgument("context and scripting are for HTML: leave them out with xml");
  const module = runtime();
  const given = input(markup);
  const flags = [typeof given === "string", xml, scripting].map(Number);
  const { numbers, text: json } = module.takePacked(module.value("sapwood_js_check", given, context, ...flags));
  if (numbers[0] !== 0) throw new SapwoodError("invalid-argument", json);
  return JSON.parse(json).map(({ file: _, is_note, end_line, end_column, ...finding }) => ({
    ...finding,
    isNote: is_note ?? false,
    endLine: end_line,
    endColumn: end_column,
  }));
}
