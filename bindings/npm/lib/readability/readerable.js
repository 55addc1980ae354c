// A quick guess whether a page has an article: enough text in paragraphs that are neither hidden nor part of the surroundings.

/** Words in classes and ids of what surrounds an article, and those that take the verdict back. */
const SURROUNDINGS = /banner|breadcrumb|comment|community|cookie|disqus|footer|gdpr|header|menu|pager|pagination|popup|related|remark|replies|sidebar|social|sponsor/i;
const CONTENT = /article|body|column|content|main/i;

/** Elements whose text is read at most, since one may lie in the other. */
const MOST = 2000;

const hasNamesOfSurroundings = (element) => {
  const names = `${element.className} ${element.id}`;
  return SURROUNDINGS.test(names) && !CONTENT.test(names);
};

/** Whether an element, or one that it lies in, is named as a part of the surroundings. */
export function isInSurroundings(element) {
  for (let at = element; at !== null; at = at.parentElement) {
    if (hasNamesOfSurroundings(at)) return true;
  }
  return false;
}

const isVisible = (node) =>
  !/display\s*:\s*none/i.test(node.getAttribute("style") ?? "") && !node.hasAttribute("hidden") && node.getAttribute("aria-hidden") !== "true";

/** Whether the paragraphs of a document have enough text to be worth reading. */
export function hasEnoughText(document, options) {
  const { minScore = 20, minContentLength = 140, visibilityChecker = isVisible } = options;
  const paragraphs = new Set(document.querySelectorAll("p, pre, article"));
  for (const br of document.querySelectorAll("div > br")) paragraphs.add(br.parentElement);
  let score = 0;
  for (const paragraph of [...paragraphs].slice(0, MOST)) {
    if (hasNamesOfSurroundings(paragraph) || paragraph.matches("li p") || !visibilityChecker(paragraph)) continue;
    const { length } = paragraph.textContent.trim();
    if (length >= minContentLength) score += Math.sqrt(length - minContentLength);
    if (score > minScore) return true;
  }
  return false;
}
