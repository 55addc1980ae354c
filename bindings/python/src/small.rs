//! Short pages, for which setting a parser up takes longer than parsing.
//!
//! Each thread keeps a parser with default options, and uses it again.

use std::{borrow::Cow, cell::Cell, sync::Arc};

use sapwood::{
    ParseOptions, Parsed, Parser,
    encoding::{SniffOptions, decode, encoding_rs::WINDOWS_1252, sniff},
};

use crate::{
    input::Input,
    memory,
    options::KeywordOptions,
    shared::{ParseInfo, Shared},
};

/// The most bytes of a short page. The encoding declaration of a page is in its first 1,024 bytes.
const LONGEST: usize = 1024;

thread_local! {
    /// In a box, because a parser is too large to move for each page.
    static PARSER: Cell<Option<Box<Parser>>> = const { Cell::new(None) };
}

/// Parses a short page; `None` if it isn't short, has options, or may declare its encoding.
///
/// The document goes straight to its place: for such pages, moving it takes a noticeable part of the time.
#[inline]
pub(crate) fn html(input: &Input<'_>, options: &KeywordOptions) -> Option<Arc<Shared>> {
    if input.len() > LONGEST || *options != KeywordOptions::default() {
        return None;
    }
    let (text, encoding) = match input {
        Input::Text(text) => (Cow::Borrowed(&**text), None),
        Input::Bytes(bytes) => {
            // A declaration that only the tree builder finds would make the parser start over.
            if has_meta(bytes) {
                return None;
            }
            let (text, encoding) = decoded(bytes);
            (text, Some(encoding))
        }
    };
    let mut parser =
        PARSER.take().unwrap_or_else(|| Box::new(Parser::new(&ParseOptions::default())));
    let mut parsed = Parsed::default();
    if let Some(document) = memory::short() {
        parsed.document = document;
    }
    parser.feed(&text);
    parser.finish_recycling(&mut parsed);
    PARSER.set(Some(parser));
    let info = ParseInfo { encoding, limit: parsed.limit, ..ParseInfo::default() };
    Some(Shared::new(parsed.document, info))
}

/// The text of bytes without a `meta` element, and the name of their encoding: windows-1252 if they are ASCII.
fn decoded<'a>(bytes: &'a [u8]) -> (Cow<'a, str>, &'static str) {
    // An XML declaration may name an encoding, and NUL beside `<` is a sign of UTF-16.
    let may_declare = matches!(bytes, [b'<', b'?' | 0, ..] | [0, ..]);
    if !may_declare
        && bytes.is_ascii()
        && let Ok(text) = str::from_utf8(bytes)
    {
        return (Cow::Borrowed(text), WINDOWS_1252.name());
    }
    let sniffed = sniff(bytes, &SniffOptions::default().detect_utf8(true));
    (decode(bytes, &sniffed).text, sniffed.encoding.name())
}

fn has_meta(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'<', bytes)
        .any(|at| bytes.get(at + 1..at + 5).is_some_and(|name| name.eq_ignore_ascii_case(b"meta")))
}
