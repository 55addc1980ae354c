//! `SelectingParser` finds the elements that `select` finds in the document, in bounded memory.

use std::{cell::RefCell, collections::BTreeMap, path::PathBuf, process::ExitCode};

use anyhow::Result;
use sapwood::{NodeRef, ParseOptions, Selector, parse, parse_with, selecting::SelectingParser};
use sapwood_tests::{
    harness::{self, say},
    pieces::scattered,
    soup::Random,
    suites,
};

/// Selectors that can be decided at the start tag.
const SELECTORS: [&str; 20] = [
    "a[href]",
    "p",
    "ul > li",
    "li:first-child",
    "li:nth-child(2n + 1) a",
    "p:nth-of-type(2)",
    ".active",
    "h2 ~ p",
    "h1 + p, h2 + p",
    "div > p > a",
    "div:not(.a, nav *) > span",
    ":is(ul, ol) li:not(:first-child)",
    "li:nth-child(2 of [id], [class])",
    "td:nth-child(2n of [class])",
    ":root > head > meta[name]",
    "[lang] img",
    "script, style",
    "form :is(input, button):not(:disabled)",
    "body > *",
    "svg path",
];

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("selecting_parser", |mut harness| {
        let pages = harness.corpus_pages()?;
        if !pages.is_empty() {
            harness.add("agrees_with_select_on_real_pages", move || {
                real_pages(&pages);
                Ok(())
            });
        }
        harness.add_test(
            "finds_the_same_whether_content_is_skipped_or_not",
            finds_the_same_whether_content_is_skipped_or_not,
        );
        harness.add_test("reports_inner_matches_first", reports_inner_matches_first);
        harness.add_test(
            "ends_misnested_formatting_elements_where_the_parser_does",
            ends_misnested_formatting_elements_where_the_parser_does,
        );
        harness.add_test(
            "refuses_selectors_that_depend_on_later_nodes",
            refuses_selectors_that_depend_on_later_nodes,
        );
        harness.add_test(
            "differs_from_documents_in_a_closed_list",
            differs_from_documents_in_a_closed_list,
        );
        harness.add_test("agrees_with_documents", agrees_with_documents);
        harness.add_test(
            "attaches_the_shadow_roots_that_documents_have",
            attaches_the_shadow_roots_that_documents_have,
        );
        harness.add_test("keeps_one_match_at_a_time", keeps_one_match_at_a_time);
        harness.add_test("does_not_recurse_on_depth", does_not_recurse_on_depth);
        Ok(harness.run(|| {}))
    })
}

/// Returns the HTML of each match in the stream, sorted.
fn streamed(html: &str, selector: &Selector, seed: Option<u64>) -> Vec<String> {
    let mut found = Vec::new();
    let mut stream = SelectingParser::new(&ParseOptions::default());
    stream.on(selector, |element| found.push(element.outer_html())).unwrap();
    match seed {
        None => stream.feed(html),
        Some(seed) => scattered(html, seed).into_iter().for_each(|piece| stream.feed(piece)),
    }
    assert_eq!(stream.finish(), None);
    found.sort_unstable();
    found
}

fn selected(html: &str, selector: &Selector) -> Vec<String> {
    let document = parse(html);
    let mut found: Vec<_> =
        selector.select(document.root()).map(|element| element.outer_html()).collect();
    found.sort_unstable();
    found
}

fn real_pages(paths: &[PathBuf]) {
    let selectors: Vec<Selector> =
        SELECTORS.iter().map(|selector| selector.parse().unwrap()).collect();
    let (mut pages, mut same, mut found) = (0, 0, 0);
    let mut others: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for path in paths {
        let html = std::fs::read_to_string(path).unwrap();
        for (selector, text) in selectors.iter().zip(SELECTORS) {
            let own = streamed(&html, selector, None);
            found += own.len();
            if own == selected(&html, selector) {
                same += 1;
            } else {
                others.entry(suites::file_name(path)).or_default().push(text);
            }
        }
        let selector = &selectors[pages % selectors.len()];
        assert_eq!(streamed(&html, selector, Some(1)), streamed(&html, selector, None));
        pages += 1;
    }
    say(&format!(
        "selecting_parser: {pages} pages: {found} elements; {same} of the queries agree with `select`, except {others:?}"
    ));
    // On one page a `span` is moved after its start tag was read.
    assert_eq!((pages, same), (109, 2179));
}

/// A handler of `*` keeps the parser from leaving out text, attributes and states of elements. So the other handler must find
/// the same beside it as alone.
fn finds_the_same_whether_content_is_skipped_or_not() {
    let selectors: Vec<Selector> = SELECTORS
        .iter()
        .chain(&["b", "td", "svg|* [id]", "x-unknown", "p a", "li > :is(p, b)", "[color], tr td"])
        .filter_map(|selector| selector.parse().ok())
        .collect();
    let mut random = Random::new(7);
    let mut found = 0;
    for round in 0..3000 {
        let body = if random.below(2) == 0 { "<body>x" } else { "" };
        let html = format!("{body}{}{}", random.soup(40), " ".repeat(100));
        for selector in selectors.iter().skip(round % 4).step_by(4) {
            let alone = streamed(&html, selector, None);
            let mut beside = Vec::new();
            let mut stream = SelectingParser::default();
            stream.on(selector, |element| beside.push(element.outer_html())).unwrap();
            stream.on("*", |_| ()).unwrap();
            stream.feed(&html);
            stream.finish();
            beside.sort_unstable();
            assert_eq!(alone, beside, "{selector} in {html:?}");
            let cut = streamed(&html, selector, Some(round as u64));
            assert_eq!(alone, cut, "{selector} in {html:?}");
            found += alone.len();
        }
    }
    assert!(found > 1000, "{found}");
}

fn reports_inner_matches_first() {
    let log = RefCell::new(Vec::new());
    let mut stream = SelectingParser::default();
    stream.on("div", |div| log.borrow_mut().push(div.outer_html())).unwrap();
    stream.on("div b", |b| log.borrow_mut().push(b.text_content())).unwrap();
    stream.feed("<div>1<div>2<b>3</b></div>4</div><b>5</b><div>6");
    assert_eq!(*log.borrow(), ["3", "<div>2<b>3</b></div>", "<div>1<div>2<b>3</b></div>4</div>"]);
    stream.finish();
    assert_eq!(log.borrow()[3..], ["<div>6</div>"]);
}

/// Formatting elements that the parser removes from the stack without an end tag.
fn ends_misnested_formatting_elements_where_the_parser_does() {
    for (html, selector, expected) in [
        ("<b>1<p>2</b>3</p>4", "b", &["<b>1</b>", "<b>2</b>"][..]),
        ("<p><b>1<p>2</b>3", "b", &["<b>1</b>", "<b>2</b>"]),
        ("<p>1<b><i>2</b>3</i>4", "i", &["<i>2</i>", "<i>3</i>"]),
        ("<table>1<b>2<tr><td>3</table>4", "b", &["<b>2</b>", "<b>4</b>"]),
        (
            "<table><tr><td>1</table>2",
            "table",
            &["<table><tbody><tr><td>1</td></tr></tbody></table>"],
        ),
        ("<template><p>1</template><p>2", "p", &["<p>2</p>"]),
        ("<template><p>1</template>", "template", &["<template><p>1</p></template>"]),
    ] {
        let found = streamed(html, &selector.parse().unwrap(), None);
        assert_eq!(found, expected, "{selector} in {html}");
    }
}

fn refuses_selectors_that_depend_on_later_nodes() {
    for selector in [
        "p:has(a)",
        "p:empty",
        "li:last-child",
        "li:only-child",
        "li:nth-last-child(2 of .a)",
        ":not(:is(a, p:last-of-type))",
        ":checked",
        ":dir(rtl)",
        ":lang(de)",
        ":read-only",
    ] {
        let selector: Selector = selector.parse().unwrap();
        let error = SelectingParser::default().on(&selector, |_| ()).unwrap_err();
        assert!(error.to_string().ends_with("depends on content after the start tag"), "{error}");
    }
}

/// All differences between a stream and a document.
fn differs_from_documents_in_a_closed_list() {
    for (html, selector, streamed_html, selected_html) in [
        // Elements that the parser moves or copies are found where they began.
        ("<table><b>x</b></table>", "table + b", &["<b>x</b>"][..], &[][..]),
        ("<table><b>x</b></table>", "b + table", &[], &["<table></table>"]),
        ("<b><div>x</b>y</div>", "body > b > div", &["<div><b>x</b>y</div>"], &[]),
        (
            "<select><button><selectedcontent></selectedcontent></button><option selected><b>x</b></select>",
            "selectedcontent > b",
            &[],
            &["<b>x</b>"],
        ),
        // Attributes of a second tag come too late.
        ("x<body class=a>", ".a", &[], &["<body class=\"a\">x</body>"]),
        ("x<html class=a>", ".a", &[], &["<html class=\"a\"><head></head><body>x</body></html>"]),
    ] {
        let parsed = selector.parse().unwrap();
        let found = (streamed(html, &parsed, None), selected(html, &parsed));
        assert_eq!(found.0, streamed_html, "{selector} in {html}");
        assert_eq!(found.1, selected_html, "{selector} in {html}");
    }
}

/// Matches that once differed.
fn agrees_with_documents() {
    for (html, selector) in [
        ("<p data-id=1>x", "[data-id]"),
        ("<p data-id=1>x<p>", "p:not([data-id])"),
        ("<x-card é=1>x", "x-card[é='1']"),
        // Attributes of the tag that implies the matching element.
        ("<table id=t><tr class=a><td title=b>x</table>", "html"),
        ("<table><tr class=a><td title=b>x</table>", "tbody"),
        ("<table><col class=a></table>", "colgroup"),
        ("<p><b>1<p>2<div class=a>", "b"),
        // A frameset takes the place of a body.
        ("<div class=a><p><frameset><frame>", "div, p, frame, body"),
        ("<div class=a><p><frameset><frame>", ":nth-child(2)"),
        ("<div class=a><p> </p>", "body, p"),
        // An element leaves the stack of open elements before elements in it.
        ("<form><div>1</form>2<i>3</i></div>4", "form, body, i"),
        ("<a><table><tr><td>1</table>2", "a"),
        ("<a>1<table><tr><a>2<td>3</table>4", "a"),
        ("<b><i>1<p>2<u>3</b>4</u></p>5", "b, i, p, u"),
        // Formatting elements are reopened after their match.
        ("<a href=x><div><i><a href=x>", "i"),
        ("<p><a href=x>1<p>2<b title=y>3<p>4</a>5", "a[href], [title]"),
        ("<table><a href=x><tr></u><span title=y>1</table>", "a"),
    ] {
        let parsed = selector.parse().unwrap();
        for seed in [None, Some(1), Some(2)] {
            assert_eq!(
                streamed(html, &parsed, seed),
                selected(html, &parsed),
                "{selector} in {html}"
            );
        }
    }
}

/// A `template` that declares a shadow root is no element; any other is.
fn attaches_the_shadow_roots_that_documents_have() {
    let options = ParseOptions::default().declarative_shadow_roots(true);
    for (html, selector) in [
        ("<main class=a><template shadowrootmode=open><b>x</b></template>y</main>", ".a, b"),
        ("<div><template shadowrootmode=closed>x</template><p>y</p></div>", "template + p, div"),
        ("<div><template shadowrootmode=open></template><p>y</p></div>", "p:first-child"),
        ("<x-a><template shadowrootmode=open></template><p>y</p></x-a>", "p:first-child"),
        // A second shadow root, and one of an element that can't have any.
        (
            "<p><template shadowrootmode=open></template><template shadowrootmode=open>",
            "template, p",
        ),
        ("<ul><template shadowrootmode=open>x</template><li>y</ul>", "template + li, template"),
        ("<table><div><template shadowrootmode=open></template><i>", "div > i:first-child"),
        ("<body class=a><template shadowrootmode=open>x</template>y", ".a, i"),
    ] {
        let parsed: Selector = selector.parse().unwrap();
        let document = parse_with(html, &options).document;
        let describe = |element: NodeRef<'_>| {
            let shadow = element.shadow_root().map(|shadow| shadow.root.text_content());
            (element.outer_html(), shadow)
        };
        let mut selected: Vec<_> = parsed.select(document.root()).map(describe).collect();
        selected.sort_unstable();
        for seed in 0..3 {
            let mut found = Vec::new();
            let mut stream = SelectingParser::new(&options);
            stream.on(&parsed, |element| found.push(describe(element))).unwrap();
            scattered(html, seed).into_iter().for_each(|piece| stream.feed(piece));
            stream.finish();
            found.sort_unstable();
            assert_eq!(found, selected, "{selector} in {html}");
        }
    }
}

/// A page of 20 MB, of which one match is kept at a time.
fn keeps_one_match_at_a_time() {
    let item = "<ul><li>One <b>two</b><li class=x>Three</ul><p>Four\n".repeat(2000);
    let mut most = 0;
    let mut count = 0;
    let mut stream = SelectingParser::default();
    stream
        .on("li.x", |li| {
            count += 1;
            most = most.max(li.owner().heap_bytes());
        })
        .unwrap();
    stream.feed("<!doctype html><body>");
    for _ in 0..200 {
        stream.feed(&item);
    }
    stream.finish();
    assert_eq!(count, 400_000);
    assert!(most < 4096, "{most}");
}

fn does_not_recurse_on_depth() {
    let run = || {
        let mut found = 0;
        let mut stream = SelectingParser::default();
        stream.on("div div:not(p div) > b", |_| found += 1).unwrap();
        for _ in 0..1000 {
            stream.feed(&"<div>".repeat(1000));
        }
        stream.feed("<b>x");
        stream.finish();
        assert_eq!(found, 1);
        let mut stream = SelectingParser::default();
        stream.on("div", |_| ()).unwrap();
        stream.feed(&"<div>".repeat(1_000_000));
        drop(stream);
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(run).unwrap().join().unwrap();
}
