//! The harnesses over the suites, one after another: `-- NAME` runs one, and `-- NAME CASE` its cases with this name.

mod article;
mod browser_report;
mod bytes;
mod declarative_shadow_dom;
mod encoding;
mod fixture_cases;
mod form_bodies_chromium;
mod html5ever_tokenizer;
mod inner_text;
mod linear;
mod lossless;
mod markdown;
mod markdown_map;
mod markup5ever;
mod microsyntax;
mod page_links;
mod pages;
mod parser_matrix;
mod round_trip;
mod sanitizer;
mod select;
mod select_scraper;
mod selecting_parser;
mod serializer_html5lib;
mod serializer_wpt;
mod template_for;
mod text_fragments;
mod tokenizer;
mod tree;
mod validity_chromium;
mod ways;
mod xml_conformance;
mod xml_hostile;
mod xml_tokenizer;
mod xml_tree;
mod xpath_chromium;
mod xpath_growth;
mod xpath_lxml;

use std::process::ExitCode;

use sapwood_tests::harness;

fn main() -> ExitCode {
    harness::all(&[
        ("article", article::main),
        ("browser_report", browser_report::main),
        ("bytes", bytes::main),
        ("declarative_shadow_dom", declarative_shadow_dom::main),
        ("encoding", encoding::main),
        ("fixture_cases", fixture_cases::main),
        ("form_bodies_chromium", form_bodies_chromium::main),
        ("html5ever_tokenizer", html5ever_tokenizer::main),
        ("inner_text", inner_text::main),
        ("linear", linear::main),
        ("lossless", lossless::main),
        ("markdown", markdown::main),
        ("markdown_map", markdown_map::main),
        ("markup5ever", markup5ever::main),
        ("microsyntax", microsyntax::main),
        ("page_links", page_links::main),
        ("pages", pages::main),
        ("parser_matrix", parser_matrix::main),
        ("round_trip", round_trip::main),
        ("sanitizer", sanitizer::main),
        ("select", select::main),
        ("select_scraper", select_scraper::main),
        ("selecting_parser", selecting_parser::main),
        ("serializer_html5lib", serializer_html5lib::main),
        ("serializer_wpt", serializer_wpt::main),
        ("template_for", template_for::main),
        ("text_fragments", text_fragments::main),
        ("tokenizer", tokenizer::main),
        ("tree", tree::main),
        ("validity_chromium", validity_chromium::main),
        ("ways", ways::main),
        ("xml_conformance", xml_conformance::main),
        ("xml_hostile", xml_hostile::main),
        ("xml_tokenizer", xml_tokenizer::main),
        ("xml_tree", xml_tree::main),
        ("xpath_chromium", xpath_chromium::main),
        ("xpath_growth", xpath_growth::main),
        ("xpath_lxml", xpath_lxml::main),
    ])
}
