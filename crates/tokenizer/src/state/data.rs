//! The states of plain text.

use sapwood_tree::ErrorCode::*;

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [Data state](https://html.spec.whatwg.org/multipage/parsing.html#data-state)
    pub(crate) fn data(&mut self) -> Step {
        self.take_text(sapwood_scan::run::<sapwood_scan::Text>);
        match self.consume()? {
            Some(b'&') => self.begin_character_reference(State::Data),
            Some(b'<') => self.begin_markup(State::TagOpen),
            Some(b'\0') => {
                self.error(UnexpectedNullCharacter);
                // As it is, not U+FFFD: tree construction replaces or drops it.
                self.emit_current();
                self.stay()
            }
            None => self.emit_eof(),
            Some(_) => {
                self.emit_current();
                self.stay()
            }
        }
    }

    /// [RCDATA state](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state)
    pub(crate) fn rcdata(&mut self) -> Step {
        self.take_text(sapwood_scan::run::<sapwood_scan::Text>);
        match self.consume()? {
            Some(b'&') => self.begin_character_reference(State::Rcdata),
            Some(b'<') => self.begin_markup(State::RcdataLessThanSign),
            Some(b'\0') => self.replace_null(),
            None => self.emit_eof(),
            Some(_) => {
                self.emit_current();
                self.stay()
            }
        }
    }

    /// [RAWTEXT state](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state)
    pub(crate) fn rawtext(&mut self) -> Step {
        self.raw_text_with_less_than_sign(State::RawtextLessThanSign)
    }

    /// [Script data state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state)
    pub(crate) fn script_data(&mut self) -> Step {
        self.raw_text_with_less_than_sign(State::ScriptDataLessThanSign)
    }

    /// [PLAINTEXT state](https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state)
    pub(crate) fn plaintext(&mut self) -> Step {
        self.take_text(sapwood_scan::run::<sapwood_scan::Plaintext>);
        match self.consume()? {
            Some(b'\0') => self.replace_null(),
            None => self.emit_eof(),
            Some(_) => {
                self.emit_current();
                self.stay()
            }
        }
    }

    /// The common part of the RAWTEXT and script data states.
    fn raw_text_with_less_than_sign(&mut self, less_than_sign: State) -> Step {
        self.take_text(sapwood_scan::run::<sapwood_scan::RawText>);
        match self.consume()? {
            Some(b'<') => self.begin_markup(less_than_sign),
            Some(b'\0') => self.replace_null(),
            None => self.emit_eof(),
            Some(_) => {
                self.emit_current();
                self.stay()
            }
        }
    }

    /// Emits all text up to the next byte that `search` stops at.
    #[inline]
    pub(crate) fn take_text(&mut self, search: impl Fn(&[u8]) -> usize) {
        let run = self.take_run(search);
        self.emit_run(run);
    }

    /// Goes on in `state` after a `<` that may begin a token.
    pub(crate) fn begin_markup(&mut self, state: State) -> Step {
        self.tokenizer.token_start = self.offset(self.input.current);
        self.switch_to(state)
    }

    /// Emits U+FFFD for a U+0000 and stays.
    pub(crate) fn replace_null(&mut self) -> Step {
        self.error(UnexpectedNullCharacter);
        self.emit_replacement();
        self.stay()
    }
}
