//! The XML5 tokenizer suite, in every cut, with and without the fast path.

use std::{path::Path, process::ExitCode};

use anyhow::{Context, Result};
use sapwood::xml::{parse, tokenizer::XmlTokenizerOptions};
use sapwood_tests::{
    diff,
    harness::{self, Harness},
    pieces::Cut,
    suites,
    xml::{
        round_trip,
        token_log::{Log, tokenize},
    },
};
use serde_json::Value;

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("xml_tokenizer", |mut harness| {
        if let Some(folder) = harness.suite("xml5lib-tests/tokenizer") {
            add(&mut harness, &folder)?;
        }
        Ok(harness.run(|| {}))
    })
}

fn add(harness: &mut Harness, folder: &Path) -> Result<()> {
    let files = suites::files(folder, "test")?;
    let mut found = 0;
    for file in &files {
        let name = suites::file_name(file);
        let text = std::fs::read_to_string(file).with_context(|| name.clone())?;
        let cases: Value = serde_json::from_str(&text).with_context(|| name.clone())?;
        for (place, case) in cases["tests"].as_array().into_iter().flatten().enumerate() {
            found += 1;
            let input = case["input"].as_str().context("input")?.to_owned();
            let output = case["output"].as_array().context("output")?;
            let output: Vec<Value> = output
                .iter()
                .filter(|token| *token != "ParseError")
                .map(without_correctness)
                .collect();
            harness.add(format!("{name}/{place}"), move || check(&input, &joined(output)));
        }
    }
    harness.found("xml5lib-tests/tokenizer", files.len(), found, (9, 5_863));
    Ok(())
}

/// Joins character tokens that only errors separate.
fn joined(tokens: Vec<Value>) -> Vec<Value> {
    let mut joined: Vec<Value> = Vec::new();
    for token in tokens {
        if token[0] == "Character"
            && let Some(Value::Array(last)) = joined.last_mut()
            && last[0] == "Character"
        {
            last[1] = format!("{}{}", text(&last[1]), text(&token[1])).into();
            continue;
        }
        joined.push(token);
    }
    joined
}

/// Removes the fifth part of DOCTYPE tokens, their correctness, which the draft does not define and most cases omit.
fn without_correctness(token: &Value) -> Value {
    let mut token = token.clone();
    if let Some(parts) = token.as_array_mut().filter(|parts| parts[0] == "DOCTYPE") {
        parts.truncate(4);
    }
    token
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn check(input: &str, expected: &[Value]) -> Result<(), String> {
    // The suite expects the references of HTML.
    let options = XmlTokenizerOptions::default().html_references(true);
    let whole: Log<true> = tokenize(input, Cut::Whole, &options);
    if whole.tokens != expected {
        let lines =
            |tokens: &[Value]| tokens.iter().map(|token| format!("{token}\n")).collect::<String>();
        let difference = diff::lines(&lines(expected), &lines(&whole.tokens));
        return Err(format!("{input:?}\n- expected, + got:\n{difference}"));
    }
    for html_references in [true, false] {
        cut_and_compare(input, html_references)?;
    }
    // Inside an element, text is part of the tree.
    for document in [input, &format!("<r>{input}")].map(parse) {
        round_trip::check(&document)?;
    }
    Ok(())
}

/// Compares all cuts, with and without the fast path and errors.
fn cut_and_compare(input: &str, html_references: bool) -> Result<(), String> {
    let options = |fast_path| {
        XmlTokenizerOptions::default().html_references(html_references).fast_path(fast_path)
    };
    let whole: Log<true> = tokenize(input, Cut::Whole, &options(true));
    for fast_path in [true, false] {
        for cut in Cut::all(input) {
            let other: Log<true> = tokenize(input, cut, &options(fast_path));
            if other != whole {
                return Err(format!(
                    "{input:?}, {cut}, fast path {fast_path}\n{whole:#?}\nas a whole, but\n{other:#?}"
                ));
            }
            let silent: Log<false> = tokenize(input, cut, &options(fast_path));
            if silent.tokens != whole.tokens || silent.spans != whole.spans {
                return Err(format!(
                    "{input:?}, {cut}: the tokens differ when errors are not recorded"
                ));
            }
        }
    }
    Ok(())
}
