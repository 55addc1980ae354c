//! The data state.

use sapwood_tree::ErrorCode;

use super::State;
use crate::tokenizer::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Data state
    pub(crate) fn data(&mut self) -> Step {
        let start = self.input.at;
        let run = self.take_run(sapwood_scan::run::<sapwood_scan::Text>);
        self.note_cdata_end(start, run);
        self.emit_text(run, start);
        match self.consume()? {
            Some(b'&') => self.begin_reference(State::Data),
            Some(b'<') => {
                self.tokenizer.token_start = self.offset(self.input.current);
                self.switch_to(State::Tag)
            }
            None => self.emit_eof(),
            Some(_) => {
                self.emit_text(self.current_text(), self.input.current);
                self.stay()
            }
        }
    }

    /// Reports `]]>` in text. The brackets at the end of a run are counted, so that a `]]>` is found however the
    /// input is cut.
    fn note_cdata_end(&mut self, start: usize, run: &str) {
        if !S::ERRORS {
            return;
        }
        if run.is_empty() {
            return;
        }
        let carried = if self.tokenizer.brackets_end == self.offset(start) {
            self.tokenizer.brackets
        } else {
            0
        };
        let mut brackets = carried;
        for (at, byte) in run.bytes().enumerate() {
            match byte {
                b']' => brackets = (brackets + 1).min(2),
                b'>' if brackets == 2 => {
                    let span = self.span(start + at, start + at + 1);
                    self.error_at(ErrorCode::CdataEndInText, span);
                    brackets = 0;
                }
                _ => brackets = 0,
            }
        }
        self.tokenizer.brackets = brackets;
        self.tokenizer.brackets_end = self.offset(self.input.at);
    }
}
