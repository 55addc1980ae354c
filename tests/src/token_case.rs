//! Checks one tokenizer case.

use std::fmt::Write;

use crate::{
    diff,
    pieces::Cut,
    test_file::{Case, Errors},
    token_log::{Log, listed, placed, tokenize},
};

/// Runs `case` in every cut, with and without the fast path, pauses and errors.
///
/// # Errors
///
/// Returns the difference from the expectation, or from the run in one chunk.
pub fn check(case: &Case) -> Result<(), String> {
    let whole: Log<true> = tokenize(case, Cut::Whole, true, false);
    if !case.infoset {
        judge(case, &whole)?;
    }
    for fast_path in [true, false] {
        for cut in Cut::all(&case.input.text) {
            let how = || format!("{cut}, fast path {fast_path}");
            same(case, &whole, &tokenize(case, cut, fast_path, false), how)?;
            let silent: Log<false> = tokenize(case, cut, fast_path, false);
            if silent.tokens != whole.tokens || silent.spans != whole.spans {
                return Err(failure(
                    case,
                    &how(),
                    "the tokens differ when errors are not recorded",
                ));
            }
        }
        for cut in [Cut::Whole, Cut::EachCharacter] {
            let how = || format!("{cut}, fast path {fast_path}, pausing at each token");
            let paused: Log<true> = tokenize(case, cut, fast_path, true);
            if (&paused.tokens, &paused.errors) != (&whole.tokens, &whole.errors) {
                return Err(failure(case, &how(), &differ(case, &whole, &paused)));
            }
        }
    }
    Ok(())
}

fn judge(case: &Case, log: &Log<true>) -> Result<(), String> {
    if log.tokens != case.output {
        let expected = tokens(&case.output);
        return Err(failure(case, "whole", &diff::lines(&expected, &tokens(&log.tokens))));
    }
    let errors = placed(&log.errors, &case.input.text);
    let (expected, actual) = match &case.errors {
        Errors::Placed(expected) if *expected == errors => return Ok(()),
        Errors::Placed(expected) => (format!("{expected:#?}"), format!("{errors:#?}")),
        Errors::Codes(expected) => {
            // Without positions the order has no meaning.
            let mut codes: Vec<String> = errors.into_iter().map(|error| error.code).collect();
            let mut expected = expected.clone();
            codes.sort_unstable();
            expected.sort_unstable();
            if expected == codes {
                return Ok(());
            }
            (expected.join("\n"), codes.join("\n"))
        }
    };
    Err(failure(case, "whole", &diff::lines(&expected, &actual)))
}

fn same(
    case: &Case,
    whole: &Log<true>,
    other: &Log<true>,
    how: impl Fn() -> String,
) -> Result<(), String> {
    if whole == other {
        return Ok(());
    }
    Err(failure(case, &how(), &differ(case, whole, other)))
}

fn differ(case: &Case, whole: &Log<true>, other: &Log<true>) -> String {
    let show = |log: &Log<true>| {
        let errors = listed(&log.errors, &case.input.text);
        format!("{}{errors}{:?}", tokens(&log.tokens), log.spans)
    };
    diff::lines(&show(whole), &show(other))
}

fn tokens(values: &[serde_json::Value]) -> String {
    let mut out = String::new();
    for value in values {
        let _ = writeln!(out, "{value}");
    }
    out
}

fn failure(case: &Case, how: &str, difference: &str) -> String {
    format!(
        "{}\ninput: {:?}\nstate: {}, {how}\n- expected, + got:\n{difference}",
        case.description, case.input.text, case.state
    )
}
