//! Findings as a compiler would tell them.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use sapwood::{LineColumn, LineIndex};

use crate::Finding;

/// How much of a line is shown before and after the place, in bytes: lines may be very long.
const BEFORE: usize = 60;
const AFTER: usize = 100;

/// Writes the findings about `source`, which is called `name`: a line `name:line:column: code`, the source
/// line with the place marked, and the advice. Columns count UTF-16 code units, from 1.
#[must_use]
pub fn render(name: &str, source: &str, findings: &[Finding], color: bool) -> String {
    let index = LineIndex::new(source);
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for finding in findings {
        let LineColumn { line, column } = index.line_column(finding.span.start);
        let (window, marked) = window(source, finding);
        let advice = format!("{}: {}", finding.advice.help, finding.advice.url());
        let level = if finding.is_note { Level::NOTE } else { Level::ERROR };
        let report = [Group::with_level(level)
            .element(
                Snippet::source(window)
                    .line_start(line)
                    .annotation(AnnotationKind::Primary.span(marked)),
            )
            .element(Level::HELP.message(advice.as_str()))];
        out.push_str(&format!("{name}:{line}:{column}: {}\n", finding.code));
        out.push_str(&renderer.render(&report));
        out.push_str("\n\n");
    }
    out
}

/// The part of the line that a finding begins in that is shown, and where in it the finding is.
fn window<'a>(source: &'a str, finding: &Finding) -> (&'a str, std::ops::Range<usize>) {
    fn is_end(byte: &u8) -> bool {
        matches!(byte, b'\n' | b'\r')
    }
    let bytes = source.as_bytes();
    let at = boundary(source, finding.span.start.min(source.len()));
    let first = at.saturating_sub(BEFORE);
    let start = bytes[first..at].iter().rposition(is_end).map_or(first, |end| first + end + 1);
    let last = (at + AFTER).min(source.len());
    let end = bytes[at..last].iter().position(is_end).map_or(last, |end| at + end);
    let (start, end) = (boundary(source, start), boundary(source, end).max(at));
    let marked_end = boundary(source, finding.span.end.min(source.len())).clamp(at, end);
    (&source[start..end], at - start..marked_end - start)
}

/// The last place up to `at` where a character begins.
fn boundary(source: &str, mut at: usize) -> usize {
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}
