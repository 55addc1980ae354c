//! The states of processing instructions.

use sapwood_tree::ErrorCode::{self, *};

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [Processing instruction open state](https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-open-state)
    pub(crate) fn processing_instruction_open(&mut self) -> Step {
        match self.consume()? {
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                self.reconsume_in(State::ProcessingInstructionTarget)
            }
            None => self.eof_in_processing_instruction(),
            Some(_) => {
                self.convert_to_bogus_comment(InvalidFirstCharacterOfProcessingInstructionTarget)
            }
        }
    }

    /// [Processing instruction target state](https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-target-state)
    pub(crate) fn processing_instruction_target(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ' | b'?' | b'>') => {
                let target = &self.tokenizer.temporary_buffer;
                if ["xml", "xml-stylesheet"].iter().any(|name| target.eq_ignore_ascii_case(name)) {
                    return self.convert_to_bogus_comment(DisallowedProcessingInstructionTarget);
                }
                self.tokenizer.target.clear();
                self.tokenizer.target.push_str(&self.tokenizer.temporary_buffer);
                self.tokenizer.data.clear();
                self.reconsume_in(State::AfterProcessingInstructionTarget)
            }
            Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') => {
                self.tokenizer.temporary_buffer.push(char::from(byte));
                self.stay()
            }
            None => self.eof_in_processing_instruction(),
            Some(_) => self.convert_to_bogus_comment(InvalidProcessingInstructionTarget),
        }
    }

    /// [After processing instruction target state](https://html.spec.whatwg.org/multipage/parsing.html#after-processing-instruction-target-state)
    pub(crate) fn after_processing_instruction_target(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(_) | None => self.reconsume_in(State::ProcessingInstructionData),
        }
    }

    /// [Processing instruction data state](https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-data-state)
    pub(crate) fn processing_instruction_data(&mut self) -> Step {
        let run = self.take_run(sapwood_scan::run::<sapwood_scan::ProcessingInstruction>);
        self.tokenizer.data.push_str(&self.input.chunk[run]);
        match self.consume()? {
            Some(b'?') => self.switch_to(State::ProcessingInstructionQuestionable),
            Some(b'>') => self.emit_processing_instruction(),
            None => self.eof_in_processing_instruction(),
            // The run stops at newlines and no other characters.
            Some(_) => {
                self.tokenizer.data.push('\n');
                self.stay()
            }
        }
    }

    /// [Processing instruction questionable state](https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-questionable-state)
    pub(crate) fn processing_instruction_questionable(&mut self) -> Step {
        match self.consume()? {
            Some(b'>') => self.emit_processing_instruction(),
            None => self.eof_in_processing_instruction(),
            Some(_) => {
                self.tokenizer.data.push('?');
                self.reconsume_in(State::ProcessingInstructionData)
            }
        }
    }

    /// Drops the processing instruction: it is never emitted.
    fn eof_in_processing_instruction(&mut self) -> Step {
        self.error(EofInProcessingInstruction);
        self.emit_eof()
    }

    /// [Converts the temporary buffer to a
    /// comment](https://html.spec.whatwg.org/multipage/parsing.html#convert-the-temporary-buffer-to-a-comment)
    /// that goes on with the current input character.
    fn convert_to_bogus_comment(&mut self, code: ErrorCode) -> Step {
        self.error(code);
        self.tokenizer.comment.clear();
        self.tokenizer.comment.push('?');
        self.tokenizer.comment.push_str(&self.tokenizer.temporary_buffer);
        self.reconsume_in(State::BogusComment)
    }
}
