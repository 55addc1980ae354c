import type { Element, Node } from "./index.js";

/** An element as rules see it. */
export interface RuleNode extends Element {
  isBlock: boolean;
  isCode: boolean;
  isBlank: boolean;
  flankingWhitespace: { leading: string; trailing: string };
}

export type ReplacementFunction = (content: string, node: RuleNode, options: Options) => string;
export type Filter = string | string[] | ((node: RuleNode, options: Options) => boolean);

export interface Rule {
  filter: Filter;
  replacement: ReplacementFunction;
  append?: (options: Options) => string;
}

export interface Options {
  headingStyle?: "setext" | "atx";
  hr?: string;
  br?: string;
  bulletListMarker?: "-" | "+" | "*";
  codeBlockStyle?: "indented" | "fenced";
  fence?: "```" | "~~~";
  emDelimiter?: "_" | "*";
  strongDelimiter?: "__" | "**";
  linkStyle?: "inlined" | "referenced";
  linkReferenceStyle?: "full" | "collapsed" | "shortcut";
  preformattedCode?: boolean;
  blankReplacement?: ReplacementFunction;
  keepReplacement?: ReplacementFunction;
  defaultReplacement?: ReplacementFunction;
}

export type Plugin = (service: TurndownService) => void;

/** Converts HTML to Markdown by rules. */
declare class TurndownService {
  constructor(options?: Options);
  options: Options;
  rules: { array: Rule[]; forNode(node: RuleNode): Rule };
  /** Returns the Markdown of markup, or of a node of this package or of a DOM. */
  turndown(input: string | Node | { outerHTML: string } | { documentElement: { outerHTML: string } }): string;
  use(plugin: Plugin | Plugin[]): this;
  addRule(key: string, rule: Rule): this;
  keep(filter: Filter): this;
  remove(filter: Filter): this;
  escape(text: string): string;
}

export default TurndownService;
export { TurndownService };
