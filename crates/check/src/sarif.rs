//! Findings as [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).

use std::{cell::RefCell, path::Path};

use sapwood::LineIndex;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::{Advice, Finding};

/// Rules: codes with their advice.
pub type Rules = [(&'static str, Advice)];

/// Returns the results for the file at `path`.
#[must_use]
pub fn results(rules: &Rules, path: &Path, source: &str, findings: &[Finding]) -> Vec<Value> {
    let (index, uri) = (LineIndex::new(source), uri(path));
    let result = |finding: &Finding| {
        let (start, end) =
            (index.line_column(finding.span.start), index.line_column(finding.span.end));
        let rule = rules.iter().position(|(code, _)| *code == finding.code);
        json!({
            "ruleId": finding.code,
            "ruleIndex": rule,
            "level": if finding.is_note { "note" } else { "error" },
            "message": { "text": format!("{}: {}", finding.title(), finding.help()) },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": { "uri": uri },
                    "region": {
                        "startLine": start.line,
                        "startColumn": start.column,
                        "endLine": end.line,
                        "endColumn": end.column,
                    },
                },
            }],
        })
    };
    findings.iter().map(result).collect()
}

/// Returns a log of the results of all files. They are taken from `results` while it is serialized, which
/// can be done once.
pub fn log(rules: &Rules, results: impl IntoIterator<Item = Value>) -> impl Serialize {
    let rule = |(code, advice): &(&'static str, Advice)| {
        json!({
            "id": code,
            "shortDescription": { "text": advice.title },
            "help": { "text": advice.help },
            "helpUri": advice.url(),
        })
    };
    let driver = json!({
        "name": "sapwood",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.iter().map(rule).collect::<Vec<_>>(),
    });
    Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: json!({ "driver": driver }),
            column_kind: "utf16CodeUnits",
            results: Streamed(RefCell::new(results.into_iter())),
        }],
    }
}

#[derive(Serialize)]
#[serde(bound = "")]
struct Log<I: Iterator<Item = Value>> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<I>; 1],
}

#[derive(Serialize)]
#[serde(bound = "", rename_all = "camelCase")]
struct Run<I: Iterator<Item = Value>> {
    tool: Value,
    column_kind: &'static str,
    results: Streamed<I>,
}

/// An array whose items are computed while it is serialized.
#[derive(Debug)]
pub struct Streamed<I>(RefCell<I>);

impl<I: Iterator<Item: Serialize>> Streamed<I> {
    /// An array of the items of an iterator.
    pub fn new(items: I) -> Self {
        Self(RefCell::new(items))
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for Streamed<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&mut *self.0.borrow_mut())
    }
}

/// A path as a URI reference: all bytes but unreserved ones and `/` are percent-encoded, whatever encoding
/// they are in.
fn uri(path: &Path) -> String {
    let mut uri = String::new();
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            b'\\' if cfg!(windows) => uri.push('/'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
