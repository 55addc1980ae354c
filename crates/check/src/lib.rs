//! Checks HTML syntax, and [XML](xml): reports every [parse
//! error](https://html.spec.whatwg.org/multipage/parsing.html#parse-errors), and what [the syntax for
//! authors](https://html.spec.whatwg.org/multipage/syntax.html#writing) forbids besides.
//!
//! ```
//! let html = "<!doctype html><title>T</title>\n<p title=a title=b>Text";
//! let findings = sapwood_check::check(html, &Default::default());
//!
//! assert_eq!(findings[0].code, "duplicate-attribute");
//! let text = sapwood_check::text::render("page.html", html, &findings, &Default::default());
//! assert!(text.starts_with("error[duplicate-attribute]"));
//! assert!(text.contains(" page.html:2:"));
//! ```

#![forbid(unsafe_code)]

mod advice;
mod encoding_declarations;
mod finding;
pub mod json;
mod nesting;
mod optional_tags;
pub mod report;
pub mod sarif;
mod spans;
pub mod text;
mod unfinished_tag;
mod writing;
pub mod xml;

use sapwood::{
    ByteOptions, Document, ErrorCode, FragmentContext, Limit, Limits, ParseError, ParseOptions,
    Parsed, ParsedBytes, Span,
    encoding::{
        Confidence, SniffOptions, Sniffed, Source, decode,
        encoding_rs::{UTF_16BE, UTF_16LE},
    },
    parse_bytes_with, parse_fragment_with, parse_with,
};

use self::finding::finding;

pub use advice::{ALL as ADVICE, Advice, Detail};
pub use finding::Finding;

/// Options of a check.
#[derive(Clone, Debug, Default)]
pub struct How<'a> {
    /// Element that the text is checked as a fragment of.
    pub fragment: Option<FragmentContext<'a>>,
    /// Whether scripting is enabled.
    pub scripting: bool,
    /// Limits of the parse.
    pub limits: Limits,
}

impl How<'_> {
    fn options(&self) -> ParseOptions {
        let options =
            ParseOptions::default().scripting(self.scripting).errors(true).positions(true);
        options.limits(self.limits.clone())
    }
}

/// Checks `html`; the findings are in source order.
#[must_use]
pub fn check(html: &str, how: &How<'_>) -> Vec<Finding> {
    let parsed = parse(html, how);
    check_parsed(html, &parsed.document, &parsed.errors)
}

fn parse(html: &str, how: &How<'_>) -> Parsed {
    match &how.fragment {
        Some(context) => parse_fragment_with(html, context, &how.options()),
        None => parse_with(html, &how.options()),
    }
}

/// Checks `html`, which was parsed to `document` with `errors`.
fn check_parsed(html: &str, document: &Document, errors: &[ParseError]) -> Vec<Finding> {
    let error = |error: &ParseError| {
        let code = error.code.as_str();
        finding(code, spans::of_construct(code, html, error.span))
    };
    let mut findings: Vec<Finding> = errors.iter().map(error).collect();
    nesting::explain(html, document, &mut findings);
    unfinished_tag::explain(html, document, &mut findings);
    optional_tags::check(document, &mut findings);
    writing::check(html, document, &mut findings);
    spans::sort_and_merge(html, &mut findings);
    findings
}

/// The result of checking bytes.
#[derive(Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The decoded text; positions of findings refer to it.
    pub text: String,
    /// How the encoding was determined.
    pub source: Source,
    /// The findings, in source order.
    pub findings: Vec<Finding>,
    /// The document that the text was parsed to.
    pub document: Document,
    /// The limit that ended the parse early, if any.
    pub limit: Option<Limit>,
}

/// Checks a document in bytes, in the encoding that the standard's algorithm determines.
#[must_use]
pub fn check_bytes(bytes: &[u8], sniffing: &SniffOptions, how: &How<'_>) -> Checked {
    let options = ByteOptions::default().sniffing(sniffing.clone()).parsing(how.options());
    let parsed = parse_bytes_with(bytes, &options);
    let ParsedBytes { encoding, source, bom_len, malformed, .. } = parsed;
    let sniffed = Sniffed { encoding, source, confidence: Confidence::Certain, bom_len };
    let text = decode(bytes, &sniffed).text.into_owned();
    let (document, errors, limit) = match how.fragment {
        Some(_) => {
            let Parsed { document, errors, limit, .. } = parse(&text, how);
            (document, errors, limit)
        }
        None => (parsed.document, parsed.errors, parsed.limit),
    };
    let mut findings = check_parsed(&text, &document, &errors);
    let replaced = text.find(char::REPLACEMENT_CHARACTER).filter(|_| malformed);
    if let Some(start) = replaced {
        let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
        // In UTF-16, only lone surrogates are malformed.
        let is_utf_16 = encoding == UTF_16LE || encoding == UTF_16BE;
        let surrogate = ErrorCode::SurrogateInInputStream.as_str();
        let code = if is_utf_16 { surrogate } else { "malformed-bytes" };
        findings.push(finding(code, Span::new(start, end)));
    }
    if how.fragment.is_none() {
        let reading = encoding_declarations::Reading { encoding, source, bom_len };
        encoding_declarations::check(&text, &document, &reading, &mut findings);
    }
    spans::sort_and_merge(&text, &mut findings);
    Checked { text, source, findings, document, limit }
}
