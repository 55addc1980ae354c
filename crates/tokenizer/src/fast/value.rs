//! Attribute values on the fast path.
//!
//! See "The room and its ranges" in `docs/hot-path.md`.

use sapwood_names::NameId;
use sapwood_scan::{DoubleQuoted, SingleQuoted, Stops, TextBuffer, Unquoted};
use sapwood_tree::{AttributeRange, Span};

use super::{
    name::ReadName,
    reference::{Match, read},
};

/// Longer than most names and values.
const LONG: usize = 256;

/// An attribute whose value is to be read.
#[derive(Clone, Copy)]
pub(super) struct Unvalued {
    pub(super) name: ReadName,
    /// Index of the name in the chunk.
    pub(super) start: usize,
    /// Whether the name stands at the end of the decoded text in lower case.
    pub(super) is_lowered: bool,
}

impl Unvalued {
    /// Returns the attribute with the value that begins at `start` and ends at `quote`. `at` is where the search for that
    /// goes on.
    #[inline(never)]
    pub(super) fn with_references(
        self,
        chunk: &str,
        start: usize,
        at: usize,
        quote: u8,
        decoded: &mut TextBuffer,
    ) -> Option<AttributeRange> {
        let (attribute, end) = if quote == b'"' {
            self.read::<DoubleQuoted>(chunk, start, at, 1, decoded)?
        } else {
            self.read::<SingleQuoted>(chunk, start, at, 1, decoded)?
        };
        (chunk.as_bytes()[end] == quote).then_some(attribute)
    }

    /// Returns the attribute with the value without quotes that begins at `start`.
    pub(super) fn with_unquoted(
        self,
        chunk: &str,
        start: usize,
        decoded: &mut TextBuffer,
    ) -> Option<AttributeRange> {
        let (attribute, end) = self.read::<Unquoted>(chunk, start, start, 0, decoded)?;
        let next = chunk.as_bytes()[end];
        // A `>` right after the `=` is an error.
        (end > start && (next == b'>' || next.is_ascii_whitespace())).then_some(attribute)
    }

    /// Returns the attribute with the value that begins at `start`, up to the first stop from `at` on that is no `&`, and the
    /// index of that stop, which is followed by `quotes` bytes of the attribute. A value with character references or line
    /// ends goes to `decoded`, after the name.
    fn read<T: Stops>(
        self,
        chunk: &str,
        start: usize,
        mut at: usize,
        quotes: usize,
        decoded: &mut TextBuffer,
    ) -> Option<(AttributeRange, usize)> {
        let bytes = chunk.as_bytes();
        let id = self.name.id;
        // A known name needs no text.
        let name_length = if id == NameId::UNKNOWN { self.name.length } else { 0 };
        let mut is_decoded = self.is_lowered;
        let decoded_start = decoded.len() - if is_decoded { name_length } else { 0 };
        let mut copied = start;
        loop {
            at += sapwood_scan::run::<T>(&bytes[at..]);
            let (replacement, length) = match bytes[at..] {
                [b'&', ..] => match read(&bytes[at..], true) {
                    Match::Literal(length) => {
                        at += length;
                        continue;
                    }
                    Match::Replaced(character, length) => (Some(character), length),
                    Match::Unusual => return None,
                },
                // Its line feed is of the value.
                [b'\r', b'\n', ..] if quotes > 0 => (None, 1),
                [] => return None,
                _ => break,
            };
            if !is_decoded {
                decoded.reserve(LONG);
                decoded.push_part(chunk, self.start, name_length);
                is_decoded = true;
            }
            decoded.push_part(chunk, copied, at - copied);
            if let Some(character) = replacement {
                character.push_to(decoded);
            }
            at += length;
            copied = at;
        }
        let attribute = if is_decoded {
            decoded.push_part(chunk, copied, at - copied);
            let lengths = (name_length, decoded.len() - decoded_start - name_length);
            let span = Span::new(self.start, at + quotes);
            AttributeRange::buffered(id, decoded_start, lengths, span)
        } else {
            let name = (self.start, self.name.length);
            AttributeRange::in_chunk(id, name, (start, at - start), at + quotes)
        };
        Some((attribute, at))
    }
}
