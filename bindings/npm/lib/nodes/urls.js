// The URL of a document, and that which its relative URLs are resolved against.

import { invalidArgument } from "../errors.js";
import { TREE } from "./node.js";

const BLANK = "about:blank";

/** Returns a URL that is resolved against `base`; `null` if it is none. */
export function parsed(url, base) {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}

/** Returns a URL in full, or `null` if it is none. */
export const resolved = (url, base) => parsed(url, base)?.href ?? null;

/** Returns the URL that a caller gives for a document, in full; `null` for none. */
export function checkedUrl(url) {
  if (url === undefined || url === null || url === "") return null;
  const full = resolved(url);
  if (full === null) throw invalidArgument(`the URL of a document must be absolute, not ${JSON.stringify(String(url))}`);
  return full;
}

/** Returns the URL of the document of a node. */
export const documentUrl = (node) => node[TREE].url ?? BLANK;

/** Returns the base URL of the document of a node (https://html.spec.whatwg.org/#document-base-url). */
export function baseUrl(node) {
  const tree = node[TREE];
  if (tree.base === null) {
    const url = ofBaseElement(tree.root);
    tree.base = { url: url ?? documentUrl(node), isOfElement: url !== null };
  }
  return tree.base.url;
}

/** Returns the URL of the first `base` element that has one. */
function ofBaseElement(root) {
  const base = root.nodeType === 9 ? root.querySelector("base[href]") : null;
  const url = base === null ? null : resolved(base.getAttribute("href"), documentUrl(root));
  return url === null || /^(data|javascript):/.test(url) ? null : url;
}
