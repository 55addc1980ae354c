// The markup of the main content, as Readability leaves it.

import { resolved } from "../nodes/urls.js";

/** Attributes that hold a URL, by the elements that have them. */
const URLS = { "a[href]": "href", "[src]:not([src=''])": "src", "[poster]": "poster" };

/** Removes classes but those to preserve. */
export function removeClasses(page, preserved) {
  const kept = new Set(["page", ...preserved]);
  for (const element of page.querySelectorAll("[class]")) {
    const names = element.className.split(/\s+/).filter((name) => kept.has(name));
    if (names.length > 0) element.className = names.join(" ");
    else element.removeAttribute("class");
  }
}

/** Makes URLs absolute; a link that runs a script becomes its content. Links within the page stay, unless the page has another base. */
export function resolveUrls(page, { baseURI, documentURI }) {
  const absolute = (url) => {
    if (baseURI === documentURI && url.startsWith("#")) return url;
    return resolved(url, baseURI) ?? url;
  };
  for (const link of page.querySelectorAll("a[href]")) {
    if (link.getAttribute("href").trimStart().toLowerCase().startsWith("javascript:")) link.unwrap();
  }
  for (const [selector, name] of Object.entries(URLS)) {
    for (const element of page.querySelectorAll(selector)) element.setAttribute(name, absolute(element.getAttribute(name)));
  }
  for (const element of page.querySelectorAll("[srcset]")) {
    const candidates = element.getAttribute("srcset").split(/,(?=\s)/).map((candidate) => {
      const [url, ...descriptors] = candidate.trim().split(/\s+/);
      return [absolute(url), ...descriptors].join(" ");
    });
    element.setAttribute("srcset", candidates.join(", "));
  }
}
