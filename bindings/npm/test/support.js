// What the tests share: the suites, pages, and a dump of a tree in the format of html5lib-tests.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Returns the path of a folder of the public suites; `null` if it is absent. */
export function suite(name) {
  const roots = process.env.SAPWOOD_SUITES
    ? [process.env.SAPWOOD_SUITES]
    : [join(root, "../shared/conformance"), join(root, "fixtures/suites")];
  return roots.map((it) => join(it, name)).find(existsSync) ?? null;
}

/** The pages that the project ships, by name. */
export const pages = readdirSync(join(root, "fixtures/pages"))
  .filter((name) => name.endsWith(".html"))
  .map((name) => ({ name, bytes: readFileSync(join(root, "fixtures/pages", name)) }));

/** A generator of numbers below `n`, which are the same for the same seed. */
export function random(seed) {
  let state = BigInt(seed) + 0x9e3779b97f4a7c15n;
  return (n) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 33n) % BigInt(n));
  };
}

/** The shortest of five times in milliseconds, so that a busy machine matters little. */
export function shortest(work) {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

/** Fails if work on an input of eight times the size takes more than 40 times as long. */
export function expectLinear(name, work, small, large) {
  const [before, after] = [Math.max(shortest(() => work(small)), 3), shortest(() => work(large))];
  if (after > 40 * before) throw new Error(`${name}: ${before.toFixed(1)} ms, then ${after.toFixed(1)} ms for eight times as much`);
}

/** The cases of a `.dat` file. */
export function* treeCases(text) {
  let fields = null;
  let name = null;
  for (const line of `${text}\n`.split("\n")) {
    const isHeader = /^#(data|errors|new-errors|document-fragment|script-(on|off)|document)$/.test(line);
    if (line === "#data") {
      if (fields) yield finished(fields);
      fields = {};
    }
    if (isHeader && fields) {
      name = line.slice(1);
      fields[name] = [];
    } else if (fields && name) {
      fields[name].push(line);
    }
  }
  if (fields) yield finished(fields);
}

function finished(fields) {
  const document = fields.document.join("\n").replace(/\n+$/, "");
  return {
    data: fields.data.join("\n"),
    context: fields["document-fragment"]?.[0],
    scripting: "script-on" in fields ? [true] : "script-off" in fields ? [false] : [true, false],
    tree: document,
  };
}

const PREFIXES = { "http://www.w3.org/2000/svg": "svg ", "http://www.w3.org/1998/Math/MathML": "math " };

/** Writes the tree below a node of the DOM. */
export function dump(root) {
  const lines = [];
  const stack = [...root.childNodes].reverse().map((node) => ({ node, depth: 0 }));
  while (stack.length > 0) {
    const { node, depth, label } = stack.pop();
    const line = (text) => lines.push(`| ${"  ".repeat(depth)}${text}`);
    const push = (nodes, at) => [...nodes].reverse().forEach((it) => stack.push({ node: it, depth: at }));
    if (label) {
      line(label);
      push(node.childNodes, depth + 1);
      continue;
    }
    switch (node.nodeType) {
      case 1: {
        line(`<${PREFIXES[node.namespaceURI] ?? ""}${node.localName}>`);
        const attributes = node.attributes.map((it) => [it.prefix ? `${it.prefix} ${it.localName}` : it.localName, it.value]);
        attributes.sort(([a], [b]) => (a < b ? -1 : 1));
        for (const [name, value] of attributes) lines.push(`| ${"  ".repeat(depth + 1)}${name}="${value}"`);
        push(node.childNodes, depth + 1);
        if (node.localName === "template" && node.content) stack.push({ node: node.content, depth: depth + 1, label: "content" });
        break;
      }
      case 3:
        line(`"${node.data}"`);
        break;
      case 7:
        line(`<?${node.target} ${node.data}?>`);
        break;
      case 8:
        line(`<!-- ${node.data} -->`);
        break;
      case 10: {
        const ids = node.publicId || node.systemId ? ` "${node.publicId}" "${node.systemId}"` : "";
        line(`<!DOCTYPE ${node.name}${ids}>`);
        break;
      }
    }
  }
  return lines.join("\n");
}
