// What counts where a configuration says nothing.

import { ATTRIBUTES, ELEMENTS } from "./lists.js";

export const NAMESPACES = {
  html: "http://www.w3.org/1999/xhtml",
  svg: "http://www.w3.org/2000/svg",
  math: "http://www.w3.org/1998/Math/MathML",
};

const ALL = { html: true, svg: true, svgFilters: true, mathMl: true };

const isFilter = (name) => /^fe[A-Z]/.test(name);

/** The elements of profiles such as `{ html: true }`; by default of all. */
export function elementsOf({ html, svg, svgFilters, mathMl } = ALL) {
  const ofSvg = ELEMENTS.svg.filter((name) => (isFilter(name) ? svgFilters : svg));
  return ["#text", ...(html ? ELEMENTS.html : []), ...ofSvg, ...(mathMl ? ELEMENTS.math : [])];
}

/** The attributes of profiles. */
export function attributesOf({ html, svg, svgFilters, mathMl } = ALL) {
  return [...(html ? ATTRIBUTES.html : []), ...(svg || svgFilters ? ATTRIBUTES.svg : []), ...(mathMl ? ATTRIBUTES.math : [])];
}

/** Elements that may have images and media as `data:` URLs. */
export const DATA_URLS = ["audio", "video", "img", "source", "image", "track"];

/** Elements whose content goes with them. */
export const DROPPED =
  "annotation-xml audio colgroup desc foreignObject head iframe math mi mn mo ms mtext noembed noframes noscript plaintext script selectedcontent style svg template thead title video xmp".split(
    " ",
  );

/** Attributes whose values are no URLs. */
export const URI_SAFE = "alt class for id label name pattern placeholder role summary title value style xmlns".split(" ");

/** Schemes of URLs. */
export const SCHEMES = new Set("http https ftp ftps mailto tel callto sms cid xmpp matrix".split(" "));

/** Elements in which HTML is parsed, by the namespaces of the elements. */
export const HTML_INTEGRATION_POINTS = { "annotation-xml": true };
export const MATHML_TEXT_INTEGRATION_POINTS = { mi: true, mo: true, mn: true, ms: true, mtext: true };

/** Elements that HTML and SVG both have. */
export const SHARED = new Set(["title", "style", "font", "a", "script"]);

const lowered = (names) => names.map((name) => name.toLowerCase());

/** All elements of SVG and of MathML, also those that aren't kept. */
export const FOREIGN = {
  svg: new Set([
    ...lowered(ELEMENTS.svg),
    ..."animate color-profile cursor discard font-face font-face-format font-face-name font-face-src font-face-uri foreignobject hatch hatchpath mesh meshgradient meshpatch meshrow missing-glyph script set solidcolor unknown use".split(
      " ",
    ),
  ]),
  math: new Set([
    ...lowered(ELEMENTS.math),
    ..."maction maligngroup malignmark mlongdiv mscarries mscarry msgroup mstack msline msrow semantics annotation annotation-xml mprescripts none".split(" "),
  ]),
};
