//! Limits: where each ends a parse, that it does so wherever the input is cut, and what it costs.

use std::{hint::black_box, thread, time::Duration};

use sapwood::{
    ByteOptions, ByteParser, Document, FragmentContext, Limit, Limits, NodeRef, Options, Parsed,
    Parser, parse_bytes, parse_fragment, parse_with,
};
use sapwood_benches::clock::processor_time;
use sapwood_tests::{
    invariants,
    pieces::{Cut, scattered},
    soup::{CONTEXTS, Random},
};

/// What a parse under limits gives, to compare.
type Outcome = (String, Option<Limit>, usize);

fn outcome(parsed: &Parsed) -> Outcome {
    invariants::check(&parsed.document).unwrap();
    (parsed.document.outline().to_string(), parsed.limit, parsed.errors.len())
}

fn limited(limits: Limits) -> Options {
    Options::default().limits(limits)
}

fn fed<'a>(options: &Options, chunks: impl IntoIterator<Item = &'a str>) -> Parsed {
    let mut parser = Parser::new(options);
    chunks.into_iter().for_each(|chunk| parser.feed(chunk));
    parser.finish()
}

/// How deep the elements below `root` nest.
fn depth(document: &Document) -> usize {
    let depth = |node: NodeRef<'_>| node.ancestors().filter(NodeRef::is_element).count() + 1;
    document.document().descendants().filter(NodeRef::is_element).map(depth).max().unwrap_or(0)
}

/// A limit that is exactly met passes; the next smaller one is reached.
#[test]
fn exact() {
    let html = "<!doctype html><p a=1 b=2>x<!--comment--><i>y</i></p>";
    let whole = parse_with(html, &Options::default());
    let nodes = whole.document.len();
    type Set = fn(Limits, usize) -> Limits;
    let made: [(Limit, usize, Set); 5] = [
        (Limit::InputBytes, html.len(), Limits::input_bytes),
        (Limit::Nodes, nodes, Limits::nodes),
        (Limit::Depth, 4, Limits::depth),
        (Limit::Attributes, 2, Limits::attributes),
        (Limit::TokenLength, "<!doctype html>".len(), Limits::token_length),
    ];
    for (limit, most, set) in made {
        for fast_path in [true, false] {
            let options = |most| limited(set(Limits::default(), most)).fast_path(fast_path);
            for cut in Cut::all(html) {
                let parse = |options| {
                    let mut parser = Parser::new(&options);
                    cut.each(html, |chunk| parser.feed(chunk));
                    parser.finish()
                };
                let passes = parse(options(most));
                assert_eq!(passes.limit, None, "{limit}, {cut}");
                assert_eq!(
                    passes.document.outline().to_string(),
                    whole.document.outline().to_string()
                );
                assert_eq!(parse(options(most - 1)).limit, Some(limit), "{limit}, {cut}");
            }
        }
    }
}

/// The tree so far is what was written before the limit.
#[test]
fn the_tree_so_far() {
    for (limits, limit, html, tree) in [
        (Limits::default().input_bytes(9), Limit::InputBytes, "<p>abc<b>def", "<p>\"abc\"<b>"),
        (Limits::default().nodes(6), Limit::Nodes, "<p>a<b>c", "<p>\"a\""),
        (Limits::default().nodes(7), Limit::Nodes, "<p>a<b>c", "<p>\"a\"<b>"),
        (Limits::default().depth(3), Limit::Depth, "<p>a<b>c</b>d", "<p>\"a\""),
        (Limits::default().depth(3), Limit::Depth, "<p>a<img>c", "<p>\"a\""),
        (Limits::default().depth(3), Limit::Depth, "<p>a<script>c</script>", "<p>\"a\""),
        (Limits::default().depth(3), Limit::Depth, "<p>a<template>c", "<p>\"a\""),
        (Limits::default().depth(3), Limit::Depth, "<p>a<svg>c", "<p>\"a\""),
        (Limits::default().attributes(1), Limit::Attributes, "<p>a<b c c=1 d>e", "<p>\"a\""),
        (Limits::default().token_length(5), Limit::TokenLength, "<p>a<!--b-->c", "<p>\"a\""),
        (
            Limits::default().token_length(5),
            Limit::TokenLength,
            "<p>abcdefgh</bodyyy>",
            "<p>\"abcdefgh\"",
        ),
    ] {
        let parsed = parse_with(html, &limited(limits.clone()));
        let told: String = parsed
            .document
            .body()
            .unwrap()
            .descendants()
            .map(|node| match (node.local_name(), node.as_text()) {
                (Some(name), _) => format!("<{name}>"),
                (_, Some(text)) => format!("{text:?}"),
                _ => String::new(),
            })
            .collect();
        assert_eq!((told.as_str(), parsed.limit), (tree, Some(limit)), "{html} under {limits:?}");
    }
}

/// Whatever the input, the limits hold, the tree is a valid one, and it is the same in every cut.
#[test]
fn hold_in_every_cut() {
    let mut random = Random::new(0x0123_4567_89ab_cdef);
    let mut reached = 0;
    for round in 0..8_000 {
        let html = random.soup(1 + round % 60);
        let most = 1 + random.below(30);
        let limits = match random.below(5) {
            0 => Limits::default().input_bytes(10 * most),
            1 => Limits::default().nodes(2 + most),
            2 => Limits::default().depth(2 + most / 2),
            3 => Limits::default().attributes(most % 3),
            _ => Limits::default().token_length(2 + most),
        };
        let options = limited(limits.clone()).declarative_shadow_roots(random.below(2) == 0);
        let whole = parse_with(&html, &options);
        let expected = outcome(&whole);
        let again = |outcome: Outcome, how: &str| {
            assert_eq!(
                (&outcome.0, outcome.1),
                (&expected.0, expected.1),
                "{how}: {html:?}, {options:?}"
            );
        };
        again(outcome(&parse_with(&html, &options.clone().fast_path(false))), "plain");
        again(outcome(&fed(&options, html.split_inclusive(|_| true))), "by characters");
        again(outcome(&fed(&options, scattered(&html, round as u64))), "scattered");
        // What to say of `&#x80;` may depend on a character that isn't read.
        if whole.limit != Some(Limit::InputBytes) {
            again(outcome(&parse_with(&html, &options.clone().errors(true))), "with errors");
        }
        reached += usize::from(whole.limit.is_some());
        match whole.limit {
            None => {
                let unlimited = parse_with(&html, &options.clone().limits(Limits::default()));
                assert_eq!(outcome(&unlimited), expected, "{html:?}, {options:?}");
            }
            Some(Limit::Nodes) => assert!(whole.document.len() <= 2 + most, "{html:?}"),
            Some(Limit::Depth) if !html.contains("selectedcontent") && !html.contains(" for=") => {
                assert!(depth(&whole.document) <= 2 + most / 2, "{html:?}: {}", expected.0);
            }
            Some(_) => {}
        }
    }
    assert!(reached > 2_000, "{reached}");
}

#[test]
fn fragments() {
    for name in CONTEXTS {
        let context = FragmentContext::parse(name).unwrap();
        let html = "<div><svg><g><desc><div><template><table><tr><td>".repeat(50);
        for (limits, limit) in [
            (Limits::default().nodes(20), Limit::Nodes),
            (Limits::default().depth(9), Limit::Depth),
            (Limits::default().input_bytes(99), Limit::InputBytes),
        ] {
            let parsed = parse_fragment(&html, &context, &limited(limits));
            invariants::check(&parsed.document).unwrap();
            // In some elements these tags mean nothing.
            let ignores = matches!(name, "textarea" | "frameset" | "colgroup" | "select");
            assert!(parsed.limit == Some(limit) || ignores, "{name}: {:?}", parsed.limit);
            assert!(parsed.document.len() <= 20 || limit != Limit::Nodes);
        }
    }
}

#[test]
fn bytes() {
    let html = "<p>\u{e9}\u{e9}<b>".repeat(1_000);
    let parse = |limits: Limits, bytes: &[u8], length: usize| {
        let options = ByteOptions::default().detect_utf8(true).parsing(limited(limits));
        let whole = parse_bytes(bytes, &options);
        invariants::check(&whole.document).unwrap();
        let mut parser = ByteParser::new(&options);
        bytes.chunks(length).for_each(|piece| parser.feed(piece));
        let told = parser.limit();
        let pieces = parser.finish();
        assert!(told.is_none() || pieces.limit == told);
        assert_eq!(pieces.limit, whole.limit);
        assert_eq!(pieces.document.outline().to_string(), whole.document.outline().to_string());
        whole
    };
    for length in [1, 7, 1_000, 100_000] {
        // The second `é` is cut: the half of it that is read isn't malformed, nor a character.
        let parsed = parse(Limits::default().input_bytes(6), html.as_bytes(), length);
        assert_eq!((parsed.limit, parsed.malformed), (Some(Limit::InputBytes), false));
        assert_eq!(parsed.document.body().unwrap().text_content(), "\u{e9}");
        let parsed = parse(Limits::default().input_bytes(html.len()), html.as_bytes(), length);
        assert_eq!(parsed.limit, None);
        let parsed = parse(Limits::default().nodes(2_000), html.as_bytes(), length);
        assert_eq!((parsed.limit, parsed.document.len()), (Some(Limit::Nodes), 2_000));
        // The document is parsed again as windows-1252; the limits start over with it.
        let late = [html.as_bytes(), b"<meta charset=windows-1252>", html.as_bytes()].concat();
        let parsed = parse(Limits::default().nodes(5_000), &late, length);
        assert_eq!(parsed.limit, Some(Limit::Nodes));
    }
}

/// One who copies an endless stream into a parser comes back.
#[test]
fn writing_ends() {
    let limits = Limits::default().input_bytes(100_000);
    let mut parser = ByteParser::new(&ByteOptions::default().parsing(limited(limits)));
    let error = std::io::copy(&mut std::io::repeat(b'x'), &mut parser).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::QuotaExceeded);
    let parsed = parser.finish();
    assert_eq!(parsed.limit, Some(Limit::InputBytes));
    assert_eq!(parsed.document.body().unwrap().text_content().len(), 100_000);
}

/// A parser that goes on with the next document has all its limits anew.
#[test]
fn the_next_document() {
    let mut parser = Parser::new(&limited(Limits::default().input_bytes(20).nodes(6)));
    let mut parsed = Parsed::default();
    for (html, limit) in [
        ("<p>a<p>b<p>c", Some(Limit::Nodes)),
        ("<p>a", None),
        ("<p>aaaaaaaaaaaaaaaaaaaaaaa", Some(Limit::InputBytes)),
        ("<p>b", None),
    ] {
        parser.feed(html);
        parser.finish_into(&mut parsed);
        assert_eq!(parsed.limit, limit, "{html}");
        invariants::check(&parsed.document).unwrap();
    }
    assert_eq!(parsed.document.body().unwrap().text_content(), "b");
}

/// Time that is over ends a parse in the middle of what would take much longer, be it long or be it of
/// the kind whose output grows with the square of the input.
#[test]
fn time() {
    let square = (0..20_000).fold("<p>".to_owned(), |html, i| html + &format!("<b id={i}>"))
        + &"</p><p>x".repeat(20_000);
    let long = "<p>a <b>c</b> d".repeat(4_000_000);
    for html in [square, long] {
        let budget = Duration::from_millis(25);
        let options = limited(Limits::default().time(budget));
        let start = processor_time();
        let parsed = parse_with(&html, &options);
        let taken = processor_time() - start;
        assert_eq!(parsed.limit, Some(Limit::Time));
        // On the clock of the processor, as others may have it for long; the limit is on the clock on
        // the wall, so it can only be shorter.
        assert!(taken < 10 * budget, "{taken:?}");
    }
    let parsed = parse_with("<p>short", &limited(Limits::default().time(Duration::from_secs(100))));
    assert_eq!(parsed.limit, None);
}

/// Endless input under a limit takes no more than twice of what it takes to parse as much as the limit
/// allows.
#[test]
fn cost() {
    const N: usize = 20_000;
    /// How often more than enough.
    const ENDLESS: usize = 200;
    type Write = fn(usize) -> String;
    let attributes: Write = |n| (0..n).fold("<p".to_owned(), |tag, i| tag + &format!(" a{i}=b"));
    let shapes: [(&str, Limits, Write); 9] = [
        ("<div>", Limits::default().depth(N), |n| "<div>".repeat(n)),
        ("<b>", Limits::default().depth(N), |n| "<b>".repeat(n)),
        ("<div>", Limits::default().nodes(N), |n| "<div>".repeat(n)),
        ("<p>", Limits::default().nodes(N), |n| "<p>".repeat(n)),
        ("</p>", Limits::default().nodes(N), |n| "<p>".to_owned() + &"</p>".repeat(n)),
        ("<!---->", Limits::default().nodes(N), |n| "<!---->".repeat(n)),
        ("<p a0=b a1=b", Limits::default().attributes(N), attributes),
        ("<!--xxxx", Limits::default().token_length(16 * N), |n| {
            "<!--".to_owned() + &"x".repeat(16 * n)
        }),
        ("xxxx", Limits::default().input_bytes(16 * N), |n| "x".repeat(16 * n)),
    ];
    for (name, limits, write) in shapes {
        let (enough, endless) = (write(N), write(ENDLESS * N));
        let time = |html: &str, limits: &Limits| {
            let options = limited(limits.clone());
            let start = processor_time();
            let parsed = black_box(parse_with(html, &options));
            let taken = processor_time() - start;
            (taken, parsed.limit.is_some())
        };
        let mut times = Vec::new();
        let good = (0..25).any(|attempt| {
            // Whoever else fills the caches now may be done by then.
            thread::sleep(Duration::from_millis(10 * attempt));
            let (of_enough, _) = time(&enough, &Limits::default());
            let (of_endless, is_limited) = time(&endless, &limits);
            assert!(is_limited, "{name} under {limits:?}");
            times.push((of_enough, of_endless));
            of_endless <= 2 * of_enough
        });
        assert!(good, "{name} under {limits:?}: {times:?}");
    }
}
