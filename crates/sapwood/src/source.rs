//! The source of a document that was parsed from bytes.

use std::{borrow::Cow, ops::Range};

use sapwood_dom::{Coding, Document, Patch, SourceInput, TextPatch, apply};
use sapwood_encoding::{
    Decoder, Encoding, OffsetMap,
    encoding_rs::{ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE},
};
use sapwood_serializer::has_character;
use sapwood_tree::Limit;

/// Gives a document that was just parsed its source: `bytes`, with a byte order mark of `bom_len` bytes. `input` has all but these.
pub(crate) fn set_source(
    document: &mut Document,
    bytes: Cow<'_, [u8]>,
    (encoding, bom_len): (&'static Encoding, usize),
    input: SourceInput,
    limit: Option<Limit>,
) {
    let is_text = encoding == UTF_8 && bom_len == 0;
    if is_text && let Some(text) = SourceInput::utf8(&bytes) {
        return document.set_copied_source(text, input, limit);
    }
    let coding: Box<dyn Coding> = Box::new(Encoded { encoding, bom_len });
    let bytes = bytes.into_owned().into();
    document.set_source(SourceInput { bytes, coding: Some(coding), ..input }, limit);
}

/// Bytes that aren't their text.
struct Encoded {
    encoding: &'static Encoding,
    bom_len: usize,
}

impl Encoded {
    fn decode_mapped(&self, mut bytes: &[u8]) -> (String, OffsetMap) {
        let mut decoder = Decoder::new(self.encoding, self.bom_len).mapped();
        let mut text = String::with_capacity(bytes.len());
        while let Some(piece) = decoder.decode(&mut bytes) {
            text.push_str(piece);
        }
        text.extend(decoder.finish());
        let map = decoder.into_offset_map().expect("a map was asked for");
        (text, map)
    }

    /// Encodes text; `None` if the encoding lacks a character.
    fn encode_text(&self, text: &str) -> Option<Vec<u8>> {
        if self.encoding == UTF_16LE {
            return Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
        }
        if self.encoding == UTF_16BE {
            return Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
        }
        let (bytes, _, is_replaced) = self.encoding.encode(text);
        (!is_replaced).then(|| bytes.into_owned())
    }

    /// The patches, if bytes with them decode to the patched text.
    fn encode_each(
        &self,
        bytes: &[u8],
        text: &str,
        patches: &[TextPatch],
        map: &OffsetMap,
    ) -> Option<Vec<Patch>> {
        let place = |at: usize| if at == text.len() { bytes.len() } else { map.byte_offset(at) };
        let mut states = States { bytes, at: 0, state: ASCII };
        let mut encoded = Vec::with_capacity(patches.len());
        let mut patched = Vec::with_capacity(bytes.len());
        let mut at = 0;
        for TextPatch { range, replacement } in patches {
            let range = place(range.start)..place(range.end);
            let mut replacement = self.encode_text(replacement)?;
            if self.encoding == ISO_2022_JP {
                let before = states.at(range.start);
                let after = states.at(range.end);
                if before != ASCII {
                    replacement.splice(0..0, ASCII);
                }
                if after != ASCII {
                    replacement.extend(after);
                }
            }
            patched.extend_from_slice(bytes.get(at..range.start)?);
            patched.extend_from_slice(&replacement);
            at = range.end;
            encoded.push(Patch { range, replacement });
        }
        patched.extend_from_slice(bytes.get(at..)?);
        (self.decode(&patched) == apply(text, patches)).then_some(encoded)
    }
}

impl Coding for Encoded {
    fn decode(&self, bytes: &[u8]) -> String {
        self.decode_mapped(bytes).0
    }

    fn to_bytes(&self, bytes: &[u8], ranges: &mut [Option<Range<usize>>]) {
        let (text, map) = self.decode_mapped(bytes);
        let place = |at: usize| if at >= text.len() { bytes.len() } else { map.byte_offset(at) };
        for range in ranges.iter_mut().flatten() {
            *range = place(range.start)..place(range.end);
        }
    }

    fn has_character(&self, character: char) -> bool {
        character.is_ascii() && self.encoding != ISO_2022_JP
            || [UTF_8, UTF_16LE, UTF_16BE].contains(&self.encoding)
            || has_character(self.encoding, character)
    }

    fn encode(&self, bytes: &[u8], text: &str, patches: &[TextPatch]) -> Option<Vec<Patch>> {
        let (_, map) = self.decode_mapped(bytes);
        if let Some(encoded) = self.encode_each(bytes, text, patches, &map) {
            return Some(encoded);
        }
        // A patch is beside a malformed sequence that would decode differently beside other bytes.
        let text = apply(text, patches);
        let replacement = self.encode_text(&text)?;
        let range = self.bom_len..bytes.len();
        let patch = Patch { range, replacement };
        (self.encoding.decode_without_bom_handling(&patch.replacement).0 == text)
            .then(|| vec![patch])
    }
}

/// An escape sequence of ISO-2022-JP.
type Escape = [u8; 3];

const ASCII: Escape = *b"\x1b(B";

/// The states of the decoder of ISO-2022-JP at ascending places.
struct States<'b> {
    bytes: &'b [u8],
    at: usize,
    state: Escape,
}

impl States<'_> {
    /// The escape sequence that leads to the state at `place`.
    fn at(&mut self, place: usize) -> Escape {
        while self.at < place {
            match self.bytes[self.at..] {
                [a @ b'\x1b', b @ b'(', c @ (b'B' | b'J' | b'I'), ..]
                | [a @ b'\x1b', b @ b'$', c @ (b'@' | b'B'), ..] => {
                    self.state = [a, b, c];
                    self.at += 3;
                }
                _ => self.at += 1,
            }
        }
        self.state
    }
}
