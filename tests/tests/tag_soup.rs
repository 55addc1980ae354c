//! Random tag soup: chunks and the fast path change neither the tree nor the errors and positions, and nothing
//! panics.

use sapwood::{FragmentContext, Options, Parsed, Parser, parse_with};
use sapwood_tests::{
    pieces::{Cut, scattered},
    soup::{CONTEXTS, Random},
    tree::{Outcome, parse},
};

/// Numbers of inputs, with the number of pieces in each.
const ROUNDS: [(usize, usize); 3] = [(6_000, 6), (3_000, 20), (300, 150)];

#[test]
fn chunks_and_fast_path_make_no_difference() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    for (rounds, pieces) in ROUNDS {
        for round in 0..rounds {
            let html = random.soup(pieces);
            let context = (random.below(3) == 0).then(|| CONTEXTS[random.below(CONTEXTS.len())]);
            let options = Options::default()
                .scripting(random.below(2) == 0)
                .declarative_shadow_roots(random.below(2) == 0);
            check(&html, context, &options, round as u64);
        }
    }
}

#[test]
fn a_reused_parser_parses_like_a_new_one() {
    let recording = Options::default().errors(true).positions(true);
    let context = FragmentContext::html("select");
    for options in [Options::default(), recording.clone(), recording.fast_path(false)] {
        let mut random = Random::new(0x2545_f491_4f6c_dd1d);
        let mut parser = Parser::new_fragment(&context, &options);
        let mut parsed = Parsed::default();
        parser.finish_into(&mut parsed);
        for round in 0..3_000 {
            let html = random.soup(1 + round % 40);
            parser.feed(&html);
            parser.finish_into(&mut parsed);
            let fresh = parse_with(&html, &options);
            let before = Outcome::of(&parsed.document, parsed.errors.clone());
            assert_eq!(before, Outcome::of(&fresh.document, fresh.errors), "{html:?}, {options:?}");
        }
    }
}

fn check(html: &str, context: Option<&str>, options: &Options, seed: u64) {
    let recording = options.clone().errors(true).positions(true);
    let parsed = |options: &Options, cut| parse(html, context, options, cut).unwrap();
    let whole = parsed(&recording, Cut::Whole);
    let again = |outcome: Outcome, how: &str| {
        assert_eq!(outcome, whole, "{how}: {html:?} in {context:?}, {options:?}");
    };
    again(parsed(&recording.clone().fast_path(false), Cut::Whole), "plain");
    again(parsed(&recording, Cut::EachCharacter), "one character at a time");
    again(parsed(&recording.clone().fast_path(false), Cut::EachCharacter), "plain, by characters");

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
