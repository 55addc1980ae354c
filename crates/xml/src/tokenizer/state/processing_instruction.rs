//! The states of processing instructions.

use sapwood_tree::ErrorCode::*;

use super::State;
use crate::tokenizer::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Pi state
    pub(crate) fn pi(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b' ') | None => {
                self.error(InvalidFirstCharacterOfProcessingInstructionTarget);
                self.tokenizer.comment.clear();
                self.reconsume_in(State::BogusComment)
            }
            Some(_) => {
                self.tokenizer.target.clear();
                self.tokenizer.data.clear();
                self.tokenizer.target.push_str(self.current_text());
                self.switch_to(State::PiTarget)
            }
        }
    }

    /// Pi target state
    pub(crate) fn pi_target(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b' ') => self.switch_to(State::PiTargetAfter),
            None => self.eof_in_pi(),
            Some(b'?') => self.switch_to(State::PiTargetQuestion),
            Some(_) => {
                self.tokenizer.target.push_str(self.current_text());
                self.stay()
            }
        }
    }

    /// After a `?` right behind the target, which has to end the instruction.
    pub(crate) fn pi_target_question(&mut self) -> Step {
        match self.consume()? {
            Some(b'>') => self.emit_processing_instruction(),
            next => {
                if next.is_some() {
                    self.error(MissingWhitespaceAfterProcessingInstructionTarget);
                }
                self.reconsume_in(State::PiAfter)
            }
        }
    }

    /// Pi target after state
    pub(crate) fn pi_target_after(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b' ') => self.stay(),
            Some(_) | None => self.reconsume_in(State::PiData),
        }
    }

    /// Pi data state
    pub(crate) fn pi_data(&mut self) -> Step {
        let run = self.take_run(sapwood_scan::run::<sapwood_scan::XmlProcessingInstruction>);
        self.tokenizer.data.push_str(run);
        match self.consume()? {
            Some(b'?') => self.switch_to(State::PiAfter),
            None => self.eof_in_pi(),
            Some(_) => {
                self.tokenizer.data.push_str(self.current_text());
                self.stay()
            }
        }
    }

    /// Pi after state
    pub(crate) fn pi_after(&mut self) -> Step {
        match self.consume()? {
            Some(b'>') => self.emit_processing_instruction(),
            Some(b'?') => {
                self.tokenizer.data.push('?');
                self.stay()
            }
            // The draft forgets the question mark that led here.
            Some(_) | None => {
                self.tokenizer.data.push('?');
                self.reconsume_in(State::PiData)
            }
        }
    }

    /// Emits the incomplete processing instruction.
    fn eof_in_pi(&mut self) -> Step {
        self.error(EofInProcessingInstruction);
        self.emit_processing_instruction()?;
        self.reconsume_in(State::Data)
    }
}
