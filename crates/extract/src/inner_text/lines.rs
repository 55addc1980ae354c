//! Collapses white space, and joins strings and required line break counts.

use super::text_transform;

/// The values of [`white-space-collapse`](https://drafts.csswg.org/css-text/#white-space-collapsing) that make a
/// difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhiteSpace {
    /// `collapse`: `normal` and `nowrap` of the shorthand.
    #[default]
    Collapse,
    /// `preserve` and `break-spaces`: `pre` and `pre-wrap` of the shorthand.
    Preserve,
    /// `preserve-breaks`: `pre-line` of the shorthand.
    PreserveBreaks,
}

/// The position of a character that is written only if something follows: a tab after a cell, a line feed
/// after a row, or a space before a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PendingSeparator(usize);

/// An item between two texts.
enum Mark {
    /// A required line break count.
    Break(u8),
    /// A character, once it is confirmed.
    Separator { character: char, is_written: bool },
}

/// A collapsible space that the line has read last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    None,
    /// It is written before the next content of the line.
    Pending,
    /// It is written at an earlier position, before a float, if more content follows on the line.
    Held(PendingSeparator),
    /// It is in text that isn't visible, and lets later spaces collapse.
    Hidden,
}

/// The state of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Whether the line has no content yet.
    at_start: bool,
    space: Space,
}

const EMPTY: Line = Line { at_start: true, space: Space::None };

/// The items of the rendered text collection steps.
///
/// A collapsible space is written with the content that follows it on the same line: at the beginning and at the
/// end of a line there is none. Content that isn't visible takes part in this, but isn't written itself.
/// Floats and positioned boxes don't end the line around them: [`suspend_line`](Self::suspend_line) puts it
/// aside and [`resume_line`](Self::resume_line) goes on with it. A space before such a box keeps its position
/// as a [`PendingSeparator`].
pub(super) struct Lines {
    text: String,
    /// The marks, each with the length that the text had then.
    marks: Vec<(usize, Mark)>,
    line: Line,
}

impl Default for Lines {
    #[inline]
    fn default() -> Self {
        Self { text: String::new(), marks: Vec::new(), line: EMPTY }
    }
}

/// Returns the length of the words at the start that are separated by one space each, and so stay as they are.
#[inline]
fn end_of_words(text: &[u8]) -> usize {
    // Fast path: pieces that end nowhere, compared with the bytes that follow theirs, without branches.
    let mut at = 0;
    let next = text.get(1..).unwrap_or_default();
    for (piece, next) in text.chunks_exact(16).zip(next.chunks_exact(16)) {
        let ends = piece.iter().zip(next).fold(0, |ends, (&byte, &next)| {
            let is_line =
                u8::from(byte == b'\t') | u8::from(byte == b'\n') | u8::from(byte == b'\r');
            let is_next_line =
                u8::from(next == b'\t') | u8::from(next == b'\n') | u8::from(next == b'\r');
            ends | is_line | u8::from(byte == b' ') & (u8::from(next == b' ') | is_next_line)
        });
        if ends != 0 {
            break;
        }
        at += 16;
    }
    // Slow path: the piece with the end, or the tail.
    let is_white = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    while let Some(length) = text[at..].iter().position(is_white) {
        at += length;
        if text[at] != b' ' || text.get(at + 1).is_none_or(is_white) {
            return at;
        }
        at += 1;
    }
    text.len()
}

const ZERO_WIDTH_SPACE: char = '\u{200b}';

impl Lines {
    /// Adds the text of a text node.
    #[inline]
    pub(super) fn text(&mut self, text: &str, white_space: WhiteSpace, visible: bool) {
        match white_space {
            WhiteSpace::Collapse => self.collapsed(text, visible),
            WhiteSpace::Preserve => self.preserved(text, visible),
            WhiteSpace::PreserveBreaks => {
                for (at, line) in text.split('\n').enumerate() {
                    if at > 0 {
                        self.line_break(visible);
                    }
                    self.collapsed(line, visible);
                }
            }
        }
    }

    #[inline]
    fn collapsed(&mut self, text: &str, visible: bool) {
        let mut left = text;
        loop {
            let is_word = |byte: u8| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
            let start = left.bytes().position(is_word).unwrap_or(left.len());
            let (white, word) = left.split_at(start);
            if !white.is_empty() && !self.line.at_start && self.line.space == Space::None {
                // A line break beside a zero width space, which allows one anyway, vanishes.
                let vanishes = (self.text.ends_with(ZERO_WIDTH_SPACE)
                    || word.starts_with(ZERO_WIDTH_SPACE))
                    && white.contains('\n');
                if !vanishes {
                    self.line.space = if visible { Space::Pending } else { Space::Hidden };
                }
            }
            if word.is_empty() {
                return;
            }
            let end = end_of_words(word.as_bytes());
            self.begin_content();
            if visible {
                self.text.push_str(&word[..end]);
            }
            left = &word[end..];
        }
    }

    #[inline]
    fn preserved(&mut self, text: &str, visible: bool) {
        if text.is_empty() {
            return;
        }
        self.begin_content();
        if visible {
            self.text.push_str(text);
        }
        self.line.at_start = text.ends_with('\n');
    }

    /// Writes the space before the next content of the line.
    #[inline]
    fn begin_content(&mut self) {
        match std::mem::replace(&mut self.line.space, Space::None) {
            Space::Pending => self.text.push(' '),
            Space::Held(separator) => self.write_separator(separator),
            Space::None | Space::Hidden => {}
        }
        self.line.at_start = false;
    }

    /// Whether the text so far ends within a word that the next text continues.
    #[inline]
    pub(super) fn is_in_word(&self) -> bool {
        !self.line.at_start
            && self.line.space == Space::None
            && text_transform::ends_in_word(&self.text)
    }

    /// Adds a `br`, or a line break that is preserved.
    #[inline]
    pub(super) fn line_break(&mut self, visible: bool) {
        self.end_line();
        if visible {
            self.text.push('\n');
        }
    }

    /// Ends the line; a collapsible space at its end is dropped.
    #[inline]
    pub(super) fn end_line(&mut self) {
        self.line = EMPTY;
    }

    /// Begins a box that is content of the line, and has lines of its own.
    #[inline]
    pub(super) fn begin_box(&mut self) {
        self.begin_content();
        self.end_line();
    }

    /// Ends that box.
    #[inline]
    pub(super) fn end_box(&mut self) {
        self.line = Line { at_start: false, space: Space::None };
    }

    /// Puts the line aside for a box that isn't in the flow.
    #[inline]
    pub(super) fn suspend_line(&mut self) -> Line {
        let mut line = self.line;
        if line.space == Space::Pending {
            line.space = Space::Held(self.pending_separator(' '));
        }
        self.line = EMPTY;
        line
    }

    /// Continues a line after such a box.
    #[inline]
    pub(super) fn resume_line(&mut self, line: Line) {
        self.line = line;
    }

    /// Adds a required line break count; 0 only ends the line.
    #[inline]
    pub(super) fn require_break(&mut self, count: u8) {
        self.end_line();
        if count > 0 {
            self.marks.push((self.text.len(), Mark::Break(count)));
        }
    }

    /// Ends the line at a position where `character` is, once [confirmed](Self::write_separator).
    #[inline]
    pub(super) fn pending_separator(&mut self, character: char) -> PendingSeparator {
        self.end_line();
        self.marks.push((self.text.len(), Mark::Separator { character, is_written: false }));
        PendingSeparator(self.marks.len() - 1)
    }

    #[inline]
    pub(super) fn write_separator(&mut self, separator: PendingSeparator) {
        if let Some((_, Mark::Separator { is_written, .. })) = self.marks.get_mut(separator.0) {
            *is_written = true;
        }
    }

    /// Returns the joined strings. Each run of counts becomes as many line feeds as the greatest of them; those
    /// at either end become none.
    #[inline]
    pub(super) fn finish(self) -> String {
        let Self { text, marks, .. } = self;
        let mut out = String::with_capacity(text.len() + marks.len());
        let (mut written, mut breaks) = (0, 0_u8);
        let push_before = |out: &mut String, breaks: &mut u8, string: &str| {
            if string.is_empty() {
                return;
            }
            let count = std::mem::take(breaks);
            if !out.is_empty() {
                out.extend(std::iter::repeat_n('\n', count.into()));
            }
            out.push_str(string);
        };
        for (at, mark) in marks {
            push_before(&mut out, &mut breaks, &text[written..at]);
            written = at;
            match mark {
                Mark::Break(count) => breaks = breaks.max(count),
                Mark::Separator { character, is_written: true } => {
                    push_before(&mut out, &mut breaks, character.encode_utf8(&mut [0; 4]));
                }
                Mark::Separator { is_written: false, .. } => {}
            }
        }
        push_before(&mut out, &mut breaks, &text[written..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every white space at every offset, alone and before another, so that both paths meet it.
    #[test]
    fn words_end_at_white_space_that_collapses() {
        for offset in 1..40 {
            for (white, ends) in
                [(" ", false), ("\n", true), ("\t", true), ("  ", true), (" \n", true)]
            {
                let text = format!("{}{white}{}", "x".repeat(offset), "x x".repeat(20));
                let expected = if ends { offset } else { text.len() };
                assert_eq!(end_of_words(text.as_bytes()), expected, "{text:?}");
            }
            let last = "x".repeat(offset) + " ";
            assert_eq!(end_of_words(last.as_bytes()), offset);
        }
        assert_eq!(end_of_words(b""), 0);
    }
}
