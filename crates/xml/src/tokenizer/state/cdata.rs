//! The states of CDATA sections.

use sapwood_tree::ErrorCode::*;

use super::State;
use crate::tokenizer::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// CDATA state
    pub(crate) fn cdata(&mut self) -> Step {
        let start = self.input.at;
        let run = self.take_run(sapwood_scan::run::<sapwood_scan::Cdata>);
        if !run.is_empty() {
            let span = self.span(start, self.input.at);
            self.send_escaped_text(run, span);
        }
        match self.consume()? {
            Some(b']') => self.switch_to(State::CdataBracket),
            None => self.eof_in_cdata(),
            Some(_) => {
                self.send_escaped_text(self.current_text(), self.current_span());
                self.stay()
            }
        }
    }

    /// CDATA bracket state
    pub(crate) fn cdata_bracket(&mut self) -> Step {
        match self.consume()? {
            Some(b']') => self.switch_to(State::CdataEnd),
            None => self.eof_in_cdata(),
            Some(_) => self.brackets("]"),
        }
    }

    /// CDATA end state
    pub(crate) fn cdata_end(&mut self) -> Step {
        match self.consume()? {
            Some(b'>') => self.switch_to(State::Data),
            Some(b']') => {
                // The first of three: the other two may still end the section.
                let start = self.offset(self.input.current).saturating_sub(2);
                self.send_escaped_text("]", self.span_of(start, start + 1));
                self.stay()
            }
            None => self.eof_in_cdata(),
            Some(_) => self.brackets("]]"),
        }
    }

    /// Emits brackets that don't end the section, which stand before the current input character.
    fn brackets(&mut self, text: &'static str) -> Step {
        let end = self.offset(self.input.current);
        self.send_escaped_text(text, self.span_of(end.saturating_sub(text.len()), end));
        self.reconsume_in(State::Cdata)
    }

    fn eof_in_cdata(&mut self) -> Step {
        self.error(EofInCdata);
        self.reconsume_in(State::Data)
    }
}
