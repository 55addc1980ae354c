// How elements become Markdown, by the names of the rules.

/** What Markdown would read as markup, and how it is written instead. */
const ESCAPES = [
  [/\\/g, "\\\\"],
  [/\*/g, "\\*"],
  [/^-/g, "\\-"],
  [/^\+ /g, "\\+ "],
  [/^(=+)/g, "\\$1"],
  [/^(#{1,6}) /g, "\\$1 "],
  [/`/g, "\\`"],
  [/^~~~/g, "\\~~~"],
  [/\[/g, "\\["],
  [/\]/g, "\\]"],
  [/^>/g, "\\>"],
  [/_/g, "\\_"],
  [/^(\d+)\. /g, "$1\\. "],
];

/** Escapes what Markdown would read as markup. */
export const escapeMarkdown = (text) => ESCAPES.reduce((escaped, [pattern, replacement]) => escaped.replace(pattern, replacement), text);

const trimNewlines = (text) => text.replace(/^\n+/, "").replace(/(?<!\n)\n+$/, "");

/** Removes empty lines, which would end a title or an alternative text. */
const oneParagraph = (value) => (value ? value.replace(/(\n+\s*)+/g, "\n") : "");

const indented = (text, by) => text.replace(/\n/g, `\n${by}`);

const isCodeBlock = (node) => node.nodeName === "PRE" && node.firstChild?.nodeName === "CODE";

const titleOf = (node) => {
  const title = oneParagraph(node.getAttribute("title"));
  return title && ` "${title.replaceAll('"', '\\"')}"`;
};

/** Numbers of list items among the children of their list, each list counted once. */
const numbers = new WeakMap();

function numberOf(item, list) {
  if (!numbers.has(list)) numbers.set(list, new Map(list.children.map((child, at) => [child, at])));
  return numbers.get(list).get(item);
}

/** Writes a URL so that it ends where it should. */
function destination(url) {
  const escaped = url.replace(/[<>()]/g, "\\$&");
  return escaped.includes(" ") ? `<${escaped}>` : escaped;
}

const link = (node) => ({ href: node.getAttribute("href"), title: titleOf(node) });

/** Returns the rules of CommonMark, for one service. */
export const rules = () => ({
  paragraph: { filter: "p", replacement: (content) => `\n\n${content}\n\n` },

  lineBreak: { filter: "br", replacement: (_, __, options) => `${options.br}\n` },

  heading: {
    filter: ["h1", "h2", "h3", "h4", "h5", "h6"],
    replacement(content, node, options) {
      const level = Number(node.nodeName[1]);
      if (options.headingStyle !== "setext" || level > 2) return `\n\n${"#".repeat(level)} ${content}\n\n`;
      return `\n\n${content}\n${(level === 1 ? "=" : "-").repeat(content.length)}\n\n`;
    },
  },

  blockquote: { filter: "blockquote", replacement: (content) => `\n\n${trimNewlines(content).replace(/^/gm, "> ")}\n\n` },

  list: {
    filter: ["ul", "ol"],
    replacement(content, node) {
      const parent = node.parentNode;
      const endsItem = parent.nodeName === "LI" && parent.lastElementChild === node;
      return endsItem ? `\n${content}` : `\n\n${content}\n\n`;
    },
  },

  listItem: {
    filter: "li",
    replacement(content, node, options) {
      const parent = node.parentNode;
      let prefix = `${options.bulletListMarker}   `;
      if (parent.nodeName === "OL") {
        const start = parent.getAttribute("start");
        prefix = `${numberOf(node, parent) + (start ? Number(start) : 1)}.  `;
      }
      const end = content.endsWith("\n") ? "\n" : "";
      const text = indented(trimNewlines(content) + end, " ".repeat(prefix.length));
      return prefix + text + (node.nextSibling === null ? "" : "\n");
    },
  },

  indentedCodeBlock: {
    filter: (node, options) => options.codeBlockStyle === "indented" && isCodeBlock(node),
    replacement: (_, node) => `\n\n    ${indented(node.firstChild.textContent, "    ")}\n\n`,
  },

  fencedCodeBlock: {
    filter: (node, options) => options.codeBlockStyle === "fenced" && isCodeBlock(node),
    replacement(_, node, options) {
      const language = /language-(\S+)/.exec(node.firstChild.getAttribute("class") ?? "")?.[1] ?? "";
      const code = node.firstChild.textContent;
      const mark = options.fence[0];
      const runs = code.match(new RegExp(`^${mark}{3,}`, "gm")) ?? [];
      const fence = mark.repeat(runs.reduce((length, run) => Math.max(length, run.length + 1), 3));
      return `\n\n${fence}${language}\n${code.replace(/\n$/, "")}\n${fence}\n\n`;
    },
  },

  horizontalRule: { filter: "hr", replacement: (_, __, options) => `\n\n${options.hr}\n\n` },

  inlineLink: {
    filter: (node, options) => options.linkStyle === "inlined" && node.nodeName === "A" && Boolean(node.getAttribute("href")),
    replacement(content, node) {
      const { href, title } = link(node);
      return `[${content}](${destination(href)}${title})`;
    },
  },

  referenceLink: {
    filter: (node, options) => options.linkStyle === "referenced" && node.nodeName === "A" && Boolean(node.getAttribute("href")),
    references: [],
    replacement(content, node, options) {
      const { href, title } = link(node);
      const label = options.linkReferenceStyle === "full" ? this.references.length + 1 : content;
      this.references.push(`[${label}]: ${destination(href)}${title}`);
      return { collapsed: `[${content}][]`, shortcut: `[${content}]` }[options.linkReferenceStyle] ?? `[${content}][${label}]`;
    },
    append() {
      const references = this.references.splice(0);
      return references.length === 0 ? "" : `\n\n${references.join("\n")}\n\n`;
    },
  },

  emphasis: { filter: ["em", "i"], replacement: (content, _, options) => (content.trim() === "" ? "" : options.emDelimiter + content + options.emDelimiter) },

  strong: { filter: ["strong", "b"], replacement: (content, _, options) => (content.trim() === "" ? "" : options.strongDelimiter + content + options.strongDelimiter) },

  code: {
    filter(node) {
      const isAlone = node.previousSibling === null && node.nextSibling === null;
      return node.nodeName === "CODE" && !(node.parentNode.nodeName === "PRE" && isAlone);
    },
    replacement(content) {
      if (content === "") return "";
      const text = content.replace(/\r?\n|\r/g, " ");
      const space = /^`|^ .*?[^ ].* $|`$/.test(text) ? " " : "";
      const runs = new Set(text.match(/`+/g));
      let delimiter = "`";
      while (runs.has(delimiter)) delimiter += "`";
      return delimiter + space + text + space + delimiter;
    },
  },

  image: {
    filter: "img",
    replacement(_, node) {
      const source = node.getAttribute("src") ?? "";
      const title = oneParagraph(node.getAttribute("title"));
      return source === "" ? "" : `![${escapeMarkdown(oneParagraph(node.getAttribute("alt")))}](${destination(source)}${title && ` "${title}"`})`;
    },
  },
});
