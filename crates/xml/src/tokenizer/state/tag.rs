//! The states of tags, without those of attributes.

use sapwood_tree::ErrorCode::*;

use super::State;
use crate::tokenizer::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Tag state
    pub(crate) fn tag(&mut self) -> Step {
        match self.consume()? {
            Some(b'/') => self.switch_to(State::EndTag),
            Some(b'?') => self.switch_to(State::Pi),
            Some(b'!') => {
                self.tokenizer.matched.clear();
                self.switch_to(State::MarkupDeclaration)
            }
            Some(b'\t' | b'\n' | b' ' | b':' | b'<' | b'>') => {
                self.error(InvalidFirstCharacterOfTagName);
                self.emit_markup_as_text("<")
            }
            None => {
                self.error(EofBeforeTagName);
                self.emit_markup_as_text("<")
            }
            Some(_) => {
                self.tokenizer.tag.begin(false);
                self.tokenizer.value_just_ended = false;
                self.reconsume_in(State::TagName)
            }
        }
    }

    /// End tag state
    pub(crate) fn end_tag(&mut self) -> Step {
        match self.consume()? {
            Some(b'>') => self.emit_short_end_tag(),
            Some(b'\t' | b'\n' | b' ' | b'<' | b':') => {
                self.error(InvalidFirstCharacterOfTagName);
                self.emit_markup_as_text("</")
            }
            None => {
                self.error(EofBeforeTagName);
                self.emit_markup_as_text("</")
            }
            Some(_) => {
                self.tokenizer.tag.begin(false);
                self.tokenizer.value_just_ended = false;
                self.reconsume_in(State::EndTagName)
            }
        }
    }

    /// End tag name state
    pub(crate) fn end_tag_name(&mut self) -> Step {
        let run = self.take_run(sapwood_scan::run::<sapwood_scan::TagName>);
        self.tokenizer.tag.push_name(run);
        match self.consume()? {
            Some(b'\t' | b'\n' | b' ') => self.switch_to(State::EndTagNameAfter),
            Some(b'/') => {
                self.error(EndTagWithTrailingSolidus);
                self.switch_to(State::EndTagNameAfter)
            }
            None => self.eof_in_end_tag(),
            Some(b'>') => self.emit_end_tag(),
            Some(_) => {
                self.tokenizer.tag.push_name(self.current_text());
                self.stay()
            }
        }
    }

    /// End tag name after state
    pub(crate) fn end_tag_name_after(&mut self) -> Step {
        match self.consume()? {
            Some(b'>') => self.emit_end_tag(),
            Some(b'\t' | b'\n' | b' ') => self.stay(),
            None => self.eof_in_end_tag(),
            Some(_) => {
                self.error(EndTagWithAttributes);
                self.stay()
            }
        }
    }

    /// Tag name state
    pub(crate) fn tag_name(&mut self) -> Step {
        let run = self.take_run(sapwood_scan::run::<sapwood_scan::TagName>);
        self.tokenizer.tag.push_name(run);
        match self.consume()? {
            Some(b'\t' | b'\n' | b' ') => self.switch_to(State::TagAttributeNameBefore),
            Some(b'>') => self.emit_tag(),
            None => self.eof_in_tag(),
            Some(b'/') => {
                self.tokenizer.tag.self_closing = true;
                self.switch_to(State::EmptyTag)
            }
            Some(_) => {
                self.tokenizer.tag.push_name(self.current_text());
                self.stay()
            }
        }
    }

    /// Empty tag state
    pub(crate) fn empty_tag(&mut self) -> Step {
        match self.consume()? {
            Some(b'>') => self.emit_tag(),
            Some(_) | None => {
                self.error(UnexpectedSolidusInTag);
                self.reconsume_in(State::TagAttributeNameBefore)
            }
        }
    }

    /// Emits the incomplete tag, and the end of the file after it.
    pub(crate) fn eof_in_tag(&mut self) -> Step {
        self.error(EofInTag);
        self.emit_tag()?;
        self.reconsume_in(State::Data)
    }

    fn eof_in_end_tag(&mut self) -> Step {
        self.error(EofInTag);
        self.emit_end_tag()?;
        self.reconsume_in(State::Data)
    }

    /// Emits the beginning of a tag as text.
    fn emit_markup_as_text(&mut self, text: &'static str) -> Step {
        let span = self.reference.unwrap_or(sapwood_tree::Span::new(
            self.tokenizer.token_start,
            self.tokenizer.token_start + text.len(),
        ));
        self.send_text(text, span);
        self.reconsume_in(State::Data)
    }
}
