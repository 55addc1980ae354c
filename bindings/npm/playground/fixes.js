// Changes of the markup that correct a finding, for those that can be corrected in one way only.

/** The DOCTYPE that every document should have. */
const DOCTYPE = "<!DOCTYPE html>";

const VALUE = /[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*"|'[^']*'|[^\t\n\f\r >]*)/y;

/** Removes an attribute, with the white space before it. */
function withoutAttribute(text, { from, to }) {
  let start = from;
  while (/[\t\n\f\r ]/.test(text[start - 1] ?? "")) start -= 1;
  return { label: "Remove this attribute", from: start, to, insert: "" };
}

/** Removes an attribute whose name is at a range. */
function withoutNamedAttribute(text, { from, to }) {
  VALUE.lastIndex = to;
  return withoutAttribute(text, { from, to: to + (VALUE.exec(text)?.[0].length ?? 0) });
}

const remove = (label) => (text, range) => ({ label, ...range, insert: "" });
const replace = (label, insert) => (text, range) => ({ label, ...range, insert });
const before = (label, insert) => (text, { from }) => ({ label, from, to: from, insert });
const after = (label, insert) => (text, { to }) => ({ label, from: to, to, insert });

/** Writes a reference for the character at which a range begins. */
function escape(text, { from }) {
  const insert = text[from] === "<" ? "&lt;" : "&amp;";
  return { label: `Write ${insert}`, from, to: from + 1, insert };
}

/** Ends an end tag after its name. */
function plainEndTag(text, { from, to }) {
  const name = /^<\/[^\t\n\f\r />]+/.exec(text.slice(from, to))?.[0];
  return name && { label: `Write ${name}>`, from, to, insert: `${name}>` };
}

/** Puts the unquoted value around an offset into quotes. */
function quoted(text, { from }) {
  // The value may hold a `=` itself: it begins after the first one of its run.
  const run = /=[\t\n\f\r ]*([^\t\n\f\r >]*)$/.exec(text.slice(Math.max(from - 1024, 0), from));
  if (run === null) return null;
  const first = from - run[1].length;
  const value = text.slice(first).match(/^[^\t\n\f\r >]*/)[0];
  const quote = value.includes('"') && !value.includes("'") ? "'" : '"';
  return { label: "Put the value in quotes", from: first, to: first + value.length, insert: quote + (quote === '"' ? value.replaceAll('"', "&quot;") : value) + quote };
}

/** The corrections by the code of a finding: functions of the markup and the range of the finding. */
const FIXES = {
  "abrupt-closing-of-empty-comment": replace("Write <!---->", "<!---->"),
  "control-character-in-input-stream": remove("Remove the character"),
  "deprecated-image-tag": (text, { from }) => ({ label: "Write img", from: from + 1, to: from + 6, insert: "img" }),
  "duplicate-attribute": withoutNamedAttribute,
  "end-tag-with-attributes": plainEndTag,
  "end-tag-with-trailing-solidus": plainEndTag,
  "eof-before-tag-name": escape,
  "eof-in-comment": (text) => ({ label: "Close the comment", from: text.length, to: text.length, insert: "-->" }),
  "incorrectly-closed-comment": replace("Write -->", "-->"),
  "invalid-first-character-of-tag-name": escape,
  "missing-attribute-value": (text, { to }) => ({ label: "Write an empty value", from: to, to, insert: '""' }),
  "missing-doctype": (text) => {
    const from = text.startsWith("\ufeff") ? 1 : 0;
    return { label: `Write ${DOCTYPE}`, from, to: from, insert: `${DOCTYPE}\n` };
  },
  "missing-end-tag-name": remove("Remove the tag"),
  "missing-semicolon-after-character-reference": after("Write the ;", ";"),
  "missing-whitespace-before-doctype-name": before("Write a space", " "),
  "missing-whitespace-between-attributes": before("Write a space", " "),
  "namespace-prefix-declaration": withoutAttribute,
  "non-void-html-element-start-tag-with-trailing-solidus": (text, { from, to }) => {
    const [, name, attributes] = /^<([^\t\n\f\r />]+)(.*)\/>$/s.exec(text.slice(from, to)) ?? [];
    return name && { label: `Write </${name}>`, from, to, insert: `<${name}${attributes.trimEnd()}></${name}>` };
  },
  "noncharacter-in-input-stream": remove("Remove the character"),
  "null-character-in-content": remove("Remove the NUL"),
  "null-character-reference": remove("Remove the reference"),
  "unexpected-character-in-unquoted-attribute-value": quoted,
  "unexpected-doctype": remove("Remove the DOCTYPE"),
  "unexpected-end-tag": (text, range) => {
    const isBreak = /^<\/br[\t\n\f\r />]/i.test(text.slice(range.from, range.to));
    return isBreak ? { label: "Write <br>", ...range, insert: "<br>" } : { label: "Remove the tag", ...range, insert: "" };
  },
  "unexpected-equals-sign-before-attribute-name": remove("Remove the ="),
  "unexpected-null-character": remove("Remove the NUL"),
  "unexpected-solidus-in-tag": (text, { from }) => (text[from - 1] === "/" ? { label: "Remove the /", from: from - 1, to: from, insert: " " } : null),
  "unknown-doctype": replace(`Write ${DOCTYPE}`, DOCTYPE),
  "unknown-named-character-reference": escape,
  "wrong-namespace-declaration": withoutAttribute,
};

/**
 * Returns the change of the markup that corrects a finding: a label, the range that is replaced, and what replaces it. `null` if there is
 * none, or more than one.
 */
export function fixOf({ code, range }, markup) {
  return (range && Object.hasOwn(FIXES, code) && FIXES[code](markup, range)) || null;
}
