//! Attribute values on the fast path.

use names::Name;
use scan::{Stops, Unquoted};
use tree_sink::{AttributeRange, Span};

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
}

impl Unvalued {
    /// Returns the attribute with the value that begins at `start` and ends at `quote`.
    pub(super) fn with_quoted<T: Stops>(
        self,
        chunk: &str,
        start: usize,
        quote: u8,
        decoded: &mut String,
    ) -> Option<AttributeRange> {
        let (attribute, end) = self.read::<T>(chunk, start, 1, decoded)?;
        (chunk.as_bytes()[end] == quote).then_some(attribute)
    }

    /// Returns the attribute with the value without quotes that begins at `start`.
    pub(super) fn with_unquoted(
        self,
        chunk: &str,
        start: usize,
        decoded: &mut String,
    ) -> Option<AttributeRange> {
        let (attribute, end) = self.read::<Unquoted>(chunk, start, 0, decoded)?;
        let next = chunk.as_bytes()[end];
        // A `>` right after the `=` is an error.
        (end > start && (next == b'>' || next.is_ascii_whitespace())).then_some(attribute)
    }

    /// Returns the attribute with the value that begins at `start`, up to the first stop that is no `&`, and the index
    /// of that stop, which is followed by `quotes` bytes of the attribute. A value with character references goes to
    /// `decoded`, after the name.
    fn read<T: Stops>(
        self,
        chunk: &str,
        start: usize,
        quotes: usize,
        decoded: &mut String,
    ) -> Option<(AttributeRange, usize)> {
        let bytes = chunk.as_bytes();
        let Name { id, text: name } = self.name.at(chunk, self.start);
        let decoded_start = decoded.len();
        let mut at = start;
        let mut copied = start;
        loop {
            at += scan::run::<T>(&bytes[at..]);
            if *bytes.get(at)? != b'&' {
                break;
            }
            match read(&bytes[at..], true) {
                Match::Literal(length) => at += length,
                Match::Replaced(character, length) => {
                    decoded.reserve(LONG.max(name.len() + at - copied));
                    if copied == start {
                        decoded.push_str(name);
                    }
                    decoded.push_str(&chunk[copied..at]);
                    decoded.push_str(character.as_str(&mut [0; 4]));
                    at += length;
                    copied = at;
                }
                Match::Unusual => return None,
            }
        }
        let attribute = if copied == start {
            let name = (self.start, self.name.length);
            AttributeRange::in_chunk(id, name, (start, at - start), at + quotes)
        } else {
            decoded.push_str(&chunk[copied..at]);
            let lengths = (name.len(), decoded.len() - decoded_start - name.len());
            let span = Span::new(self.start, at + quotes);
            AttributeRange::buffered(id, decoded_start, lengths, span)
        };
        Some((attribute, at))
    }
}
