//! The states of attributes.

use sapwood_tree::{ErrorCode::*, Limit};

use super::State;
use crate::tokenizer::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Tag attribute name before state
    pub(crate) fn tag_attribute_name_before(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b' ') => {
                self.tokenizer.value_just_ended = false;
                self.stay()
            }
            Some(b'>') => self.emit_tag(),
            Some(b'/') => {
                self.tokenizer.tag.self_closing = true;
                self.switch_to(State::EmptyTag)
            }
            Some(b':') => {
                self.error(UnexpectedCharacterInAttributeName);
                self.switch_to(State::TagAttributeNameColon)
            }
            None => self.eof_in_tag(),
            Some(_) => self.begin_attribute(),
        }
    }

    /// After a colon that the draft ignores; but before `=`, XML 1.0 without namespaces has it for a name.
    pub(crate) fn tag_attribute_name_colon(&mut self) -> Step {
        match self.consume()? {
            Some(b'=') => {
                let equals = self.offset(self.input.current);
                let colon = equals - usize::from(self.reference.is_none());
                self.tokenizer.value_just_ended = false;
                self.tokenizer.tag.begin_attribute(colon);
                self.tokenizer.tag.push_attribute_name(":", equals);
                self.end_attribute_name();
                self.switch_to(State::TagAttributeValueBefore)
            }
            Some(_) | None => self.reconsume_in(State::TagAttributeNameBefore),
        }
    }

    /// Tag attribute name state
    pub(crate) fn tag_attribute_name(&mut self) -> Step {
        let run = self.take_run(sapwood_scan::run::<sapwood_scan::AttributeName>);
        if !run.is_empty() {
            let end = self.offset(self.input.at);
            self.tokenizer.tag.push_attribute_name(run, end);
        }
        match self.consume()? {
            Some(b'=') => {
                self.end_attribute_name();
                self.switch_to(State::TagAttributeValueBefore)
            }
            Some(b'>') => {
                self.end_attribute_name();
                self.missing_value();
                self.emit_tag()
            }
            Some(b'\t' | b'\n' | b' ') => {
                self.end_attribute_name();
                self.switch_to(State::TagAttributeNameAfter)
            }
            Some(b'/') => {
                self.end_attribute_name();
                self.missing_value();
                self.tokenizer.tag.self_closing = true;
                self.switch_to(State::EmptyTag)
            }
            None => {
                self.end_attribute_name();
                self.eof_in_tag()
            }
            Some(_) => {
                let end = self.offset(self.input.at);
                self.tokenizer.tag.push_attribute_name(self.current_text(), end);
                self.stay()
            }
        }
    }

    /// Tag attribute name after state
    pub(crate) fn tag_attribute_name_after(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b' ') => self.stay(),
            Some(b'=') => self.switch_to(State::TagAttributeValueBefore),
            Some(b'>') => {
                self.missing_value();
                self.emit_tag()
            }
            Some(b'/') => {
                self.missing_value();
                self.tokenizer.tag.self_closing = true;
                self.switch_to(State::EmptyTag)
            }
            // Like before an attribute: a name that begins with a colon would not survive serialization.
            Some(b':') => {
                self.missing_value();
                self.error(UnexpectedCharacterInAttributeName);
                self.switch_to(State::TagAttributeNameColon)
            }
            None => self.eof_in_tag(),
            Some(_) => {
                self.missing_value();
                self.reconsume_in(State::TagAttributeNameBefore)
            }
        }
    }

    /// Tag attribute value before state
    pub(crate) fn tag_attribute_value_before(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b' ') => self.stay(),
            Some(b'"') => self.switch_to(State::TagAttributeValueDoubleQuoted),
            Some(b'\'') => self.switch_to(State::TagAttributeValueSingleQuoted),
            Some(b'&') => {
                self.error(UnquotedAttributeValue);
                self.reconsume_in(State::TagAttributeValueUnquoted)
            }
            Some(b'>') => {
                self.missing_value();
                self.emit_tag()
            }
            None => self.eof_in_tag(),
            Some(_) => {
                self.error(UnquotedAttributeValue);
                self.reconsume_in(State::TagAttributeValueUnquoted)
            }
        }
    }

    /// Tag attribute value double quoted state
    pub(crate) fn tag_attribute_value_double_quoted(&mut self) -> Step {
        self.take_value(sapwood_scan::run::<sapwood_scan::XmlDoubleQuoted>);
        match self.consume()? {
            Some(b'"') => self.end_quoted_value(),
            Some(b'&') => self.begin_reference(State::TagAttributeValueDoubleQuoted),
            None => self.eof_in_tag(),
            Some(byte) => self.push_current_to_value(byte),
        }
    }

    /// Tag attribute value single quoted state
    pub(crate) fn tag_attribute_value_single_quoted(&mut self) -> Step {
        self.take_value(sapwood_scan::run::<sapwood_scan::XmlSingleQuoted>);
        match self.consume()? {
            Some(b'\'') => self.end_quoted_value(),
            Some(b'&') => self.begin_reference(State::TagAttributeValueSingleQuoted),
            None => self.eof_in_tag(),
            Some(byte) => self.push_current_to_value(byte),
        }
    }

    /// Tag attribute value unquoted state
    pub(crate) fn tag_attribute_value_unquoted(&mut self) -> Step {
        self.take_value(sapwood_scan::run::<sapwood_scan::Unquoted>);
        match self.consume()? {
            Some(b'\t' | b'\n' | b' ') => self.switch_to(State::TagAttributeNameBefore),
            Some(b'&') => self.begin_reference(State::TagAttributeValueUnquoted),
            Some(b'>') => self.emit_tag(),
            None => self.eof_in_tag(),
            Some(byte) => self.push_current_to_value(byte),
        }
    }

    /// Starts a new attribute in the current tag token, at the current input character, which belongs to
    /// its name whatever it is.
    fn begin_attribute(&mut self) -> Step {
        if self.tokenizer.value_just_ended {
            self.error(MissingWhitespaceBetweenAttributes);
        }
        let (start, end) = (self.offset(self.input.current), self.offset(self.input.at));
        self.tokenizer.value_just_ended = false;
        self.tokenizer.tag.begin_attribute(start);
        self.tokenizer.tag.push_attribute_name(self.current_text(), end);
        self.switch_to(State::TagAttributeName)
    }

    fn end_attribute_name(&mut self) {
        if self.tokenizer.tag.end_attribute_name() {
            self.error(DuplicateAttribute);
        } else if self.tokenizer.tag.attribute_count() > self.tokenizer.options.max_attributes {
            self.end_at(Limit::Attributes);
        }
    }

    fn missing_value(&mut self) {
        self.error(MissingAttributeValue);
    }

    /// Takes all of the value up to the next byte that `search` stops at.
    #[inline]
    fn take_value(&mut self, search: impl Fn(&[u8]) -> usize) {
        let run = self.take_run(search);
        if !run.is_empty() {
            let end = self.offset(self.input.at);
            self.tokenizer.tag.push_value(run, end);
        }
    }

    /// Appends the current input character to the value; white space
    /// [becomes](https://www.w3.org/TR/xml/#AVNormalize) a space.
    fn push_current_to_value(&mut self, byte: u8) -> Step {
        let end = self.offset(self.input.at);
        if byte == b'<' {
            self.error(LessThanSignInAttributeValue);
        }
        let text = if matches!(byte, b'\t' | b'\n' | b'\r') { " " } else { self.current_text() };
        self.tokenizer.tag.push_value(text, end);
        self.stay()
    }

    /// The closing quote belongs to the attribute's span.
    fn end_quoted_value(&mut self) -> Step {
        let end = self.offset(self.input.at);
        self.tokenizer.tag.push_value("", end);
        self.tokenizer.value_just_ended = true;
        self.switch_to(State::TagAttributeNameBefore)
    }
}
