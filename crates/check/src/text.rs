//! Findings in the format of a compiler's messages.

use std::fmt::Write;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use sapwood::{LineColumn, LineIndex};

use crate::finding::Finding;

/// Bytes of a line that are shown before and after the finding: lines may be very long.
const BEFORE: usize = 60;
const AFTER: usize = 100;

/// Options of [`render`].
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether to use the colors of a terminal.
    pub color: bool,
    /// Number of findings to show.
    pub max_findings: usize,
}

impl Default for Style {
    fn default() -> Self {
        Self { color: false, max_findings: usize::MAX }
    }
}

/// Renders the findings about `source`, which is called `name`.
///
/// Findings are grouped by their code, in the order of each code's first finding. The first is shown with
/// its line and advice, the others as a list of `line:column`. Columns count UTF-16 code units, from 1.
/// Every code is shown, even if there are more than [`Style::max_findings`].
#[must_use]
pub fn render(name: &str, source: &str, findings: &[Finding], style: &Style) -> String {
    let index = LineIndex::new(source);
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    let name = name.replace(char::is_control, "\u{fffd}");
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        match groups.iter_mut().find(|group| group[0].code == finding.code) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    let mut out = String::new();
    let mut left = style.max_findings.saturating_sub(groups.len());
    for group in &groups {
        let (first, others) = (group[0], &group[1..]);
        let listed = others.len().min(left);
        left -= listed;
        let others = places(&index, &others[..listed], others.len());
        let LineColumn { line, column, .. } = index.line_column(first.span.start);
        let message = renderer.render(&[message(source, line, first, others)]);
        // The renderer would count columns in the window that is shown, and in characters.
        let (title, rest) = message.split_once('\n').unwrap_or((&message, ""));
        let indent = line.to_string().len();
        let arrow = if style.color { "\u{1b}[1m\u{1b}[94m-->\u{1b}[0m" } else { "-->" };
        let _ = writeln!(out, "{title}\n{:indent$}{arrow} {name}:{line}:{column}\n{rest}\n", "");
    }
    out
}

/// The message about a finding; `others` lists the places of the same mistake.
fn message(source: &str, line: usize, finding: &Finding, others: Option<String>) -> Group<'static> {
    let (window, marked) = window(source, finding);
    let level = if finding.is_note { Level::NOTE } else { Level::ERROR };
    level
        .primary_title(finding.title().into_owned())
        .id(finding.code)
        .element(
            Snippet::source(visible(window))
                .line_start(line)
                .annotation(AnnotationKind::Primary.span(marked)),
        )
        .element(Level::HELP.message(finding.help().to_owned()))
        .element(Level::NOTE.message(finding.advice.url()))
        .elements(others.map(|others| Level::NOTE.message(others)))
}

/// Lists the places of `listed`, which are some of `count` findings.
fn places(index: &LineIndex<'_>, listed: &[&Finding], count: usize) -> Option<String> {
    if count == 0 {
        return None;
    }
    const A_LINE: usize = 12;
    let mut text = String::new();
    for (number, finding) in listed.iter().enumerate() {
        let LineColumn { line, column, .. } = index.line_column(finding.span.start);
        let before = match number {
            0 => "also at ",
            _ if number % A_LINE == 0 => ",\n",
            _ => ", ",
        };
        let _ = write!(text, "{before}{line}:{column}");
        if let Some(detail) = &finding.detail {
            let _ = write!(text, " ({})", detail.subject);
        }
    }
    match (count - listed.len(), listed.is_empty()) {
        (0, _) => {}
        (more, false) => drop(write!(text, ", and {more} more")),
        (more, true) => drop(write!(text, "and {more} more")),
    }
    Some(text)
}

/// Replaces C1 controls, which some terminals obey, by a character of the same length. The renderer takes
/// care of the other control characters.
fn visible(text: &str) -> String {
    text.replace(|character| matches!(character, '\u{80}'..='\u{9f}'), "\u{b7}")
}

/// The shown part of the line that a finding begins in, and the range of the finding in it.
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

/// The last character boundary up to `at`.
fn boundary(source: &str, mut at: usize) -> usize {
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}
