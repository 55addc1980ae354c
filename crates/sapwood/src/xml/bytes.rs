//! XML in bytes.

use std::{borrow::Cow, io};

#[cfg(feature = "lossless")]
use sapwood_dom::SourceInput;
use sapwood_dom::{Document, DocumentOptions};
use sapwood_encoding::{
    Decoder, Encoding,
    encoding_rs::{UTF_8, UTF_16BE, UTF_16LE},
};
use sapwood_tree::{ErrorCode, Limit, ParseError, Span};
use sapwood_xml::XmlDeclaration;

use super::{Parsed, Parser, XmlParseOptions, parse_with};
#[cfg(feature = "lossless")]
use crate::source::set_source;
use crate::{
    Limits,
    bytes::{InputLimit, pieces, write_result},
};

/// The number of bytes of an XML declaration that are searched for an encoding.
const DECLARATION_LENGTH: usize = 1024;

/// The number of bytes that decide on the encoding, and whether the declaration names another: a byte order mark, `<?xml`,
/// and the rest of the declaration, in two bytes for each character.
const SNIFFED_LENGTH: usize = 2 * (3 + 5 + DECLARATION_LENGTH);

/// The decoded text of an XML document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// The text, without a byte order mark. Malformed sequences are replaced by U+FFFD.
    pub text: Cow<'a, str>,
    /// The encoding that the bytes were decoded from.
    pub encoding: &'static Encoding,
    /// The errors of the bytes, with spans in the text.
    pub errors: Vec<ParseError>,
}

impl Decoded<'_> {
    /// Parses the text. The errors of the bytes are among those of the parse.
    #[must_use]
    pub fn parse(&self, options: &XmlParseOptions) -> Parsed {
        let mut parsed = parse_with(&self.text, options);
        if options.document.errors {
            merge(&self.errors, &mut parsed.errors);
        }
        parsed
    }
}

fn merge(of_bytes: &[ParseError], errors: &mut Vec<ParseError>) {
    errors.splice(0..0, of_bytes.iter().copied());
    errors.sort_by_key(|error| error.span.start);
}

/// Decodes an XML document. The encoding is [detected](https://www.w3.org/TR/xml/#sec-guessing) by a byte order mark,
/// by the bytes of UTF-16, or by the XML declaration; otherwise it is UTF-8.
///
/// `transport` is the encoding according to the transport layer; only a byte order mark takes precedence over it.
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
    let (encoding, bom_len) = sniff(bytes, transport);
    let (text, malformed) = encoding.decode_without_bom_handling(&bytes[bom_len..]);
    let replacement = malformed.then(|| text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0));
    let is_mismatch = transport.is_none() && !names(&text, encoding);
    Decoded { errors: errors(is_mismatch, replacement), text, encoding }
}

/// The encoding of an input that begins with `bytes`, and the length of its byte order mark.
fn sniff(bytes: &[u8], transport: Option<&'static Encoding>) -> (&'static Encoding, usize) {
    if let Some(found) = Encoding::for_bom(bytes) {
        return found;
    }
    let encoding = match (transport, bytes) {
        (Some(encoding), _) => encoding,
        (_, [0, b'<', 0, _, ..]) => UTF_16BE,
        (_, [b'<', 0, _, 0, ..]) => UTF_16LE,
        _ => match declared(bytes).and_then(|label| Encoding::for_label(label.as_bytes())) {
            // The declaration itself was read as ASCII.
            Some(encoding) if encoding != UTF_16LE && encoding != UTF_16BE => encoding,
            _ => UTF_8,
        },
    };
    (encoding, 0)
}

/// The errors of bytes that declare another encoding than theirs, and whose first malformed sequence was replaced at
/// this position of the text.
fn errors(is_mismatch: bool, replacement: Option<usize>) -> Vec<ParseError> {
    let mismatch = ParseError { code: ErrorCode::EncodingMismatch, span: Span::at(0) };
    let undecodable = replacement.map(|start| {
        let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
        ParseError { code: ErrorCode::UndecodableBytes, span: Span::new(start, end) }
    });
    is_mismatch.then_some(mismatch).into_iter().chain(undecodable).collect()
}

/// Whether the text declares no other encoding than `encoding`.
fn names(text: &str, encoding: &'static Encoding) -> bool {
    let Some(label) = declared(text.as_bytes()) else { return true };
    let is_utf_16 = |encoding| encoding == UTF_16LE || encoding == UTF_16BE;
    match Encoding::for_label(label.as_bytes()) {
        Some(declared) => declared == encoding || is_utf_16(declared) && is_utf_16(encoding),
        None => is_ucs(&label) && is_utf_16(encoding),
    }
}

/// Whether `label` is a name of UTF-16 that the Encoding Standard doesn't list.
fn is_ucs(label: &str) -> bool {
    label.eq_ignore_ascii_case("ISO-10646-UCS-2")
}

/// The encoding in the XML declaration at the beginning of `bytes`.
fn declared(bytes: &[u8]) -> Option<String> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let rest = bytes.strip_prefix(b"<?xml")?;
    let rest = &rest[..rest.len().min(DECLARATION_LENGTH)];
    let end = rest.windows(2).position(|two| two == b"?>")?;
    let data = str::from_utf8(&rest[..end]).ok()?;
    XmlDeclaration::parse(data.trim_ascii_start())?.encoding
}

/// Parses XML in bytes, in the encoding that [`decode`] detects. The spans of errors are those in the text.
///
/// ```
/// let document = sapwood::xml::parse_bytes(b"\xff\xfe<\0a\0/\0>\0");
/// assert_eq!(document.document_element().unwrap().local_name(), Some("a"));
/// ```
#[must_use]
pub fn parse_bytes(bytes: &[u8]) -> Document {
    parse_bytes_with(bytes, &XmlParseOptions::default()).document
}

/// Parses XML in bytes with `options`; see [`parse_bytes`].
#[must_use]
pub fn parse_bytes_with(bytes: &[u8], options: &XmlParseOptions) -> Parsed {
    let mut parser = ByteParser::sized(options, None, bytes.len());
    parser.feed(bytes);
    parser.finish()
}

/// Parses XML that comes in pieces of bytes, which may end anywhere.
///
/// The first 2,064 bytes are kept until they are complete, since they decide on the encoding.
///
/// ```
/// use sapwood::xml::{ByteParser, XmlParseOptions};
///
/// let mut parser = ByteParser::new(&XmlParseOptions::default(), None);
/// std::io::copy(&mut &b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>"[..], &mut parser).unwrap();
/// let document = parser.finish().document;
/// assert_eq!(document.document_element().unwrap().text_content(), "é");
/// ```
pub struct ByteParser {
    parser: Parser,
    reports_errors: bool,
    is_limited: bool,
    transport: Option<&'static Encoding>,
    input: InputLimit,
    /// The input so far, until the encoding is known.
    kept: Vec<u8>,
    decoding: Option<Decoding>,
    /// The options and all bytes so far, if the document keeps its source.
    #[cfg(feature = "lossless")]
    source: Option<Box<(XmlParseOptions, Vec<u8>)>>,
}

/// The state of decoding.
struct Decoding {
    encoding: &'static Encoding,
    #[cfg(feature = "lossless")]
    bom_len: usize,
    decoder: Decoder,
    is_mismatch: bool,
    /// The length of the text so far.
    len: usize,
    /// The position of the first U+FFFD.
    replacement: Option<usize>,
}

impl Decoding {
    fn feed(&mut self, mut bytes: &[u8], parser: &mut Parser) {
        while parser.limit().is_none()
            && let Some(text) = self.decoder.decode(&mut bytes)
        {
            if self.replacement.is_none() {
                let found = text.find(char::REPLACEMENT_CHARACTER);
                self.replacement = found.map(|at| self.len + at);
            }
            self.len += text.len();
            parser.feed(text);
        }
    }
}

impl ByteParser {
    /// A parser of a document. `transport` is the encoding according to the transport layer.
    #[must_use]
    pub fn new(options: &XmlParseOptions, transport: Option<&'static Encoding>) -> Self {
        Self::sized(options, transport, 0)
    }

    fn sized(
        options: &XmlParseOptions,
        transport: Option<&'static Encoding>,
        capacity_hint: usize,
    ) -> Self {
        let document = DocumentOptions { source: false, ..options.document.of_decoded_text() };
        let text_options = XmlParseOptions { document, ..options.clone() };
        Self {
            parser: Parser::with_capacity(Document::default(), &text_options, capacity_hint),
            reports_errors: options.document.errors,
            is_limited: options.document.limits != Limits::default(),
            transport,
            input: InputLimit::new(&options.document.limits),
            kept: Vec::new(),
            decoding: None,
            #[cfg(feature = "lossless")]
            source: options.document.source.then(|| Box::new((text_options, Vec::new()))),
        }
    }

    /// Parses the next piece. Once a [limit](Self::limit) is reached, pieces are ignored.
    pub fn feed(&mut self, piece: &[u8]) {
        if self.limit().is_some() {
            return;
        }
        let mut piece = self.input.admit(piece);
        #[cfg(feature = "lossless")]
        if let Some(source) = &mut self.source {
            source.1.extend_from_slice(piece);
        }
        if self.decoding.is_none() {
            let (head, rest) = piece.split_at(piece.len().min(SNIFFED_LENGTH - self.kept.len()));
            self.kept.extend_from_slice(head);
            if self.kept.len() < SNIFFED_LENGTH {
                return;
            }
            self.begin();
            piece = rest;
        }
        self.decode(piece);
    }

    /// Detects the encoding of the bytes that were kept, and parses them.
    fn begin(&mut self) {
        let kept = std::mem::take(&mut self.kept);
        let (encoding, bom_len) = sniff(&kept, self.transport);
        let (head, _) = encoding.decode_without_bom_handling(&kept[bom_len..]);
        self.decoding = Some(Decoding {
            encoding,
            #[cfg(feature = "lossless")]
            bom_len,
            decoder: Decoder::new(encoding, bom_len),
            is_mismatch: self.transport.is_none() && !names(&head, encoding),
            len: 0,
            replacement: None,
        });
        self.decode(&kept);
    }

    fn decode(&mut self, bytes: &[u8]) {
        if let Some(decoding) = &mut self.decoding {
            pieces(bytes, self.is_limited).for_each(|piece| decoding.feed(piece, &mut self.parser));
        }
    }

    /// The encoding, once it is known.
    #[must_use]
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.decoding.as_ref().map(|decoding| decoding.encoding)
    }

    /// The [limit](crate::Limits) that was reached, if any.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.parser.limit().or(self.input.limit())
    }

    /// Ends the input and returns the result.
    #[must_use]
    pub fn finish(mut self) -> Parsed {
        if self.decoding.is_none() {
            self.begin();
        }
        let mut errors_of_bytes = Vec::new();
        #[cfg(feature = "lossless")]
        let encoding = self.decoding.as_ref().map(|it| (it.encoding, it.bom_len));
        if let Some(Decoding { mut decoder, is_mismatch, len, replacement, .. }) = self.decoding {
            let mut last = None;
            if let Some(limit) = self.input.limit() {
                self.parser.set_limit(limit);
            } else if let Some(text) = decoder.finish() {
                last = text.find(char::REPLACEMENT_CHARACTER).map(|at| len + at);
                self.parser.feed(text);
            }
            let replacement = replacement.or(last).filter(|_| decoder.malformed());
            errors_of_bytes = errors(is_mismatch, replacement);
        }
        let mut parsed = self.parser.finish();
        if self.reports_errors {
            merge(&errors_of_bytes, &mut parsed.errors);
        }
        #[cfg(feature = "lossless")]
        if let Some(source) = self.source
            && let Some(encoding) = encoding
        {
            let (options, bytes) = *source;
            let options = options.for_source();
            let input = SourceInput::xml(move |xml, positions| {
                parse_with(xml, &options.clone().positions(positions)).document
            });
            set_source(&mut parsed.document, bytes.into(), encoding, input, parsed.limit);
        }
        parsed
    }
}

/// Feeds the bytes that are written. Writing fails once a limit is reached.
impl io::Write for ByteParser {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.feed(piece);
        write_result(piece, self.limit())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
