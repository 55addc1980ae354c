//! Places in the decoded input.

use std::ops::Range;

/// A range of bytes of the decoded input, counted from its first byte.
///
/// The input is counted as it was fed: a CR LF pair is two bytes although it is read as one
/// line feed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to but not including `end`.
    #[inline]
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The empty span at `offset`.
    #[inline]
    #[must_use]
    pub const fn at(offset: usize) -> Self {
        Self { start: offset, end: offset }
    }

    /// The span as a range, to slice the input with.
    #[inline]
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Whether the span covers no byte.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// A line and a column, both counted from 1; the column in UTF-16 code units, as browsers, editors
/// and the public suites count: a character outside the Basic Multilingual Plane is two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The UTF-16 code unit in the line, from 1.
    pub column: usize,
}

/// Finds lines and columns in a text.
///
/// A line ends at LF, CR LF or CR, as the input stream is normalized by the standard.
///
/// ```
/// use sapwood_tree_sink::{LineColumn, LineIndex};
///
/// let index = LineIndex::new("a\r\nbé<");
/// assert_eq!(index.line_column(6), LineColumn { line: 2, column: 3 });
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    /// The offset at which each line begins.
    starts: Vec<usize>,
    /// How many UTF-16 code units lie before each block of [`BLOCK`] bytes.
    units: Vec<usize>,
}

/// A column is counted over this many bytes at the most, however long its line is.
const BLOCK: usize = 256;

impl<'a> LineIndex<'a> {
    /// Reads `text` once and remembers where its lines begin.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, &byte) in bytes.iter().enumerate() {
            if byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                starts.push(at + 1);
            }
        }
        let mut units = vec![0];
        let mut count = 0;
        for block in bytes.chunks_exact(BLOCK) {
            count += count_units(block);
            units.push(count);
        }
        Self { text, starts, units }
    }

    /// The line and column of the character at byte `offset`.
    ///
    /// An offset past the end is the end; one inside a character is that character.
    #[must_use]
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset);
        let column = self.units_before(offset) - self.units_before(self.starts[line - 1]);
        LineColumn { line, column: column + 1 }
    }

    /// How many UTF-16 code units lie before byte `offset`.
    fn units_before(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        self.units[block] + count_units(&self.text.as_bytes()[block * BLOCK..offset])
    }
}

/// How many UTF-16 code units the characters are that begin in `bytes`, a part of a text.
fn count_units(bytes: &[u8]) -> usize {
    // A character is one, and one more if it takes four bytes.
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
