//! Random tag soup.

/// Context elements of all kinds.
pub const CONTEXTS: [&str; 14] = [
    "div", "table", "tbody", "tr", "td", "select", "template", "html", "frameset", "colgroup",
    "textarea", "svg desc", "svg g", "math mi",
];

/// Tag names: every name that tree construction has a rule for, and some others.
const NAMES: [&str; 72] = [
    "a",
    "b",
    "i",
    "nobr",
    "font",
    "p",
    "div",
    "span",
    "ul",
    "li",
    "dl",
    "dd",
    "dt",
    "h1",
    "h2",
    "table",
    "caption",
    "colgroup",
    "col",
    "tbody",
    "thead",
    "tr",
    "td",
    "th",
    "form",
    "input",
    "button",
    "select",
    "option",
    "optgroup",
    "hr",
    "selectedcontent",
    "template",
    "html",
    "head",
    "body",
    "frameset",
    "frame",
    "noframes",
    "script",
    "style",
    "title",
    "textarea",
    "pre",
    "br",
    "image",
    "img",
    "svg",
    "foreignObject",
    "desc",
    "g",
    "math",
    "mi",
    "mglyph",
    "annotation-xml",
    "ruby",
    "rt",
    "rb",
    "rtc",
    "applet",
    "object",
    "marquee",
    "address",
    "noscript",
    "plaintext",
    "x-unknown",
    "y-unknown",
    "base",
    "meta",
    "iframe",
    "xmp",
    "datalist",
];

const PIECES: [&str; 34] = [
    "text",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\0",
    "&amp;",
    "&notit;",
    "&#0;",
    "&#x80;",
    "é😀",
    "<!--c-->",
    "<!--",
    "-->",
    "<?marker name=\"p\">",
    "<?start name=\"p\">",
    "<?end>",
    "<template for=p>",
    "<template shadowrootmode=open>",
    "<![CDATA[x]]>",
    "<!doctype html>",
    "<",
    "</",
    "<a b=c",
    "<input type=hidden>",
    "<font color=x>",
    "<annotation-xml encoding=text/html>",
    "<b id=1>",
    "<option selected>",
    "<p a='&lt;' A=2 c>",
    "<svg viewbox=1 xlink:href=2>",
    "</x-unknown>",
    "<body a=1>",
    "<html b=2>",
];

/// A xorshift generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Returns a generator whose numbers depend on `seed` alone.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.max(1))
    }

    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    /// Returns this number of random tags, texts and comments.
    pub fn soup(&mut self, pieces: usize) -> String {
        let mut html = String::new();
        for _ in 0..pieces {
            let name = NAMES[self.below(NAMES.len())];
            match self.below(10) {
                0..=3 => html.push_str(&format!("<{name}>")),
                4 => html.push_str(&format!("<{name}/>")),
                5..=6 => html.push_str(&format!("</{name}>")),
                _ => html.push_str(PIECES[self.below(PIECES.len())]),
            }
        }
        html
    }
}
