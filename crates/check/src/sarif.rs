//! Findings as [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).

use sapwood::LineIndex;
use serde_json::{Value, json};

use crate::{Advice, Finding};

/// What findings are made by: their codes, with what goes with each.
pub type Rules = [(&'static str, Advice)];

/// The results of one file, which is called `name`.
#[must_use]
pub fn results(rules: &Rules, name: &str, source: &str, findings: &[Finding]) -> Vec<Value> {
    let index = LineIndex::new(source);
    let result = |finding: &Finding| {
        let (start, end) =
            (index.line_column(finding.span.start), index.line_column(finding.span.end));
        let rule = rules.iter().position(|(code, _)| *code == finding.code);
        json!({
            "ruleId": finding.code,
            "ruleIndex": rule,
            "level": if finding.is_note { "note" } else { "error" },
            "message": { "text": finding.advice.help },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": { "uri": uri(name) },
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

/// The log that holds the results of all files.
#[must_use]
pub fn log(rules: &Rules, results: Vec<Value>) -> Value {
    let rule = |(code, advice): &(&'static str, Advice)| {
        json!({
            "id": code,
            "shortDescription": { "text": advice.help },
            "helpUri": advice.url(),
        })
    };
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "sapwood",
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules.iter().map(rule).collect::<Vec<_>>(),
                },
            },
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    })
}

/// A file's name as a relative reference: what isn't allowed in one is percent-encoded.
fn uri(name: &str) -> String {
    let mut uri = String::new();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
