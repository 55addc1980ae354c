import type { DocumentFragment, Element, Node } from "./index.js";

/** The options of DOMPurify that are known here; all others are refused, but for those that change nothing. */
export interface Config {
  ALLOWED_TAGS?: string[];
  ADD_TAGS?: string[];
  FORBID_TAGS?: string[];
  ALLOWED_ATTR?: string[];
  ADD_ATTR?: string[];
  FORBID_ATTR?: string[];
  ADD_DATA_URI_TAGS?: string[];
  FORBID_CONTENTS?: string[];
  ADD_FORBID_CONTENTS?: string[];
  USE_PROFILES?: false | { html?: boolean; svg?: boolean; svgFilters?: boolean; mathMl?: boolean };
  ALLOW_ARIA_ATTR?: boolean;
  ALLOW_DATA_ATTR?: boolean;
  KEEP_CONTENT?: boolean;
  RETURN_DOM?: boolean;
  RETURN_DOM_FRAGMENT?: boolean;
  WHOLE_DOCUMENT?: boolean;
  SANITIZE_DOM?: boolean;
  FORCE_BODY?: boolean;
  SAFE_FOR_XML?: boolean;
  ALLOW_SELF_CLOSE_IN_ATTR?: boolean;
  ALLOWED_NAMESPACES?: string[];
  RETURN_TRUSTED_TYPE?: boolean;
}

export interface DOMPurify {
  readonly isSupported: true;
  sanitize(dirty: string | Node | null | undefined, config: Config & { RETURN_DOM_FRAGMENT: true }): DocumentFragment;
  sanitize(dirty: string | Node | null | undefined, config: Config & { RETURN_DOM: true }): Element;
  sanitize(dirty: string | Node | null | undefined, config?: Config): string;
  setConfig(config?: Config): void;
  clearConfig(): void;
  isValidAttribute(tag: string, name: string, value: string): boolean;
  /** Refuses: sanitize with `RETURN_DOM`, and edit the result. */
  addHook(...values: unknown[]): never;
  removeHook(...values: unknown[]): void;
  removeHooks(...values: unknown[]): void;
  removeAllHooks(): void;
}

declare const createDOMPurify: DOMPurify & ((window?: unknown) => DOMPurify);
export default createDOMPurify;
export declare const sanitize: DOMPurify["sanitize"];
