//! The input of one run of a tokenizer.
//!
//! See "Chunks and pieces" in `docs/hot-path.md`.

/// The input that follows a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Any input, or none.
    Unknown,
    /// Any input that doesn't begin with LF.
    NoLineFeed,
    /// The end of the file.
    EndOfFile,
}

/// A chunk of the input and the position in it.
///
/// Line ends are normalized where they are read: CR LF and CR are one LF. Whether a CR at the end of a chunk is
/// one line end or half of one depends on the next chunk. So that CR isn't consumed: the run ends before it, and
/// the tokenizer reads it again as the chunk `"\r"` or `"\r\n"` once the next chunk is known. A token is therefore
/// the same however the input was cut.
#[derive(Clone, Copy, Debug)]
pub struct Input<'c> {
    /// The chunk.
    pub chunk: &'c str,
    /// Index of the next input character.
    pub at: usize,
    /// Index of the current input character.
    pub current: usize,
    /// Whether the file ends after the chunk.
    pub ended: bool,
    /// Whether no LF follows a CR at the end of the chunk.
    cr_is_alone: bool,
    /// Whether CR is a character like others.
    keeps_cr: bool,
}

impl<'c> Input<'c> {
    /// Returns the input of a chunk.
    #[inline]
    #[must_use]
    pub fn new(chunk: &'c str, ending: Ending) -> Self {
        Self {
            chunk,
            at: 0,
            current: 0,
            ended: ending == Ending::EndOfFile,
            cr_is_alone: ending != Ending::Unknown,
            keeps_cr: false,
        }
    }

    /// Returns the input of a whole text in which a CR is data: the replacement text of an entity.
    #[must_use]
    pub fn without_line_ends(text: &'c str) -> Self {
        Self { keeps_cr: true, ..Self::new(text, Ending::EndOfFile) }
    }

    /// Consumes the next input character and returns its first byte.
    ///
    /// Returns `Some(None)` at the end of the file, and `None` if the next character isn't in the chunk.
    #[inline]
    pub fn consume(&mut self) -> Option<Option<u8>> {
        let bytes = self.chunk.as_bytes();
        self.current = self.at;
        match bytes.get(self.at) {
            Some(b'\r') if !self.keeps_cr => {
                match bytes.get(self.at + 1) {
                    Some(b'\n') => self.at += 2,
                    None if !self.cr_is_alone => return None,
                    _ => self.at += 1,
                }
                Some(Some(b'\n'))
            }
            Some(&byte) => {
                self.at += utf8_length(byte);
                Some(Some(byte))
            }
            None if self.ended => Some(None),
            None => None,
        }
    }

    /// Returns the current input character as text.
    #[inline]
    #[must_use]
    pub fn current_text(&self) -> &'c str {
        match self.chunk.as_bytes().get(self.current) {
            Some(b'\r') if !self.keeps_cr => "\n",
            _ => &self.chunk[self.current..self.at],
        }
    }

    /// Consumes the bytes before the first stop of `search`; returns the index of the first.
    #[inline]
    pub fn skip_run(&mut self, search: impl Fn(&[u8]) -> usize) -> usize {
        let start = self.at;
        self.at += search(&self.chunk.as_bytes()[start..]);
        start
    }
}

/// Returns the length of the UTF-8 character that begins with `byte`.
#[inline]
#[must_use]
pub fn utf8_length(byte: u8) -> usize {
    match byte {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0.. => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(chunk: &str, ending: Ending) -> (String, usize) {
        let mut input = Input::new(chunk, ending);
        let mut text = String::new();
        while let Some(Some(_)) = input.consume() {
            text += input.current_text();
        }
        (text, input.at)
    }

    #[test]
    fn normalizes_line_ends() {
        assert_eq!(read("a\r\nb\rc\n", Ending::EndOfFile), ("a\nb\nc\n".into(), 7));
        assert_eq!(read("a\r", Ending::NoLineFeed), ("a\n".into(), 2));
    }

    #[test]
    fn waits_for_the_character_after_a_cr() {
        assert_eq!(read("a\r", Ending::Unknown), ("a".into(), 1));
    }

    #[test]
    fn keeps_cr_in_replacement_text() {
        let mut input = Input::without_line_ends("\r\n");
        assert_eq!(input.consume(), Some(Some(b'\r')));
        assert_eq!(input.current_text(), "\r");
    }
}
