/** The interface of parse5 8: `import { parse } from "sapwood/parse5"` is the whole change. */

export interface Attribute {
  name: string;
  value: string;
  namespace?: string;
  prefix?: string;
}

export interface Location {
  startLine: number;
  startCol: number;
  startOffset: number;
  endLine: number;
  endCol: number;
  endOffset: number;
}
export interface LocationWithAttributes extends Location {
  attrs?: Record<string, Location>;
}
export interface ElementLocation extends LocationWithAttributes {
  startTag?: Location;
  endTag?: Location;
}

export declare namespace DefaultTreeAdapterTypes {
  interface Document {
    nodeName: "#document";
    mode: DocumentMode;
    childNodes: ChildNode[];
    sourceCodeLocation?: Location | null;
  }
  interface DocumentFragment {
    nodeName: "#document-fragment";
    childNodes: ChildNode[];
    sourceCodeLocation?: Location | null;
  }
  interface Element {
    nodeName: string;
    tagName: string;
    attrs: Attribute[];
    namespaceURI: string;
    sourceCodeLocation?: ElementLocation | null;
    parentNode: ParentNode | null;
    childNodes: ChildNode[];
  }
  interface Template extends Element {
    nodeName: "template";
    tagName: "template";
    content: DocumentFragment;
  }
  interface CommentNode {
    nodeName: "#comment";
    data: string;
    parentNode: ParentNode | null;
    sourceCodeLocation?: Location | null;
  }
  interface TextNode {
    nodeName: "#text";
    value: string;
    parentNode: ParentNode | null;
    sourceCodeLocation?: Location | null;
  }
  interface DocumentType {
    nodeName: "#documentType";
    name: string;
    publicId: string;
    systemId: string;
    parentNode: ParentNode | null;
    sourceCodeLocation?: Location | null;
  }
  type ParentNode = Document | DocumentFragment | Element | Template;
  type ChildNode = Element | Template | CommentNode | TextNode | DocumentType;
  type Node = ParentNode | ChildNode;
}

export interface TreeAdapterTypeMap<
  Node = unknown,
  ParentNode = unknown,
  ChildNode = unknown,
  Document = unknown,
  DocumentFragment = unknown,
  Element = unknown,
  CommentNode = unknown,
  TextNode = unknown,
  Template = unknown,
  DocumentType = unknown,
> {
  node: Node;
  parentNode: ParentNode;
  childNode: ChildNode;
  document: Document;
  documentFragment: DocumentFragment;
  element: Element;
  commentNode: CommentNode;
  textNode: TextNode;
  template: Template;
  documentType: DocumentType;
}
export type DefaultTreeAdapterMap = TreeAdapterTypeMap<
  DefaultTreeAdapterTypes.Node,
  DefaultTreeAdapterTypes.ParentNode,
  DefaultTreeAdapterTypes.ChildNode,
  DefaultTreeAdapterTypes.Document,
  DefaultTreeAdapterTypes.DocumentFragment,
  DefaultTreeAdapterTypes.Element,
  DefaultTreeAdapterTypes.CommentNode,
  DefaultTreeAdapterTypes.TextNode,
  DefaultTreeAdapterTypes.Template,
  DefaultTreeAdapterTypes.DocumentType
>;

export interface ElementCreationContext<T extends TreeAdapterTypeMap = TreeAdapterTypeMap> {
  intendedParent: T["parentNode"];
  formElement: T["element"] | null;
  isInTemplate: boolean;
}

export type DocumentMode = "no-quirks" | "quirks" | "limited-quirks";

export interface TreeAdapter<T extends TreeAdapterTypeMap = TreeAdapterTypeMap> {
  adoptAttributes(recipient: T["element"], attrs: Attribute[]): void;
  appendChild(parentNode: T["parentNode"], newNode: T["childNode"]): void;
  createCommentNode(data: string): T["commentNode"];
  createTextNode(value: string): T["textNode"];
  createDocument(): T["document"];
  createDocumentFragment(): T["documentFragment"];
  createElement(tagName: string, namespaceURI: string, attrs: Attribute[]): T["element"];
  detachNode(node: T["childNode"]): void;
  getAttrList(element: T["element"]): Attribute[];
  getChildNodes(node: T["parentNode"]): T["childNode"][];
  getCommentNodeContent(commentNode: T["commentNode"]): string;
  getDocumentMode(document: T["document"]): DocumentMode;
  getDocumentTypeNodeName(doctypeNode: T["documentType"]): string;
  getDocumentTypeNodePublicId(doctypeNode: T["documentType"]): string;
  getDocumentTypeNodeSystemId(doctypeNode: T["documentType"]): string;
  getFirstChild(node: T["parentNode"]): T["childNode"] | null | undefined;
  getNamespaceURI(element: T["element"]): string;
  getNodeSourceCodeLocation(node: T["node"]): ElementLocation | undefined | null;
  getParentNode(node: T["node"]): T["parentNode"] | null;
  getTagName(element: T["element"]): string;
  getTextNodeContent(textNode: T["textNode"]): string;
  getTemplateContent(templateElement: T["template"]): T["documentFragment"];
  insertBefore(parentNode: T["parentNode"], newNode: T["childNode"], referenceNode: T["childNode"]): void;
  insertText(parentNode: T["parentNode"], text: string): void;
  insertTextBefore(parentNode: T["parentNode"], text: string, referenceNode: T["childNode"]): void;
  isCommentNode(node: T["node"]): boolean;
  isDocumentTypeNode(node: T["node"]): boolean;
  isElementNode(node: T["node"]): boolean;
  isTextNode(node: T["node"]): boolean;
  setDocumentMode(document: T["document"], mode: DocumentMode): void;
  setDocumentType(document: T["document"], name: string, publicId: string, systemId: string): void;
  setNodeSourceCodeLocation(node: T["node"], location: ElementLocation | null): void;
  updateNodeSourceCodeLocation(node: T["node"], location: Partial<ElementLocation>): void;
  setTemplateContent(templateElement: T["template"], contentElement: T["documentFragment"]): void;
  onElementCreated?: (element: T["element"], context: ElementCreationContext<T>) => void;
  onItemPush?: (item: T["element"]) => void;
  onItemPop?: (item: T["element"], newTop: T["parentNode"]) => void;
}

export interface ParserError extends Location {
  code: string;
}
export type ParserErrorHandler = (error: ParserError) => void;

export interface ParserOptions<T extends TreeAdapterTypeMap = DefaultTreeAdapterMap> {
  /** `true` by default. */
  scriptingEnabled?: boolean;
  sourceCodeLocationInfo?: boolean;
  treeAdapter?: TreeAdapter<T>;
  onParseError?: ParserErrorHandler | null;
}
export interface SerializerOptions<T extends TreeAdapterTypeMap = DefaultTreeAdapterMap> {
  treeAdapter?: TreeAdapter<T>;
  scriptingEnabled?: boolean;
}

export declare function parse<T extends TreeAdapterTypeMap = DefaultTreeAdapterMap>(
  html: string,
  options?: ParserOptions<T>,
): T["document"];
export declare function parseFragment<T extends TreeAdapterTypeMap = DefaultTreeAdapterMap>(
  fragmentContext: T["parentNode"] | null,
  html: string,
  options?: ParserOptions<T>,
): T["documentFragment"];
export declare function parseFragment<T extends TreeAdapterTypeMap = DefaultTreeAdapterMap>(
  html: string,
  options?: ParserOptions<T>,
): T["documentFragment"];
export declare function serialize<T extends TreeAdapterTypeMap = DefaultTreeAdapterMap>(
  node: T["parentNode"],
  options?: SerializerOptions<T>,
): string;
export declare function serializeOuter<T extends TreeAdapterTypeMap = DefaultTreeAdapterMap>(
  node: T["node"],
  options?: SerializerOptions<T>,
): string;
export declare const defaultTreeAdapter: TreeAdapter<DefaultTreeAdapterMap>;
export declare const ErrorCodes: Record<string, string>;
export declare namespace html {
  const NS: Record<"HTML" | "MATHML" | "SVG" | "XLINK" | "XML" | "XMLNS", string>;
  const DOCUMENT_MODE: { NO_QUIRKS: "no-quirks"; QUIRKS: "quirks"; LIMITED_QUIRKS: "limited-quirks" };
  function hasUnescapedText(tagName: string, scriptingEnabled: boolean): boolean;
}
