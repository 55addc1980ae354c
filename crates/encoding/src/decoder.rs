//! Bytes that come in pieces, to text.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use crate::{OffsetMap, Sniffed, legacy::Legacy, utf8::Utf8};

/// Decodes bytes that come in pieces, which may end anywhere, into text.
///
/// UTF-8 isn't copied: its text is borrowed from the pieces, but for a character cut in two and where
/// malformed sequences are replaced. Text in other encodings goes through a buffer of constant size.
/// What is malformed becomes U+FFFD, as the
/// [Encoding Standard](https://encoding.spec.whatwg.org/#decode) says.
///
/// ```
/// use sapwood_encoding::{Decoder, encoding_rs::UTF_8};
///
/// let mut decoder = Decoder::new(UTF_8, 0);
/// let mut text = String::new();
/// for mut piece in [&b"caf\xc3"[..], b"\xa9 \xff cr\xc3\xa8me"] {
///     while let Some(part) = decoder.decode(&mut piece) {
///         text.push_str(part);
///     }
/// }
/// text.extend(decoder.finish());
/// assert_eq!(text, "café \u{fffd} crème");
/// assert!(decoder.malformed());
/// ```
#[derive(Debug)]
pub struct Decoder {
    kind: Kind,
    bom_len: usize,
    /// How much of the byte order mark is still to come.
    skip: usize,
    out: Output,
}

#[derive(Debug)]
enum Kind {
    Utf8(Utf8),
    Legacy(Legacy),
}

/// What decoding leaves behind.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// Text that isn't in the input as it is.
    pub(crate) buffer: String,
    pub(crate) malformed: bool,
    /// The way back to the input, if it is kept.
    pub(crate) map: Option<OffsetMap>,
}

impl Output {
    /// Notes that `length` bytes are their own text.
    #[inline]
    pub(crate) fn same(&mut self, length: usize) {
        if let Some(map) = &mut self.map {
            map.same(length);
        }
    }

    /// Notes that `bytes` bytes became `text` bytes of text.
    #[inline]
    pub(crate) fn step(&mut self, text: usize, bytes: usize) {
        if let Some(map) = &mut self.map {
            map.step(text, bytes);
        }
    }

    /// Adds U+FFFD for `bytes` malformed bytes.
    pub(crate) fn replace(&mut self, bytes: usize) {
        self.malformed = true;
        self.buffer.push(char::REPLACEMENT_CHARACTER);
        self.step(char::REPLACEMENT_CHARACTER.len_utf8(), bytes);
    }
}

impl Decoder {
    /// A decoder of input in `encoding` that begins with a byte order mark of `bom_len` bytes.
    ///
    /// The mark is left out; one that isn't announced is text, or malformed.
    #[must_use]
    pub fn new(encoding: &'static Encoding, bom_len: usize) -> Self {
        let kind = if encoding == UTF_8 {
            Kind::Utf8(Utf8::default())
        } else {
            Kind::Legacy(Legacy::new(encoding))
        };
        Self { kind, bom_len, skip: bom_len, out: Output::default() }
    }

    /// Keeps the way back from text to bytes, for [`into_offset_map`](Self::into_offset_map).
    ///
    /// It costs memory wherever characters of another length follow, and time except in UTF-8.
    #[must_use]
    pub fn mapped(mut self) -> Self {
        self.out.map = Some(OffsetMap::new(self.bom_len));
        self
    }

    /// Decodes a stretch of `input` and takes it off the front; `None` when all is taken.
    ///
    /// The last bytes may be kept for the next piece.
    #[inline]
    pub fn decode<'i: 'o, 'o>(&'o mut self, input: &mut &'i [u8]) -> Option<&'o str> {
        if self.skip > 0 {
            let skipped = self.skip.min(input.len());
            *input = &input[skipped..];
            self.skip -= skipped;
        }
        if input.is_empty() {
            return None;
        }
        match &mut self.kind {
            Kind::Utf8(utf8) => utf8.decode(input, &mut self.out),
            Kind::Legacy(legacy) => legacy.decode(input, &mut self.out),
        }
    }

    /// Ends the input: a character of which only a part came is malformed. Nothing may be decoded
    /// afterwards.
    pub fn finish(&mut self) -> Option<&str> {
        self.out.buffer.clear();
        match &mut self.kind {
            Kind::Utf8(utf8) => utf8.finish(&mut self.out),
            Kind::Legacy(legacy) => legacy.finish(&mut self.out),
        }
        Some(self.out.buffer.as_str()).filter(|text| !text.is_empty())
    }

    /// Whether there was a malformed sequence so far.
    #[must_use]
    pub fn malformed(&self) -> bool {
        self.out.malformed
    }

    /// The way back from text to bytes, if it was [kept](Self::mapped), or if it is as simple as for
    /// well-formed UTF-8.
    #[must_use]
    pub fn into_offset_map(self) -> Option<OffsetMap> {
        match (self.out.map, self.kind) {
            (Some(map), _) => Some(map),
            (None, Kind::Utf8(_)) if !self.out.malformed => Some(OffsetMap::new(self.bom_len)),
            (None, _) => None,
        }
    }
}

/// What [`decode`] yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text, without a byte order mark.
    pub text: Cow<'a, str>,
    /// Whether there was a malformed sequence.
    pub malformed: bool,
}

/// Decodes all of `bytes` as it was [sniffed](crate::sniff); well-formed UTF-8 isn't copied.
///
/// ```
/// use sapwood_encoding::{SniffOptions, decode, sniff};
///
/// let bytes = b"\xff\xfeh\0i\0";
/// assert_eq!(decode(bytes, &sniff(bytes, &SniffOptions::default())).text, "hi");
/// ```
#[must_use]
pub fn decode<'a>(bytes: &'a [u8], sniffed: &Sniffed) -> Decoded<'a> {
    let rest = bytes.get(sniffed.bom_len..).unwrap_or_default();
    let (text, malformed) = sniffed.encoding.decode_without_bom_handling(rest);
    Decoded { text, malformed }
}
