//! Decoding of chunks of bytes.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use crate::{OffsetMap, Sniffed, legacy::Legacy, output::Output, utf8::Utf8};

/// Decodes chunks of bytes, which may end anywhere, into text.
///
/// UTF-8 is borrowed from the chunks, except for characters split between two and around malformed sequences. Text in
/// other encodings goes through a buffer of constant size. Malformed sequences become U+FFFD, as the [Encoding
/// Standard](https://encoding.spec.whatwg.org/#decode) requires.
///
/// ```
/// use sapwood::encoding::{Decoder, encoding_rs::UTF_8};
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
    /// The number of bytes of the byte order mark still to skip.
    skip: usize,
    out: Output,
}

#[derive(Debug)]
enum Kind {
    Utf8(Utf8),
    Legacy(Legacy),
}

impl Decoder {
    /// Creates a decoder for input in `encoding` that starts with a byte order mark of `bom_len` bytes.
    ///
    /// The mark is skipped. With a `bom_len` of 0, a mark is decoded like any other bytes.
    #[must_use]
    pub fn new(encoding: &'static Encoding, bom_len: usize) -> Self {
        let kind = if encoding == UTF_8 {
            Kind::Utf8(Utf8::default())
        } else {
            Kind::Legacy(Legacy::new(encoding))
        };
        Self { kind, bom_len, skip: bom_len, out: Output::default() }
    }

    /// Records the map from text to bytes, for [`into_offset_map`](Self::into_offset_map).
    ///
    /// It takes memory for each change in the length of characters, and time except in UTF-8.
    #[must_use]
    pub fn mapped(mut self) -> Self {
        self.out.map = Some(OffsetMap::new(self.bom_len));
        self
    }

    /// Decodes the first part of `input` and removes it from the slice; `None` once the slice is empty.
    ///
    /// An incomplete character at the end is kept for the next chunk.
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

    /// Ends the input; an incomplete character becomes U+FFFD. The decoder must not be used afterwards.
    pub fn finish(&mut self) -> Option<&str> {
        self.out.buffer.clear();
        match &mut self.kind {
            Kind::Utf8(utf8) => utf8.finish(&mut self.out),
            Kind::Legacy(legacy) => legacy.finish(&mut self.out),
        }
        Some(self.out.buffer.as_str()).filter(|text| !text.is_empty())
    }

    /// Whether a malformed sequence has occurred.
    #[must_use]
    pub fn malformed(&self) -> bool {
        self.out.malformed
    }

    /// Returns the map from text to bytes so far, if it is [recorded](Self::mapped).
    #[must_use]
    pub fn offset_map(&mut self) -> Option<&mut OffsetMap> {
        self.out.map.as_mut()
    }

    /// Returns the map from text to bytes if it was [recorded](Self::mapped), or if the input was well-formed UTF-8, for
    /// which it is trivial.
    #[must_use]
    pub fn into_offset_map(self) -> Option<OffsetMap> {
        match (self.out.map, self.kind) {
            (Some(map), _) => Some(map),
            (None, Kind::Utf8(_)) if !self.out.malformed => Some(OffsetMap::new(self.bom_len)),
            (None, _) => None,
        }
    }
}

/// The result of [`decode`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// The text, without the byte order mark.
    pub text: Cow<'a, str>,
    /// Whether a malformed sequence was replaced.
    pub malformed: bool,
}

/// Decodes all of `bytes` in the encoding that [`sniff`](crate::sniff) returned; well-formed UTF-8 is borrowed.
///
/// ```
/// use sapwood::encoding::{SniffOptions, decode, sniff};
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
