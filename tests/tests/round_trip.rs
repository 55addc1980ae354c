//! Round trips: what is parsed, written and parsed again is the same tree, plain and minified, but for
//! what the standard says can't be: that is recognised by rules, and counted.

use std::{
    collections::BTreeMap,
    path::Path,
    process::ExitCode,
    sync::{Arc, Mutex},
};

use anyhow::Result;
use sapwood::{
    Document, ErrorCode, FragmentContext, NameId, Namespace, NodeData, NodeRef, Options,
    parse_fragment, parse_with,
    serializer::{self, Minify, minify_inner, pretty_inner, write_inner, write_outer},
    tag,
};
use sapwood_tests::{
    dat,
    harness::{self, Harness, say},
    soup::{CONTEXTS, Random},
    suites,
};

/// What the suite's trees that aren't the same again have in common: how often each rule is met there.
const PINNED: [(&str, usize); 7] = [
    ("a carriage return", 2),
    ("a doctype with more than a name, or another", 36),
    ("a line feed at the beginning of pre, textarea or listing", 10),
    ("a script that opens a comment and a script in it", 48),
    ("an element in one that its start tag would end", 22),
    ("plaintext", 55),
    ("the text of a raw text element, as a fragment", 6),
];

/// How many soups are written, by the pieces that each has.
const SOUPS: [(usize, usize); 2] = [(4_000, 6), (2_000, 25)];

/// How many nodes of a document are written one by one.
const NODES: usize = 200;

/// Bytes of the pages: as they were, written plainly, and minified.
type Sizes = Arc<Mutex<[usize; 3]>>;

fn main() -> Result<ExitCode> {
    harness::main("round_trip", |mut harness| {
        let sizes = Sizes::default();
        let suite = suites::find("html5lib-tests/tree-construction");
        match suite {
            Some(folder) => add_suite(&mut harness, &folder)?,
            None => harness.absent("html5lib-tests/tree-construction"),
        }
        let mut pages = suites::files(&suites::fixtures("pages"), "html")?;
        match suites::pages() {
            Some(folder) => {
                let found = suites::files(&folder, "html")?;
                harness.found("corpus/pages", found.len(), found.len(), (109, 109));
                pages.extend(found);
            }
            None => harness.absent("corpus/pages"),
        }
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
            say(&format!("round_trip: not the same again: {rule}: {count}"));
        }
        if met.into_iter().eq(PINNED) { Ok(()) } else { Err(format!("pinned are {PINNED:?}")) }
    });
    Ok(())
}

/// Returns the rules by which a case isn't the same again, one for each setting of scripting.
fn check_case(case: &dat::Case) -> Result<Vec<&'static str>, String> {
    let mut rules = Vec::new();
    for &scripting in case.scripting_modes() {
        rules.extend(Trip { fragment: case.fragment.as_deref(), scripting }.check(&case.data)?);
    }
    Ok(rules)
}

/// Whatever tags come in whatever order.
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
    say(&format!("round_trip: {same} tag soups the same again"));
    Ok(())
}

fn tell(sizes: &Sizes) {
    let [pages, plain, minified] = *sizes.lock().unwrap();
    say(&format!("round_trip: pages of {pages} bytes, {plain} written, {minified} minified\n"));
}

fn check_page(path: &Path, sizes: &Sizes) -> Result<(), String> {
    let html = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let trip = Trip { fragment: None, scripting: false };
    trip.check(&html)?;
    let document = trip.parse(&html).0;
    let mut sizes = sizes.lock().unwrap();
    for (size, bytes) in
        sizes.iter_mut().zip([&html, &trip.plain(&document), &trip.minified(&document)])
    {
        *size += bytes.len();
    }
    Ok(())
}

/// A rule that tag soups alone meet.
const LEAVES: &str = "an element that doesn't belong at the top of the fragment";

/// What a node may be like that can't be written so that it is read again.
type Rule = fn(NodeRef<'_>) -> bool;

/// How an input is parsed, and parsed again.
struct Trip<'a> {
    fragment: Option<&'a str>,
    scripting: bool,
}

impl Trip<'_> {
    fn parse(&self, html: &str) -> (Document, Vec<ErrorCode>) {
        let options = Options::default().scripting(self.scripting).errors(true);
        let parsed = match self.fragment {
            Some(name) => {
                let context = FragmentContext::parse(name).expect("the suite names elements");
                parse_fragment(html, &context, &options)
            }
            None => parse_with(html, &options),
        };
        (parsed.document, parsed.errors.iter().map(|error| error.code).collect())
    }

    fn plain(&self, document: &Document) -> String {
        let options = serializer::Options { scripting: self.scripting, ..Default::default() };
        let mut html = String::new();
        write_inner(&mut html, &document, &document.document(), &options).unwrap();
        html
    }

    fn minified(&self, document: &Document) -> String {
        let options = Minify { scripting: self.scripting, ..Minify::default() };
        let mut html = String::new();
        minify_inner(&mut html, &document, &document.document(), &options).unwrap();
        html
    }

    fn pretty(&self, document: &Document) -> String {
        let options = serializer::Options { scripting: self.scripting, ..Default::default() };
        let mut html = String::new();
        pretty_inner(&mut html, &document, &document.document(), &options).unwrap();
        html
    }

    /// Returns the rule by which the tree isn't the same again.
    fn check(&self, html: &str) -> Result<Option<&'static str>, String> {
        let (document, _) = self.parse(html);
        methods_agree(&document)?;
        let tree = document.outline().to_string();
        let plain = self.plain(&document);
        let (again, plain_errors) = self.parse(&plain);
        let minified = self.minified(&document);
        let (shorter, minified_errors) = self.parse(&minified);
        let fail = |how: &str, html: &str, other: &Document| {
            Err(format!("{how}\n{html}\nwas\n{tree}\nbut is\n{}", other.outline()))
        };
        let shorter_is_same = shorter.outline().to_string() == tree;
        if again.outline().to_string() == tree {
            if !shorter_is_same {
                return fail("minified", &minified, &shorter);
            }
            // What is wrong with the tree is wrong in every spelling of it, but nothing more is.
            if let Some(code) = minified_errors.iter().find(|code| !plain_errors.contains(code)) {
                return fail(&format!("minified, with {code}"), &minified, &shorter);
            }
            let pretty = self.pretty(&document);
            let (lines, _) = self.parse(&pretty);
            if apart_from_white_space(&lines) != apart_from_white_space(&document) {
                return fail("pretty", &pretty, &lines);
            }
            return Ok(None);
        }
        match self.exception(&document) {
            Some(rule) => Ok(Some(rule)),
            None => fail("plain", &plain, &again),
        }
    }

    /// Whether it is a fragment with an element at its top that only a change of the insertion mode, or a
    /// `template` with `for`, can bring there.
    fn leaves_context(&self, document: &Document) -> bool {
        let Some(context) = self.fragment else { return false };
        let is_foreign = context.starts_with("svg ") || context.starts_with("math ");
        document.document().children().filter_map(|child| child.name()).any(|name| {
            let is_html = name.namespace == Namespace::Html;
            is_foreign && is_html
                || context == "colgroup" && !matches!(name.name.id, tag::COL | tag::TEMPLATE)
        })
    }

    /// What of a document can't be written so that it is read again: as the standard
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
            (|node| node.as_text().is_some_and(|text| text.contains('\r')), carriage_return),
        ];
        let found = rules.into_iter().find(|(is, _)| trees.iter().any(|&node| is(node)));
        found.map(|(_, rule)| rule).or_else(|| self.leaves_context(document).then_some(LEAVES))
    }
}

/// What a document's own methods write is what the serializer writes.
fn methods_agree(document: &Document) -> Result<(), String> {
    for node in trees_of(document).into_iter().take(NODES) {
        let options = serializer::Options::default();
        let (mut inner, mut outer) = (String::new(), String::new());
        write_inner(&mut inner, &document, &node, &options).unwrap();
        write_outer(&mut outer, &document, &node, &options).unwrap();
        if node.inner_html() != inner || node.outer_html() != outer {
            return Err(format!("{}\nis not\n{outer}", node.outer_html()));
        }
    }
    Ok(())
}

/// What is in a document but texts of white space alone, which may come between blocks.
fn apart_from_white_space(document: &Document) -> Vec<String> {
    let mut shown = Vec::new();
    for node in trees_of(document) {
        let is_space =
            node.as_text().is_some_and(|text| text.bytes().all(|it| it.is_ascii_whitespace()));
        if !is_space {
            let attributes: Vec<_> = node.attributes().collect();
            // The number of an unknown name is the document's own.
            let is = match node.qualified_name() {
                Some(name) => format!("{name} of {}", name.namespace_url),
                None => format!("{:?}", node.data()),
            };
            shown.push(format!("{} {is} {attributes:?}", node.ancestors().count()));
        }
    }
    shown
}

/// All nodes, those in template contents as well.
fn trees_of(document: &Document) -> Vec<NodeRef<'_>> {
    let mut nodes = vec![document.document()];
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

/// The parser drops it.
fn begins_with_line_feed(node: NodeRef<'_>) -> bool {
    (node.is_html(tag::PRE) || node.is_html(tag::TEXTAREA) || node.is_html(tag::LISTING))
        && node.first_child().and_then(|first| first.as_text()).is_some_and(|t| t.starts_with('\n'))
}

/// An `a` in an `a`, a `div` in a `p` and the like: scopes, tables and quirks mode can bring them there.
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

/// What ends a `p` besides those.
#[rustfmt::skip]
const ENDS_P: [NameId; 31] = [
    tag::ADDRESS, tag::ARTICLE, tag::ASIDE, tag::BLOCKQUOTE, tag::CENTER, tag::DETAILS, tag::DIALOG, tag::DIR,
    tag::DIV, tag::DL, tag::FIELDSET, tag::FIGCAPTION, tag::FIGURE, tag::FOOTER, tag::HEADER, tag::HGROUP,
    tag::HR, tag::LISTING, tag::MAIN, tag::MENU, tag::NAV, tag::OL, tag::P, tag::PLAINTEXT, tag::PRE,
    tag::SEARCH, tag::SECTION, tag::SUMMARY, tag::TABLE, tag::UL, tag::XMP,
];

/// A script that was ended by the end of the input, or by a second end tag.
fn is_left_in_comment(node: NodeRef<'_>) -> bool {
    node.is_html(tag::SCRIPT) && {
        let text = node.text_content();
        text.rfind("<!--")
            .is_some_and(|at| text[at..].contains("<script") && !text[at..].contains("-->"))
    }
}

/// Only the name is written, and with it the mode may change.
fn is_rich_doctype(node: NodeRef<'_>) -> bool {
    matches!(node.data(), NodeData::Doctype(doctype)
        if doctype.name != "html" || !doctype.public_id.is_empty() || !doctype.system_id.is_empty())
}
