//! The states from `<` to the end of a tag's name, and from `/` to the end of a tag.

use sapwood_tree::ErrorCode::*;

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [Tag open state](https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state)
    pub(crate) fn tag_open(&mut self) -> Step {
        match self.consume()? {
            Some(b'!') => {
                self.tokenizer.temporary_buffer.clear();
                self.switch_to(State::MarkupDeclarationOpen)
            }
            Some(b'/') => self.switch_to(State::EndTagOpen),
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.tokenizer.tag.begin(false);
                self.reconsume_in(State::TagName)
            }
            Some(b'?') => {
                self.tokenizer.temporary_buffer.clear();
                self.switch_to(State::ProcessingInstructionOpen)
            }
            None => {
                self.error(EofBeforeTagName);
                self.emit_before("<");
                self.emit_eof()
            }
            Some(_) => {
                self.error(InvalidFirstCharacterOfTagName);
                self.emit_before("<");
                self.reconsume_in(State::Data)
            }
        }
    }

    /// [End tag open state](https://html.spec.whatwg.org/multipage/parsing.html#end-tag-open-state)
    pub(crate) fn end_tag_open(&mut self) -> Step {
        match self.consume()? {
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.tokenizer.tag.begin(true);
                self.reconsume_in(State::TagName)
            }
            Some(b'>') => {
                self.error(MissingEndTagName);
                self.switch_to(State::Data)
            }
            None => {
                self.error(EofBeforeTagName);
                self.emit_before("</");
                self.emit_eof()
            }
            Some(_) => {
                self.error(InvalidFirstCharacterOfTagName);
                self.tokenizer.comment.clear();
                self.reconsume_in(State::BogusComment)
            }
        }
    }

    /// [Tag name state](https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state)
    pub(crate) fn tag_name(&mut self) -> Step {
        let run = self.take_run(sapwood_scan::run::<sapwood_scan::TagName>);
        self.tokenizer.tag.push_name(&self.input.chunk[run]);
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.switch_to(State::BeforeAttributeName),
            Some(b'/') => self.switch_to(State::SelfClosingStartTag),
            Some(b'>') => self.emit_tag(),
            Some(b'\0') => {
                self.error(UnexpectedNullCharacter);
                self.tokenizer.tag.push_name("\u{fffd}");
                self.stay()
            }
            None => self.eof_in_tag(),
            Some(_) => {
                self.tokenizer.tag.push_name(&self.input.chunk[self.input.current..self.input.at]);
                self.stay()
            }
        }
    }

    /// [Self-closing start tag state](https://html.spec.whatwg.org/multipage/parsing.html#self-closing-start-tag-state)
    pub(crate) fn self_closing_start_tag(&mut self) -> Step {
        match self.consume()? {
            Some(b'>') => {
                self.tokenizer.tag.self_closing = true;
                self.emit_tag()
            }
            None => self.eof_in_tag(),
            Some(_) => {
                self.error(UnexpectedSolidusInTag);
                self.reconsume_in(State::BeforeAttributeName)
            }
        }
    }

    /// Drops the tag: it is never emitted.
    pub(crate) fn eof_in_tag(&mut self) -> Step {
        self.error(EofInTag);
        self.emit_eof()
    }
}
