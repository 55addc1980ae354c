//! Attribute values on the fast path.

use std::ops::Range;

use scan::{Stops, Unquoted};

use super::reference::{Match, read};

/// Longer than most values.
const LONG: usize = 256;

/// The values of a tag that hold character references.
#[derive(Debug, Default)]
pub(crate) struct Decoded {
    text: String,
    /// The place of the attribute in its tag, and the range of its value in `text`.
    values: Vec<(usize, Range<usize>)>,
}

impl Decoded {
    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.text.clear();
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn values(&self) -> impl Iterator<Item = (usize, &str)> {
        self.values.iter().map(|(place, value)| (*place, &self.text[value.clone()]))
    }
}

/// A value that was read, empty if it went to [`Decoded`].
pub(super) struct ReadValue<'c> {
    pub(super) value: &'c str,
    /// Index of its end in the chunk, after the quote.
    pub(super) end: usize,
}

/// Reads the value that begins at `start` and ends at `quote`.
pub(super) fn read_quoted_value<'c, T: Stops>(
    chunk: &'c str,
    start: usize,
    quote: u8,
    place: usize,
    decoded: &mut Decoded,
) -> Option<ReadValue<'c>> {
    let ReadValue { value, end } = decode_value::<T>(chunk, start, place, decoded)?;
    (chunk.as_bytes()[end] == quote).then_some(ReadValue { value, end: end + 1 })
}

/// Reads the value without quotes that begins at `start`.
pub(super) fn read_unquoted_value<'c>(
    chunk: &'c str,
    start: usize,
    place: usize,
    decoded: &mut Decoded,
) -> Option<ReadValue<'c>> {
    let read = decode_value::<Unquoted>(chunk, start, place, decoded)?;
    let next = chunk.as_bytes()[read.end];
    // A `>` right after the `=` is an error.
    (read.end > start && (next == b'>' || next.is_ascii_whitespace())).then_some(read)
}

/// Reads the value that begins at `start`, up to the first stop that is no `&`. The end is the place
/// of that stop.
fn decode_value<'c, T: Stops>(
    chunk: &'c str,
    start: usize,
    place: usize,
    decoded: &mut Decoded,
) -> Option<ReadValue<'c>> {
    let bytes = chunk.as_bytes();
    let decoded_start = decoded.text.len();
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
                decoded.text.reserve(LONG.max(at - copied));
                decoded.text.push_str(&chunk[copied..at]);
                decoded.text.push_str(character.as_str(&mut [0; 4]));
                at += length;
                copied = at;
            }
            Match::Unusual => return None,
        }
    }
    if copied == start {
        return Some(ReadValue { value: &chunk[start..at], end: at });
    }
    decoded.text.push_str(&chunk[copied..at]);
    decoded.values.reserve(8);
    decoded.values.push((place, decoded_start..decoded.text.len()));
    Some(ReadValue { value: "", end: at })
}
