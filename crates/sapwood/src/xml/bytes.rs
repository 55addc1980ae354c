//! XML in bytes.

use std::borrow::Cow;

use encoding::{
    Encoding,
    encoding_rs::{UTF_8, UTF_16BE, UTF_16LE},
};
use tree_sink::{ErrorCode, ParseError, Span};
use xml_tokenizer::XmlDeclaration;

use super::{Options, Parsed, parse_with};

/// How far an encoding may be declared from the beginning.
const DECLARATION_LENGTH: usize = 1024;

/// The text of an XML document that came in bytes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// The text, without a byte order mark. What couldn't be decoded is U+FFFD.
    pub text: Cow<'a, str>,
    /// The encoding that the bytes were read in.
    pub encoding: &'static Encoding,
    /// What is wrong with the bytes, by their place in the text.
    pub errors: Vec<ParseError>,
}

impl Decoded<'_> {
    /// Parses the text; errors of the bytes are among those of the parse.
    #[must_use]
    pub fn parse(&self, options: &Options) -> Parsed {
        let mut parsed = parse_with(&self.text, options);
        if options.errors {
            parsed.errors.splice(0..0, self.errors.iter().copied());
            parsed.errors.sort_by_key(|error| error.span.start);
        }
        parsed
    }
}

/// Decodes an XML document, in the encoding that it
/// [shows](https://www.w3.org/TR/xml/#sec-guessing): by a byte order mark, by the bytes of UTF-16, or by the
/// encoding that the XML declaration names; otherwise in UTF-8.
///
/// `transport` is the encoding that the transport layer named: a byte order mark alone counts more.
///
/// ```
/// use sapwood::xml::decode;
///
/// let decoded = decode(b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>", None);
/// assert!(decoded.text.ends_with("<a>é</a>"));
/// assert_eq!(decode(b"<\0a\0/\0>\0", None).text, "<a/>");
/// ```
#[must_use]
pub fn decode<'a>(bytes: &'a [u8], transport: Option<&'static Encoding>) -> Decoded<'a> {
    let bom = Encoding::for_bom(bytes);
    let declared = declared(bytes);
    let encoding = match (bom, transport, bytes) {
        (Some((encoding, _)), _, _) => encoding,
        (_, Some(encoding), _) => encoding,
        (_, _, [0, b'<', 0, _, ..]) => UTF_16BE,
        (_, _, [b'<', 0, _, 0, ..]) => UTF_16LE,
        _ => match declared.as_deref().and_then(|label| Encoding::for_label(label.as_bytes())) {
            // The declaration itself was read as ASCII.
            Some(encoding) if encoding != UTF_16LE && encoding != UTF_16BE => encoding,
            _ => UTF_8,
        },
    };
    let (_, bom_length) = bom.unwrap_or((encoding, 0));
    let (text, malformed) = encoding.decode_without_bom_handling(&bytes[bom_length..]);
    let mut errors = Vec::new();
    if !names(&text, encoding) && transport.is_none() {
        errors.push(ParseError { code: ErrorCode::EncodingMismatch, span: Span::at(0) });
    }
    if malformed {
        let start = text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0);
        let span = Span::new(start, (start + 3).min(text.len()));
        errors.push(ParseError { code: ErrorCode::UndecodableBytes, span });
    }
    Decoded { text, encoding, errors }
}

/// Whether the text names no other encoding than this.
fn names(text: &str, encoding: &'static Encoding) -> bool {
    let Some(label) = declared(text.as_bytes()) else { return true };
    let is_utf_16 = |encoding| encoding == UTF_16LE || encoding == UTF_16BE;
    match Encoding::for_label(label.as_bytes()) {
        Some(declared) => declared == encoding || is_utf_16(declared) && is_utf_16(encoding),
        None => is_ucs(&label) && is_utf_16(encoding),
    }
}

/// Whether it is a name of UTF-16 that the Encoding Standard doesn't list.
fn is_ucs(label: &str) -> bool {
    label.eq_ignore_ascii_case("ISO-10646-UCS-2")
}

/// The encoding that the XML declaration at the beginning of `bytes` names.
fn declared(bytes: &[u8]) -> Option<String> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let rest = bytes.strip_prefix(b"<?xml")?;
    let rest = &rest[..rest.len().min(DECLARATION_LENGTH)];
    let end = rest.windows(2).position(|two| two == b"?>")?;
    let data = str::from_utf8(&rest[..end]).ok()?;
    XmlDeclaration::parse(data.trim_ascii_start())?.encoding
}

/// Parses XML that comes in bytes, [decoded](decode) first. The places of errors are those in the text.
///
/// ```
/// use sapwood::xml::{Options, parse_bytes};
///
/// let parsed = parse_bytes(b"\xff\xfe<\0a\0/\0>\0", &Options::default());
/// assert_eq!(parsed.document.document_element().unwrap().local_name(), Some("a"));
/// ```
#[must_use]
pub fn parse_bytes(bytes: &[u8], options: &Options) -> Parsed {
    decode(bytes, None).parse(options)
}
