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

/// A line and a column, both counted from 1; the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
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
/// assert_eq!(index.line_column(5), LineColumn { line: 2, column: 3 });
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    /// The offset at which each line begins.
    starts: Vec<usize>,
}

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
        Self { text, starts }
    }

    /// The line and column of the character at byte `offset`.
    ///
    /// An offset past the end is the end; one inside a character is that character.
    #[must_use]
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let line = self.starts.partition_point(|&start| start <= offset);
        let column = self.text[self.starts[line - 1]..offset].chars().count() + 1;
        LineColumn { line, column }
    }
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
    fn columns_count_characters() {
        let index = LineIndex::new("é😀x");
        assert_eq!(index.line_column(6), LineColumn { line: 1, column: 3 });
        assert_eq!(index.line_column(99), LineColumn { line: 1, column: 4 });
        assert_eq!(index.line_column(3), LineColumn { line: 1, column: 2 });
    }
}
