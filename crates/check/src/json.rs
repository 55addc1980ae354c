//! Findings as JSON.

use sapwood::{LineColumn, LineIndex};
use serde::Serialize;

use crate::finding::Finding;

/// A finding with its lines and columns.
#[derive(Debug, Serialize)]
pub struct Placed<'a> {
    file: &'a str,
    code: &'static str,
    title: String,
    /// Left out if false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_note: bool,
    line: usize,
    /// Counted in UTF-16 code units, from 1.
    column: usize,
    end_line: usize,
    end_column: usize,
    /// Byte offset in the text.
    start: usize,
    end: usize,
    help: String,
    url: String,
}

/// Computes the lines and columns of findings about `source`, which is called `name`.
#[must_use]
pub fn place<'a>(name: &'a str, source: &str, findings: &[Finding]) -> Vec<Placed<'a>> {
    let index = LineIndex::new(source);
    let placed = |finding: &Finding| {
        let LineColumn { line, column, .. } = index.line_column(finding.span.start);
        let end = index.line_column(finding.span.end);
        Placed {
            file: name,
            code: finding.code,
            title: finding.title().into_owned(),
            is_note: finding.is_note,
            line,
            column,
            end_line: end.line,
            end_column: end.column,
            start: finding.span.start,
            end: finding.span.end,
            help: finding.help().to_owned(),
            url: finding.advice.url(),
        }
    };
    findings.iter().map(placed).collect()
}
