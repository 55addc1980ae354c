//! The fast path: text, tags, comments and CDATA sections that lie whole in a chunk and hold nothing
//! unusual are read in one straight pass, without a state in between.
//!
//! Unusual is all that is an error, and what is rare: NUL, a CR that is no part of a CR LF or that stands
//! in a comment or section, references to entities that the document declares, processing instructions and
//! DOCTYPEs, more than a few attributes. There the fast path emits nothing and leaves: the state machine
//! takes over at the first byte of the text or markup, and reads on until it is back in the data state.

mod reference;
mod section;
mod tag;
mod text;

pub(crate) use tag::Decoded;

use crate::{TokenSink, machine::Machine};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Reads as far as the fast path leads: the next step is the state machine's.
    #[inline(never)]
    pub(crate) fn fast_path(&mut self) {
        let bytes = self.chunk.as_bytes();
        while !self.kept.stopped {
            let Some(&byte) = bytes.get(self.at) else { return };
            let goes_on = if byte != b'<' {
                self.fast_text()
            } else {
                match bytes.get(self.at + 1) {
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
