//! The text of elements as rendered: `fixtures/inner_text`.
//!
//! A line of a file is the markup inside a `body` and its text, each as a JSON string, and if Chromium's text differs,
//! that text and the reason. Where Chromium is installed, its texts are compared too.

use std::{fs, process::ExitCode};

use anyhow::{Context, Result, ensure};
use sapwood::{FragmentContext, ParseOptions, parse_fragment_with};
use sapwood_tests::{
    chromium,
    harness::{self, say},
    rcdom, suites,
};

/// Number of lines, and of those in which Chromium differs.
const PINNED: (usize, usize) = (608, 19);

#[derive(Clone)]
struct Case {
    name: String,
    markup: String,
    text: String,
    /// Expected text of Chromium.
    chromium: String,
}

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("inner_text", |mut harness| {
        let cases = read()?;
        let differing = cases.iter().filter(|case| case.text != case.chromium).count();
        let found = (cases.len(), differing);
        say(&format!(
            "inner_text: {} cases, on documents and on trees of rcdom; Chromium differs in {differing}",
            cases.len()
        ));
        harness.add("pinned counts", move || {
            if found == PINNED {
                Ok(())
            } else {
                Err(format!("found {found:?}, expected {PINNED:?}"))
            }
        });
        for case in cases.clone() {
            harness.add(case.name.clone(), move || {
                let body = FragmentContext::html("body");
                let parsed = parse_fragment_with(&case.markup, body, &ParseOptions::default());
                same(&case, &case.text, &parsed.document.inner_text())
            });
        }
        for case in cases.clone() {
            harness.add(format!("rcdom: {}", case.name), move || {
                same(&case, &case.text, &rcdom::parse_in_body(&case.markup).inner_text())
            });
        }
        match chromium::find() {
            Some(browser) => harness.add("chromium_agrees_with_the_expectations", move || {
                let texts = ask(browser, &cases).map_err(|error| format!("{error:#}"))?;
                let wrong: Vec<_> = cases
                    .iter()
                    .zip(&texts)
                    .filter_map(|(case, text)| same(case, &case.chromium, text).err())
                    .collect();
                if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
            }),
            None => harness.absent("Chromium"),
        }
        Ok(harness.run(|| {}))
    })
}

fn same(case: &Case, expected: &str, text: &str) -> Result<(), String> {
    if expected == text {
        return Ok(());
    }
    Err(format!("{}\nexpected {expected:?}\n   found {text:?}", case.markup))
}

fn read() -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for file in suites::files(&suites::fixtures("inner_text"), "tsv")? {
        let name = suites::file_name(&file);
        for (number, line) in (1..).zip(fs::read_to_string(&file)?.lines()) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = format!("{name}:{number}");
            let fields: Vec<&str> = line.split('\t').collect();
            ensure!(matches!(fields.len(), 2 | 4), "{place}: neither 2 nor 4 fields");
            let string = |at: usize| -> Result<String> {
                serde_json::from_str(fields[at]).with_context(|| place.clone())
            };
            let chromium = string(if fields.len() == 4 { 2 } else { 1 })?;
            cases.push(Case { markup: string(0)?, text: string(1)?, chromium, name: place });
        }
    }
    Ok(cases)
}

/// Returns Chromium's text of each markup, set as the `innerHTML` of a body.
fn ask(browser: &std::path::Path, cases: &[Case]) -> Result<Vec<String>> {
    let markups: Vec<&str> = cases.iter().map(|case| case.markup.as_str()).collect();
    chromium::map(
        browser,
        "markup => {
            document.body.innerHTML = markup;
            return document.body.innerText;
        }",
        &markups,
    )
}
