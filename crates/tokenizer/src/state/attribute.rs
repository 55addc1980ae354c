//! The states of attributes.

use sapwood_tree::{ErrorCode::*, Limit};

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [Before attribute name state](https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state)
    pub(crate) fn before_attribute_name(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(b'/' | b'>') | None => self.reconsume_in(State::AfterAttributeName),
            Some(b'=') => {
                self.error(UnexpectedEqualsSignBeforeAttributeName);
                self.begin_attribute();
                self.push_current_to_attribute_name();
                self.switch_to(State::AttributeName)
            }
            Some(_) => {
                self.begin_attribute();
                self.reconsume_in(State::AttributeName)
            }
        }
    }

    /// [Attribute name state](https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state)
    pub(crate) fn attribute_name(&mut self) -> Step {
        let run = self.take_run(sapwood_scan::run::<sapwood_scan::AttributeName>);
        if !run.is_empty() {
            let end = self.offset(run.end);
            self.tokenizer.tag.push_attribute_name(&self.input.chunk[run], end);
        }
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ' | b'/' | b'>') | None => {
                self.end_attribute_name();
                self.reconsume_in(State::AfterAttributeName)
            }
            Some(b'=') => {
                self.end_attribute_name();
                self.switch_to(State::BeforeAttributeValue)
            }
            Some(b'\0') => {
                self.error(UnexpectedNullCharacter);
                let end = self.offset(self.input.at);
                self.tokenizer.tag.push_attribute_name("\u{fffd}", end);
                self.stay()
            }
            Some(b'"' | b'\'' | b'<') => {
                self.error(UnexpectedCharacterInAttributeName);
                self.push_current_to_attribute_name();
                self.stay()
            }
            Some(_) => {
                self.push_current_to_attribute_name();
                self.stay()
            }
        }
    }

    /// [After attribute name state](https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-name-state)
    pub(crate) fn after_attribute_name(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(b'/') => self.switch_to(State::SelfClosingStartTag),
            Some(b'=') => self.switch_to(State::BeforeAttributeValue),
            Some(b'>') => self.emit_tag(),
            None => self.eof_in_tag(),
            Some(_) => {
                self.begin_attribute();
                self.reconsume_in(State::AttributeName)
            }
        }
    }

    /// [Before attribute value state](https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state)
    pub(crate) fn before_attribute_value(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(b'"') => self.switch_to(State::AttributeValueDoubleQuoted),
            Some(b'\'') => self.switch_to(State::AttributeValueSingleQuoted),
            Some(b'>') => {
                self.error(MissingAttributeValue);
                self.emit_tag()
            }
            Some(_) | None => self.reconsume_in(State::AttributeValueUnquoted),
        }
    }

    /// [Attribute value (double-quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(double-quoted)-state)
    pub(crate) fn attribute_value_double_quoted(&mut self) -> Step {
        self.take_value(sapwood_scan::run::<sapwood_scan::DoubleQuoted>);
        match self.consume()? {
            Some(b'"') => self.end_quoted_value(),
            Some(b'&') => self.begin_character_reference(State::AttributeValueDoubleQuoted),
            Some(b'\0') => self.push_replacement_to_value(),
            None => self.eof_in_tag(),
            Some(_) => self.push_current_to_value(),
        }
    }

    /// [Attribute value (single-quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(single-quoted)-state)
    pub(crate) fn attribute_value_single_quoted(&mut self) -> Step {
        self.take_value(sapwood_scan::run::<sapwood_scan::SingleQuoted>);
        match self.consume()? {
            Some(b'\'') => self.end_quoted_value(),
            Some(b'&') => self.begin_character_reference(State::AttributeValueSingleQuoted),
            Some(b'\0') => self.push_replacement_to_value(),
            None => self.eof_in_tag(),
            Some(_) => self.push_current_to_value(),
        }
    }

    /// [Attribute value (unquoted) state](https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(unquoted)-state)
    pub(crate) fn attribute_value_unquoted(&mut self) -> Step {
        self.take_value(sapwood_scan::run::<sapwood_scan::Unquoted>);
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.switch_to(State::BeforeAttributeName),
            Some(b'&') => self.begin_character_reference(State::AttributeValueUnquoted),
            Some(b'>') => self.emit_tag(),
            Some(b'\0') => self.push_replacement_to_value(),
            Some(b'"' | b'\'' | b'<' | b'=' | b'`') => {
                self.error(UnexpectedCharacterInUnquotedAttributeValue);
                self.push_current_to_value()
            }
            None => self.eof_in_tag(),
            Some(_) => self.push_current_to_value(),
        }
    }

    /// [After attribute value (quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-value-(quoted)-state)
    pub(crate) fn after_attribute_value_quoted(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.switch_to(State::BeforeAttributeName),
            Some(b'/') => self.switch_to(State::SelfClosingStartTag),
            Some(b'>') => self.emit_tag(),
            None => self.eof_in_tag(),
            Some(_) => {
                self.error(MissingWhitespaceBetweenAttributes);
                self.reconsume_in(State::BeforeAttributeName)
            }
        }
    }

    /// Starts a new attribute in the current tag token, at the current input character.
    fn begin_attribute(&mut self) {
        let start = self.offset(self.input.current);
        self.tokenizer.tag.begin_attribute(start);
    }

    fn push_current_to_attribute_name(&mut self) {
        let end = self.offset(self.input.at);
        self.tokenizer
            .tag
            .push_attribute_name(&self.input.chunk[self.input.current..self.input.at], end);
    }

    fn end_attribute_name(&mut self) {
        if self.tokenizer.tag.end_attribute_name() {
            self.error(DuplicateAttribute);
        } else if self.tokenizer.tag.attribute_count() > self.tokenizer.max_attributes {
            self.end_at(Limit::Attributes);
        }
    }

    /// Takes all of the value up to the next byte that `search` stops at.
    #[inline]
    fn take_value(&mut self, search: impl Fn(&[u8]) -> usize) {
        let run = self.take_run(search);
        if !run.is_empty() {
            let end = self.offset(run.end);
            self.tokenizer.tag.push_value(&self.input.chunk[run], end);
        }
    }

    fn push_current_to_value(&mut self) -> Step {
        let end = self.offset(self.input.at);
        self.tokenizer.tag.push_value(self.current_text(), end);
        self.stay()
    }

    fn push_replacement_to_value(&mut self) -> Step {
        self.error(UnexpectedNullCharacter);
        let end = self.offset(self.input.at);
        self.tokenizer.tag.push_value("\u{fffd}", end);
        self.stay()
    }

    /// The closing quote belongs to the attribute's span.
    fn end_quoted_value(&mut self) -> Step {
        let end = self.offset(self.input.at);
        self.tokenizer.tag.push_value("", end);
        self.switch_to(State::AfterAttributeValueQuoted)
    }
}
