//! In which line the parser is.

use memchr::memchr2;

/// Counts lines, from 1, as far as the parser has come: it never goes back.
///
/// A line ends at LF, CR LF or CR.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    line: u64,
    /// Where in the input the chunk begins.
    start: usize,
    /// Where in the input the next line begins, if it does in the chunk.
    next: usize,
    /// Whether the chunk before ended in CR, so that a LF here doesn't end a line.
    after_cr: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Self { line: 1, start: 0, next: usize::MAX, after_cr: false }
    }
}

impl Lines {
    /// The parser has come to `offset`, which is in `chunk` or before; returns the line if it is
    /// another than before.
    #[inline]
    pub(crate) fn come_to(&mut self, offset: usize, chunk: &str) -> Option<u64> {
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

    /// The parser goes on from the chunk `last` to the chunk `next`.
    pub(crate) fn end_chunk(&mut self, last: &str, next: &str) -> Option<u64> {
        let end = self.start + last.len();
        // A line that begins right after the chunk waits: a LF may still belong to the one before.
        let line = end.checked_sub(1).and_then(|at| self.come_to(at, last));
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

    /// Finds the first line that begins behind byte `from` of `chunk`.
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
    fn lines_however_the_input_is_cut() {
        let text = "a\nb\r\nc\rd\n\r\n\n";
        for cut in 0..=text.len() {
            let mut lines = Lines::default();
            let (mut line, mut last) = (1, "");
            for chunk in [&text[..cut], &text[cut..]] {
                line = lines.end_chunk(last, chunk).unwrap_or(line);
                for at in lines.start..lines.start + chunk.len() {
                    line = lines.come_to(at, chunk).unwrap_or(line);
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
