//! Line number of the parser's position.

use memchr::memchr2;

/// Counts lines from 1 up to the parser's position, which never moves backward.
///
/// A line ends at LF, CR LF or CR.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    line: u64,
    /// Input offset of the current chunk.
    start: usize,
    /// Input offset of the next line, or `usize::MAX` if no line ends in the chunk.
    next: usize,
    /// Whether the previous chunk ended in CR, so that a leading LF belongs to the same line ending.
    after_cr: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Self { line: 1, start: 0, next: usize::MAX, after_cr: false }
    }
}

impl Lines {
    /// Advances to `offset`, which isn't past `chunk`; returns the line number if it has changed.
    #[inline]
    pub(crate) fn advance_to(&mut self, offset: usize, chunk: &str) -> Option<u64> {
        (offset >= self.next).then(|| self.count_to(offset, chunk))
    }

    #[inline(never)]
    fn count_to(&mut self, offset: usize, chunk: &str) -> u64 {
        while offset >= self.next {
            self.line += 1;
            self.find_next(self.next - self.start, chunk);
        }
        self.line
    }

    /// Advances from the chunk `last` to the chunk `next`; returns the line number if it has changed.
    pub(crate) fn end_chunk(&mut self, last: &str, next: &str) -> Option<u64> {
        let end = self.start + last.len();
        // A line that begins at the end of the chunk isn't counted yet: after a CR, `next` may begin with LF.
        let line = end.checked_sub(1).and_then(|at| self.advance_to(at, last));
        if !last.is_empty() {
            self.after_cr = last.ends_with('\r');
        }
        self.start = end;
        if self.next != end {
            self.find_next(0, next);
        } else if self.after_cr && next.starts_with('\n') {
            self.next += 1;
        }
        line
    }

    /// Finds the first line that begins after byte `from` of `chunk`.
    fn find_next(&mut self, from: usize, chunk: &str) {
        let bytes = chunk.as_bytes();
        self.next = match memchr2(b'\n', b'\r', &bytes[from..]) {
            None => usize::MAX,
            Some(at) => {
                let at = from + at;
                let pair = bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
                self.start + at + 1 + usize::from(pair)
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

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
}
