//! The fast path of the tokenizer.
//!
//! # Problem
//!
//! The state machine takes a step for each character, with a branch on the state that the processor can't
//! predict, and copies each name and value into a buffer. That costs several times as much as the search.
//!
//! # Idea
//!
//! Text, tags and comments that lie whole in a chunk and hold nothing unusual are read in one straight pass, and
//! the tokens borrow from the chunk. Unusual is each parse error and what is rare: U+0000, a CR outside of a CR LF
//! or in a value or comment, an unknown name in capitals, more than a few attributes. There the fast path emits
//! nothing and leaves: the state machine takes over at the first byte of the text or markup, and reads on until
//! it is back in a state that has a fast path.
//!
//! # Invariants
//!
//! * Tokens, spans and errors are those of the state machine; the tests compare them in every cut.
//! * Time is linear. Both ways agree on all bytes before the unusual one, so the state machine is past that byte
//!   when the fast path resumes: no byte is tried twice.

mod attribute;
mod comment;
mod name;
mod raw_text;
mod reference;
mod tag;
mod text;
mod value;

use std::ops::ControlFlow::{self, Break, Continue};

use text::is_text_after_less_than;

pub(crate) use value::Decoded;

use crate::{Feedback, TokenSink, machine::Machine, state::State};

/// Whether the fast path continues.
type Fast = ControlFlow<()>;

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Reads as far as the fast path leads: afterwards either the sink asked for control, or the
    /// next step is the state machine's.
    #[inline]
    pub(crate) fn fast_path(&mut self) {
        loop {
            let fast = match self.tokenizer.state {
                State::Data => self.fast_data(),
                State::Rcdata => self.fast_raw_text::<scan::Text>(),
                State::Rawtext | State::ScriptData => self.fast_raw_text::<scan::RawText>(),
                _ => return,
            };
            if fast.is_break() {
                return;
            }
        }
    }

    /// The data state, and the tags and comments in it.
    #[inline(never)]
    fn fast_data(&mut self) -> Fast {
        self.flush_text();
        let bytes = self.input.chunk.as_bytes();
        let mut at = self.input.at;
        loop {
            if bytes.get(at) != Some(&b'<') {
                at = self.fast_text(at)?;
            }
            let markup = match bytes.get(at + 1) {
                Some(byte) if byte.is_ascii_alphabetic() => self.fast_start_tag(at),
                Some(b'/') => self.fast_end_tag(at),
                Some(b'!') => self.fast_markup_declaration(at),
                Some(_) if !S::ERRORS && is_text_after_less_than(&bytes[at + 1..]) => {
                    at = self.fast_text_in_runs(at)?;
                    continue;
                }
                _ => None,
            };
            let Some((end, feedback)) = markup else {
                self.input.at = at;
                return Break(());
            };
            at = end;
            if feedback == Feedback::Continue {
                continue;
            }
            self.input.at = at;
            if let Feedback::SwitchTo(state) = feedback {
                self.tokenizer.state = state.into();
                return Continue(());
            }
            self.pausing = true;
            return Break(());
        }
    }
}
