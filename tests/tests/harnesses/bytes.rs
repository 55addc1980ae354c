//! Parsing bytes equals parsing text: the tree suite in every cut, and real pages.

use std::{path::Path, process::ExitCode};

use anyhow::Result;
use sapwood::{
    ByteOptions, ByteParser, FragmentContext, ParseOptions, Parser,
    encoding::{Decoder, encoding_rs::UTF_8},
    parse_bytes_with, parse_fragment_with, parse_with,
};
use sapwood_tests::{
    dat::{self, Case},
    diff,
    harness::{self, Harness, say},
    suites,
    tree::Outcome,
};

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("bytes", |mut harness| {
        if let Some(folder) = harness.suite("html5lib-tests/tree-construction") {
            add_trees(&mut harness, &folder)?;
        }
        let mut cases = 0;
        for file in suites::files(&suites::fixtures("cases"), "dat")? {
            for case in dat::read_file(&file)? {
                cases += 1;
                harness.add(format!("own {}", case.name), move || check(&case));
            }
        }
        say(&format!("bytes: fixtures/cases: {cases} cases"));
        let own = suites::files(&suites::fixtures("pages"), "html")?;
        for page in own.into_iter().chain(harness.corpus_pages()?) {
            harness.add(format!("page {}", suites::file_name(&page)), move || check_page(&page));
        }
        Ok(harness.run(|| {}))
    })
}

fn add_trees(harness: &mut Harness, folder: &Path) -> Result<()> {
    let files = suites::files(folder, "dat")?;
    let mut found = 0;
    for file in &files {
        for case in dat::read_file(file)? {
            found += 1;
            harness.add(case.name.clone(), move || check(&case));
        }
    }
    harness.found("html5lib-tests/tree-construction", files.len(), found, (61, 1_934));
    Ok(())
}

/// Checks that a case in bytes, in every cut, has the outcome of the case in text.
fn check(case: &Case) -> Result<(), String> {
    let scripting = case.scripting_modes().contains(&true);
    let options = ParseOptions::default().scripting(scripting).errors(true).positions(true);
    let context = case.fragment.as_deref().map(FragmentContext::parse).transpose();
    let context = context.map_err(|error| error.to_string())?;
    let text = case.data.as_str();
    let expected = match &context {
        Some(context) => parse_fragment_with(text, context, &options),
        None => parse_with(text.strip_prefix('\u{feff}').unwrap_or(text), &options),
    };
    let expected = Outcome::of(&expected.document, expected.errors);
    let bytes = text.as_bytes();
    let cuts = (0..=bytes.len()).map(|at| vec![&bytes[..at], &bytes[at..]]);
    for pieces in cuts.chain([bytes.chunks(1).collect()]) {
        let outcome = match &context {
            Some(context) => parse_fragment_pieces(&pieces, context, &options),
            None => parse_pieces(&pieces, &options),
        };
        if outcome != expected {
            let (expected, outcome) = (format!("{expected:#?}"), format!("{outcome:#?}"));
            return Err(format!("{text:?} in {pieces:x?}:\n{}", diff::lines(&expected, &outcome)));
        }
    }
    Ok(())
}

/// Parses with a certain encoding, so that no piece waits for the prescan.
fn parse_pieces(pieces: &[&[u8]], options: &ParseOptions) -> Outcome {
    let mut parser =
        ByteParser::new(&ByteOptions::default().parsing(options.clone()).http_charset(Some(UTF_8)));
    pieces.iter().for_each(|piece| parser.feed(piece));
    let parsed = parser.finish();
    Outcome::of(&parsed.document, parsed.errors)
}

/// Decodes and feeds text, because there is no parser of fragments in bytes.
fn parse_fragment_pieces(
    pieces: &[&[u8]],
    context: &FragmentContext<'_>,
    options: &ParseOptions,
) -> Outcome {
    let mut parser = Parser::new_fragment(context, options);
    let mut decoder = Decoder::new(UTF_8, 0);
    for piece in pieces {
        let mut piece = *piece;
        while let Some(text) = decoder.decode(&mut piece) {
            parser.feed(text);
        }
    }
    let parsed = parser.finish();
    Outcome::of(&parsed.document, parsed.errors)
}

/// Checks that a page in bytes, whole and in pieces, has the outcome of the page in text.
fn check_page(path: &Path) -> Result<(), String> {
    let html = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let text = html.strip_prefix('\u{feff}').unwrap_or(&html);
    let options = ParseOptions::default().errors(true).positions(true);
    let expected = parse_with(text, &options);
    let expected = Outcome::of(&expected.document, expected.errors);
    let options = ByteOptions::default().parsing(options).http_charset(Some(UTF_8));
    let whole = parse_bytes_with(html.as_bytes(), &options);
    if Outcome::of(&whole.document, whole.errors) != expected {
        return Err("the outcome in bytes differs".to_owned());
    }
    for length in [1_000, 1 << 16] {
        let mut parser = ByteParser::new(&options);
        html.as_bytes().chunks(length).for_each(|piece| parser.feed(piece));
        let parsed = parser.finish();
        if Outcome::of(&parsed.document, parsed.errors) != expected {
            return Err(format!("the outcome in pieces of {length} bytes differs"));
        }
    }
    Ok(())
}
