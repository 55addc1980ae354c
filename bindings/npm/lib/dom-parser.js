// Parsing and serializing by the names that browsers have for them.

import { invalidArgument } from "./errors.js";
import { parts } from "./nodes.js";
import { parse, parseXml } from "./parse.js";

const XML_TYPES = ["text/xml", "application/xml", "application/xhtml+xml", "image/svg+xml"];

/** `DOMParser` of browsers. XML is parsed by XML5, so that there is a document for ill-formed XML, too. */
export class DOMParser {
  parseFromString(markup, type) {
    if (type === "text/html") return parse(String(markup));
    if (XML_TYPES.includes(type)) return parseXml(String(markup));
    throw invalidArgument(`unknown type ${JSON.stringify(String(type))}: expected text/html, ${XML_TYPES.join(", ")}`);
  }
}

/** `XMLSerializer` of browsers. */
export class XMLSerializer {
  serializeToString(node) {
    parts(node);
    return node.serialize("xml");
  }
}
