// White space as a person sees it: runs become one space, and spaces around blocks go.

const RUN = /[ \r\n\t]+/g;

/** Collapses the white space in the texts below a node, and removes comments and texts that are left empty. */
export function collapseWhitespace(root, { isBlock, isVoid, isPreformatted }) {
  if (isPreformatted(root)) return;
  const texts = new Map();
  const removed = [];
  // The text that the next one continues, and whether a space may begin it although nothing is before it.
  let [previous, keepsLeading] = [null, false];
  const endLine = () => {
    if (previous !== null && texts.get(previous).endsWith(" ")) texts.set(previous, texts.get(previous).slice(0, -1));
    [previous, keepsLeading] = [null, false];
  };
  const visit = (node) => {
    if (node.nodeType === 3) {
      let text = node.data.replace(RUN, " ");
      const isAfterSpace = previous === null || texts.get(previous).endsWith(" ");
      if (isAfterSpace && !keepsLeading && text.startsWith(" ")) text = text.slice(1);
      texts.set(node, text);
      if (text !== "") previous = node;
      return false;
    }
    if (node.nodeType !== 1) {
      removed.push(node);
      return false;
    }
    if (isBlock(node) || node.nodeName === "BR") endLine();
    else if (isVoid(node) || isPreformatted(node)) [previous, keepsLeading] = [null, true];
    else if (previous !== null) keepsLeading = false;
    return !isPreformatted(node);
  };
  // A block ends a line at its end as well as at its start.
  const leave = (node) => {
    if (isBlock(node)) endLine();
    else if (previous !== null) keepsLeading = false;
  };
  walk(root, visit, leave);
  endLine();
  // All edits come after all reads, so that both are cheap.
  for (const [node, text] of texts) {
    if (text === "") node.remove();
    else if (text !== node.data) node.data = text;
  }
  for (const node of removed) node.remove();
}

/** Calls `visit` with each descendant in tree order; `false` skips what is in it. `leave` is called after the content of the others. */
export function walk(root, visit, leave) {
  let node = root.firstChild;
  while (node !== null) {
    if (visit(node)) {
      const first = node.firstChild;
      if (first !== null) {
        node = first;
        continue;
      }
      leave(node);
    }
    while (node.nextSibling === null) {
      node = node.parentNode;
      if (node === root) return;
      leave(node);
    }
    node = node.nextSibling;
  }
}

/** The white space at both ends of a text. A text that is blank is all `leading`. */
export class Ends {
  leading = "";
  trailing = "";
  isBlank = true;

  static of(text) {
    const ends = new Ends();
    const rest = text.trimStart();
    ends.leading = text.slice(0, text.length - rest.length);
    ends.isBlank = rest === "";
    if (!ends.isBlank) ends.trailing = text.slice(text.trimEnd().length);
    return ends;
  }

  /** Continues the text by another one. */
  append(next) {
    if (this.isBlank) {
      this.leading += next.leading;
      this.trailing = next.trailing;
    } else if (next.isBlank) this.trailing += next.leading;
    else this.trailing = next.trailing;
    this.isBlank &&= next.isBlank;
  }
}

/** Removes the white space of ASCII at the end, which collapses. */
export function withoutAsciiAtEnd(text) {
  let end = text.length;
  while (end > 0 && " \t\r\n".includes(text[end - 1])) end--;
  return text.slice(0, end);
}
