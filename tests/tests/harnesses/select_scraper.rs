//! Compares selector matching with scraper: on real pages, and for generated selectors on generated trees.
//!
//! scraper matches with Servo's `selectors` crate, so this compares our matching with that of a browser engine.
//! Both search the tree that our parser builds. Two differences are expected and counted: scraper's tree
//! contains template contents, and scraper treats no document as being in quirks mode.

use std::{collections::HashMap, fmt::Write, path::PathBuf, process::ExitCode};

use anyhow::Result;
use sapwood::{Document, QuirksMode, Selector, parse};
use sapwood_markup5ever::{ParseOpts, parse_document, tendril::TendrilSink};
use sapwood_tests::harness::{self, say};
use scraper::{Html, HtmlTreeSink};

/// Selectors that run on each page.
const SELECTORS: [&str; 64] = [
    "*",
    "a",
    "A",
    "p, li, td",
    "svg path",
    "*|svg, *|p",
    "main",
    "#content",
    "#main a",
    ".active",
    ".container .row",
    ".nav > li",
    "ul.nav li a",
    "[id]",
    "[class~='active']",
    "a[href]",
    "a[href^='https']",
    "a[href$='.html']",
    "a[href*='page' i]",
    "a[hreflang|=en]",
    "[lang|='en']",
    "input[type=TEXT]",
    "input[type='text' s]",
    "[data-id]",
    "a:not([href])",
    "div > p",
    "div > div > div > a",
    "body div span",
    "h1 + p",
    "h2 ~ p",
    "li + li > a",
    "td ~ td a",
    "div ~ div > p + p a",
    "article a, section a, div a",
    "li:first-child",
    "li:last-child",
    "li:only-child",
    "p:first-of-type",
    "p:last-of-type",
    "img:only-of-type",
    "li:nth-child(2n + 1)",
    "tr:nth-child(even) > td:nth-child(3)",
    "li:nth-last-child(-n + 2)",
    "p:nth-of-type(3n)",
    "div:nth-last-of-type(2)",
    ":root > body",
    "div:empty",
    ":is(h1, h2, h3) a",
    ":where(ul, ol) > :is(li):not(:first-child) a",
    "div:not(.a, .b, #c) > a:not([class])",
    ":not(div) > :not(a):not(p)",
    "a:has(img)",
    "a:has(> img)",
    "div:has(> p + p)",
    "li:has(+ li a)",
    "p:has(~ p)",
    "ul:has(li:nth-child(4)) > li",
    "div:has(blink, a) p",
    "tr:has(td a):not(:first-child)",
    "body:has(form) input",
    ":is(div, li):has(:is(a, b) > img)",
    "html > body :is(div > a, li > a):not(nav *)",
    "script[src]:not([async])",
    "head > meta[name][content]",
];

/// Both trees of a page, the elements of each numbered in tree order.
struct Trees {
    ours: Document,
    theirs: Html,
}

impl Trees {
    fn new(html: &str) -> Self {
        let sink = HtmlTreeSink::new(Html::new_document());
        let mut options = ParseOpts::default();
        options.tree_builder.scripting_enabled = false;
        let theirs = parse_document(sink, options).one(html);
        let ours = parse(html);
        // A document that was searched this often has an index.
        let searched = (0..20).map(|_| ours.select("*").unwrap().count());
        assert!(searched.eq([ours.root().descendants().elements().count(); 20]));
        Self { ours, theirs }
    }

    /// Returns the numbers of the matches, found with the index; a clone without one must agree.
    fn found_by_us(&self, selector: &Selector) -> Vec<usize> {
        let root = self.ours.root();
        let elements: Vec<_> = root.descendants().elements().collect();
        let numbers: HashMap<_, _> =
            elements.iter().enumerate().map(|(number, node)| (node.node_id(), number)).collect();
        let found: Vec<_> = selector.select(root).collect();
        let anew = self.ours.clone();
        let walked: Vec<_> = selector.select(anew.root()).map(|node| node.node_id()).collect();
        assert!(found.iter().map(|node| node.node_id()).eq(walked), "{selector}");
        // Subtrees are searched as well as the document.
        for root in elements.iter().step_by(elements.len() / 4 + 1) {
            let below = found.iter().filter(|node| node.ancestors().any(|above| above == *root));
            assert!(selector.select(*root).eq(below.copied()), "{selector} below {root:?}");
        }
        found.iter().map(|node| numbers[&node.node_id()]).collect()
    }

    /// Returns the numbers of the matches, and the number of further matches in templates.
    fn found_by_scraper(&self, selector: &scraper::Selector) -> (Vec<usize>, usize) {
        let mut numbers = HashMap::new();
        for node in self.theirs.tree.root().descendants().filter(|node| node.value().is_element()) {
            if !node.ancestors().any(|ancestor| ancestor.value().is_fragment()) {
                numbers.insert(node.id(), numbers.len());
            }
        }
        let all: Vec<_> = self.theirs.select(selector).collect();
        let mut found: Vec<_> =
            all.iter().filter_map(|found| numbers.get(&found.id()).copied()).collect();
        // scraper returns them in order of creation.
        found.sort_unstable();
        let in_templates = all.len() - found.len();
        (found, in_templates)
    }
}

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("select_scraper", |mut harness| {
        let pages = harness.corpus_pages()?;
        if !pages.is_empty() {
            harness.add("agrees_with_scraper_on_real_pages", move || {
                real_pages(&pages);
                Ok(())
            });
        }
        harness.add_test("agrees_with_scraper_on_generated_selectors", generated);
        Ok(harness.run(|| {}))
    })
}

fn real_pages(paths: &[PathBuf]) {
    let compiled: Vec<_> = SELECTORS
        .into_iter()
        .filter_map(|selector| {
            // Only selectors that both support.
            Some((
                selector,
                Selector::new(selector).ok()?,
                scraper::Selector::parse(selector).ok()?,
            ))
        })
        .collect();
    assert_eq!(compiled.len(), SELECTORS.len());
    let (mut found, mut in_templates, mut in_quirks) = (0, 0, 0);
    for path in paths {
        let html = std::fs::read_to_string(path).unwrap();
        let trees = Trees::new(&html);
        let quirky = trees.ours.quirks_mode() == QuirksMode::Quirks;
        let strict = quirky.then(|| Trees::new(&format!("<!doctype html>{html}")));
        for (text, ours, theirs) in &compiled {
            let own = trees.found_by_us(ours);
            let (other, templates) = trees.found_by_scraper(theirs);
            in_templates += templates;
            found += own.len();
            if own != other
                && let Some(strict) = &strict
            {
                // Quirks mode may only add matches; in no-quirks mode the two agree.
                in_quirks += own.len() - other.len();
                assert!(other.iter().all(|number| own.contains(number)), "{text} in {path:?}");
                assert_eq!(strict.found_by_us(ours), strict.found_by_scraper(theirs).0, "{text}");
                continue;
            }
            let counts = (own.len(), other.len());
            assert!(own == other, "{text} in {}: of {counts:?}", path.display());
        }
    }
    say(&format!(
        "select_scraper: {} selectors on {} pages: {found} elements; scraper finds {in_templates} \
         more in templates and {in_quirks} fewer in quirks mode",
        compiled.len(),
        paths.len()
    ));
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn one_of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len() as u64) as usize]
    }
}

/// Generates a page of nested and adjacent elements.
fn tree(random: &mut Random) -> String {
    let mut html = String::from("<!doctype html><body>");
    let mut open = Vec::new();
    for _ in 0..5 + random.below(60) {
        match random.below(10) {
            0..=4 => {
                let name = random.one_of(&["div", "span", "em"]);
                let class = random.one_of(&["", " class=x", " class='y x'", " class=z", " id=i"]);
                let other = random.one_of(&["", "", " lang=en-US", " title='a b'", " data-n=1"]);
                let _ = write!(html, "<{name}{class}{other}>");
                open.push(name);
            }
            5..=7 => {
                if let Some(name) = open.pop() {
                    let _ = write!(html, "</{name}>");
                }
            }
            8 => html.push_str("text"),
            _ => html.push_str("<!--comment-->"),
        }
    }
    html
}

fn compound(random: &mut Random, depth: u32, in_has: bool) -> String {
    let mut text = random.one_of(&["div", "span", "em", "*", "", "", "body", "html"]).to_owned();
    for _ in 0..1 + random.below(2) {
        let simple = match random.below(if depth == 0 { 6 } else { 10 }) {
            0 => random.one_of(&[".x", ".y", "#i", ".z"]).to_owned(),
            1 => random
                .one_of(&["[lang|=en]", "[title~=b]", "[data-n]", "[data-n='1']", "[class^='y ']"])
                .to_owned(),
            2 => random.one_of(&[":empty", ":root", ":only-child", ":only-of-type"]).to_owned(),
            3 | 4 => {
                let nth = random.one_of(&["child", "last-child", "of-type", "last-of-type"]);
                let which = random.one_of(&["1", "2", "odd", "2n", "-n+2", "3n+1", "n+2", "0"]);
                format!(":nth-{nth}({which})")
            }
            5 => String::new(),
            6 => format!(":not({})", list(random, depth - 1, in_has)),
            7 => format!(":is({})", list(random, depth - 1, in_has)),
            8 => format!(":where({})", list(random, depth - 1, in_has)),
            _ if in_has => String::new(),
            _ => {
                let lead = random.one_of(&["", "> ", "+ ", "~ "]);
                format!(":has({lead}{})", complex(random, depth - 1, true))
            }
        };
        text.push_str(&simple);
    }
    if text.is_empty() { "*".to_owned() } else { text }
}

fn complex(random: &mut Random, depth: u32, in_has: bool) -> String {
    let mut text = compound(random, depth, in_has);
    for _ in 0..random.below(4) {
        text.push_str(random.one_of(&[" ", " ", " > ", " + ", " ~ "]));
        text.push_str(&compound(random, depth, in_has));
    }
    text
}

fn list(random: &mut Random, depth: u32, in_has: bool) -> String {
    let mut text = complex(random, depth, in_has);
    for _ in 0..random.below(2) {
        text.push_str(", ");
        text.push_str(&complex(random, depth, in_has));
    }
    text
}

fn generated() {
    let mut random = Random(1);
    let (mut found, mut cases) = (0, 0);
    for _ in 0..400 {
        let html = tree(&mut random);
        let trees = Trees::new(&html);
        for _ in 0..20 {
            let text = list(&mut random, 3, false);
            let ours = Selector::new(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let theirs = scraper::Selector::parse(&text).unwrap();
            let own = trees.found_by_us(&ours);
            assert_eq!(own, trees.found_by_scraper(&theirs).0, "{text} in {html}");
            // `matches` on each element agrees with `select`.
            let elements = trees.ours.root().descendants().filter(|node| node.is_element());
            let one_by_one: Vec<_> = elements
                .enumerate()
                .filter(|(_, node)| text.contains(":scope") || ours.matches(*node))
                .map(|(number, _)| number)
                .collect();
            assert_eq!(own, one_by_one, "{text} in {html}");
            // The serialized selector parses to an equivalent one.
            let again = Selector::new(&ours.to_string()).unwrap();
            assert_eq!(own, trees.found_by_us(&again), "{text} written as {ours}");
            found += own.len();
            cases += 1;
        }
    }
    say(&format!("select_scraper: {cases} generated selectors: {found} elements"));
}
