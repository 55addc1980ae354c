//! Round trips: a tree that is serialized and parsed again stays the same, plain, pretty and minified. The exceptions
//! that the standard names are recognized by rules and counted.

use std::{
    collections::BTreeMap,
    path::Path,
    process::ExitCode,
    sync::{Arc, Mutex},
};

use anyhow::Result;
use sapwood::{
    ByteOptions, Document, ErrorCode, FragmentContext, NameId, Namespace, NodeData, NodeRef,
    ParseOptions,
    encoding::encoding_rs::UTF_8,
    parse_bytes_with, parse_fragment_with, parse_with,
    serializer::{
        EncodedTree, Minify, SerializeOptions, minify_inner, pretty_inner, write_inner, write_outer,
    },
    tag,
};
use sapwood_tests::{
    dat,
    harness::{self, Harness, say},
    soup::{CONTEXTS, Random},
    suites,
};

/// Rules for trees that change, with the number of trees of the suite that each explains.
const PINNED: [(&str, usize); 7] = [
    ("a carriage return", 2),
    ("a doctype with more than a name, or another", 36),
    ("a line feed at the beginning of pre, textarea or listing", 10),
    ("a script that opens a comment and a script in it", 48),
    ("an element in one that its start tag would end", 22),
    ("plaintext", 55),
    ("the text of a raw text element, as a fragment", 6),
];

/// Numbers of tag soups, with the number of pieces in each.
const SOUPS: [(usize, usize); 2] = [(4_000, 6), (2_000, 25)];

/// Number of nodes of a document that are serialized on their own.
const NODES: usize = 200;

/// Sizes of the pages in bytes: as they were, serialized, and minified.
type Sizes = Arc<Mutex<[usize; 3]>>;

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("round_trip", |mut harness| {
        let sizes = Sizes::default();
        if let Some(folder) = harness.suite("html5lib-tests/tree-construction") {
            add_suite(&mut harness, &folder)?;
        }
        let mut pages = suites::files(&suites::fixtures("pages"), "html")?;
        pages.extend(harness.corpus_pages()?);
        for page in pages {
            let sizes = Arc::clone(&sizes);
            harness.add(suites::file_name(&page), move || check_page(&page, &sizes));
        }
        harness.add("tag soups", check_soups);
        Ok(harness.run(move || tell(&sizes)))
    })
}

fn add_suite(harness: &mut Harness, folder: &Path) -> Result<()> {
    let files = suites::files(folder, "dat")?;
    let mut cases = Vec::new();
    for file in &files {
        cases.extend(dat::read_file(file)?);
    }
    harness.found("html5lib-tests/tree-construction", files.len(), cases.len(), (61, 1_934));
    for case in cases.clone() {
        harness.add(case.name.clone(), move || check_case(&case).map(drop));
    }
    harness.add("html5lib-tests/tree-construction: pinned exceptions", move || {
        let mut met = BTreeMap::new();
        for rule in cases.iter().filter_map(|case| check_case(case).ok()).flatten() {
            *met.entry(rule).or_insert(0) += 1;
        }
        for (rule, count) in &met {
            say(&format!("round_trip: changed: {rule}: {count}"));
        }
        if met.into_iter().eq(PINNED) { Ok(()) } else { Err(format!("expected {PINNED:?}")) }
    });
    Ok(())
}

/// Returns the rules that explain a changed tree, for each setting of scripting.
fn check_case(case: &dat::Case) -> Result<Vec<&'static str>, String> {
    let mut rules = Vec::new();
    for &scripting in case.scripting_modes() {
        rules.extend(Trip { fragment: case.fragment.as_deref(), scripting }.check(&case.data)?);
    }
    Ok(rules)
}

/// Checks random tag soups.
fn check_soups() -> Result<(), String> {
    let mut random = Random::new(0xd1b5_4a32_d192_ed03);
    let mut same = 0;
    for (rounds, pieces) in SOUPS {
        for _ in 0..rounds {
            let html = random.soup(pieces);
            let fragment = (random.below(3) == 0).then(|| CONTEXTS[random.below(CONTEXTS.len())]);
            let trip = Trip { fragment, scripting: random.below(2) == 0 };
            let fail = |error| format!("{html:?} in {fragment:?}: {error}");
            same += usize::from(trip.check(&html).map_err(fail)?.is_none());
        }
    }
    say(&format!("round_trip: {same} tag soups unchanged"));
    Ok(())
}

fn tell(sizes: &Sizes) {
    let [pages, plain, minified] = *sizes.lock().unwrap();
    say(&format!("round_trip: pages of {pages} bytes, {plain} serialized, {minified} minified\n"));
}

fn check_page(path: &Path, sizes: &Sizes) -> Result<(), String> {
    let html = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let trip = Trip { fragment: None, scripting: false };
    trip.check(&html)?;
    declares_utf_8(&html)?;
    let document = trip.parse(&html).0;
    let mut sizes = sizes.lock().unwrap();
    for (size, bytes) in
        sizes.iter_mut().zip([&html, &trip.plain(&document), &trip.minified(&document)])
    {
        *size += bytes.len();
    }
    Ok(())
}

/// Checks that a page that is written as bytes is decoded as UTF-8, minified or not, and keeps its tree.
fn declares_utf_8(html: &str) -> Result<(), String> {
    let document = &parse_with(html, &ParseOptions::default()).document;
    let tree = EncodedTree::new(&document, UTF_8);
    let root = tree.node(document.root());
    for is_minified in [false, true] {
        let mut text = String::new();
        let written = if is_minified {
            minify_inner(&mut text, &tree, &root, &Minify::default())
        } else {
            write_inner(&mut text, &tree, &root, &SerializeOptions::default())
        };
        written.map_err(|error| error.to_string())?;
        if !is_minified && document.to_utf8_html() != text {
            return Err("to_utf8_html differs from the tree that declares UTF-8".to_owned());
        }
        let again = parse_bytes_with(text.as_bytes(), &ByteOptions::default());
        let expected = parse_with(&text, &ParseOptions::default()).document.dump().to_string();
        if again.encoding != UTF_8 || again.document.dump().to_string() != expected {
            return Err(format!("read as {}, minified: {is_minified}", again.encoding.name()));
        }
    }
    Ok(())
}

/// A rule that only tag soups need.
const LEAVES: &str = "an element that doesn't belong at the top of the fragment";

/// A property of a node that prevents the round trip.
type Rule = fn(NodeRef<'_>) -> bool;

/// Options of a round trip.
struct Trip<'a> {
    fragment: Option<&'a str>,
    scripting: bool,
}

impl Trip<'_> {
    fn parse(&self, html: &str) -> (Document, Vec<ErrorCode>) {
        let options = ParseOptions::default().scripting(self.scripting).errors(true);
        let parsed = match self.fragment {
            Some(name) => {
                let context = FragmentContext::parse(name).expect("the suite names elements");
                parse_fragment_with(html, context, &options)
            }
            None => parse_with(html, &options),
        };
        (parsed.document, parsed.errors.iter().map(|error| error.code).collect())
    }

    fn plain(&self, document: &Document) -> String {
        let options = SerializeOptions::default().scripting(self.scripting);
        let mut html = String::new();
        write_inner(&mut html, &document, &document.root(), &options).unwrap();
        html
    }

    fn minified(&self, document: &Document) -> String {
        let options = Minify::default().scripting(self.scripting);
        let mut html = String::new();
        minify_inner(&mut html, &document, &document.root(), &options).unwrap();
        html
    }

    fn pretty(&self, document: &Document) -> String {
        let options = SerializeOptions::default().scripting(self.scripting);
        let mut html = String::new();
        pretty_inner(&mut html, &document, &document.root(), &options).unwrap();
        html
    }

    /// Checks a round trip; returns the rule that explains a changed tree.
    fn check(&self, html: &str) -> Result<Option<&'static str>, String> {
        let (document, _) = self.parse(html);
        methods_agree(&document)?;
        let tree = document.dump().to_string();
        let plain = self.plain(&document);
        let (again, plain_errors) = self.parse(&plain);
        let minified = self.minified(&document);
        let (shorter, minified_errors) = self.parse(&minified);
        let fail = |how: &str, html: &str, other: &Document| {
            Err(format!("{how}\n{html}\nwas\n{tree}\nbut is\n{}", other.dump()))
        };
        let pretty = self.pretty(&document);
        let (lines, _) = self.parse(&pretty);
        let modes = [&shorter, &lines].map(Document::quirks_mode);
        if self.fragment.is_none() && modes != [document.quirks_mode(); 2] {
            return fail(
                &format!("{:?} is {modes:?}", document.quirks_mode()),
                &minified,
                &shorter,
            );
        }
        let shorter_is_same = shorter.dump().to_string() == tree;
        if again.dump().to_string() == tree {
            if !shorter_is_same {
                return fail("minified", &minified, &shorter);
            }
            // Errors of the tree itself remain in every serialization, but minifying adds none.
            if let Some(code) = minified_errors.iter().find(|code| !plain_errors.contains(code)) {
                return fail(&format!("minified, with {code}"), &minified, &shorter);
            }
            if apart_from_white_space(&lines) != apart_from_white_space(&document) {
                return fail("pretty", &pretty, &lines);
            }
            return Ok(None);
        }
        match self.exception(&document) {
            // Written plainly a DOCTYPE has no identifiers.
            Some(rule) if rule == PINNED[1].0 && !shorter_is_same => {
                if trees_of(&document).into_iter().any(has_carriage_return) {
                    return Ok(Some(rule));
                }
                fail("minified", &minified, &shorter)
            }
            Some(rule) => Ok(Some(rule)),
            None => fail("plain", &plain, &again),
        }
    }

    /// Whether the fragment has a top-level element that only a change of the insertion mode, or a `template` with
    /// `for`, can insert there.
    fn leaves_context(&self, document: &Document) -> bool {
        let Some(context) = self.fragment else { return false };
        let is_foreign = context.starts_with("svg ") || context.starts_with("math ");
        document.root().children().filter_map(|child| child.name()).any(|name| {
            let is_html = name.namespace == Namespace::Html;
            is_foreign && is_html
                || context == "colgroup" && !matches!(name.name.id, tag::COL | tag::TEMPLATE)
        })
    }

    /// Returns the rule that explains why a document can't round-trip, as the standard
    /// [warns](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments).
    fn exception(&self, document: &Document) -> Option<&'static str> {
        let [carriage_return, doctype, line_feed, script, nested, plaintext, raw] =
            PINNED.map(|(rule, _)| rule);
        let is_raw = ["style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext"];
        if self.fragment.is_some_and(|name| is_raw.contains(&name)) {
            return Some(raw);
        }
        let trees = trees_of(document);
        let rules: [(Rule, _); 6] = [
            (|node| node.is_html(tag::PLAINTEXT), plaintext),
            (begins_with_line_feed, line_feed),
            (is_inside_what_it_ends, nested),
            (is_left_in_comment, script),
            (is_rich_doctype, doctype),
            (has_carriage_return, carriage_return),
        ];
        let found = rules.into_iter().find(|(is, _)| trees.iter().any(|&node| is(node)));
        found.map(|(_, rule)| rule).or_else(|| self.leaves_context(document).then_some(LEAVES))
    }
}

/// Checks that the methods of the document agree with the serializer.
fn methods_agree(document: &Document) -> Result<(), String> {
    for node in trees_of(document).into_iter().take(NODES) {
        let options = SerializeOptions::default();
        let (mut inner, mut outer) = (String::new(), String::new());
        write_inner(&mut inner, &document, &node, &options).unwrap();
        write_outer(&mut outer, &document, &node, &options).unwrap();
        if node.inner_html() != inner || node.outer_html() != outer {
            return Err(format!("{}\nis not\n{outer}", node.outer_html()));
        }
    }
    Ok(())
}

/// Lists the nodes of a document except white space, which pretty-printing adds between blocks.
fn apart_from_white_space(document: &Document) -> Vec<String> {
    let mut shown = Vec::new();
    for node in trees_of(document) {
        let is_space =
            node.as_text().is_some_and(|text| text.bytes().all(|it| it.is_ascii_whitespace()));
        if !is_space {
            let attributes: Vec<_> = node.attrs().collect();
            // Identifiers of unknown names differ between documents.
            let is = match node.qualified_name() {
                Some(name) => format!("{name} of {}", name.namespace_url),
                None => format!("{:?}", node.data()),
            };
            shown.push(format!("{} {is} {attributes:?}", node.ancestors().count()));
        }
    }
    shown
}

/// Returns all nodes, including those in template contents.
fn trees_of(document: &Document) -> Vec<NodeRef<'_>> {
    let mut nodes = vec![document.root()];
    let mut at = 0;
    while let Some(&root) = nodes.get(at) {
        at += 1;
        if root.parent().is_none() {
            nodes.extend(root.descendants());
        }
        nodes.extend(root.template_contents());
    }
    nodes
}

/// Whether the element begins with a line feed that the parser drops.
fn begins_with_line_feed(node: NodeRef<'_>) -> bool {
    (node.is_html(tag::PRE) || node.is_html(tag::TEXTAREA) || node.is_html(tag::LISTING))
        && node.first_child().and_then(|first| first.as_text()).is_some_and(|t| t.starts_with('\n'))
}

/// Whether an ancestor would be closed by the start tag, as an `a` in an `a`: scopes, tables and quirks mode allow it.
fn is_inside_what_it_ends(node: NodeRef<'_>) -> bool {
    let Some(name) = node.name().filter(|name| name.namespace == Namespace::Html) else {
        return false;
    };
    let name = name.name.id;
    let has_ancestor = |ended: &[NameId]| {
        node.ancestors().any(|ancestor| ended.iter().any(|&name| ancestor.is_html(name)))
    };
    match name {
        tag::FORM => has_ancestor(&[name, tag::P]),
        tag::A | tag::NOBR | tag::BUTTON | tag::SELECT | tag::OPTION => has_ancestor(&[name]),
        tag::INPUT | tag::TEXTAREA => has_ancestor(&[tag::SELECT]),
        tag::OPTGROUP => has_ancestor(&[name]),
        tag::LI => has_ancestor(&[name, tag::P]),
        tag::DD | tag::DT => has_ancestor(&[tag::DD, tag::DT, tag::P]),
        _ if HEADINGS.contains(&name) => has_ancestor(&HEADINGS) || has_ancestor(&[tag::P]),
        _ => ENDS_P.contains(&name) && has_ancestor(&[tag::P]),
    }
}

const HEADINGS: [NameId; 6] = [tag::H1, tag::H2, tag::H3, tag::H4, tag::H5, tag::H6];

/// Other elements whose start tags close a `p`.
#[rustfmt::skip]
const ENDS_P: [NameId; 31] = [
    tag::ADDRESS, tag::ARTICLE, tag::ASIDE, tag::BLOCKQUOTE, tag::CENTER, tag::DETAILS, tag::DIALOG, tag::DIR,
    tag::DIV, tag::DL, tag::FIELDSET, tag::FIGCAPTION, tag::FIGURE, tag::FOOTER, tag::HEADER, tag::HGROUP,
    tag::HR, tag::LISTING, tag::MAIN, tag::MENU, tag::NAV, tag::OL, tag::P, tag::PLAINTEXT, tag::PRE,
    tag::SEARCH, tag::SECTION, tag::SUMMARY, tag::TABLE, tag::UL, tag::XMP,
];

/// Whether a script contains an open comment, because it ended at the end of the input or at a second end tag.
fn is_left_in_comment(node: NodeRef<'_>) -> bool {
    node.is_html(tag::SCRIPT) && {
        let text = node.text_content();
        text.rfind("<!--")
            .is_some_and(|at| text[at..].contains("<script") && !text[at..].contains("-->"))
    }
}

fn has_carriage_return(node: NodeRef<'_>) -> bool {
    node.as_text().is_some_and(|text| text.contains('\r'))
}

/// Only the name is written, and with it the mode may change.
fn is_rich_doctype(node: NodeRef<'_>) -> bool {
    matches!(node.data(), NodeData::Doctype(doctype)
        if doctype.name != "html" || !doctype.public_id.is_empty() || !doctype.system_id.is_empty())
}
