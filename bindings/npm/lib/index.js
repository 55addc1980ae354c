// The package `sapwood`.

import "./whole.js";
export { init, initSync } from "./runtime.js";
export { SapwoodError } from "./errors.js";
export { parse, parseFragment, parseXml, parseStream, Parser } from "./parse.js";
export { DOMParser, XMLSerializer } from "./dom-parser.js";
export {
  Attr,
  Node,
  ParentNode,
  Element,
  CharacterData,
  Text,
  Comment,
  ProcessingInstruction,
  DocumentType,
  DocumentFragment,
  Document,
  NodeFilter,
  TreeWalker,
} from "./nodes.js";
export { sanitize } from "./sanitizer.js";
export { HTMLRewriter } from "./rewriter.js";
export { SelectingParser, selectStream, tokenize } from "./streaming.js";
export {
  article,
  check,
  extract,
  forms,
  links,
  metadata,
  microdata,
  minify,
  minifyFragment,
  tables,
  text,
  toMarkdown,
} from "./tasks.js";
export { version } from "./version.js";
