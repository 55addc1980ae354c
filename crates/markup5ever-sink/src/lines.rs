//! Line number of the parser's position.

use memchr::memchr2;

/// Number of bytes that are searched for the end of a line at once. A chunk may be short-lived: after a pause the rest of it
/// is a chunk again, so a search to the end of each could take quadratic time.
const AHEAD: usize = 1024;

/// Counts lines from 1 up to the parser's position, which never moves backward.
///
/// A line ends at LF, CR LF or CR.
#[derive(Clone, Debug)]
pub struct Lines {
    line: u64,
    /// Input offset of the current chunk.
    start: usize,
    /// Input offset of the next line, or of the end of the search so far; `usize::MAX` if no line ends in the chunk.
    next: usize,
    /// Whether a line begins at `next`.
    is_line: bool,
    /// Whether the previous chunk ended in CR, so that a leading LF belongs to the same line ending.
    after_cr: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Self { line: 1, start: 0, next: usize::MAX, is_line: false, after_cr: false }
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
        if offset < self.next { None } else { self.count_to(offset, chunk) }
    }

    /// Advances to `offset`, and past a line ending there.
    pub fn advance_past_line_end(&mut self, offset: usize, chunk: &str) {
        self.advance_to(offset, chunk);
        if self.is_line && self.next <= offset.saturating_add("\r\n".len()) {
            self.advance_to(self.next, chunk);
        }
    }

    #[inline(never)]
    fn count_to(&mut self, offset: usize, chunk: &str) -> Option<u64> {
        let before = self.line;
        while offset >= self.next {
            self.line += u64::from(self.is_line);
            self.find_next(self.next - self.start, chunk);
        }
        (self.line != before).then_some(self.line)
    }

    /// Advances from the chunk `last` to the chunk `next`; returns the line number if it has changed.
    pub fn end_chunk(&mut self, last: &str, next: &str) -> Option<u64> {
        let end = self.start + last.len();
        // A line that begins at the end of the chunk isn't counted yet: after a CR, `next` may begin with LF.
        let line = end.checked_sub(1).and_then(|at| self.advance_to(at, last));
        if !last.is_empty() {
            self.after_cr = last.ends_with('\r');
        }
        self.start = end;
        if !(self.is_line && self.next == end) {
            self.find_next(0, next);
        } else if self.after_cr && next.starts_with('\n') {
            self.next += 1;
        }
        line
    }

    /// Finds the first line that begins after byte `from` of `chunk`.
    fn find_next(&mut self, from: usize, chunk: &str) {
        let bytes = chunk.as_bytes();
        let end = bytes.len().min(from + AHEAD);
        self.is_line = false;
        self.next = match memchr2(b'\n', b'\r', &bytes[from..end]) {
            None if end < bytes.len() => self.start + end,
            None => usize::MAX,
            Some(at) => {
                let at = from + at;
                let pair = bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
                self.is_line = true;
                self.start + at + 1 + usize::from(pair)
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{AHEAD, Lines};

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
        for length in [0, 1, AHEAD - 2, AHEAD - 1, AHEAD, AHEAD + 1, 3 * AHEAD] {
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
