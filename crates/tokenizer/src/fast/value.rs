//! Attribute values on the fast path.

use std::ops::Range;

use scan::{Stops, Unquoted};

use super::reference::{Reading, read};
use crate::{TokenSink, machine::Machine};

/// The values of a tag that hold character references.
#[derive(Debug, Default)]
pub(crate) struct Decoded {
    text: String,
    /// The place of the attribute in its tag, and the range of its value in `text`.
    values: Vec<(usize, Range<usize>)>,
}

impl Decoded {
    #[inline]
    pub(super) fn clear(&mut self) {
        if !self.values.is_empty() || !self.text.is_empty() {
            self.values.clear();
            self.text.clear();
        }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn values(&self) -> impl Iterator<Item = (usize, &str)> {
        self.values.iter().map(|(place, value)| (*place, &self.text[value.clone()]))
    }
}

impl<'c, S: TokenSink> Machine<'_, 'c, S> {
    /// Reads the value that begins at `start` and ends before `quote`; returns it and where it ends
    /// with its quote.
    #[inline(always)]
    pub(super) fn fast_quoted_value<T: Stops>(
        &mut self,
        start: usize,
        quote: u8,
    ) -> Option<(&'c str, usize)> {
        let bytes = self.chunk.as_bytes();
        let end = start + scan::run::<T>(bytes.get(start..)?);
        let next = *bytes.get(end)?;
        if next == quote {
            return Some((scan::slice(self.chunk, start, end), end + 1));
        }
        let (value, end) = self.fast_decode_value::<T>(start, end)?;
        (bytes[end] == quote).then_some((value, end + 1))
    }

    /// Reads the value without quotes that begins at `start`; returns it and where it ends.
    #[inline(never)]
    pub(super) fn fast_unquoted_value(&mut self, start: usize) -> Option<(&'c str, usize)> {
        let bytes = self.chunk.as_bytes();
        let end = start + scan::run::<Unquoted>(&bytes[start..]);
        let (value, end) = match bytes.get(end)? {
            b'&' => self.fast_decode_value::<Unquoted>(start, end)?,
            _ => (scan::slice(self.chunk, start, end), end),
        };
        let next = bytes[end];
        // A `>` right after the `=` is an error.
        (end > start && (next == b'>' || next.is_ascii_whitespace())).then_some((value, end))
    }

    /// Reads the value that begins at `start` and whose first `&` may be at `at`, up to the next
    /// stop that is no `&`; returns it and the place of the stop.
    ///
    /// A value that isn't in the chunk as it is goes to [`Decoded`] and is empty here.
    #[inline(never)]
    fn fast_decode_value<T: Stops>(
        &mut self,
        start: usize,
        mut at: usize,
    ) -> Option<(&'c str, usize)> {
        let (chunk, bytes) = (self.chunk, self.chunk.as_bytes());
        let decoded = &mut self.kept.decoded;
        let decoded_start = decoded.text.len();
        let mut copied = start;
        while bytes.get(at) == Some(&b'&') {
            match read(&bytes[at..], true) {
                Reading::Literal(length) => at += length,
                Reading::Replaced(character, length) => {
                    decoded.text.push_str(scan::slice(chunk, copied, at));
                    decoded.text.push_str(character.as_str(&mut [0; 4]));
                    at += length;
                    copied = at;
                }
                Reading::Unusual => return None,
            }
            at += scan::run::<T>(&bytes[at..]);
        }
        if at == bytes.len() {
            return None;
        }
        if copied == start {
            return Some((scan::slice(chunk, start, at), at));
        }
        decoded.text.push_str(scan::slice(chunk, copied, at));
        decoded.values.push((self.attributes.len(), decoded_start..decoded.text.len()));
        Some(("", at))
    }
}
