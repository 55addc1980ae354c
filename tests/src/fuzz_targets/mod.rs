//! Fuzz targets: each takes arbitrary bytes and panics if a property doesn't hold.
//!
//! libFuzzer runs them in `fuzz/` within [`small`] limits; the harness `fuzz` runs them on a fixed list of inputs, and on the
//! inputs of `fixtures/bombs` without limits.

mod archives;
mod chosen;
mod contents;
mod edits;
mod queries;
mod rewrite;
mod trees;
mod values;
mod writes;

use std::num::NonZero;

use sapwood::{
    ByteOptions, ByteParser, Document, FragmentContext, Limit, Limits, ParseError, ParseOptions,
    Parser, encoding::Encoding, parse_bytes_with, parse_fragment_with, parse_with,
};

use self::chosen::Choices;
pub use self::{
    archives::warc,
    contents::{article, check, markdown, sanitizer},
    edits::edits,
    queries::{selectors, xpath},
    rewrite::{rewrite, rewrite_counts},
    trees::trees,
    values::values,
    writes::writes,
};
pub use crate::xml::soup::check as xml;
use crate::{bounds, invariants, pieces::scattered, soup::CONTEXTS, tree::Outcome};

/// A fuzz target: it parses its input within limits.
pub type Target = fn(&[u8], &Limits);

/// All targets, by name.
pub const TARGETS: [(&str, Target); 15] = [
    ("article", article),
    ("bytes", bytes),
    ("check", check),
    ("chunks", chunks),
    ("edits", edits),
    ("markdown", markdown),
    ("rewrite", rewrite),
    ("sanitizer", sanitizer),
    ("selectors", selectors),
    ("trees", trees),
    ("values", values),
    ("warc", warc),
    ("writes", writes),
    ("xml", xml),
    ("xpath", xpath),
];

/// Limits under which an input of a kilobyte takes less than a millisecond: what the standard's algorithms copy ends at a
/// number of nodes.
#[must_use]
pub fn small() -> Limits {
    Limits::default().nodes(800)
}

/// Whether a parse of a whole document reaches a limit.
fn is_limited(html: &str, limits: &Limits) -> bool {
    parse_with(html, &ParseOptions::default().limits(limits.clone())).limit.is_some()
}

/// Parsing bytes in pieces equals parsing them as a whole, and the document is valid and bounded.
pub fn bytes(data: &[u8], limits: &Limits) {
    const LABELS: [&str; 8] =
        ["utf-8", "utf-16le", "utf-16be", "gbk", "shift_jis", "iso-2022-jp", "big5", "euc-kr"];
    let mut choices = Choices { data };
    let transport = choices.any(&LABELS).and_then(|label| Encoding::for_label(label.as_bytes()));
    let options = ByteOptions::default()
        .http_charset(transport)
        .offset_map(choices.flag())
        .parsing(choices.options(limits));
    let length = NonZero::new(usize::from(choices.byte())).unwrap_or(NonZero::<usize>::MIN);
    let bytes = choices.data;
    let whole = parse_bytes_with(bytes, &options);
    invariants::check(&whole.document).unwrap();
    // A byte decodes to at most three bytes of text.
    bounds::check(&whole.document, 3 * bytes.len()).unwrap();
    if let Some(map) = &whole.offset_map {
        for error in &whole.errors {
            let (start, end) = (map.byte_offset(error.span.start), map.byte_offset(error.span.end));
            assert!(start <= end && end <= bytes.len(), "{error} is {start}..{end}");
        }
    }
    let mut parser = ByteParser::new(&options);
    bytes.chunks(length.get()).for_each(|piece| parser.feed(piece));
    let pieces = parser.finish();
    invariants::check(&pieces.document).unwrap();
    assert_eq!(
        (pieces.encoding, pieces.source, pieces.confidence, pieces.bom_len),
        (whole.encoding, whole.source, whole.confidence, whole.bom_len)
    );
    assert_eq!((pieces.restarted, pieces.limit), (whole.restarted, whole.limit));
    // The amount of input decoded beyond a limit depends on the pieces.
    assert!(whole.limit.is_some() || pieces.malformed == whole.malformed);
    assert_eq!(pieces.document.quirks_mode(), whole.document.quirks_mode());
    assert_eq!(
        outcome(&pieces.document, pieces.errors, pieces.limit),
        outcome(&whole.document, whole.errors, whole.limit)
    );
}

/// Returns the facts to compare. If a limit cuts off a token, the errors in that token depend on the pieces.
fn outcome(document: &Document, errors: Vec<ParseError>, limit: Option<Limit>) -> Outcome {
    Outcome::of(document, if limit.is_some() { Vec::new() } else { errors })
}

/// Parsing text in chunks, and without the fast path, equals parsing it as a whole, errors and positions included.
pub fn chunks(data: &[u8], limits: &Limits) {
    let mut choices = Choices { data };
    let context = choices.any(&CONTEXTS);
    let context = context.map(|name| FragmentContext::parse(name).unwrap());
    let (options, seed) = (choices.options(limits), choices.byte());
    let text = String::from_utf8_lossy(choices.data);
    let parse = |options: &ParseOptions, chunks: &[&str]| {
        let mut parser = match &context {
            Some(context) => Parser::new_fragment(context, options),
            None => Parser::new(options),
        };
        chunks.iter().for_each(|chunk| parser.feed(chunk));
        let parsed = parser.finish();
        invariants::check(&parsed.document).unwrap();
        let quirks = parsed.document.quirks_mode();
        (outcome(&parsed.document, parsed.errors, parsed.limit), quirks, parsed.limit)
    };
    let whole = match &context {
        Some(context) => parse_fragment_with(&text, context, &options),
        None => parse_with(&text, &options),
    };
    bounds::check(&whole.document, text.len()).unwrap();
    let quirks = whole.document.quirks_mode();
    let whole = (outcome(&whole.document, whole.errors, whole.limit), quirks, whole.limit);
    let scattered = scattered(&text, u64::from(seed));
    assert_eq!(parse(&options, &scattered), whole);
    assert_eq!(parse(&options.clone().fast_path(false), &[&text]), whole);
    let characters: Vec<&str> = text.split("").filter(|text| !text.is_empty()).collect();
    assert_eq!(parse(&options, &characters), whole);
    if whole.2.is_none() {
        // Positions are the same where errors aren't reported.
        let without_errors = options.errors(false);
        for chunks in [&[&*text][..], &scattered] {
            assert_eq!(parse(&without_errors, chunks).0.places, whole.0.places);
        }
    }
}
