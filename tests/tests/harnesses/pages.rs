//! Real pages: chunks and the fast path make no difference.

use std::{path::Path, process::ExitCode};

use anyhow::Result;
use sapwood::{ParseOptions, Parser, parse_with};
use sapwood_tests::{
    harness::{self, say},
    invariants,
    pieces::scattered,
    suites,
    tree::Outcome,
};

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("pages", |mut harness| {
        let own = suites::files(&suites::fixtures("pages"), "html")?;
        say(&format!("pages: fixtures/pages: {} files", own.len()));
        let mut pages = own;
        pages.extend(harness.corpus_pages()?);
        for page in pages {
            harness.add(suites::file_name(&page), move || check(&page));
        }
        Ok(harness.run(|| {}))
    })
}

fn check(path: &Path) -> Result<(), String> {
    let html = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let options = ParseOptions::default().errors(true).positions(true);
    let whole = parse_with(&html, &options);
    invariants::check(&whole.document)?;
    let whole = Outcome::of(&whole.document, whole.errors);
    for fast_path in [true, false] {
        let options = options.clone().fast_path(fast_path);
        for seed in 1..=3 {
            let mut parser = Parser::new(&options);
            for chunk in scattered(&html, seed) {
                parser.feed(chunk);
            }
            let parsed = parser.finish();
            let how = format!("in chunks by seed {seed}, fast path {fast_path}");
            same(&whole, &Outcome::of(&parsed.document, parsed.errors), &how)?;
        }
        let parsed = parse_with(&html, &options);
        let how = format!("whole, fast path {fast_path}");
        same(&whole, &Outcome::of(&parsed.document, parsed.errors), &how)?;
    }
    let silent = parse_with(&html, &ParseOptions::default());
    let outcome = Outcome {
        errors: whole.errors.clone(),
        places: whole.places.clone(),
        ..Outcome::of(&silent.document, Vec::new())
    };
    same(&whole, &outcome, "without errors and positions")
}

/// Returns the first difference only, because pages are long.
fn same(whole: &Outcome, other: &Outcome, how: &str) -> Result<(), String> {
    if whole == other {
        return Ok(());
    }
    let pairs = whole.tree.lines().zip(other.tree.lines()).enumerate();
    if let Some((line, (a, b))) = pairs.into_iter().find(|(_, (a, b))| a != b) {
        return Err(format!("{how}: the trees differ in line {}:\n- {a}\n+ {b}", line + 1));
    }
    if whole.tree != other.tree {
        return Err(format!("{how}: the trees differ in length"));
    }
    let pairs = whole.errors.iter().zip(&other.errors);
    if let Some((a, b)) = pairs.into_iter().find(|(a, b)| a != b) {
        return Err(format!("{how}: the errors differ: {a}, but {b}"));
    }
    if whole.errors != other.errors {
        let counts = (whole.errors.len(), other.errors.len());
        return Err(format!("{how}: {} errors, but {}", counts.0, counts.1));
    }
    Err(format!("{how}: the positions differ"))
}
