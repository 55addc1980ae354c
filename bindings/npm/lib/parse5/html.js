// Names that parse5 exports as `html`.

export const NS = {
  HTML: "http://www.w3.org/1999/xhtml",
  MATHML: "http://www.w3.org/1998/Math/MathML",
  SVG: "http://www.w3.org/2000/svg",
  XLINK: "http://www.w3.org/1999/xlink",
  XML: "http://www.w3.org/XML/1998/namespace",
  XMLNS: "http://www.w3.org/2000/xmlns/",
};

export const DOCUMENT_MODE = { NO_QUIRKS: "no-quirks", QUIRKS: "quirks", LIMITED_QUIRKS: "limited-quirks" };

const RAW_TEXT = new Set(["style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext"]);

/** Whether the text in an element is written without escapes. */
export const hasUnescapedText = (tagName, scriptingEnabled) =>
  RAW_TEXT.has(tagName) || (scriptingEnabled && tagName === "noscript");
