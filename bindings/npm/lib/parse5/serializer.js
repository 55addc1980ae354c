// Writing a tree of an adapter as markup, as the standard's HTML fragment serialization algorithm does.

import { defaultTreeAdapter } from "./adapter.js";
import { NS, hasUnescapedText } from "./html.js";

const VOID = new Set("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(" "));

/** Writes the content of a node. */
export function serialize(node, options) {
  const settings = withDefaults(options);
  return isVoid(node, settings) ? "" : write(contentsOf(node, settings), settings);
}

/** Writes an element with its own tags. */
export const serializeOuter = (node, options) => write([node], withDefaults(options));

const withDefaults = (options) => ({
  adapter: options?.treeAdapter ?? defaultTreeAdapter,
  scriptingEnabled: options?.scriptingEnabled ?? true,
});

const isHtml = (node, { adapter }) => adapter.isElementNode(node) && adapter.getNamespaceURI(node) === NS.HTML;

const isVoid = (node, settings) => isHtml(node, settings) && VOID.has(settings.adapter.getTagName(node));

/** The nodes that are written as the content of a node. */
function contentsOf(node, settings) {
  const { adapter } = settings;
  const isTemplate = isHtml(node, settings) && adapter.getTagName(node) === "template";
  return adapter.getChildNodes((isTemplate && adapter.getTemplateContent(node)) || node) ?? [];
}

/** Writes nodes. The stack holds what is still to be written: nodes, and end tags as strings. */
function write(nodes, settings) {
  const { adapter } = settings;
  const stack = [...nodes].reverse();
  let html = "";
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node === "string") {
      html += node;
    } else if (adapter.isElementNode(node)) {
      const name = adapter.getTagName(node);
      html += `<${name}${adapter.getAttrList(node).map(attribute).join("")}>`;
      if (isVoid(node, settings)) continue;
      stack.push(`</${name}>`);
      const contents = contentsOf(node, settings);
      for (let at = contents.length - 1; at >= 0; at--) stack.push(contents[at]);
    } else if (adapter.isTextNode(node)) {
      html += text(node, settings);
    } else if (adapter.isCommentNode(node)) {
      html += `<!--${adapter.getCommentNodeContent(node)}-->`;
    } else if (adapter.isDocumentTypeNode(node)) {
      html += `<!DOCTYPE ${adapter.getDocumentTypeNodeName(node)}>`;
    }
  }
  return html;
}

function text(node, { adapter, scriptingEnabled }) {
  const content = adapter.getTextNodeContent(node);
  const parent = adapter.getParentNode(node);
  const isRaw =
    parent &&
    adapter.isElementNode(parent) &&
    adapter.getNamespaceURI(parent) === NS.HTML &&
    hasUnescapedText(adapter.getTagName(parent), scriptingEnabled);
  return isRaw ? content : escape(content, /[&\u00a0<>]/g);
}

const PREFIXES = { [NS.XML]: "xml:", [NS.XMLNS]: "xmlns:", [NS.XLINK]: "xlink:" };

function attribute({ name, value, namespace, prefix }) {
  let qualified = name;
  if (namespace === NS.XMLNS && name === "xmlns") qualified = "xmlns";
  else if (namespace) qualified = (PREFIXES[namespace] ?? `${prefix}:`) + name;
  return ` ${qualified}="${escape(value, /[&\u00a0"<>]/g)}"`;
}

const REFERENCES = { "&": "&amp;", "\u00a0": "&nbsp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escape = (text, special) => text.replace(special, (it) => REFERENCES[it]);
