//! Hostile shapes: everything returns on a small stack, and twice the input takes about twice the time.

use std::{
    hint::black_box,
    thread,
    time::{Duration, Instant},
};

use sapwood::Document;

/// A stack that any recursion on depth would overflow.
const STACK: usize = 256 * 1024;

/// Calls every method that extracts content.
fn read_all(document: &Document) {
    black_box(document.root().text_content());
    black_box(document.inner_text());
    black_box(document.links().count());
    black_box((document.title(), document.meta().count()));
    for form in document.forms() {
        black_box(form.entry_list(form.default_button()));
    }
    for table in document.tables() {
        let texts: usize = table.cells().iter().map(|cell| cell.text().len()).sum();
        let slots: usize = table.rows().map(|row| row.cells().flatten().count()).sum();
        black_box((texts, slots, table.header_rows(), table.caption_text()));
    }
    let microdata = document.microdata();
    #[cfg(feature = "json")]
    black_box((microdata.to_json(str::to_owned), document.json_ld().count()));
    black_box(microdata);
}

fn on_a_small_stack(read: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(STACK).spawn(read).unwrap().join().unwrap();
}

#[test]
fn depth_needs_no_stack() {
    on_a_small_stack(|| {
        for tag in
            ["div", "b", "pre", "a href=x", "p itemscope itemprop=x", "span style=display:flex"]
        {
            read_all(&sapwood::parse(&format!("<{tag}>").repeat(1_000_000)));
        }
    });
}

/// A name, a prefix, and the text that is repeated.
const SHAPES: &[(&str, &str, &str)] = &[
    ("siblings", "", "<p>a"),
    ("text", "", "a \n "),
    ("spaces", "", "<b> </b>"),
    ("line breaks", "", "a<br>"),
    ("tables in tables", "", "<table><tr><td>x"),
    ("cells", "<table><tr>", "<td>x"),
    ("hidden cells", "<table><tr><td>x", "<td hidden>x"),
    ("rows", "<table>", "<tr><td>x"),
    (
        "cells with spans",
        "<!doctype html><table>",
        "<tr><td colspan=1000 rowspan=65534>x<td rowspan=0>y",
    ),
    ("a wide row, then many", "<table><tr>", "<td rowspan=65534>x<tr><td>y"),
    ("captions", "<table>", "<caption>x"),
    ("summaries", "<details>", "<summary>x</summary>"),
    ("details", "", "<details><summary>x</summary>"),
    ("options", "<form><select name=a>", "<option>x"),
    ("selects", "<form>", "<select name=a><option>x</select>"),
    ("controls", "<form>", "<input name=a type=radio checked>"),
    ("forms", "", "<form id=a><input name=a form=a></form>"),
    ("fieldsets", "<form>", "<fieldset disabled><legend><input name=a>"),
    ("candidates", "", "<img srcset='a 1x, b 2x'>"),
    ("items", "", "<p itemscope itemprop='a b c' itemref='x y'>"),
    ("items in items", "", "<div itemscope itemprop='a b' id=x itemref=x><i itemprop=c>y</i>"),
    ("properties in properties", "<div itemscope>", "<div itemprop=a>x"),
    (
        "references",
        "<div id=x><b itemprop=a>x</b></div>",
        "<p itemscope itemref='x x x'></p><b itemprop=b>y</b>",
    ),
    ("bases", "", "<base><base href=x><title>"),
    ("svg", "<svg>", "<g><text>a"),
    ("math", "<math>", "<semantics><mi>a"),
    ("declarations", "", "<b style='display:none;display:inline;white-space:pre'>x</b>"),
];

#[test]
fn four_times_the_input_takes_less_than_eight_times_as_long() {
    on_a_small_stack(|| {
        let guilty: Vec<_> = SHAPES.iter().filter_map(grows_too_fast).collect();
        assert!(guilty.is_empty(), "{guilty:#?}");
    });
}

/// The least times for n and 4 n repetitions; nothing if four times the input takes less than eight times the
/// time at one of the tries.
fn grows_too_fast((name, before, repeated): &(&str, &str, &str)) -> Option<String> {
    let document = |n: usize| sapwood::parse(&format!("{before}{}", repeated.repeat(n)));
    let (small, large) = (document(12_500), document(50_000));
    let mut told = String::new();
    for _ in 0..6 {
        let (short, long) = (time(&small), time(&large));
        if long < 8 * short.max(Duration::from_millis(1)) {
            return None;
        }
        told = format!("{name}: {short:?} and {long:?}");
    }
    Some(told)
}

fn time(document: &Document) -> Duration {
    let start = Instant::now();
    read_all(document);
    start.elapsed()
}

/// `inner_text` of every node: each call is linear in the size of the node.
#[test]
fn inner_text_of_each_node_is_linear() {
    let document = sapwood::parse(&"<p>a <b>b</b>".repeat(100_000));
    let all: usize = document.root().descendants().map(|node| node.inner_text().len()).sum();
    assert!(all > 100_000);
}

/// Names and values that are returned many times are borrowed, or count towards the limit of the JSON.
#[test]
fn output_does_not_multiply() {
    let long = "n".repeat(30_000);
    let options = "<option selected>".repeat(1_700);
    let form = sapwood::parse(&format!("<form><select multiple name={long}>{options}</select>"));
    let entries = form.forms()[0].entry_list(None);
    assert_eq!(entries.len(), 1_700);
    assert!(entries.iter().all(|(name, _)| matches!(name, std::borrow::Cow::Borrowed(_))));
    let nested = "<option selected>x<svg><foreignObject>".repeat(700);
    let form = sapwood::parse(&format!("<form><select multiple name=a>{nested}{long}"));
    let values = form.forms()[0].entry_list(None);
    let length: usize = values.iter().map(|(_, value)| value.len()).sum();
    assert!(length < 100_000, "{length}");
    #[cfg(feature = "json")]
    for html in [
        format!("{}<b id=x itemprop={long}>v</b>", "<p itemscope itemref=x></p>".repeat(1_100)),
        format!(
            "{}<b id=x itemprop=y itemscope itemtype={long}>v</b>",
            "<p itemscope itemref=x></p>".repeat(1_100)
        ),
        format!("<div itemscope>{}{long}", "<i itemprop=a>".repeat(2_000)),
    ] {
        let document = sapwood::parse(&html);
        let json = document.microdata().to_json(str::to_owned).to_string();
        assert!(json.len() < 4096 * document.len() + 65_536 + 2 * html.len(), "{}", json.len());
        assert!(json.len() < 256 * html.len(), "{}", json.len());
    }
}
