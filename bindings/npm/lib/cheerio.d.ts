import type { CheerioAPI, CheerioOptions } from "cheerio";

export * from "cheerio";

/** Returns cheerio's `$` for markup that Sapwood parses: a string, or bytes whose encoding is detected. */
export declare function load(
  content: Parameters<typeof import("cheerio").load>[0] | Uint8Array,
  options?: CheerioOptions | null,
  isDocument?: boolean,
): CheerioAPI;
