//! A checker of HTML syntax, and of [XML](xml): every [parse
//! error](https://html.spec.whatwg.org/multipage/parsing.html#parse-errors), and what [the syntax for
//! authors](https://html.spec.whatwg.org/multipage/syntax.html#writing) forbids beside them.
//!
//! ```
//! let html = "<!doctype html><title>T</title>\n<p title=a title=b>Text";
//! let findings = sapwood_check::check(html, &Default::default());
//!
//! assert_eq!(findings[0].code, "duplicate-attribute");
//! assert_eq!(&html[findings[0].span.start..], "=b>Text");
//! let text = sapwood_check::text::render("page.html", html, &findings, false);
//! assert!(text.starts_with("page.html:2:17: duplicate-attribute\n"));
//! ```

#![forbid(unsafe_code)]

mod advice;
pub mod json;
mod optional_tags;
pub mod report;
pub mod sarif;
pub mod text;
mod writing;
pub mod xml;

use sapwood::{
    ByteOptions, ErrorCode, FragmentContext, Options, ParseError, Parsed, ParsedBytes, Span,
    encoding::{
        Confidence, SniffOptions, Sniffed, Source, decode,
        encoding_rs::{UTF_16BE, UTF_16LE},
    },
    parse_bytes, parse_fragment, parse_with,
};

pub use advice::{ALL as ADVICE, Advice};

/// Something that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong: the standard's code, or one of ours in the same style.
    pub code: &'static str,
    /// Where, in bytes of the text.
    pub span: Span,
    /// Whether it tells of something that may be right, rather than of something wrong.
    pub is_note: bool,
    /// What would be right.
    pub advice: Advice,
}

/// How to check.
#[derive(Clone, Debug, Default)]
pub struct How<'a> {
    /// Check a fragment in an element such as this.
    pub fragment: Option<FragmentContext<'a>>,
    /// Whether scripting is taken to be enabled.
    pub scripting: bool,
}

/// Checks `html`; the findings come in the order in which they stand.
#[must_use]
pub fn check(html: &str, how: &How<'_>) -> Vec<Finding> {
    let Parsed { document, errors, .. } = parsed(html, how);
    let mut findings: Vec<Finding> = errors.into_iter().map(Finding::from).collect();
    optional_tags::check(&document, &mut findings);
    writing::check(html, &document, &mut findings);
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    findings
}

/// Parses `html` with all that is needed to check it and to show its tree.
fn parsed(html: &str, how: &How<'_>) -> Parsed {
    let options = Options::default().scripting(how.scripting).errors(true).positions(true);
    match &how.fragment {
        Some(context) => parse_fragment(html, context, &options),
        None => parse_with(html, &options),
    }
}

/// A finding with the advice that goes with its code.
fn finding(code: &'static str, span: Span) -> Finding {
    Finding { code, span, is_note: false, advice: Advice::of(code) }
}

impl From<ParseError> for Finding {
    fn from(error: ParseError) -> Self {
        finding(error.code.as_str(), error.span)
    }
}

/// What a check of bytes gives.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The text that the bytes are, in which the findings have their places.
    pub text: String,
    /// What decided on the encoding.
    pub source: Source,
    /// The findings, in the order in which they stand.
    pub findings: Vec<Finding>,
}

/// Checks a document in bytes, in the encoding that a parse finds out. What can't be decoded is a finding.
#[must_use]
pub fn check_bytes(bytes: &[u8], sniffing: &SniffOptions, how: &How<'_>) -> Checked {
    let parsed = parse_bytes(bytes, &ByteOptions::default().sniffing(sniffing.clone()));
    let ParsedBytes { encoding, source, bom_len, .. } = parsed;
    let sniffed = Sniffed { encoding, source, confidence: Confidence::Certain, bom_len };
    let text = decode(bytes, &sniffed).text.into_owned();
    let mut findings = check(&text, how);
    let replaced = text.find(char::REPLACEMENT_CHARACTER).filter(|_| parsed.malformed);
    if let Some(start) = replaced {
        let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
        // Nothing else is malformed there.
        let is_utf_16 = encoding == UTF_16LE || encoding == UTF_16BE;
        let surrogate = ErrorCode::SurrogateInInputStream.as_str();
        let code = if is_utf_16 { surrogate } else { "malformed-bytes" };
        findings.push(finding(code, Span::new(start, end)));
    }
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    Checked { text, source, findings }
}
