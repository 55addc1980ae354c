// What a node or a document contains: values of expressions, text, links, main content and data.

import { invalidArgument } from "./errors.js";
import { RESULT } from "./module.js";
import { id } from "./tree.js";
import { parts } from "./nodes/node.js";
import { sanitizerOf } from "./sanitizer.js";

const [NODE_SET, STRING, NUMBER] = [1, 2, 3];

export function xpath(node, expression, { namespaces, budget = 0 } = {}) {
  const { tree, low, high } = parts(node);
  const { module } = tree;
  const compiled = namespaces ? withNamespaces(module, expression, namespaces) : module.expressions.get(expression);
  let value;
  try {
    value = tree.call("sapwood_xpath_evaluate", id(low, high), compiled, 0, BigInt(budget), RESULT);
  } finally {
    if (namespaces) module.free("sapwood_xpath_free", compiled);
  }
  try {
    return convert(tree, value);
  } finally {
    module.free("sapwood_xpath_value_free", value);
  }
}

function withNamespaces(module, expression, namespaces) {
  const map = module.call("sapwood_namespaces_new", RESULT);
  try {
    for (const [prefix, url] of Object.entries(namespaces)) {
      module.call("sapwood_namespaces_declare", map, prefix, String(url));
    }
    return module.call("sapwood_xpath_new", expression, map, RESULT);
  } finally {
    module.free("sapwood_namespaces_free", map);
  }
}

function convert(tree, value) {
  const { module } = tree;
  const type = module.run("sapwood_xpath_value_type", [value]);
  if (type === NODE_SET) {
    const count = module.run("sapwood_xpath_value_count", [value]);
    return Array.from({ length: count }, (_, at) => item(tree, value, at));
  }
  if (type === NUMBER) return module.run("sapwood_xpath_value_number", [value]);
  if (type !== STRING) return module.run("sapwood_xpath_value_boolean", [value]) === 1;
  module.run("sapwood_xpath_value_string", [value, module.result]);
  return module.str(module.result);
}

/** An item of a node-set: a node, or the value of an attribute. */
function item(tree, value, at) {
  const { module } = tree;
  // The id of the node, the number of the attribute or -1, and the string-value.
  module.run("sapwood_xpath_value_at", [value, at, module.result]);
  const numbers = module.numbers.subarray(module.result >>> 2, (module.result >>> 2) + 4);
  const [low, high, attribute] = numbers;
  if (attribute === 0xffffffff) return tree.nodeByParts(low, high) ?? module.str(module.result + 16);
  return module.str(module.result + 16) ?? tree.attributes(low, high)[attribute]?.value ?? "";
}

export function markdown(node, { url } = {}) {
  const { tree, low, high } = parts(node);
  return tree.string("sapwood_markdown", low, high, String(url ?? tree.url ?? ""));
}

const NONE = 0xffffffff;

/** Numbers of an entry in a packed map. */
const ENTRY = 8;

/** Returns Markdown with the nodes that its parts come from; that of the main content with `article`. */
export function markdownMap(node, { url, article = false } = {}) {
  const { tree, low, high } = parts(node);
  const packed = tree.module.value("sapwood_js_markdown_map", tree.pointer, id(low, high), String(url ?? tree.url ?? ""), Number(article));
  const { numbers, text } = tree.module.takePacked(packed);
  if (numbers[0] !== 0) throw invalidArgument(text);
  const entries = [];
  for (let at = 1; at < numbers.length; at += ENTRY) {
    const range = (first) => (numbers[first] === NONE ? null : { start: numbers[first], end: numbers[first + 1] });
    entries.push({ ...range(at), node: tree.nodeByParts(numbers[at + 2], numbers[at + 3]), data: range(at + 4), source: range(at + 6) });
  }
  return { markdown: text, entries };
}

/** Returns the links; a `sapwood_link` is an id and four texts. */
export function links(node, { url } = {}) {
  const { tree, low, high } = parts(node);
  const { module } = tree;
  const list = tree.call("sapwood_links_new", id(low, high), String(url ?? tree.url ?? ""), RESULT);
  try {
    const found = [];
    while (module.run("sapwood_links_at", [list, found.length, module.result])) {
      const at = module.result;
      const [attribute, kind, value, resolved] = [8, 16, 24, 32].map((offset) => module.str(at + offset));
      const element = [module.number(at), module.number(at + 4)];
      found.push({ element: tree.nodeByParts(...element), attribute, kind, value, url: resolved });
    }
    return found;
  } finally {
    module.free("sapwood_links_free", list);
  }
}

export function content(node, kind) {
  const { tree, low, high } = parts(node);
  return tree.string("sapwood_content", low, high, kind);
}

export const json = (node, kind) => JSON.parse(content(node, kind));

const camelCase = (name) => name.replace(/_./g, (it) => it[1].toUpperCase());

/** JSON with the names of JavaScript. */
const inCamelCase = (json) =>
  JSON.parse(json, (_, value) => {
    const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value).map(([name, it]) => [camelCase(name), it])) : value;
  });

export const tables = (node) => inCamelCase(content(node, "tables"));

export function article(document) {
  const found = inCamelCase(content(document, "article"));
  const lazily = (kind) => ({ enumerable: true, get: () => content(document, `article-${kind}`) });
  return Object.defineProperties(found, { text: lazily("text"), markdown: lazily("markdown"), html: lazily("html") });
}

export function errors(tree) {
  const { module } = tree;
  const found = [];
  while (module.run("sapwood_document_error_at", [tree.pointer, found.length, module.result])) {
    const [start, end] = [module.number(module.result + 8), module.number(module.result + 12)];
    found.push({ code: module.str(module.result), start, end });
  }
  return found;
}

export function documentText(tree, name) {
  const { module } = tree;
  return module.run(name, [tree.pointer, module.result]) ? module.str(module.result) : null;
}

export function patches(tree) {
  const { module } = tree;
  const list = tree.call("sapwood_patches_new", RESULT);
  try {
    const found = [];
    while (module.run("sapwood_patches_at", [list, found.length, module.result])) {
      const [start, end, data, length] = [0, 4, 8, 12].map((offset) => module.number(module.result + offset));
      found.push({ start, end, replacement: module.bytes.slice(data, data + length) });
    }
    return found;
  } finally {
    module.free("sapwood_patches_free", list);
  }
}

export function sanitizeNode(node, options) {
  const { tree, low, high } = parts(node);
  tree.module.call("sapwood_sanitize_node", sanitizerOf(tree.module, options), tree.pointer, id(low, high));
  tree.edited();
}

/**
 * Returns values by the fields of a schema. A field is a selector, for the text of the first match; an object with `selector` and
 * `value`; or an array of one of these, for all matches. `value` is the name of an attribute or property, a function, or a schema.
 */
export function extract(node, schema) {
  const found = {};
  for (const [name, field] of Object.entries(schema)) {
    const isList = Array.isArray(field);
    if (isList && field.length !== 1) throw invalidArgument(`the field ${name} must be an array of one selector`);
    const { selector, value = "textContent" } = toField(name, isList ? field[0] : field);
    if (isList) found[name] = node.querySelectorAll(selector).map((element) => valueOf(element, value, name));
    else {
      const element = selector === undefined ? node : node.querySelector(selector);
      found[name] = element === null ? undefined : valueOf(element, value, name);
    }
  }
  return found;
}

function toField(name, field) {
  if (typeof field === "string") return { selector: field };
  if (field !== null && typeof field === "object" && !Array.isArray(field)) return field;
  throw invalidArgument(`the field ${name} must be a selector, an object with a selector, or an array of one of these`);
}

const PROPERTIES = new Set(["textContent", "innerText", "innerHTML", "outerHTML", "tagName", "localName"]);

function valueOf(element, value, name) {
  if (typeof value === "function") return value(element, name);
  if (typeof value === "object" && value !== null) return extract(element, value);
  if (PROPERTIES.has(value)) return element[value];
  return element.getAttribute(value) ?? undefined;
}

