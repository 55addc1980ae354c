// cheerio over Sapwood's parser: `load` parses, and cheerio does everything else with the nodes that it knows.
//
// The packages `cheerio` and `parse5-htmlparser2-tree-adapter`, which cheerio depends on, are optional peers.

import "./whole.js";
import * as cheerio from "cheerio";
import { adapter } from "parse5-htmlparser2-tree-adapter";
import { parse as parseBytes } from "./parse.js";
import { parse, parseFragment } from "./parse5.js";

export * from "cheerio";

/** Returns cheerio's `$` for markup: a string, or bytes whose encoding is detected. Nodes, and markup for another parser, go to cheerio. */
export function load(content, options, isDocument = true) {
  const isMarkup = typeof content === "string" || ArrayBuffer.isView(content);
  if (!isMarkup || options?.xml || options?.xmlMode || options?._useHtmlParser2) return cheerio.load(content, options, isDocument);
  const html = typeof content === "string" ? content : decoded(content);
  const { scriptingEnabled = true, sourceCodeLocationInfo = false, onParseError = null } = options ?? {};
  const settings = { treeAdapter: adapter, scriptingEnabled, sourceCodeLocationInfo, onParseError };
  return cheerio.load(isDocument ? parse(html, settings) : parseFragment(html, settings), options, isDocument);
}

/** Decodes bytes as a browser does. */
function decoded(bytes) {
  const document = parseBytes(bytes);
  try {
    // Encodings of the web are those of `TextDecoder`.
    return new TextDecoder(document.characterSet).decode(bytes);
  } finally {
    document.dispose();
  }
}
