//! Streaming finds what selecting in the document finds, and keeps no more than it has to.

use std::{cell::RefCell, collections::BTreeMap};

use sapwood::{Options, Selector, parse, stream::Stream};
use sapwood_tests::{harness::say, pieces::scattered, suites};

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
    ":lang(en) img",
    "script, style",
    "form :is(input, button):not(:disabled)",
    "body > *",
    "svg path",
];

/// What matches in the stream: the HTML of each, in a sorted order.
fn streamed(html: &str, selector: &Selector, seed: Option<u64>) -> Vec<String> {
    let mut found = Vec::new();
    let mut stream = Stream::new(&Options::default());
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
        selector.select(document.document()).map(|element| element.outer_html()).collect();
    found.sort_unstable();
    found
}

#[test]
fn real_pages() {
    let Some(folder) = suites::pages() else {
        say("select_stream: suite absent: corpus/pages (set SAPWOOD_SUITES to where it is)");
        return;
    };
    let selectors: Vec<Selector> =
        SELECTORS.iter().map(|selector| selector.parse().unwrap()).collect();
    let (mut pages, mut same, mut found) = (0, 0, 0);
    let mut others: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for path in suites::files(&folder, "html").unwrap() {
        let html = std::fs::read_to_string(&path).unwrap();
        for (selector, text) in selectors.iter().zip(SELECTORS) {
            let own = streamed(&html, selector, None);
            found += own.len();
            if own == selected(&html, selector) {
                same += 1;
            } else {
                others.entry(suites::file_name(&path)).or_default().push(text);
            }
        }
        let selector = &selectors[pages % selectors.len()];
        assert_eq!(streamed(&html, selector, Some(1)), streamed(&html, selector, None));
        pages += 1;
    }
    say(&format!(
        "select_stream: {pages} pages: {found} elements; as selected {same} times, else {others:?}"
    ));
    // There a `span` is moved after its start tag was read.
    assert_eq!((pages, same), (109, 2179));
}

#[test]
fn order_and_nesting() {
    let log = RefCell::new(Vec::new());
    let mut stream = Stream::default();
    stream.on(&"div".parse().unwrap(), |div| log.borrow_mut().push(div.outer_html())).unwrap();
    stream.on(&"div b".parse().unwrap(), |b| log.borrow_mut().push(b.text_content())).unwrap();
    stream.feed("<div>1<div>2<b>3</b></div>4</div><b>5</b><div>6");
    assert_eq!(*log.borrow(), ["3", "<div>2<b>3</b></div>", "<div>1<div>2<b>3</b></div>4</div>"]);
    stream.finish();
    assert_eq!(log.borrow()[3..], ["<div>6</div>"]);
}

/// Formatting elements that the parser takes off the stack without an end.
#[test]
fn misnested() {
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

#[test]
fn refused() {
    for selector in [
        "p:has(a)",
        "p:empty",
        "li:last-child",
        "li:only-child",
        "li:nth-last-child(2 of .a)",
        ":not(:is(a, p:last-of-type))",
        ":checked",
        ":dir(rtl)",
        ":read-only",
    ] {
        let selector: Selector = selector.parse().unwrap();
        let error = Stream::default().on(&selector, |_| ()).unwrap_err();
        assert!(error.to_string().ends_with("for what comes after the start tag"), "{error}");
    }
}

/// A page of twenty megabytes keeps no more than one match.
#[test]
fn memory_does_not_grow() {
    let item = "<ul><li>One <b>two</b><li class=x>Three</ul><p>Four\n".repeat(2000);
    let mut most = 0;
    let mut count = 0;
    let mut stream = Stream::default();
    stream
        .on(&"li.x".parse().unwrap(), |li| {
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

/// Neither does a deep page overflow the stack.
#[test]
fn deep() {
    let run = || {
        let mut found = 0;
        let mut stream = Stream::default();
        stream.on(&"div div:not(p div) > b".parse().unwrap(), |_| found += 1).unwrap();
        for _ in 0..1000 {
            stream.feed(&"<div>".repeat(1000));
        }
        stream.feed("<b>x");
        stream.finish();
        assert_eq!(found, 1);
        let mut stream = Stream::default();
        stream.on(&"div".parse().unwrap(), |_| ()).unwrap();
        stream.feed(&"<div>".repeat(1_000_000));
        drop(stream);
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(run).unwrap().join().unwrap();
}
