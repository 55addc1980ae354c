//! Known failures: `tests/expectations/*.toml`.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// A case that is known to fail.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// The name of the test entry.
    pub case: String,
    /// The reason, in one line.
    pub reason: String,
    /// URL of the rule in question.
    pub link: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    failure: Vec<Failure>,
}

/// Reads the known failures of `harness`, by case. A missing file is an empty list.
///
/// # Errors
///
/// Returns an error if the file is malformed or lists a case twice.
pub fn read(harness: &str) -> Result<HashMap<String, Failure>> {
    let path =
        crate::suites::workspace().join("tests/expectations").join(format!("{harness}.toml"));
    if !path.exists() {
        return Ok(HashMap::new());
    }
    parse(&std::fs::read_to_string(&path)?).with_context(|| path.display().to_string())
}

fn parse(text: &str) -> Result<HashMap<String, Failure>> {
    let mut failures = HashMap::new();
    for failure in toml::from_str::<File>(text)?.failure {
        let case = failure.case.clone();
        ensure!(failures.insert(case.clone(), failure).is_none(), "{case} is listed twice");
    }
    Ok(failures)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn rejects_missing_fields_and_duplicates() {
        let good = "[[failure]]\ncase = \"a/1\"\nreason = \"r\"\nlink = \"l\"\n";
        assert_eq!(parse(good).unwrap()["a/1"].reason, "r");
        assert!(parse("").unwrap().is_empty());
        assert!(parse(&good.repeat(2)).is_err());
        assert!(parse("[[failure]]\ncase = \"a/1\"\n").is_err());
    }
}
