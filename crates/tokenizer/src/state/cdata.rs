//! The states of CDATA sections.

use sapwood_tree::ErrorCode::*;

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [CDATA section state](https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state)
    pub(crate) fn cdata_section(&mut self) -> Step {
        self.take_text(sapwood_scan::run::<sapwood_scan::Cdata>);
        match self.consume()? {
            Some(b']') => self.switch_to(State::CdataSectionBracket),
            None => {
                self.error(EofInCdata);
                self.emit_eof()
            }
            // U+0000 too: tree construction reports it, where foreign content is.
            Some(_) => {
                self.emit_current();
                self.stay()
            }
        }
    }

    /// [CDATA section bracket state](https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-bracket-state)
    pub(crate) fn cdata_section_bracket(&mut self) -> Step {
        match self.consume()? {
            Some(b']') => self.switch_to(State::CdataSectionEnd),
            Some(_) | None => {
                self.emit_before("]");
                self.reconsume_in(State::CdataSection)
            }
        }
    }

    /// [CDATA section end state](https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-end-state)
    pub(crate) fn cdata_section_end(&mut self) -> Step {
        match self.consume()? {
            Some(b']') => {
                // The first of three: the other two may still end the section.
                self.emit_bracket();
                self.stay()
            }
            Some(b'>') => self.switch_to(State::Data),
            Some(_) | None => {
                self.emit_before("]]");
                self.reconsume_in(State::CdataSection)
            }
        }
    }

    /// Emits the `]` that stands two characters before the current input character.
    fn emit_bracket(&mut self) {
        match self.input.current.checked_sub(2) {
            Some(start) => self.emit_run(start..start + 1),
            None => {
                let start = self.offset(self.input.current) - 2;
                self.emit_text("]", sapwood_tree::Span::new(start, start + 1));
            }
        }
    }
}
