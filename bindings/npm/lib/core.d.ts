/**
 * A small module that parses text, walks, selects, edits and writes HTML. What needs the whole one, such as bytes, XPath and Markdown, fails with
 * the code `not-in-core`.
 */
export {
  init,
  initSync,
  version,
  SapwoodError,
  parse,
  parseFragment,
  Parser,
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
} from "./index.js";
export type { ChildNode, DocumentOptions, ErrorCode, Filter, FragmentOptions, Limits, ParseError, ParseOptions, Span } from "./index.js";
