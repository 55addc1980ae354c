//! Generated input: whatever tags come in whatever order, the tree, the errors and the positions are
//! the same on the fast path and off it, in one chunk and in many, and nothing panics.

use sapwood::{FragmentContext, Options, Parsed, Parser, parse_with};
use sapwood_tests::{
    pieces::{Cut, scattered},
    tree::{Outcome, parse},
};

/// How many inputs are made, by the pieces that each has.
const ROUNDS: [(usize, usize); 3] = [(6_000, 6), (3_000, 20), (300, 150)];

const CONTEXTS: [&str; 14] = [
    "div", "table", "tbody", "tr", "td", "select", "template", "html", "frameset", "colgroup",
    "textarea", "svg desc", "svg g", "math mi",
];

/// What tags are made of: every name that tree construction has a rule for, and some it hasn't.
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
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn input(&mut self, pieces: usize) -> String {
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

#[test]
fn ways_to_parse_agree() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for (rounds, pieces) in ROUNDS {
        for round in 0..rounds {
            let html = random.input(pieces);
            let context = (random.below(3) == 0).then(|| CONTEXTS[random.below(CONTEXTS.len())]);
            let options = Options::default()
                .scripting(random.below(2) == 0)
                .declarative_shadow_roots(random.below(2) == 0);
            check(&html, context, &options, round as u64);
        }
    }
}

/// What was parsed before leaves nothing behind in a parser that goes on with the next document.
#[test]
fn a_parser_that_goes_on_is_as_good_as_new() {
    let told = Options::default().errors(true).positions(true);
    let context = FragmentContext::html("select");
    for options in [Options::default(), told.clone(), told.fast_path(false)] {
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        let mut parser = Parser::new_fragment(&context, &options);
        let mut parsed = Parsed::default();
        parser.finish_into(&mut parsed);
        for round in 0..3_000 {
            let html = random.input(1 + round % 40);
            parser.feed(&html);
            parser.finish_into(&mut parsed);
            let fresh = parse_with(&html, &options);
            let before = Outcome::of(&parsed.document, parsed.errors.clone());
            assert_eq!(before, Outcome::of(&fresh.document, fresh.errors), "{html:?}, {options:?}");
        }
    }
}

fn check(html: &str, context: Option<&str>, options: &Options, seed: u64) {
    let told = options.clone().errors(true).positions(true);
    let parsed = |options: &Options, cut| parse(html, context, options, cut).unwrap();
    let whole = parsed(&told, Cut::Whole);
    let again = |outcome: Outcome, how: &str| {
        assert_eq!(outcome, whole, "{how}: {html:?} in {context:?}, {options:?}");
    };
    again(parsed(&told.clone().fast_path(false), Cut::Whole), "plain");
    again(parsed(&told, Cut::EachCharacter), "a character at a time");
    again(parsed(&told.clone().fast_path(false), Cut::EachCharacter), "plain, by characters");

    let silent = parsed(options, Cut::Whole);
    assert_eq!(silent.tree, whole.tree, "without errors: {html:?} in {context:?}, {options:?}");
    let context = context.map(|context| FragmentContext::parse(context).unwrap());
    let mut parser = match &context {
        Some(context) => Parser::new_fragment(context, options),
        None => Parser::new(options),
    };
    for chunk in scattered(html, seed) {
        parser.feed(chunk);
    }
    let tree = Outcome::of(&parser.finish().document, Vec::new()).tree;
    assert_eq!(tree, whole.tree, "without errors, in chunks: {html:?}, {options:?}");
}
