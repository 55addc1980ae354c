//! The fast path of the tokenizer.
//!
//! As in the tokenizer of HTML, text, tags, comments and CDATA sections that lie whole in a chunk and hold nothing
//! unusual are read in one straight pass, and the tokens borrow from the chunk. Unusual is each error and what is
//! rare: NUL, a CR outside of a CR LF or in a comment or section, references to declared entities, processing
//! instructions, DOCTYPEs, more than a few attributes. There the fast path emits nothing and leaves: the state
//! machine takes over at the first byte of the text or markup, and reads on until it is back in the data state.
//!
//! The tests compare the tokens, spans and errors of both ways in every cut.

mod decoded;
mod reference;
mod section;
mod tag;
mod text;

pub(crate) use decoded::Decoded;

use crate::tokenizer::{TokenSink, machine::Machine};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Reads as far as the fast path can; the state machine takes the next step.
    #[inline(never)]
    pub(crate) fn fast_path(&mut self) {
        let bytes = self.input.chunk.as_bytes();
        while !self.tokenizer.stopped {
            let Some(&byte) = bytes.get(self.input.at) else { return };
            let goes_on = if byte != b'<' {
                self.fast_text()
            } else {
                match bytes.get(self.input.at + 1) {
                    Some(b'/') => self.fast_end_tag(),
                    Some(b'!') => self.fast_section(),
                    Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80..) => self.fast_start_tag(),
                    _ => None,
                }
            };
            if goes_on.is_none() {
                return;
            }
        }
    }
}
