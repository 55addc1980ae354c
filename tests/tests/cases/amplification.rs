//! The budget bounds what the standard's algorithms copy, in every parser and every cut, and is far above the need of
//! real pages.

use std::{env, fs, path::PathBuf};

use sapwood::{
    FragmentContext, Limit, Limits, ParseOptions, Parser,
    dom::{self, Builder},
    parse_fragment_with, parse_with,
    tokenizer::{Tokenizer, TokenizerOptions},
    tree::Budget,
    tree_builder::{TreeBuilder, TreeBuilderOptions},
};
use sapwood_rcdom::{Handle, NodeData, RcDom, tendril::TendrilSink};
use sapwood_tests::{bounds, pieces::scattered, suites};

/// Inputs whose trees double with each level, or grow with the square of the input.
fn shapes() -> Vec<String> {
    let nested = |level: &str, end: &str, levels| level.repeat(levels) + "x" + &end.repeat(levels);
    vec![
        nested(
            "<select><selectedcontent></selectedcontent><option><template>",
            "</template></option></select>",
            40,
        ),
        nested(
            "<div><template shadowrootmode=open shadowrootclonable>\
             <select><selectedcontent></selectedcontent><option>",
            "</option></select></template></div>",
            40,
        ),
        "<p><b c=1><i><u>".to_owned() + &unique("b", 3_000) + &"<p>x".repeat(3_000),
        unique("font", 2_000) + &"<p>x</font>".repeat(2_000),
        "<select><selectedcontent></selectedcontent>".to_owned()
            + &("<option selected>".to_owned() + &"<i>".repeat(1_000)).repeat(200),
    ]
}

/// Start tags of `name` that the Noah's Ark clause keeps apart.
fn unique(name: &str, count: usize) -> String {
    (0..count).map(|number| format!("<{name} c={number}>")).collect()
}

/// Limit, number of nodes, and the HTML, whose size is linear where a dump's grows with the square of the depth.
fn outcome(parser: Parser) -> (Option<Limit>, usize, String) {
    let parsed = parser.finish();
    (parsed.limit, parsed.document.len(), parsed.document.to_html())
}

#[test]
fn trees_stay_within_the_budget() {
    let options = ParseOptions::default().declarative_shadow_roots(true);
    for (number, html) in shapes().iter().enumerate() {
        let context = FragmentContext::html("div");
        for parsed in [parse_with(html, &options), parse_fragment_with(html, context, &options)] {
            bounds::check(&parsed.document, html.len()).unwrap();
            // The parser leaves the templates of shape 1 alone, and shape 3 is linear.
            if !matches!(number, 1 | 3) {
                assert_eq!(parsed.limit, Some(Limit::Amplification), "shape {number}");
            }
        }
        let dom = sapwood_rcdom::parse_document(RcDom::default(), Default::default());
        let nodes = count(&dom.one(html.as_str()).document);
        assert!(nodes <= html.len() + bounds::budget(html.len()) / 32, "shape {number}: {nodes}");
    }
}

/// Counts the nodes below `root`, without recursion.
fn count(root: &Handle) -> usize {
    let (mut open, mut nodes) = (vec![root.clone()], 0);
    while let Some(node) = open.pop() {
        nodes += 1;
        open.extend(node.children.borrow().iter().cloned());
        if let NodeData::Element { template_contents, .. } = &node.data {
            open.extend(template_contents.borrow().clone());
        }
    }
    nodes
}

#[test]
fn the_limit_and_the_tree_are_the_same_in_every_cut() {
    for html in shapes() {
        let parse = |chunks: Vec<&str>| {
            let mut parser = Parser::new(&ParseOptions::default());
            chunks.into_iter().for_each(|chunk| parser.feed(chunk));
            outcome(parser)
        };
        let whole = parse(vec![&html]);
        for seed in 1..=3 {
            assert!(parse(scattered(&html, seed)) == whole);
        }
        assert!(parse(html.split_inclusive(|_| true).collect()) == whole);
    }
}

#[test]
fn the_factor_raises_the_budget_and_its_maximum_lifts_it() {
    let html = "<p>".to_owned() + &unique("b", 300) + &"<p>x".repeat(300);
    let nodes = |factor| {
        let limits = Limits::default().amplification(factor);
        let parsed = parse_with(&html, &ParseOptions::default().limits(limits));
        (parsed.limit, parsed.document.len())
    };
    let (limit, few) = nodes(0);
    assert_eq!(limit, Some(Limit::Amplification));
    assert!(nodes(100).1 > few);
    assert_eq!(nodes(u64::MAX).0, None);
}

/// Returns the part of the budget that a page uses.
fn use_of_budget(html: &str) -> f64 {
    let sink = Builder::<false>::new(dom::BuilderOptions::default());
    let mut builder = TreeBuilder::new(sink, TreeBuilderOptions::default());
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    let mut taken = 0;
    while taken < html.len() {
        taken += tokenizer.feed(&html[taken..], &mut builder);
    }
    tokenizer.finish(&mut builder);
    let allowed = Budget::BASE + Budget::DEFAULT_FACTOR * html.len() as u64;
    builder.budget_mut().spent() as f64 / allowed as f64
}

/// Judges the pages of the corpus and those below `SAPWOOD_PAGES_BELOW`, a list of folders.
#[test]
fn real_pages_stay_a_hundredfold_below_the_budget() {
    let mut folders: Vec<PathBuf> = vec![suites::fixtures("pages")];
    folders.extend(suites::pages());
    folders.extend(env::var_os("SAPWOOD_PAGES_BELOW").iter().flat_map(env::split_paths));
    let (mut pages, mut largest) = (0, (0.0, PathBuf::new()));
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html") {
                let html = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
                let part = use_of_budget(&html);
                pages += 1;
                if part > largest.0 {
                    largest = (part, path);
                }
            }
        }
    }
    eprintln!(
        "{pages} pages; {} uses {:.4} % of its budget",
        largest.1.display(),
        100.0 * largest.0
    );
    assert!(largest.0 < 0.01, "{largest:?}");
}
