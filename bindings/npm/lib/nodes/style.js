// The declarations of a `style` attribute as they are written: values are not checked, and shorthands not expanded.

const CLOSING = { "(": ")", "[": "]", "{": "}" };
const IMPORTANT = /\s*!\s*important\s*$/i;

/** Splits at semicolons that are outside of strings and brackets, and leaves out comments. */
function split(css) {
  const pieces = [];
  const open = [];
  let piece = "";
  // An escape, a comment, a string, or one character. What the end of the text cuts off ends there.
  for (const [token] of css.matchAll(/\\[^]?|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\]|\\[^])*(?:"|\\?$)|'(?:[^'\\]|\\[^])*(?:'|\\?$)|[^]/g)) {
    if (token.startsWith("/*")) continue;
    if (token === ";" && open.length === 0) {
      pieces.push(piece);
      piece = "";
      continue;
    }
    if (token in CLOSING) open.push(CLOSING[token]);
    else if (token === open.at(-1)) open.pop();
    piece += token;
  }
  return [...pieces, piece];
}

/** Returns the declarations by their names: `{ value, priority }`. Of several with one name the last counts. */
function declarations(css) {
  const found = new Map();
  for (const piece of split(css)) {
    const colon = piece.indexOf(":");
    const name = nameOf(piece.slice(0, Math.max(colon, 0)).trim());
    const value = piece.slice(colon + 1).trim();
    if (!/^[\w\-\u{80}-\u{10ffff}]+$/u.test(name) || value === "") continue;
    const priority = IMPORTANT.test(value) ? "important" : "";
    if (priority === "" && found.get(name)?.priority === "important") continue;
    found.delete(name);
    found.set(name, { value: value.replace(IMPORTANT, ""), priority });
  }
  return found;
}

/** Names are in lower case, but for those of custom properties. */
const nameOf = (name) => (name.startsWith("--") ? name : name.toLowerCase());

/** The name of a property in CSS, by its name in JavaScript: `background-color` for `backgroundColor`. */
const cssName = (key) => (key === "cssFloat" ? "float" : key.replace(/[A-Z]/g, (it) => `-${it.toLowerCase()}`).replace(/^webkit-/, "-webkit-"));

/** The declarations of an element, with the members of `CSSStyleDeclaration`: `style.display`, `style.getPropertyValue("display")`. */
export function style(element) {
  const read = () => declarations(element.getAttribute("style") ?? "");
  const write = (found) => {
    const css = [...found].map(([name, { value, priority }]) => `${name}: ${value}${priority && " !important"};`).join(" ");
    element.setAttribute("style", css);
  };
  const members = {
    get cssText() {
      return element.getAttribute("style") ?? "";
    },
    set cssText(css) {
      element.setAttribute("style", css);
    },
    get length() {
      return read().size;
    },
    item: (at) => [...read().keys()][at] ?? "",
    getPropertyValue: (name) => read().get(nameOf(String(name)))?.value ?? "",
    getPropertyPriority: (name) => read().get(nameOf(String(name)))?.priority ?? "",
    setProperty(name, value, priority = "") {
      if (String(value ?? "").trim() === "") return void members.removeProperty(name);
      if (split(String(value)).length > 1) return;
      const found = read();
      found.set(nameOf(String(name)), { value: String(value).trim(), priority: priority ? "important" : "" });
      write(found);
    },
    removeProperty(name) {
      const found = read();
      const value = found.get(nameOf(String(name)))?.value ?? "";
      if (found.delete(nameOf(String(name)))) write(found);
      return value;
    },
    [Symbol.iterator]: () => read().keys(),
  };
  return new Proxy(members, {
    get: (target, key) => (typeof key === "symbol" || key in target ? target[key] : members.getPropertyValue(cssName(key))),
    set(target, key, value) {
      if (key in target) target[key] = value;
      else members.setProperty(cssName(String(key)), value);
      return true;
    },
  });
}
