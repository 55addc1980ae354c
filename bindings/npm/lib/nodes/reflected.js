// Properties of HTML elements that reflect attributes
// (https://html.spec.whatwg.org/#reflecting-content-attributes-in-idl-attributes).
//
// There is one class of elements, so a property looks up the rule for the element that it is read from. On an element without a rule it
// is `undefined`, and setting it makes an ordinary property, as on elements of a browser that don't have it.

import { SELECTION } from "./selection.js";
import { baseUrl, documentUrl, parsed, resolved } from "./urls.js";

const HTML = "http://www.w3.org/1999/xhtml";

/** The value of an attribute, or the empty string. */
const text = (attribute) => ({
  get: (element) => element.getAttribute(attribute) ?? "",
  set: (element, value) => element.setAttribute(attribute, String(value)),
});

/** The value of an attribute, or `null`. */
const textOrNull = (attribute) => ({
  get: (element) => element.getAttribute(attribute),
  set: (element, value) => (value === null ? element.removeAttribute(attribute) : element.setAttribute(attribute, String(value))),
});

/** The URL of an attribute, resolved against the base URL of the document; as it was written if it is no URL. */
const url = (attribute) => ({
  ...text(attribute),
  get(element) {
    const value = element.getAttribute(attribute);
    return value === null ? "" : (resolved(value, baseUrl(element)) ?? value);
  },
});

/** The URL of a form's action; that of the document where the attribute is absent or empty. */
const actionUrl = (attribute) => ({
  ...text(attribute),
  get(element) {
    const value = element.getAttribute(attribute);
    return value ? (resolved(value, baseUrl(element)) ?? value) : documentUrl(element);
  },
});

/** The URL of a link, parsed; `null` if it has none. */
function linkUrl(element) {
  const value = element.getAttribute("href");
  return value === null ? null : parsed(value, baseUrl(element));
}

/** A part of the URL of a link, such as `hostname`. */
const urlPart = (name) => ({
  get: (element) => linkUrl(element)?.[name] ?? (name === "protocol" ? ":" : ""),
  set(element, value) {
    const url = linkUrl(element);
    if (url === null || name === "origin") return;
    url[name] = value;
    element.setAttribute("href", url.href);
  },
});
const URL_PARTS = ["origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

/** The URL of `base`, which is resolved against that of the document. */
const ownBaseUrl = {
  ...text("href"),
  get(element) {
    const value = element.getAttribute("href") ?? "";
    return resolved(value, documentUrl(element)) ?? value;
  },
};

/** Whether an attribute is there. */
const flag = (attribute) => ({
  get: (element) => element.hasAttribute(attribute),
  set: (element, value) => (value ? element.setAttribute(attribute, "") : element.removeAttribute(attribute)),
});

/** The number that an attribute begins with, or `fallback` if there is none from `least` to `most`; with `clamps` the nearest in the range. */
const number = (attribute, fallback, { least = 0, most = 0x7fffffff, clamps = false } = {}) => ({
  get(element) {
    const found = /^[\t\n\f\r ]*([+-]?\d+)/.exec(element.getAttribute(attribute) ?? "");
    if (found === null) return fallback;
    const value = Number(found[1]) + 0;
    if (clamps && value >= 0) return Math.min(Math.max(value, least), most);
    return value < least || value > most ? fallback : value;
  },
  set(element, value) {
    const set = Number(value) | 0;
    element.setAttribute(attribute, String(clamps || (set >= least && set <= most) ? set : fallback));
  },
});

/** One of the keywords; `missing` without the attribute, `invalid` with another value. */
const keyword = (attribute, keywords, missing = "", invalid = missing) => ({
  ...text(attribute),
  get(element) {
    const value = element.getAttribute(attribute);
    if (value === null) return missing;
    const lower = value.replace(/[A-Z]/g, (it) => it.toLowerCase());
    return keywords.includes(lower) ? lower : invalid;
  },
});

/** The text content, in one name or another. */
const content = {
  get: (element) => element.textContent,
  set: (element, value) => void (element.textContent = String(value)),
};

const INPUT_TYPES =
  "hidden text search tel url email password date month week time datetime-local number range color checkbox radio file submit image reset button";
const inputType = keyword("type", INPUT_TYPES.split(" "), "text");

/** The value that a control starts with: nothing here changes it without changing the attribute. */
const inputValue = {
  ...text("value"),
  get(element) {
    const type = inputType.get(element);
    if (type === "file") return "";
    const fallback = type === "checkbox" || type === "radio" ? "on" : "";
    return element.getAttribute("value") ?? fallback;
  },
};

const optionText = {
  get: (element) => element.textContent.replace(/[\t\n\f\r ]+/g, " ").replace(/^ | $/g, ""),
  set: content.set,
};

const orText = (attribute) => ({
  ...text(attribute),
  get: (element) => element.getAttribute(attribute) ?? optionText.get(element),
});

const REFERRER_POLICIES = [
  "no-referrer",
  "no-referrer-when-downgrade",
  "same-origin",
  "origin",
  "strict-origin",
  "origin-when-cross-origin",
  "strict-origin-when-cross-origin",
  "unsafe-url",
];
const crossOrigin = {
  ...textOrNull("crossorigin"),
  get(element) {
    const value = element.getAttribute("crossorigin");
    if (value === null) return null;
    return value.toLowerCase() === "use-credentials" ? "use-credentials" : "anonymous";
  },
};
const referrerPolicy = keyword("referrerpolicy", REFERRER_POLICIES);
const loading = keyword("loading", ["lazy", "eager"], "eager");
const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
const size = { width: number("width", 0), height: number("height", 0) };
const sizeText = { width: text("width"), height: text("height") };
const media = {
  src: url("src"),
  crossOrigin,
  preload: keyword("preload", ["none", "metadata", "auto"], "metadata"),
  autoplay: flag("autoplay"),
  loop: flag("loop"),
  controls: flag("controls"),
  defaultMuted: flag("muted"),
};
const cell = {
  colSpan: number("colspan", 1, { least: 1, most: 1000, clamps: true }),
  rowSpan: number("rowspan", 1, { most: 65534, clamps: true }),
  headers: text("headers"),
  scope: keyword("scope", ["row", "col", "rowgroup", "colgroup"]),
  abbr: text("abbr"),
};
const hyperlink = {
  ...Object.fromEntries(URL_PARTS.map((name) => [name, urlPart(name)])),
  href: url("href"),
  target: text("target"),
  download: text("download"),
  ping: text("ping"),
  rel: text("rel"),
  referrerPolicy,
};
const quotation = { cite: url("cite") };
const change = { cite: url("cite"), dateTime: text("datetime") };
const control = { name: text("name"), disabled: flag("disabled") };
const lengths = {
  maxLength: number("maxlength", -1),
  minLength: number("minlength", -1),
  placeholder: text("placeholder"),
  readOnly: flag("readonly"),
  required: flag("required"),
};
const submission = {
  formAction: actionUrl("formaction"),
  formEnctype: keyword("formenctype", FORM_TYPES, "", FORM_TYPES[0]),
  formMethod: keyword("formmethod", ["get", "post", "dialog"], "", "get"),
  formNoValidate: flag("formnovalidate"),
  formTarget: text("formtarget"),
};

/**
 * Rules by the names of elements; `*` is for all. Left out are `span` of columns, which is the place of a node here, and `value` of
 * list items, which alone is a number.
 */
export const RULES = {
  "*": {
    title: text("title"),
    lang: text("lang"),
    dir: keyword("dir", ["ltr", "rtl", "auto"]),
    accessKey: text("accesskey"),
    hidden: flag("hidden"),
    inert: flag("inert"),
    autofocus: flag("autofocus"),
    nonce: text("nonce"),
  },
  a: { ...hyperlink, hreflang: text("hreflang"), type: text("type"), name: text("name"), text: content },
  area: { ...hyperlink, alt: text("alt"), coords: text("coords"), shape: text("shape") },
  audio: media,
  base: { href: ownBaseUrl, target: text("target") },
  blockquote: quotation,
  button: { ...control, ...submission, type: keyword("type", ["submit", "reset", "button"], "submit"), value: text("value") },
  canvas: { width: number("width", 300), height: number("height", 150) },
  data: { value: text("value") },
  del: change,
  details: { open: flag("open"), name: text("name") },
  dialog: { open: flag("open") },
  embed: { src: url("src"), type: text("type"), ...sizeText },
  fieldset: control,
  form: {
    action: actionUrl("action"),
    method: keyword("method", ["get", "post", "dialog"], "get"),
    enctype: keyword("enctype", FORM_TYPES, FORM_TYPES[0]),
    encoding: keyword("enctype", FORM_TYPES, FORM_TYPES[0]),
    acceptCharset: text("accept-charset"),
    autocomplete: keyword("autocomplete", ["on", "off"], "on"),
    name: text("name"),
    noValidate: flag("novalidate"),
    target: text("target"),
    rel: text("rel"),
  },
  iframe: {
    src: url("src"),
    srcdoc: text("srcdoc"),
    name: text("name"),
    allow: text("allow"),
    allowFullscreen: flag("allowfullscreen"),
    ...sizeText,
    referrerPolicy,
    loading,
  },
  img: {
    alt: text("alt"),
    src: url("src"),
    srcset: text("srcset"),
    sizes: text("sizes"),
    crossOrigin,
    useMap: text("usemap"),
    isMap: flag("ismap"),
    ...size,
    decoding: keyword("decoding", ["sync", "async", "auto"], "auto"),
    fetchPriority: keyword("fetchpriority", ["high", "low", "auto"], "auto"),
    loading,
    referrerPolicy,
    name: text("name"),
    longDesc: url("longdesc"),
  },
  input: {
    ...control,
    ...lengths,
    ...submission,
    accept: text("accept"),
    alt: text("alt"),
    autocomplete: text("autocomplete"),
    checked: flag("checked"),
    defaultChecked: flag("checked"),
    defaultValue: text("value"),
    dirName: text("dirname"),
    ...size,
    max: text("max"),
    min: text("min"),
    multiple: flag("multiple"),
    pattern: text("pattern"),
    size: number("size", 20, { least: 1 }),
    src: url("src"),
    step: text("step"),
    type: inputType,
    value: inputValue,
  },
  ins: change,
  label: { htmlFor: text("for") },
  link: {
    href: url("href"),
    rel: text("rel"),
    as: text("as"),
    media: text("media"),
    integrity: text("integrity"),
    hreflang: text("hreflang"),
    type: text("type"),
    imageSrcset: text("imagesrcset"),
    imageSizes: text("imagesizes"),
    crossOrigin,
    referrerPolicy,
    disabled: flag("disabled"),
  },
  map: { name: text("name") },
  meta: {
    name: text("name"),
    httpEquiv: text("http-equiv"),
    content: text("content"),
    media: text("media"),
    scheme: text("scheme"),
  },
  object: { data: url("data"), type: text("type"), name: text("name"), useMap: text("usemap"), ...sizeText },
  ol: { reversed: flag("reversed"), start: number("start", 1, { least: -0x80000000 }), type: text("type") },
  optgroup: { disabled: flag("disabled"), label: text("label") },
  option: {
    disabled: flag("disabled"),
    label: orText("label"),
    value: orText("value"),
    text: optionText,
    defaultSelected: flag("selected"),
  },
  output: { name: text("name") },
  param: { name: text("name"), value: text("value") },
  q: quotation,
  script: {
    src: url("src"),
    type: text("type"),
    noModule: flag("nomodule"),
    defer: flag("defer"),
    crossOrigin,
    integrity: text("integrity"),
    referrerPolicy,
    charset: text("charset"),
    text: content,
  },
  select: {
    ...control,
    ...SELECTION,
    autocomplete: text("autocomplete"),
    multiple: flag("multiple"),
    required: flag("required"),
    size: number("size", 0),
  },
  slot: { name: text("name") },
  source: { src: url("src"), type: text("type"), srcset: text("srcset"), sizes: text("sizes"), media: text("media"), ...size },
  style: { media: text("media"), type: text("type") },
  td: cell,
  textarea: {
    ...control,
    ...lengths,
    autocomplete: text("autocomplete"),
    cols: number("cols", 20, { least: 1 }),
    rows: number("rows", 2, { least: 1 }),
    defaultValue: content,
    value: content,
  },
  th: cell,
  time: { dateTime: text("datetime") },
  title: { text: content },
  track: {
    kind: keyword("kind", ["subtitles", "captions", "descriptions", "chapters", "metadata"], "subtitles", "metadata"),
    src: url("src"),
    srclang: text("srclang"),
    label: text("label"),
    default: flag("default"),
  },
  video: { ...media, ...size, poster: url("poster"), playsInline: flag("playsinline") },
};

/** Names of elements that have a property, with the rules: `href` has those of `a`, `area`, `base` and `link`. */
const byProperty = new Map();
for (const [element, rules] of Object.entries(RULES)) {
  for (const [property, rule] of Object.entries(rules)) {
    if (!byProperty.has(property)) byProperty.set(property, new Map());
    byProperty.get(property).set(element, rule);
  }
}

/** Defines the properties on the prototype of elements. A property that the prototype has is used where there is no rule. */
export function defineReflected(prototype) {
  for (const [property, rules] of byProperty) {
    const before = Object.getOwnPropertyDescriptor(prototype, property);
    const ruleFor = (element) =>
      element.namespaceURI === HTML ? (rules.get(element.localName) ?? rules.get("*")) : undefined;
    Object.defineProperty(prototype, property, {
      configurable: true,
      enumerable: true,
      get() {
        const rule = ruleFor(this);
        return rule === undefined ? before?.get.call(this) : rule.get(this);
      },
      set(value) {
        const rule = ruleFor(this);
        if (rule !== undefined) rule.set(this, value);
        else if (before === undefined) Object.defineProperty(this, property, { value, configurable: true, enumerable: true, writable: true });
      },
    });
  }
}
