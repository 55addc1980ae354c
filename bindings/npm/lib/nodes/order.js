// How two nodes stand to each other: their order in the tree, and whether they are equal.

import { LOW, TREE } from "./node.js";

const [DISCONNECTED, PRECEDING, FOLLOWING, CONTAINS, CONTAINED_BY, IMPLEMENTATION_SPECIFIC] = [1, 2, 4, 8, 16, 32];

/** Numbers for trees, so that the order of nodes in different trees is always the same. */
const numbers = new WeakMap();
let trees = 0;

function number(tree) {
  if (!numbers.has(tree)) numbers.set(tree, trees++);
  return numbers.get(tree);
}

/** Returns where `other` is, seen from `node`: the bits of `compareDocumentPosition`. */
export function comparePosition(node, other) {
  if (node === other) return 0;
  const [tree, otherTree] = [node[TREE], other[TREE]];
  if (tree !== otherTree || node.getRootNode() !== other.getRootNode()) {
    const isFirst = tree === otherTree ? node[LOW] < other[LOW] : number(tree) < number(otherTree);
    return DISCONNECTED | IMPLEMENTATION_SPECIFIC | (isFirst ? FOLLOWING : PRECEDING);
  }
  const [rows, otherRows] = [tree.rows(node[LOW]), tree.rows(other[LOW])];
  if (rows === null || otherRows === null) return compareByAncestors(node, other);
  if (rows.first < otherRows.first) return otherRows.first < rows.end ? CONTAINED_BY | FOLLOWING : FOLLOWING;
  return rows.first < otherRows.end ? CONTAINS | PRECEDING : PRECEDING;
}

/** As `comparePosition`, for nodes in one tree of which at least one has no row. */
function compareByAncestors(node, other) {
  const [path, otherPath] = [pathTo(node), pathTo(other)];
  let depth = 0;
  while (path[depth] === otherPath[depth]) depth++;
  if (depth === path.length) return CONTAINED_BY | FOLLOWING;
  if (depth === otherPath.length) return CONTAINS | PRECEDING;
  for (let next = path[depth]; next !== null; next = next.nextSibling) {
    if (next === otherPath[depth]) return FOLLOWING;
  }
  return PRECEDING;
}

function pathTo(node) {
  const path = [];
  for (let at = node; at !== null; at = at.parentNode) path.push(at);
  return path.reverse();
}

/** Whether two nodes and their descendants have the same names, attributes and data. */
export function areEqual(node, other) {
  const pairs = [[node, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [one, two] = pair;
    if (one === two) continue;
    if (one.nodeType !== two.nodeType || !haveEqualParts(one, two)) return false;
    const [children, others] = [one.childNodes, two.childNodes];
    if (children.length !== others.length) return false;
    children.forEach((child, at) => pairs.push([child, others[at]]));
  }
  return true;
}

/** The members of nodes that are compared, by type; the children of a fragment or document are all that they have. */
const PARTS = {
  1: ["namespaceURI", "prefix", "localName"],
  3: ["data"],
  7: ["target", "data"],
  8: ["data"],
  10: ["name", "publicId", "systemId"],
};

function haveEqualParts(one, two) {
  if (!(PARTS[one.nodeType] ?? []).every((name) => one[name] === two[name])) return false;
  if (one.nodeType !== 1) return true;
  const [attributes, others] = [one.attributes, two.attributes];
  const values = new Map(attributes.map((it) => [expandedName(it), it.value]));
  return attributes.length === others.length && others.every((it) => values.get(expandedName(it)) === it.value);
}

const expandedName = ({ namespaceURI, localName }) => `${namespaceURI ?? ""} ${localName}`;
