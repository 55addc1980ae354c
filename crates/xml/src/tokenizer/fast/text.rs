//! Text on the fast path.

use sapwood_scan::{Taken, Text};

use super::reference::{Read, read};
use crate::tokenizer::{Token, TokenSink, machine::Machine};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Emits text up to the next `<`, or up to what is unusual; `None` if that is where it stands.
    #[inline(always)]
    pub(super) fn fast_text(&mut self) -> Option<()> {
        let start = self.input.at;
        if S::ERRORS
            && self.tokenizer.brackets > 0
            && self.tokenizer.brackets_end == self.offset(start)
        {
            return None;
        }
        let Taken { text, end, stop } = sapwood_scan::take::<Text>(self.input.chunk, start)?;
        if S::ERRORS && text.contains("]]>") {
            return None;
        }
        if end > start {
            self.input.at = end;
            self.report_input_errors(end);
            self.send(Token::Text(text), self.span(start, end));
        }
        if stop == b'<' { Some(()) } else { self.fast_text_stop() }
    }

    /// Gets past a byte that a run of text ends at, but `<`.
    #[inline(never)]
    fn fast_text_stop(&mut self) -> Option<()> {
        let start = self.input.at;
        let rest = &self.input.chunk.as_bytes()[start..];
        match rest {
            // The LF begins the next run.
            [b'\r', b'\n', ..] if self.reference.is_none() => {
                self.input.at = start + 1;
                Some(())
            }
            [b'&', ..] => {
                let Read { character, length } = read(rest)?;
                self.input.at = start + length;
                self.report_input_errors(self.input.at);
                let span = self.span(start, self.input.at);
                self.send(Token::EscapedText(character.encode_utf8(&mut [0; 4])), span);
                Some(())
            }
            _ => None,
        }
    }
}
