/// <reference lib="esnext.disposable" />
/** Markup: a string, or bytes whose encoding is detected as browsers do. */
export type Markup = string | Uint8Array | ArrayBuffer | ArrayBufferView;

/** Loads the module where the environment can't do so at once, such as browsers. `source` is the module, its bytes or its URL. */
export function init(
  source?: WebAssembly.Module | BufferSource | Response | URL | string | Promise<WebAssembly.Module | BufferSource | Response>,
): Promise<void>;

/** Loads the module from bytes or a compiled module, at once. */
export function initSync(source: WebAssembly.Module | BufferSource): void;

/** Returns the version of the library. */
export function version(): string;

/** Codes of errors. `fault`: the module is out of memory or has a bug, and what was made before can't be used any more. */
export type ErrorCode =
  | "busy"
  | "disposed"
  | "edited"
  | "fault"
  | "finished"
  | "invalid-argument"
  | "invalid-edit"
  | "invalid-selector"
  | "invalid-utf8"
  | "invalid-xpath"
  | "limit"
  | "not-in-core"
  | "not-initialized"
  | "not-representable"
  | "not-streamable"
  | "panic"
  | "stale-node"
  | "stopped"
  | "xpath-failed";

/** An error of the library. */
export class SapwoodError extends Error {
  constructor(code: ErrorCode, message: string, position?: { start: number; end: number } | null);
  readonly code: ErrorCode;
  /** The place of the mistake in a selector or expression, as UTF-16 offsets. */
  readonly position: { start: number; end: number } | null;
}

/** Limits of a parse, which ends with the tree so far when it reaches one. */
export interface Limits {
  inputBytes?: number;
  nodes?: number;
  depth?: number;
  /** Attributes of a tag. */
  attributes?: number;
  /** Bytes of a token. */
  tokenLength?: number;
  /** Bytes that the parser may copy for each byte of input beyond 1 MiB; 0 for no limit; 8 by default. */
  amplification?: number;
}

export interface ParseOptions {
  /** Collect parse errors. */
  errors?: boolean;
  /** Keep where nodes and attributes were written. */
  positions?: boolean;
  /** Keep the input, for `toSource` and `patches`. */
  source?: boolean;
  /** Keep how offsets in the text map to the bytes that were parsed. */
  offsetMap?: boolean;
  /** Take scripting as enabled, so that the content of `noscript` is raw text. */
  scripting?: boolean;
  /** The document is that of an `srcdoc` attribute. */
  iframeSrcdoc?: boolean;
  /** Let `<template shadowrootmode>` attach shadow roots. */
  declarativeShadowRoots?: boolean;
  /** Let `<template for>` replace the content between markers; `true` by default. */
  templateFor?: boolean;
  /** The encoding of bytes, whatever they or the transport declare. */
  encoding?: string;
  /** The encoding that the HTTP header declares. */
  httpCharset?: string;
  /** The encoding of bytes that declare none. */
  defaultEncoding?: string;
  limits?: Limits;
}

/** Options of a parse that makes a document. */
export interface DocumentOptions extends ParseOptions {
  /** The URL of the document: for `baseURI`, `href` and `src`, and for links. It must be absolute. */
  url?: string | URL;
}

export interface FragmentOptions extends DocumentOptions {
  /** The name of the element whose content is parsed, such as `td` or `svg path`; `body` by default. */
  context?: string;
}

/** Parses a document. Never fails on bad markup. */
export function parse(html: Markup, options?: DocumentOptions): Document;
/** Parses a fragment as the content of an element. */
export function parseFragment(html: string, options?: FragmentOptions): DocumentFragment;
/** Parses XML by XML5, which never fails. */
export function parseXml(xml: Markup, options?: DocumentOptions): Document;
/** Parses what a stream or an iterable yields, such as the `body` of a response. */
export function parseStream(
  pieces: AsyncIterable<Markup> | Iterable<Markup>,
  options?: DocumentOptions,
): Promise<Document>;

/** A parser of a document that comes in pieces, all strings or all bytes. */
export class Parser {
  constructor(options?: DocumentOptions);
  write(piece: Markup): void;
  end(piece?: Markup): Document;
}

/** `DOMParser` of browsers. XML is parsed by XML5, so that there is a document for ill-formed XML, too. */
export class DOMParser {
  parseFromString(
    markup: string,
    type: "text/html" | "text/xml" | "application/xml" | "application/xhtml+xml" | "image/svg+xml",
  ): Document;
}

/** `XMLSerializer` of browsers. */
export class XMLSerializer {
  serializeToString(node: Node): string;
}

/** A range of the input. */
export interface Span {
  start: number;
  end: number;
}

/** An attribute, as it was when it was read. */
export class Attr {
  private constructor();
  readonly nodeType: 2;
  readonly name: string;
  readonly localName: string;
  readonly prefix: string | null;
  readonly namespaceURI: string | null;
  readonly value: string;
  readonly nodeName: string;
  readonly nodeValue: string;
  readonly textContent: string;
  readonly specified: true;
  cloneNode(): Attr;
}

/** Formats of markup that have options. */
type FormatWithOptions = "html" | "inner-html" | "pretty" | "minified";

/**
 * Formats of markup. Options may follow: `scripting`, `shadow-roots` and `empty-selectedcontent`; for `minified`, `scripting`,
 * `collapse-whitespace`, `drop-comments` and `drop-redundant-attributes`.
 */
export type Format = FormatWithOptions | `${FormatWithOptions} ${string}` | "xml" | "well-formed-xml";

export type ChildNode = Element | Text | Comment | ProcessingInstruction | DocumentType;

export abstract class Node {
  protected constructor(key: never);
  static readonly ELEMENT_NODE: 1;
  static readonly TEXT_NODE: 3;
  static readonly PROCESSING_INSTRUCTION_NODE: 7;
  static readonly COMMENT_NODE: 8;
  static readonly DOCUMENT_NODE: 9;
  static readonly DOCUMENT_TYPE_NODE: 10;
  static readonly DOCUMENT_FRAGMENT_NODE: 11;
  static readonly DOCUMENT_POSITION_DISCONNECTED: 1;
  static readonly DOCUMENT_POSITION_PRECEDING: 2;
  static readonly DOCUMENT_POSITION_FOLLOWING: 4;
  static readonly DOCUMENT_POSITION_CONTAINS: 8;
  static readonly DOCUMENT_POSITION_CONTAINED_BY: 16;
  static readonly DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC: 32;
  readonly ELEMENT_NODE: 1;
  readonly TEXT_NODE: 3;
  readonly PROCESSING_INSTRUCTION_NODE: 7;
  readonly COMMENT_NODE: 8;
  readonly DOCUMENT_NODE: 9;
  readonly DOCUMENT_TYPE_NODE: 10;
  readonly DOCUMENT_FRAGMENT_NODE: 11;
  abstract readonly nodeType: 1 | 3 | 7 | 8 | 9 | 10 | 11;
  abstract readonly nodeName: string;
  nodeValue: string | null;
  get textContent(): string | null;
  set textContent(text: string | null);
  /** The text as a person reads it, without what is hidden. */
  innerText: string;
  readonly parentNode: Element | Document | DocumentFragment | null;
  readonly parentElement: Element | null;
  readonly firstChild: ChildNode | null;
  readonly lastChild: ChildNode | null;
  readonly nextSibling: ChildNode | null;
  readonly previousSibling: ChildNode | null;
  readonly nextElementSibling: Element | null;
  readonly previousElementSibling: Element | null;
  /** The children: a frozen array, which does not change with the document. */
  readonly childNodes: readonly ChildNode[];
  readonly ownerDocument: Document | DocumentFragment | null;
  /** The URL that relative URLs are resolved against: that of a `base` element, or of the document; `about:blank` if neither is known. */
  readonly baseURI: string;
  readonly isConnected: boolean;
  /** Where the node was written, in the UTF-8 of the input; for an element its start tag. Needs the option `positions`. */
  readonly span: Span | null;
  hasChildNodes(): boolean;
  getRootNode(): Node;
  contains(other: Node | null | undefined): boolean;
  isSameNode(other: Node | null | undefined): boolean;
  /** Whether the nodes and their descendants have the same names, attributes and data. */
  isEqualNode(other: Node | null | undefined): boolean;
  /** Returns where another node is, seen from this one: a sum of the constants `DOCUMENT_POSITION_…`. */
  compareDocumentPosition(other: Node): number;
  /** Yields the descendants in tree order. */
  descendants(): Generator<ChildNode, void, undefined>;
  serialize(format?: Format): string;
  toString(): string;
  appendChild<T extends Node>(child: T): T;
  insertBefore<T extends Node>(child: T, next?: Node | null): T;
  removeChild<T extends Node>(child: T): T;
  replaceChild<T extends Node>(child: Node, old: T): T;
  remove(): void;
  before(...nodes: (Node | string)[]): void;
  after(...nodes: (Node | string)[]): void;
  replaceWith(...nodes: (Node | string)[]): void;
  append(...nodes: (Node | string)[]): void;
  prepend(...nodes: (Node | string)[]): void;
  replaceChildren(...nodes: (Node | string)[]): void;
  normalize(): void;
  cloneNode(deep?: boolean): this;
}

export interface XPathOptions {
  /** URLs of namespaces by prefix. */
  namespaces?: Record<string, string>;
  /** Steps that the evaluation may take; fifty million by default. */
  budget?: number;
}

/** The value of an expression; attributes and namespaces of a node-set are their values. */
export type XPathValue = (ChildNode | Document | DocumentFragment | string)[] | string | number | boolean;

export interface UrlOptions {
  /** The URL of the document, which links are resolved against; by default the one that the parse was given. */
  url?: string | URL;
}

export interface Link {
  /** The local name of the attribute that has the URL. */
  attribute: string;
  /** The use that the document makes of the resource, such as `hyperlink` or `image`. */
  kind: string;
  /** The URL as it was written. */
  value: string;
  /** The resolved URL; `null` if it can't be resolved. */
  url: string | null;
}

/** What a field of a schema is: an attribute, a property, a function, or a schema of its own. */
export type FieldValue = string | Schema | ((element: Element, name: string) => unknown);
export interface Field {
  /** The selector of the elements; without one, the element that the schema is applied to. */
  selector?: string;
  /** `textContent` by default. */
  value?: FieldValue;
}
export interface Schema {
  [name: string]: string | Field | [string | Field];
}
/** The values of a schema. */
export type Extracted<S> = { [K in keyof S]: S[K] extends unknown[] ? ExtractedField<S[K][0]>[] : ExtractedField<S[K]> | undefined };
type ExtractedField<F> = F extends { value: infer V }
  ? V extends (...values: never[]) => infer R
    ? R
    : V extends string
      ? string
      : Extracted<V>
  : string;

export interface SanitizeOptions {
  /** `default` by default. */
  preset?: "default" | "ammonia" | "nh3" | "bleach" | "dompurify";
  /** A `SanitizerConfig` of the HTML Sanitizer API. */
  config?: Record<string, unknown>;
}

export abstract class ParentNode extends Node {
  readonly children: readonly Element[];
  readonly firstElementChild: Element | null;
  readonly lastElementChild: Element | null;
  readonly childElementCount: number;
  innerHTML: string;
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Element[];
  getElementsByTagName(name: string): Element[];
  getElementsByClassName(names: string): Element[];
  getElementById(id: string): Element | null;
  /** Returns the values of an attribute of the descendants that match and have it: faster than a loop. */
  selectAttributes(selector: string, name: string): string[];
  /** Returns the text contents of the descendants that match: faster than a loop. */
  selectTexts(selector: string): string[];
  xpath(expression: string, options?: XPathOptions): XPathValue;
  toMarkdown(options?: UrlOptions): string;
  /** Returns the node as Markdown with where its parts come from; that of the main content of the document with `article`. */
  toMarkdownMap(options?: UrlOptions & { article?: boolean }): MarkdownMap;
  links(options?: UrlOptions): (Link & { element: Element })[];
  tables(): Table[];
  forms(): Form[];
  metadata(): unknown[];
  microdata(): unknown;
  jsonLd(): unknown[];
  extract<const S extends Schema>(schema: S): Extracted<S>;
  /** Removes what a sanitizer does not allow. */
  sanitize(options?: SanitizeOptions): void;
}

/** Markdown, and the places that its parts come from. */
export interface MarkdownMap {
  markdown: string;
  /** The parts that are text of the document, in the order of the Markdown. */
  entries: MarkdownEntry[];
}

/** A part of Markdown that comes from the document. */
export interface MarkdownEntry {
  /** The place in the Markdown, in UTF-16 code units. */
  start: number;
  end: number;
  /** The text node, or the element whose attribute or markup the part is. */
  node: Node;
  /** The place in the data of the text node, in UTF-16 code units. */
  data: Span | null;
  /** The place in the input, in bytes of UTF-8 or of the source that the document keeps. Needs `positions` or `source`. */
  source: Span | null;
}

/** A table: texts, `null` where no cell is. */
export interface Table {
  caption: string | null;
  headerRows: number;
  rows: (string | null)[][];
}
/** A form, as `sapwood forms` writes it. */
export type Form = Record<string, unknown>;

/**
 * Properties of HTML elements that reflect attributes, as in browsers; URLs are absolute if that of the document or of a `base` element
 * is known. On elements that don't have it a property is `undefined`. The values of controls are those that a page starts with:
 * setting `value` or `checked` writes the attribute, the text of a `textarea`, or the attribute `selected` of options.
 */
export interface ReflectedProperties {
  title: string | undefined;
  lang: string | undefined;
  dir: string | undefined;
  accessKey: string | undefined;
  hidden: boolean | undefined;
  inert: boolean | undefined;
  autofocus: boolean | undefined;
  nonce: string | undefined;
  href: string | undefined;
  // Parts of the URL of a link.
  readonly origin: string | undefined;
  protocol: string | undefined;
  username: string | undefined;
  password: string | undefined;
  host: string | undefined;
  hostname: string | undefined;
  port: string | undefined;
  pathname: string | undefined;
  search: string | undefined;
  hash: string | undefined;
  target: string | undefined;
  download: string | undefined;
  ping: string | undefined;
  rel: string | undefined;
  referrerPolicy: string | undefined;
  hreflang: string | undefined;
  type: string | undefined;
  name: string | undefined;
  text: string | undefined;
  alt: string | undefined;
  coords: string | undefined;
  shape: string | undefined;
  src: string | undefined;
  crossOrigin: string | null | undefined;
  preload: string | undefined;
  autoplay: boolean | undefined;
  loop: boolean | undefined;
  controls: boolean | undefined;
  defaultMuted: boolean | undefined;
  cite: string | undefined;
  disabled: boolean | undefined;
  formAction: string | undefined;
  formEnctype: string | undefined;
  formMethod: string | undefined;
  formNoValidate: boolean | undefined;
  formTarget: string | undefined;
  value: string | undefined;
  // The options of a `select`, and those that a page starts with as selected.
  readonly options: Element[] | undefined;
  readonly selectedOptions: Element[] | undefined;
  selectedIndex: number | undefined;
  width: string | number | undefined;
  height: string | number | undefined;
  dateTime: string | undefined;
  open: boolean | undefined;
  action: string | undefined;
  method: string | undefined;
  enctype: string | undefined;
  encoding: string | undefined;
  acceptCharset: string | undefined;
  autocomplete: string | undefined;
  noValidate: boolean | undefined;
  srcdoc: string | undefined;
  allow: string | undefined;
  allowFullscreen: boolean | undefined;
  loading: string | undefined;
  srcset: string | undefined;
  sizes: string | undefined;
  useMap: string | undefined;
  isMap: boolean | undefined;
  decoding: string | undefined;
  fetchPriority: string | undefined;
  longDesc: string | undefined;
  maxLength: number | undefined;
  minLength: number | undefined;
  placeholder: string | undefined;
  readOnly: boolean | undefined;
  required: boolean | undefined;
  accept: string | undefined;
  checked: boolean | undefined;
  defaultChecked: boolean | undefined;
  defaultValue: string | undefined;
  dirName: string | undefined;
  max: string | undefined;
  min: string | undefined;
  multiple: boolean | undefined;
  pattern: string | undefined;
  size: number | undefined;
  step: string | undefined;
  htmlFor: string | undefined;
  as: string | undefined;
  media: string | undefined;
  integrity: string | undefined;
  imageSrcset: string | undefined;
  imageSizes: string | undefined;
  httpEquiv: string | undefined;
  scheme: string | undefined;
  data: string | undefined;
  reversed: boolean | undefined;
  start: number | undefined;
  label: string | undefined;
  defaultSelected: boolean | undefined;
  noModule: boolean | undefined;
  defer: boolean | undefined;
  charset: string | undefined;
  colSpan: number | undefined;
  rowSpan: number | undefined;
  headers: string | undefined;
  scope: string | undefined;
  abbr: string | undefined;
  cols: number | undefined;
  rows: number | undefined;
  kind: string | undefined;
  srclang: string | undefined;
  default: boolean | undefined;
  poster: string | undefined;
  playsInline: boolean | undefined;
}

export interface Element extends ReflectedProperties {}
export class Element extends ParentNode {
  readonly nodeType: 1;
  readonly nodeName: string;
  get textContent(): string;
  set textContent(text: string | null);
  readonly localName: string;
  readonly prefix: string | null;
  readonly namespaceURI: string | null;
  readonly tagName: string;
  id: string;
  className: string;
  readonly classList: TokenList;
  readonly dataset: Record<string, string | undefined>;
  /** The declarations of the `style` attribute as they are written: values are not checked, and shorthands not expanded. */
  get style(): StyleDeclarations;
  set style(css: string);
  readonly attributes: Attr[];
  /** The attributes as an object without a prototype, by their names. */
  readonly attributeMap: Record<string, string>;
  outerHTML: string;
  /** The contents of a `template`, and the value of a `meta`; `null` for other elements. */
  get content(): DocumentFragment | string | null;
  set content(value: string);
  readonly shadowRoot: DocumentFragment | null;
  /** Where the end tag was written. Needs the option `positions`. */
  readonly endTagSpan: Span | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  hasAttributes(): boolean;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  getAttributeNS(namespace: string | null, localName: string): string | null;
  hasAttributeNS(namespace: string | null, localName: string): boolean;
  /** Sets the attribute with this namespace and local name, or appends one. The name may have a prefix: `xlink:href`. */
  setAttributeNS(namespace: string | null, name: string, value: string): void;
  removeAttributeNS(namespace: string | null, localName: string): void;
  toggleAttribute(name: string, force?: boolean): boolean;
  getAttributeNames(): string[];
  getAttributeNode(name: string): Attr | null;
  /** Sets an attribute to the value of one that this or another element has. */
  setAttributeNode(attribute: Attr): void;
  /** Where an attribute was written. Needs the option `positions`. */
  attributeSpan(name: string): Span | null;
  matches(selector: string): boolean;
  closest(selector: string): Element | null;
  insertAdjacentHTML(position: InsertPosition, html: string): void;
  insertAdjacentElement(position: InsertPosition, element: Element): Element;
  insertAdjacentText(position: InsertPosition, text: string): void;
  /** Puts an element in the place of this one, which becomes its last child. */
  wrap(wrapper: Element): void;
  /** Puts the children in the place of the element. */
  unwrap(): void;
  /** Gives the element another local name. */
  rename(name: string): void;
}
export type InsertPosition = "beforebegin" | "afterbegin" | "beforeend" | "afterend";

/** Declarations of CSS, also by their names: `style.display`, `style.backgroundColor`. */
export interface StyleDeclarations extends Iterable<string> {
  cssText: string;
  readonly length: number;
  item(index: number): string;
  getPropertyValue(name: string): string;
  getPropertyPriority(name: string): string;
  setProperty(name: string, value: string | null, priority?: string): void;
  removeProperty(name: string): string;
  [name: string]: any;
}

/** The classes of an element. */
export interface TokenList extends Iterable<string> {
  readonly length: number;
  value: string;
  item(index: number): string | null;
  contains(name: string): boolean;
  add(...names: string[]): void;
  remove(...names: string[]): void;
  toggle(name: string, force?: boolean): boolean;
  replace(old: string, name: string): boolean;
  forEach(call: (name: string, index: number) => void): void;
  keys(): IterableIterator<number>;
  values(): IterableIterator<string>;
  entries(): IterableIterator<[number, string]>;
  toString(): string;
}

export abstract class CharacterData extends Node {
  data: string;
  nodeValue: string;
  get textContent(): string;
  set textContent(text: string | null);
  readonly length: number;
  // Offsets count UTF-16 code units. An offset after the end is an error; a count may go beyond it.
  substringData(offset: number, count: number): string;
  appendData(data: string): void;
  insertData(offset: number, data: string): void;
  deleteData(offset: number, count: number): void;
  replaceData(offset: number, count: number, data: string): void;
}
export class Text extends CharacterData {
  readonly nodeType: 3;
  readonly nodeName: "#text";
  /** The data of this text and of those beside it, with nothing between them. */
  readonly wholeText: string;
  /** Cuts the text in two; returns the second part, which follows this node. */
  splitText(offset: number): Text;
}
export class Comment extends CharacterData {
  readonly nodeType: 8;
  readonly nodeName: "#comment";
}
export class ProcessingInstruction extends CharacterData {
  readonly nodeType: 7;
  readonly nodeName: string;
  readonly target: string;
}
export class DocumentType extends Node {
  readonly nodeType: 10;
  readonly nodeName: string;
  readonly name: string;
  readonly publicId: string;
  readonly systemId: string;
}

/** A parse error, with offsets in the UTF-8 of the input. */
export interface ParseError extends Span {
  code: string;
}

/** A part of the source that edits replace, with offsets in bytes. */
export interface Patch extends Span {
  replacement: Uint8Array;
}

/** The root of a fragment, of the contents of a template, or of a shadow tree. */
export class DocumentFragment extends ParentNode {
  readonly nodeType: 9 | 11;
  readonly nodeName: string;
  /** The element whose template contents or shadow tree this is. */
  readonly host: Element | null;
  /** The parse errors. Needs the option `errors`. */
  readonly errors: ParseError[];
  /** The name of the limit that ended the parse, such as `nodes`. */
  readonly limit: string | null;
  /** Bytes of memory that the tree takes in the module. */
  readonly memory: number;
  createElement(name: string): Element;
  createElementNS(namespace: string | null, name: string): Element;
  createTextNode(data: string): Text;
  createComment(data: string): Comment;
  createProcessingInstruction(target: string, data: string): ProcessingInstruction;
  /** Returns an empty fragment. Inserting it inserts its children. */
  createDocumentFragment(): DocumentFragment;
  /** Returns a walker over the nodes below `root`, of the types whose bits are set, that the filter lets through. */
  createTreeWalker(root: Node, whatToShow?: number, filter?: Filter | null): TreeWalker;
  /** Copies a node with its descendants from another document, or from this one. */
  importNode<T extends Node>(node: T): T;
  /** Removes all elements that match; returns how many. */
  removeAll(selector: string): number;
  /** Puts the children of all elements that match in their places; returns how many. */
  unwrapAll(selector: string): number;
  /** Writes the source with the edits in it, decoded: only what was edited differs. Needs the option `source`. */
  toSource(): string;
  /** As `toSource`, in the encoding of the bytes that were parsed: only the edited bytes differ. For XML that isn't UTF-8, this alone. */
  toSourceBytes(): Uint8Array;
  /** The parts of the source that edits replace. Needs the option `source`. */
  patches(): Patch[];
  /** Copies all nodes at once, so that reading any of them is cheap. Reading does this by itself when it pays. */
  snapshot(): this;
  /**
   * Frees the memory that the nodes don't need, such as that of texts that were replaced. A large document that is kept is trimmed
   * without this when the next one is parsed.
   */
  trim(): void;
  /** Frees the memory of the document. Its nodes throw when they are used. */
  dispose(): void;
  [Symbol.dispose](): void;
}

export class Document extends DocumentFragment {
  readonly nodeType: 9;
  readonly nodeName: "#document";
  readonly documentElement: Element | null;
  readonly head: Element | null;
  readonly body: Element | null;
  readonly doctype: DocumentType | null;
  title: string;
  /** The URL that the parse was given; `about:blank` without one. */
  readonly URL: string;
  readonly documentURI: string;
  readonly compatMode: "BackCompat" | "CSS1Compat";
  readonly quirksMode: "no-quirks" | "limited-quirks" | "quirks";
  /** The encoding of the bytes that were parsed; `null` if text was parsed. */
  readonly characterSet: string | null;
  /** Whether bytes were parsed that are invalid in their encoding. */
  readonly isMalformed: boolean;
  getElementsByName(name: string): Element[];
  /** The main content, and what the page says of it. */
  article(): Article;
}

/** Answers of a filter, and the types of nodes that are shown. */
export const NodeFilter: {
  readonly FILTER_ACCEPT: 1;
  readonly FILTER_REJECT: 2;
  readonly FILTER_SKIP: 3;
  readonly SHOW_ALL: 0xffffffff;
  readonly SHOW_ELEMENT: 0x1;
  readonly SHOW_ATTRIBUTE: 0x2;
  readonly SHOW_TEXT: 0x4;
  readonly SHOW_CDATA_SECTION: 0x8;
  readonly SHOW_PROCESSING_INSTRUCTION: 0x40;
  readonly SHOW_COMMENT: 0x80;
  readonly SHOW_DOCUMENT: 0x100;
  readonly SHOW_DOCUMENT_TYPE: 0x200;
  readonly SHOW_DOCUMENT_FRAGMENT: 0x400;
};

/** Says whether a walker shows a node: one of the constants `NodeFilter.FILTER_…`. */
export type Filter = ((node: Node) => number) | { acceptNode(node: Node): number };

/** Walks over those nodes of a tree that a filter lets through. A method returns `null`, and stays where it is, if there is no such node. */
export class TreeWalker {
  private constructor();
  readonly root: Node;
  readonly whatToShow: number;
  readonly filter: Filter | null;
  currentNode: Node;
  parentNode(): Node | null;
  firstChild(): Node | null;
  lastChild(): Node | null;
  previousSibling(): Node | null;
  nextSibling(): Node | null;
  previousNode(): Node | null;
  nextNode(): Node | null;
}

/** The main content of a page: `text`, `markdown` and `html`, with what the page says of it. */
export interface Article {
  readonly text: string;
  readonly markdown: string;
  readonly html: string;
  title: string | null;
  byline: string | null;
  /** Dates as the page states them, in ISO 8601. */
  published: string | null;
  modified: string | null;
  language: string | null;
  siteName: string | null;
  canonicalUrl: string | null;
  image: string | null;
  description: string | null;
  kind: "article" | "thread" | "product" | "list" | "documentation" | "sections";
  /** What a page of its kind has besides text. */
  details: ArticleDetails;
}

/** The place that a value comes from; the first are trusted most, and `tree` is the elements and their texts. */
export type Source = "json-ld" | "microdata" | "rdfa" | "meta" | "tree";

/** A value, and where it comes from. */
export interface Fact<T = string> {
  value: T;
  source: Source;
}

/** A person or a group; `url` is that of a page about them, as it is written. */
export interface Person {
  name: string;
  url: string | null;
  source: Source;
}

/** What a page of its kind has besides text. Dates have the time and the offset that the page states, in ISO 8601. */
export interface ArticleDetails {
  authors: Person[];
  published: Fact | null;
  modified: Fact | null;
  /** The headings; `id` is the one that a URL can lead to. */
  sections: { level: number; title: string; id: string | null }[];
  /** The images, with URLs as they are written. */
  images: { url: string; alt: string | null; caption: string | null }[];
  tables: Table[];
  /** The posts of a thread. */
  posts: {
    text: string;
    author: Person | null;
    published: Fact | null;
    votes: Fact<number> | null;
    isQuestion: boolean;
    isAccepted: boolean;
    source: Source;
  }[];
  product: {
    name: Fact | null;
    brand: Fact | null;
    sku: Fact | null;
    /** With a point before its decimals; of several offers the lowest. */
    price: Fact | null;
    /** By ISO 4217. */
    currency: Fact | null;
    /** By schema.org: `InStock`. */
    availability: Fact | null;
    rating: { value: string; best: string; count: number | null; source: Source } | null;
    description: Fact | null;
    /** Properties; the name is empty for an entry of a list. */
    features: { name: string; value: string; source: Source }[];
    images: Fact[];
  } | null;
  /** The items of a list. */
  items: { title: string; url: string | null; summary: string | null; source: Source }[];
}

/** Returns safe HTML, which stays safe when it is parsed again as the content of `context`. */
export function sanitize(
  html: string,
  options?: SanitizeOptions & {
    /** The name of the element that the HTML is for; `body` by default. */
    context?: string;
    /** Whether the HTML is a whole page. */
    document?: boolean;
  },
): string;

/** Returns the text of a page as a person reads it. */
export function text(html: Markup, options?: DocumentOptions): string;
export function toMarkdown(html: Markup, options?: DocumentOptions): string;
export function article(html: Markup, options?: DocumentOptions): Article;
export function extract<const S extends Schema>(html: Markup, schema: S, options?: DocumentOptions): Extracted<S>;
export function links(html: Markup, options?: DocumentOptions): Link[];
export function tables(html: Markup, options?: DocumentOptions): Table[];
export function forms(html: Markup, options?: DocumentOptions): Form[];
export function metadata(html: Markup, options?: DocumentOptions): unknown[];
export function microdata(html: Markup, options?: DocumentOptions): unknown;
/** Returns the same page in fewer bytes. */
export function minify(html: Markup, options?: DocumentOptions): string;
export function minifyFragment(html: string, options?: FragmentOptions): string;

/** A mistake in the syntax, with its place: lines and columns from 1, `start` and `end` as offsets in UTF-8. */
export interface Finding extends Span {
  code: string;
  title: string;
  help: string;
  url: string;
  /** Whether the markup may be right, so that this is no error. */
  isNote: boolean;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}
/** Returns the mistakes in the syntax of HTML, or of XML. */
export function check(markup: Markup, options?: { context?: string; xml?: boolean; scripting?: boolean }): Finding[];

/** How content is inserted: as text, which is escaped, or as HTML. */
export interface ContentOptions {
  html?: boolean;
}

/** A part of a page that a handler may change. It can be used until the handler returns, or its promise has settled. */
export interface Unit {
  readonly removed: boolean;
  before(content: string, options?: ContentOptions): this;
  after(content: string, options?: ContentOptions): this;
  replace(content: string, options?: ContentOptions): this;
  remove(): this;
}
export interface RewriterElement extends Unit {
  tagName: string;
  readonly namespaceURI: string;
  readonly attributes: IterableIterator<[string, string]>;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  setAttribute(name: string, value: string): this;
  removeAttribute(name: string): this;
  prepend(content: string, options?: ContentOptions): this;
  append(content: string, options?: ContentOptions): this;
  setInnerContent(content: string, options?: ContentOptions): this;
  removeAndKeepContent(): this;
  /** Calls a function at the end tag, or where the end of the element is implied. */
  onEndTag(handler: (tag: RewriterEndTag) => void | Promise<void>): this;
}
export interface RewriterEndTag extends Unit {
  name: string;
  readonly isImplied: boolean;
}
export interface RewriterText extends Unit {
  readonly text: string;
  readonly lastInTextNode: boolean;
}
export interface RewriterComment extends Unit {
  text: string;
}
export interface RewriterDoctype {
  readonly name: string | null;
  /** The identifiers; `null` if there are none. */
  readonly publicId: string | null;
  readonly systemId: string | null;
}
export interface RewriterDocumentEnd {
  append(content: string, options?: ContentOptions): this;
}
export interface ElementHandlers {
  element?(element: RewriterElement): void | Promise<void>;
  comments?(comment: RewriterComment): void | Promise<void>;
  text?(text: RewriterText): void | Promise<void>;
}
export interface DocumentHandlers {
  doctype?(doctype: RewriterDoctype): void | Promise<void>;
  comments?(comment: RewriterComment): void | Promise<void>;
  text?(text: RewriterText): void | Promise<void>;
  end?(end: RewriterDocumentEnd): void | Promise<void>;
}
export interface RewriteOptions {
  encoding?: string;
  httpCharset?: string;
  defaultEncoding?: string;
  scripting?: boolean;
  limits?: Limits;
  /** Whether the rest of the input passes through as it is after a limit; otherwise the rewrite fails. */
  passAfterLimit?: boolean;
}

/**
 * Rewrites pages while they stream. The interface is that of `HTMLRewriter` in workers. Handlers may return promises, but for `rewrite` and
 * `transformAll`.
 */
export class HTMLRewriter {
  constructor(options?: RewriteOptions);
  on(selector: string, handlers: ElementHandlers): this;
  onDocument(handlers: DocumentHandlers): this;
  /** Returns a response whose body is rewritten as it is read. */
  transform(response: Response): Response;
  stream(options?: RewriteOptions): TransformStream<Uint8Array, Uint8Array>;
  /** Begins a rewrite that is fed by hand. */
  rewrite(
    output: (piece: Uint8Array) => void,
    options?: RewriteOptions,
  ): { write(piece: Markup): void; finish(): string | null; cancel(): void };
  /** Begins a rewrite whose handlers may return promises. Each call has to wait for the last one. */
  rewriteAsync(
    output: (piece: Uint8Array) => void,
    options?: RewriteOptions,
  ): { write(piece: Markup): Promise<void>; finish(): Promise<string | null>; cancel(): void };
  /** Rewrites a whole page. */
  transformAll(page: string): string;
  transformAll(page: Uint8Array | ArrayBuffer | ArrayBufferView): Uint8Array;
  /** Rewrites a whole page by handlers that may return promises. */
  transformAllAsync(page: string): Promise<string>;
  transformAllAsync(page: Uint8Array | ArrayBuffer | ArrayBufferView): Promise<Uint8Array>;
}

/** Calls functions for elements that match while a page streams. Memory holds what is open, not the page. */
export class SelectingParser {
  constructor(options?: ParseOptions);
  /** Calls a function with each element when it ends; it can be read during the call. `false` ends the parse. */
  on(selector: string, take: (element: Element) => unknown): this;
  /** Returns `false` after a function has ended the parse. */
  write(piece: Markup): boolean;
  /** Returns the name of the limit that was reached, or `null`. */
  end(): string | null;
}
export function selectStream(
  pieces: AsyncIterable<Markup> | Iterable<Markup>,
  selector: string,
  take: (element: Element) => unknown,
  options?: ParseOptions,
): Promise<string | null>;

export interface Token extends Span {
  kind: "start-tag" | "end-tag" | "text" | "comment" | "processing-instruction" | "doctype";
  name?: string;
  data?: string;
  selfClosing?: boolean;
  attributes?: { name: string; value: string }[];
  publicId?: string | null;
  systemId?: string | null;
}
/** Calls a function with each token of an HTML text, without a tree. `false` ends it. */
export function tokenize(html: string, take: (token: Token) => unknown, options?: ParseOptions): void;
