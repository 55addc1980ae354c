import type { Document } from "./index.js";

/** A document of this package, one of a DOM such as jsdom's, or markup. */
export type ReadableDocument = Document | { documentElement: { outerHTML: string }; baseURI?: string; documentURI?: string } | string;

export interface ReadabilityOptions<T = string> {
  /** The most elements that a document may have; 0 for no limit. */
  maxElemsToParse?: number;
  /** Don't read what JSON-LD says of the article. */
  disableJSONLD?: boolean;
  /** Makes `content` of the `body` of the result; its `innerHTML` by default. */
  serializer?: (body: import("./index.js").Element) => T;
  /** Keep all classes of the content; by default none but `classesToPreserve` and `page` are kept. */
  keepClasses?: boolean;
  classesToPreserve?: string[];

  // These have no effect: Sapwood finds the main content by other rules.
  debug?: boolean;
  nbTopCandidates?: number;
  charThreshold?: number;
  allowedVideoRegex?: RegExp;
  linkDensityModifier?: number;
}

export interface ReadabilityArticle<T = string> {
  title: string;
  byline: string | null;
  dir: string | null;
  lang: string | null;
  content: T;
  textContent: string;
  length: number;
  excerpt: string | null;
  siteName: string | null;
  publishedTime: string | null;
}

/** Finds the main content of a document. */
export declare class Readability<T = string> {
  constructor(document: ReadableDocument, options?: ReadabilityOptions<T>);
  parse(): ReadabilityArticle<T> | null;
}

/** Whether the paragraphs of a document have enough text to be worth reading: a quick guess. */
export declare function isProbablyReaderable(
  document: ReadableDocument,
  options?:
    | { minScore?: number; minContentLength?: number; visibilityChecker?: (node: import("./index.js").Element) => boolean }
    | ((node: import("./index.js").Element) => boolean),
): boolean;
