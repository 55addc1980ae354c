//! Spans of findings: from the place where the standard reports an error to the construct that is wrong.
//!
//! The standard reports an error at the character that reveals it, such as the space after a character
//! reference without `;`, or the end of the file. A person looks for the reference, or for the `<!--` of a
//! comment that doesn't end.

use sapwood::Span;

use crate::finding::Finding;

/// Bytes before an error in which a character reference or a name is searched for.
const WINDOW: usize = 256;

/// Codes whose findings are merged if they follow on each other: it is one stretch that is wrong.
const MERGED: [&str; 6] = [
    "foster-parented-content",
    "unexpected-text",
    "unexpected-null-character",
    "null-character-in-content",
    "control-character-in-input-stream",
    "noncharacter-in-input-stream",
];

/// Codes of misplaced text, whose spans don't need the white space around it.
const MISPLACED: [&str; 2] = ["foster-parented-content", "unexpected-text"];

/// Puts findings about `html` into source order, and merges those of one mistake.
pub(crate) fn sort_and_merge(html: &str, findings: &mut Vec<Finding>) {
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end, finding.code));
    findings.dedup();
    // The last finding of each code, in the list that remains.
    let mut last = [None; MERGED.len()];
    let mut merged: Vec<Finding> = Vec::with_capacity(findings.len());
    for finding in findings.drain(..) {
        let Some(code) = MERGED.iter().position(|code| *code == finding.code) else {
            merged.push(finding);
            continue;
        };
        match last[code].and_then(|at: usize| merged.get_mut(at)) {
            Some(before) if before.span.end >= finding.span.start => {
                before.span = Span::new(before.span.start, finding.span.end.max(before.span.end));
            }
            _ => {
                last[code] = Some(merged.len());
                merged.push(finding);
            }
        }
    }
    for finding in merged.iter_mut().filter(|finding| MISPLACED.contains(&finding.code)) {
        let Span { start, end } = finding.span;
        let source = &html[start..end];
        let trimmed = start + (source.len() - source.trim_ascii_start().len());
        if trimmed < end {
            finding.span = Span::new(trimmed, start + source.trim_ascii_end().len());
        }
    }
    *findings = merged;
}

/// The span of the construct that an error at `span` of `html` is about.
pub(crate) fn of_construct(code: &str, html: &str, span: Span) -> Span {
    let start = match code {
        "unknown-named-character-reference"
        | "missing-semicolon-after-character-reference"
        | "absence-of-digits-in-numeric-character-reference"
        | "character-reference-outside-unicode-range"
        | "control-character-reference"
        | "noncharacter-character-reference"
        | "null-character-reference"
        | "surrogate-character-reference" => return reference(html, span).unwrap_or(span),
        "duplicate-attribute" => return attribute_name(html, span).unwrap_or(span),
        "missing-attribute-value" => {
            let value = html[..span.start].trim_end().len();
            return attribute_name(html, Span::new(value, span.end)).unwrap_or(span);
        }
        "eof-in-comment"
        | "abrupt-closing-of-empty-comment"
        | "eof-in-script-html-comment-like-text" => opening(html, span, "<!--"),
        "eof-in-doctype" | "incorrectly-opened-comment" => opening(html, span, "<!"),
        "eof-in-cdata" => opening(html, span, "<![CDATA["),
        "eof-in-processing-instruction"
        | "invalid-first-character-of-processing-instruction-target" => opening(html, span, "<?"),
        "eof-in-tag"
        | "eof-before-tag-name"
        | "missing-end-tag-name"
        | "invalid-first-character-of-tag-name" => opening(html, span, "<"),
        "end-tag-with-attributes" | "end-tag-with-trailing-solidus" => opening(html, span, "</"),
        "incorrectly-closed-comment" => html[..span.start].ends_with("--!").then(|| span.start - 3),
        _ => None,
    };
    start.map_or(span, |start| Span::new(start, span.end.max(start)))
}

/// The last `opening` before an error.
fn opening(html: &str, span: Span, opening: &str) -> Option<usize> {
    html[..span.start].rfind(opening)
}

/// The character reference that ends at an error.
fn reference(html: &str, span: Span) -> Option<Span> {
    let window = boundary(html, span.start.saturating_sub(WINDOW));
    let start = window + html[window..span.start].rfind('&')?;
    let is_reference = |byte: u8| byte.is_ascii_alphanumeric() || b"&#;".contains(&byte);
    let end = span.start + usize::from(html[span.start..].starts_with(';'));
    html[start..end].bytes().all(is_reference).then(|| Span::new(start, end))
}

/// The attribute name that ends at an error, or before the `=` there.
fn attribute_name(html: &str, span: Span) -> Option<Span> {
    let before = &html[..span.start];
    let end = before.strip_suffix('=').map_or(before, str::trim_end).len();
    let window = boundary(html, end.saturating_sub(WINDOW));
    let is_before = |byte: &u8| byte.is_ascii_whitespace() || b"/\"'<".contains(byte);
    let start = html.as_bytes()[window..end].iter().rposition(is_before)? + window + 1;
    (start < end).then(|| Span::new(start, span.start))
}

/// The last character boundary up to `at`.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
