//! Random tag soup: chunks and the fast path change neither the tree nor the errors and positions, and nothing
//! panics.

use sapwood::{Document, FragmentContext, ParseOptions, Parsed, Parser, parse_with};
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
            let options = ParseOptions::default()
                .scripting(random.below(2) == 0)
                .declarative_shadow_roots(random.below(2) == 0);
            check(&html, context, &options, round as u64);
        }
    }
}

/// Pages as an author writes them, with something unusual in each: long enough for the vectors of the fast path, which
/// end at every place of the page.
#[test]
fn fast_path_makes_no_difference_on_generated_pages() {
    let mut random = Random::new(0xd1b5_4a32_d192_ed03);
    let fixed = [
        "<h1><p><h2>",
        "<template><p><section>",
        "<b><a>x</b>y</a>",
        "<a><a>x</a><table><a>y",
        "<b><i>x</i></p>y</b><b><b><b><b>z</b></b>w",
        "<p><b><p>x<i></i><font size=1></font></b>y",
        "<head>\n<meta charset=a><p> <link>x<h1><h2></h1><param>",
    ]
    .map(|case| format!("{case}{:99}", ""));
    let pages = (0..3_000).map(|_| page(&mut random)).collect::<Vec<_>>();
    for html in fixed.iter().chain(&pages) {
        let recording = ParseOptions::default().errors(true).positions(true);
        let parsed = |options: &ParseOptions| parse(html, None, options, Cut::Whole).unwrap();
        let plain = parsed(&recording.clone().fast_path(false));
        assert_eq!(parsed(&recording), plain, "{html:?}");
        let located = parsed(&recording.errors(false));
        assert_eq!(located.places, plain.places, "positions without errors: {html:?}");
        let mut document = parse_with(html, &ParseOptions::default().positions(true)).document;
        for drop_markup in [|it: &mut Document| it.trim(), |it: &mut Document| drop(it.compact())] {
            drop_markup(&mut document);
            let places = Outcome::of(&document, Vec::new()).places;
            assert_eq!(places, plain.places, "positions without the markup: {html:?}");
        }
        let silent = parsed(&ParseOptions::default());
        assert_eq!(silent.tree, plain.tree, "without errors: {html:?}");
    }
}

/// Returns a page of about a kilobyte.
fn page(random: &mut Random) -> String {
    const TAGS: [&str; 24] = [
        "p", "div", "a", "b", "span", "li", "ul", "td", "table", "tr", "h1", "h2", "section",
        "x-y", "DIV", "svg", "title", "script", "template", "form", "input", "br", "font",
        "select",
    ];
    const NAMES: [&str; 18] = [
        "class",
        "href",
        "id",
        "data-x",
        "data-a-long-name",
        "DATA-X",
        "data-aLongName",
        "data-aNameOfManyCapitals-\u{c9}",
        "ALLOWTRANSPARENCY",
        "onClick",
        "style",
        "xml:lang",
        "\u{e9}",
        "a\"b",
        "disabled",
        "type",
        "",
        "title",
    ];
    const LONG: &str = "\"a value that is longer than thirty-two bytes, by much\"";
    const VALUES: [&str; 16] = [
        "=\"x\"",
        "=\"y z\"",
        "='y'",
        "=z",
        "=\"a&amp;b\"",
        "=\"a&b=c\"",
        "=\"\"",
        "",
        "= \"x\"",
        "=\"\r\n\"",
        "=\"a\r\n\t&lt;b\r\n\"",
        "='a\rb'",
        "=\"\0\"",
        "=\"\u{1f600}\"",
        "=\"open",
        "='a\"'",
    ];
    const TEXTS: [&str; 18] = [
        "word ",
        "\n    ",
        "\r\n",
        "\r",
        "a < b",
        "&copy;",
        "&",
        "\0",
        "text that is longer than a vector of bytes ",
        "<!-- c -->",
        "<!DOCTYPE html>",
        "</p>",
        "</",
        "<3",
        "]]>",
        "\u{e9}",
        "&#13;",
        "</a >",
    ];
    let mut html = String::new();
    for _ in 0..30 + random.below(40) {
        let tag = TAGS[random.below(TAGS.len())];
        match random.below(4) {
            0 => html += TEXTS[random.below(TEXTS.len())],
            1 => html += &format!("</{tag}>"),
            _ => {
                html += &format!("<{tag}");
                for _ in 0..random.below(6) {
                    html += if random.below(9) == 0 { "\n\t" } else { " " };
                    html += NAMES[random.below(NAMES.len())];
                    // Mostly usual ones.
                    let values = if random.below(3) == 0 { VALUES.len() } else { 2 };
                    let value = random.below(values);
                    html += VALUES[value];
                    if value == 1 && random.below(2) == 0 {
                        html += " rel=";
                        html += LONG;
                    }
                }
                html += [">", ">", ">", "/>", " />", " >"][random.below(6)];
            }
        }
    }
    html
}

#[test]
fn a_reused_parser_parses_like_a_new_one() {
    let recording = ParseOptions::default().errors(true).positions(true);
    let context = FragmentContext::html("select");
    for options in [ParseOptions::default(), recording.clone(), recording.fast_path(false)] {
        let mut random = Random::new(0x2545_f491_4f6c_dd1d);
        let mut parser = Parser::new_fragment(&context, &options);
        let mut parsed = Parsed::default();
        parser.finish_recycling(&mut parsed);
        for round in 0..3_000 {
            let html = random.soup(1 + round % 40);
            parser.feed(&html);
            parser.finish_recycling(&mut parsed);
            let fresh = parse_with(&html, &options);
            let before = Outcome::of(&parsed.document, parsed.errors.clone());
            assert_eq!(before, Outcome::of(&fresh.document, fresh.errors), "{html:?}, {options:?}");
        }
    }
}

fn check(html: &str, context: Option<&str>, options: &ParseOptions, seed: u64) {
    let recording = options.clone().errors(true).positions(true);
    let parsed = |options: &ParseOptions, cut| parse(html, context, options, cut).unwrap();
    let whole = parsed(&recording, Cut::Whole);
    let again = |outcome: Outcome, how: &str| {
        assert_eq!(outcome, whole, "{how}: {html:?} in {context:?}, {options:?}");
    };
    again(parsed(&recording.clone().fast_path(false), Cut::Whole), "plain");
    again(parsed(&recording, Cut::EachCharacter), "one character at a time");
    again(parsed(&recording.clone().fast_path(false), Cut::EachCharacter), "plain, by characters");

    let located = options.clone().positions(true);
    for cut in [Cut::Whole, Cut::EachCharacter] {
        let places = parsed(&located, cut).places;
        assert_eq!(places, whole.places, "positions without errors: {html:?} in {context:?}");
    }
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
