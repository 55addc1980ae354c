//! The XML5 tree construction suite, in every cut, with and without the fast path.

use std::{path::Path, process::ExitCode};

use anyhow::{Context, Result};
use sapwood::xml::{Parsed, Parser, XmlParseOptions};
use sapwood_tests::{
    diff,
    harness::{self, Harness},
    pieces::Cut,
    suites,
    xml::round_trip,
};

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("xml_tree", |mut harness| {
        if let Some(folder) = harness.suite("xml5lib-tests/tree-construction") {
            add(&mut harness, &folder)?;
        }
        Ok(harness.run(|| {}))
    })
}

fn add(harness: &mut Harness, folder: &Path) -> Result<()> {
    let files = suites::files(folder, "dat")?;
    let mut found = 0;
    for file in &files {
        let name = suites::file_name(file);
        let text = std::fs::read_to_string(file).with_context(|| name.clone())?;
        for (place, case) in text.split("#data\n").skip(1).enumerate() {
            found += 1;
            let (input, expected) = case.split_once("\n#document\n").context("#document")?;
            let (input, expected) = (input.to_owned(), expected.trim_end().to_owned());
            harness.add(format!("{name}/{place}"), move || check(&input, &expected));
        }
    }
    harness.found("xml5lib-tests/tree-construction", files.len(), found, (2, 36));
    Ok(())
}

fn parse(input: &str, cut: Cut, options: &XmlParseOptions) -> Parsed {
    let mut parser = Parser::new(options);
    cut.each(input, |chunk| parser.feed(chunk));
    parser.finish()
}

fn check(input: &str, expected: &str) -> Result<(), String> {
    let dump = |parsed: &Parsed| parsed.document.xml_dump().to_string();
    let options = |on: bool| XmlParseOptions::default().errors(on).positions(on).fast_path(on);
    let whole = parse(input, Cut::Whole, &options(true));
    let tree = dump(&whole);
    if tree.trim_end() != expected {
        return Err(format!("{input:?}\n- expected, + got:\n{}", diff::lines(expected, &tree)));
    }
    round_trip::check(&whole.document)?;
    for cut in Cut::all(input) {
        let other = parse(input, cut, &options(true));
        if (dump(&other), &other.errors) != (tree.clone(), &whole.errors) {
            return Err(format!("{input:?}, {cut}: the tree or the errors differ"));
        }
        if dump(&parse(input, cut, &options(false))) != tree {
            return Err(format!("{input:?}, {cut}: the tree differs without the fast path"));
        }
    }
    Ok(())
}
