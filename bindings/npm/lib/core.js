// The entry `sapwood/core`: a small module that parses text, walks, selects, edits and writes HTML.

import * as loader from "#load-core";
import { useLoader } from "./runtime.js";

useLoader({ ...loader, isWhole: false });

export { init, initSync } from "./runtime.js";
export { SapwoodError } from "./errors.js";
export { parse, parseFragment, Parser } from "./parse.js";
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
export { version } from "./version.js";
