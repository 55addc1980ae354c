//! The end tag states of RCDATA, RAWTEXT and script data, where only the
//! [appropriate end tag](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token) is one.

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [RCDATA less-than sign state](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-less-than-sign-state)
    pub(crate) fn rcdata_less_than_sign(&mut self) -> Step {
        self.raw_less_than_sign(State::RcdataEndTagOpen, State::Rcdata)
    }

    /// [RCDATA end tag open state](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-open-state)
    pub(crate) fn rcdata_end_tag_open(&mut self) -> Step {
        self.raw_end_tag_open(State::RcdataEndTagName, State::Rcdata)
    }

    /// [RCDATA end tag name state](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-name-state)
    pub(crate) fn rcdata_end_tag_name(&mut self) -> Step {
        self.raw_end_tag_name(State::Rcdata)
    }

    /// [RAWTEXT less-than sign state](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-less-than-sign-state)
    pub(crate) fn rawtext_less_than_sign(&mut self) -> Step {
        self.raw_less_than_sign(State::RawtextEndTagOpen, State::Rawtext)
    }

    /// [RAWTEXT end tag open state](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-open-state)
    pub(crate) fn rawtext_end_tag_open(&mut self) -> Step {
        self.raw_end_tag_open(State::RawtextEndTagName, State::Rawtext)
    }

    /// [RAWTEXT end tag name state](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-name-state)
    pub(crate) fn rawtext_end_tag_name(&mut self) -> Step {
        self.raw_end_tag_name(State::Rawtext)
    }

    /// The less-than sign states of RCDATA and RAWTEXT.
    fn raw_less_than_sign(&mut self, end_tag_open: State, text: State) -> Step {
        match self.consume()? {
            Some(b'/') => {
                self.tokenizer.temporary_buffer.clear();
                self.switch_to(end_tag_open)
            }
            Some(_) | None => {
                self.emit_before("<");
                self.reconsume_in(text)
            }
        }
    }

    /// The end tag open states of RCDATA, RAWTEXT and both kinds of script data.
    pub(crate) fn raw_end_tag_open(&mut self, end_tag_name: State, text: State) -> Step {
        match self.consume()? {
            Some(byte) if byte.is_ascii_alphabetic() => self.reconsume_in(end_tag_name),
            Some(_) | None => {
                self.emit_before("</");
                self.reconsume_in(text)
            }
        }
    }

    /// The end tag name states of RCDATA, RAWTEXT and both kinds of script data.
    ///
    /// The tag's name is the temporary buffer in lower case: it becomes a token only when it is the
    /// appropriate one.
    pub(crate) fn raw_end_tag_name(&mut self, text: State) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') if self.is_appropriate_end_tag() => {
                self.create_end_tag();
                self.switch_to(State::BeforeAttributeName)
            }
            Some(b'/') if self.is_appropriate_end_tag() => {
                self.create_end_tag();
                self.switch_to(State::SelfClosingStartTag)
            }
            Some(b'>') if self.is_appropriate_end_tag() => {
                self.create_end_tag();
                self.emit_tag()
            }
            // A longer name is none; as text, so is what follows.
            Some(byte) if byte.is_ascii_alphabetic() && self.may_be_appropriate_end_tag() => {
                self.tokenizer.temporary_buffer.push(char::from(byte));
                self.stay()
            }
            Some(_) | None => {
                self.emit_end_tag_open_and_temporary_buffer();
                self.reconsume_in(text)
            }
        }
    }

    fn is_appropriate_end_tag(&self) -> bool {
        let name = &self.tokenizer.temporary_buffer;
        self.tokenizer
            .last_start_tag
            .name()
            .is_some_and(|last| last.text.eq_ignore_ascii_case(name))
    }

    fn may_be_appropriate_end_tag(&self) -> bool {
        let length = self.tokenizer.temporary_buffer.len();
        self.tokenizer.last_start_tag.name().is_some_and(|last| length < last.text.len())
    }

    fn create_end_tag(&mut self) {
        self.tokenizer.tag.begin(true);
        self.tokenizer.tag.push_name(&self.tokenizer.temporary_buffer);
    }
}
