//! Positions in the decoded input.

use std::{iter, ops::Range, sync::OnceLock};

use sapwood_scan::LineEnd;

/// A byte range of the decoded input.
///
/// Offsets count the input before newlines are normalized: a CR LF pair is two bytes, although the
/// tokenizer reads one line feed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

impl Span {
    /// Creates the span from `start` up to but not including `end`.
    #[inline]
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Creates the empty span at `offset`.
    #[inline]
    #[must_use]
    pub const fn at(offset: usize) -> Self {
        Self { start: offset, end: offset }
    }

    /// Returns the span as a range, to slice the input with.
    #[inline]
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns `true` if the span contains no byte.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// A line and a column, both counted from 1.
///
/// Columns are counted in UTF-16 code units, as in browsers, editors and the public test suites: a
/// character outside the Basic Multilingual Plane counts as two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in UTF-16 code units, from 1.
    pub column: usize,
}

/// Finds lines and columns in a text.
///
/// A line ends at LF, CR LF or CR, as in the standard's normalization of newlines.
///
/// ```
/// use sapwood::LineIndex;
///
/// let index = LineIndex::new("a\r\nbé<");
/// let place = index.line_column(6);
/// assert_eq!((place.line, place.column), (2, 3));
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    /// The offset at which each line begins.
    starts: Vec<usize>,
    /// The number of UTF-16 code units before each block of [`BLOCK`] bytes, counted once a long line is asked for.
    units: OnceLock<Vec<usize>>,
}

/// The most bytes that the search for a column counts again, however long the line is.
const BLOCK: usize = 256;

impl<'a> LineIndex<'a> {
    /// Creates the index: scans `text` once for the starts of its lines.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        let mut at = sapwood_scan::run::<LineEnd>(bytes);
        while at < bytes.len() {
            at += if bytes[at..].starts_with(b"\r\n") { 2 } else { 1 };
            starts.push(at);
            at += sapwood_scan::run::<LineEnd>(&bytes[at..]);
        }
        Self { text, starts, units: OnceLock::new() }
    }

    /// Returns the line and column of the character at byte `offset`.
    ///
    /// An offset past the end means the end; an offset inside a character means that character.
    #[must_use]
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        let column = if offset - start <= BLOCK {
            count_units(&self.text.as_bytes()[start..offset])
        } else {
            self.units_before(offset) - self.units_before(start)
        };
        LineColumn { line, column: column + 1 }
    }

    /// Returns the number of UTF-16 code units before byte `offset`.
    fn units_before(&self, offset: usize) -> usize {
        let units = self.units.get_or_init(|| {
            let mut count = 0;
            let blocks = self.text.as_bytes().chunks_exact(BLOCK).map(|block| {
                count += count_units(block);
                count
            });
            iter::once(0).chain(blocks).collect()
        });
        let block = offset / BLOCK;
        units[block] + count_units(&self.text.as_bytes()[block * BLOCK..offset])
    }
}

/// Counts the UTF-16 code units of the characters that begin in `bytes`, a slice of UTF-8 text.
fn count_units(bytes: &[u8]) -> usize {
    // A character of four bytes has two code units, any other character has one.
    bytes.iter().map(|&byte| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_lf_crlf_and_cr() {
        let index = LineIndex::new("a\nb\r\nc\rd");
        let places: Vec<_> = (0..=8)
            .map(|offset| index.line_column(offset))
            .map(|LineColumn { line, column }| (line, column))
            .collect();
        #[rustfmt::skip]
        assert_eq!(places, [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1), (4, 2)]);
    }

    #[test]
    fn columns_count_utf_16_code_units() {
        let index = LineIndex::new("é😀x");
        assert_eq!(index.line_column(6), LineColumn { line: 1, column: 4 });
        assert_eq!(index.line_column(99), LineColumn { line: 1, column: 5 });
        assert_eq!(index.line_column(3), LineColumn { line: 1, column: 2 });
    }

    #[test]
    fn columns_of_long_lines_agree_with_a_plain_count() {
        let text = "é\n".to_owned() + &"aé😀".repeat(300) + "\r" + &"é".repeat(513);
        let index = LineIndex::new(&text);
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let start = text[..offset].rfind(['\n', '\r']).map_or(0, |at| at + 1);
            let column = text[start..offset].encode_utf16().count() + 1;
            assert_eq!(index.line_column(offset).column, column, "{offset}");
        }
    }
}
