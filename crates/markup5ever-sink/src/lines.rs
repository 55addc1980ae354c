//! Line number of the parser's position.

use sapwood_scan::{LineEnd, LineFeed, stop_bits};

/// Number of bytes that are searched for the ends of lines at once.
const BLOCK: usize = 64;

/// Number of bytes that are searched for the end of a line in a row. A chunk may be short-lived: after a pause the rest of it
/// is a chunk again, so a search to the end of each could take quadratic time.
const AHEAD: usize = 1024;

/// Counts lines from 1 up to the parser's position, which never moves backward.
///
/// A line ends at LF, CR LF or CR. Lines are short and most tokens end on the line they begin on, so the input is searched
/// by blocks: a bit for each byte of a block says whether a line ends with it, and advancing counts the bits that are passed.
/// The next block is searched when no bit is left.
#[derive(Clone, Debug)]
pub struct Lines {
    line: u64,
    /// Input offset of the current chunk.
    start: usize,
    /// Offset in the chunk up to which it was searched.
    searched: usize,
    /// Bytes that are the last of a line, and that the position has not passed. The lowest bit is for the byte at the input
    /// offset `block`.
    ends: u64,
    block: usize,
    /// Input offset at which there is something to do: of the next line, or of the next block; `usize::MAX` if the chunk has
    /// neither.
    next: usize,
    /// Whether the previous chunk ended in CR, so that a leading LF belongs to the same line ending.
    after_cr: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Self {
            line: 1,
            start: 0,
            searched: 0,
            ends: 0,
            block: 0,
            next: usize::MAX,
            after_cr: false,
        }
    }
}

impl Lines {
    /// Returns the current line.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Advances to `offset`, which isn't past `chunk`; returns the line number if it has changed.
    #[inline]
    pub fn advance_to(&mut self, offset: usize, chunk: &str) -> Option<u64> {
        if offset < self.next { None } else { self.count_to(offset, chunk.as_bytes()) }
    }

    /// Advances to `offset`, and past a line ending there.
    pub fn advance_past_line_end(&mut self, offset: usize, chunk: &str) {
        self.advance_to(offset, chunk);
        if self.ends == 0 && self.next == offset.saturating_add(1) {
            // CR LF with the LF in the next block.
            self.advance_to(self.next, chunk);
        }
        if self.ends != 0 && self.next <= offset.saturating_add("\r\n".len()) {
            self.advance_to(self.next, chunk);
        }
    }

    #[inline(never)]
    fn count_to(&mut self, offset: usize, chunk: &[u8]) -> Option<u64> {
        let before = self.line;
        while offset >= self.next {
            let passed = u32::try_from(offset - self.block).unwrap_or(u32::MAX);
            let left = u64::MAX.checked_shl(passed).unwrap_or(0);
            self.line += u64::from((self.ends & !left).count_ones());
            self.ends &= left;
            if self.ends == 0 {
                self.search(chunk);
            }
            self.set_next(chunk);
        }
        (self.line != before).then_some(self.line)
    }

    #[inline]
    fn set_next(&mut self, chunk: &[u8]) {
        self.next = if self.ends != 0 {
            self.block + self.ends.trailing_zeros() as usize + 1
        } else if self.searched < chunk.len() {
            self.start + self.searched
        } else {
            usize::MAX
        };
    }

    /// Advances from the chunk `last` to the chunk `next`; returns the line number if it has changed.
    pub fn end_chunk(&mut self, last: &str, next: &str) -> Option<u64> {
        let end = self.start + last.len();
        let line = end.checked_sub(1).and_then(|at| self.advance_to(at, last));
        if !last.is_empty() {
            self.after_cr = last.ends_with('\r');
        }
        self.start = end;
        // A line that begins with `next` isn't counted yet: the end of the one before may be CR LF, cut in two.
        self.searched = usize::from(self.after_cr && next.starts_with('\n'));
        self.block = (end + self.searched).saturating_sub(1);
        self.ends = u64::from(self.ends != 0);
        self.set_next(next.as_bytes());
        line
    }

    /// Searches for the next block in which a line ends.
    #[inline]
    fn search(&mut self, chunk: &[u8]) {
        let limit = chunk.len().min(self.searched + AHEAD);
        while self.ends == 0 && self.searched < limit {
            self.block = self.start + self.searched;
            let rest = &chunk[self.searched..];
            self.searched += rest.len().min(BLOCK);
            self.ends = if let Some(block) = rest.first_chunk() {
                line_ends(block, rest.get(BLOCK))
            } else {
                let mut block = [0; BLOCK];
                block[..rest.len()].copy_from_slice(rest);
                line_ends(&block, None)
            };
        }
    }
}

/// Returns a bit for each byte of a block, set if it is the last of a line. `next` is the byte after the block.
#[inline]
fn line_ends(block: &[u8; BLOCK], next: Option<&u8>) -> u64 {
    let ends = stop_bits::<LineEnd>(block);
    if ends == 0 {
        return 0;
    }
    let line_feeds = stop_bits::<LineFeed>(block);
    let next = u64::from(next == Some(&b'\n')) << (BLOCK - 1);
    // A CR before LF isn't the last byte.
    line_feeds | (ends & !(line_feeds >> 1 | next))
}

#[cfg(test)]
mod tests {
    use super::{AHEAD, BLOCK, Lines};

    #[test]
    fn chunk_boundaries_keep_line_numbers() {
        let text = "a\nb\r\nc\rd\n\r\n\n";
        for cut in 0..=text.len() {
            let mut lines = Lines::default();
            let (mut line, mut last) = (1, "");
            for chunk in [&text[..cut], &text[cut..]] {
                line = lines.end_chunk(last, chunk).unwrap_or(line);
                for at in lines.start..lines.start + chunk.len() {
                    line = lines.advance_to(at, chunk).unwrap_or(line);
                    let expected = 1 + match at {
                        0..2 => 0,
                        2..5 => 1,
                        5..7 => 2,
                        7..9 => 3,
                        9..11 => 4,
                        _ => 5,
                    };
                    assert_eq!(line, expected, "{at}, cut at {cut}");
                }
                last = chunk;
            }
        }
    }

    #[test]
    fn finds_lines_of_any_length() {
        for length in [0, 1, 2, BLOCK - 2, BLOCK - 1, BLOCK, BLOCK + 1, AHEAD, 3 * AHEAD] {
            for ending in ["\n", "\r", "\r\n"] {
                let text = ("x".repeat(length) + ending).repeat(3) + "y";
                for cut in [0, length, length + 1, text.len() - 1, text.len()] {
                    let mut lines = Lines::default();
                    lines.end_chunk("", &text[..cut]);
                    lines.advance_to(cut.saturating_sub(1), &text[..cut]);
                    lines.end_chunk(&text[..cut], &text[cut..]);
                    assert_eq!(
                        lines.advance_to(text.len() - 2, &text[cut..]).unwrap_or(lines.line()),
                        lines.line()
                    );
                    lines.advance_to(text.len() - 1, &text[cut..]);
                    assert_eq!(lines.line(), 4, "{length} {ending:?} {cut}");
                }
            }
        }
    }
}
