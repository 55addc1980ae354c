import type { Attr, DocumentFragment, Element, Node } from "./index.js";

type NameCheck = RegExp | ((name: string) => boolean) | null;

/** The options of DOMPurify. Those of trusted types change nothing. */
export interface Config {
  ADD_ATTR?: string[] | ((name: string, tag: string) => boolean);
  ADD_DATA_URI_TAGS?: string[];
  ADD_FORBID_CONTENTS?: string[];
  ADD_TAGS?: string[] | ((tag: string) => boolean);
  ADD_URI_SAFE_ATTR?: string[];
  ALLOWED_ATTR?: string[];
  ALLOWED_NAMESPACES?: string[];
  ALLOWED_TAGS?: string[];
  ALLOWED_URI_REGEXP?: RegExp;
  ALLOW_ARIA_ATTR?: boolean;
  ALLOW_DATA_ATTR?: boolean;
  ALLOW_SELF_CLOSE_IN_ATTR?: boolean;
  ALLOW_UNKNOWN_PROTOCOLS?: boolean;
  CUSTOM_ELEMENT_HANDLING?: {
    tagNameCheck?: NameCheck;
    attributeNameCheck?: RegExp | ((name: string, tag: string) => boolean) | null;
    allowCustomizedBuiltInElements?: boolean;
  };
  FORBID_ATTR?: string[];
  FORBID_CONTENTS?: string[];
  FORBID_TAGS?: string[];
  FORCE_BODY?: boolean;
  HTML_INTEGRATION_POINTS?: Record<string, boolean>;
  IN_PLACE?: boolean;
  KEEP_CONTENT?: boolean;
  MATHML_TEXT_INTEGRATION_POINTS?: Record<string, boolean>;
  NAMESPACE?: string;
  PARSER_MEDIA_TYPE?: "text/html" | "application/xhtml+xml";
  RETURN_DOM?: boolean;
  RETURN_DOM_FRAGMENT?: boolean;
  RETURN_TRUSTED_TYPE?: boolean;
  SAFE_FOR_TEMPLATES?: boolean;
  SAFE_FOR_XML?: boolean;
  SANITIZE_DOM?: boolean;
  SANITIZE_NAMED_PROPS?: boolean;
  TRUSTED_TYPES_POLICY?: unknown;
  USE_PROFILES?: false | { html?: boolean; svg?: boolean; svgFilters?: boolean; mathMl?: boolean };
  WHOLE_DOCUMENT?: boolean;
}

/** What a hook for elements may read and change. */
export interface UponSanitizeElementHookEvent {
  tagName: string;
  allowedTags: Record<string, boolean>;
}

/** What a hook for attributes may read and change. */
export interface UponSanitizeAttributeHookEvent {
  attrName: string;
  attrValue: string;
  keepAttr: boolean;
  forceKeepAttr: boolean | undefined;
  allowedAttributes: Record<string, boolean>;
}

type Hook<N, D> = (this: DOMPurify, node: N, data: D, config: Config) => void;

/** The hooks by their names. */
export interface Hooks {
  beforeSanitizeElements: Hook<Node, null>;
  uponSanitizeElement: Hook<Node, UponSanitizeElementHookEvent>;
  afterSanitizeElements: Hook<Node, null>;
  beforeSanitizeAttributes: Hook<Element, null>;
  uponSanitizeAttribute: Hook<Element, UponSanitizeAttributeHookEvent>;
  afterSanitizeAttributes: Hook<Element, null>;
  beforeSanitizeShadowDOM: Hook<DocumentFragment, null>;
  uponSanitizeShadowNode: Hook<Node, null>;
  afterSanitizeShadowDOM: Hook<DocumentFragment, null>;
}

export type HookName = keyof Hooks;

export interface RemovedElement {
  element: Node;
}

export interface RemovedAttribute {
  attribute: Attr;
  from: Element;
}

export interface DOMPurify {
  readonly isSupported: true;
  readonly version: string;
  /** What the last call removed, until the next one. */
  readonly removed: (RemovedElement | RemovedAttribute)[];
  sanitize<N extends Node>(dirty: N, config: Config & { IN_PLACE: true }): N;
  sanitize(dirty: string | Node | null | undefined, config: Config & { RETURN_DOM_FRAGMENT: true }): DocumentFragment;
  sanitize(dirty: string | Node | null | undefined, config: Config & { RETURN_DOM: true }): Element;
  sanitize(dirty: string | Node | null | undefined, config?: Config): string;
  setConfig(config?: Config): void;
  clearConfig(): void;
  isValidAttribute(tag: string, name: string, value: string): boolean;
  addHook<K extends HookName>(name: K, hook: Hooks[K]): void;
  removeHook<K extends HookName>(name: K, hook?: Hooks[K]): Hooks[K] | undefined;
  removeHooks(name: HookName): void;
  removeAllHooks(): void;
}

declare const createDOMPurify: DOMPurify & ((window?: unknown) => DOMPurify);
export default createDOMPurify;
export declare const sanitize: DOMPurify["sanitize"];
