//! The states of character references by name.

use std::mem;

use sapwood_tree::{ErrorCode::*, Span};

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Begins a character reference at a `&`; text goes on in `return_state` after it.
    pub(crate) fn begin_character_reference(&mut self, return_state: State) -> Step {
        self.tokenizer.return_state = return_state;
        let start = self.offset(self.input.current);
        self.tokenizer.reference.begin(start);
        self.tokenizer.temporary_buffer.clear();
        self.tokenizer.temporary_buffer.push('&');
        self.switch_to(State::CharacterReference)
    }

    /// [Character reference state](https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state)
    pub(crate) fn character_reference(&mut self) -> Step {
        match self.consume()? {
            Some(byte) if byte.is_ascii_alphanumeric() => {
                self.reconsume_in(State::NamedCharacterReference)
            }
            Some(b'#') => {
                self.tokenizer.temporary_buffer.push('#');
                self.switch_to(State::NumericCharacterReference)
            }
            Some(_) | None => {
                self.input.at = self.input.current;
                self.flush_code_points_consumed_as_a_character_reference();
                self.switch_to(self.tokenizer.return_state)
            }
        }
    }

    /// [Named character reference state](https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state)
    ///
    /// Takes one more character of a name at a time. Where no name goes on, what was read past the
    /// longest name is alphanumeric, so that every return state would take it as it is: it is
    /// flushed instead of given back.
    pub(crate) fn named_character_reference(&mut self) -> Step {
        let next = self.peek()?;
        let step = next.and_then(|byte| Some((byte, self.tokenizer.reference.matcher.step(byte)?)));
        if let Some((byte, matcher)) = step {
            self.consume()?;
            self.tokenizer.temporary_buffer.push(char::from(byte));
            self.tokenizer.reference.matcher = matcher;
            if let Some(value) = matcher.value() {
                self.tokenizer.reference.longest =
                    Some((value, self.tokenizer.temporary_buffer.len()));
            }
            if byte != b';' {
                return self.stay();
            }
        }
        let Some((value, length)) = self.tokenizer.reference.longest else {
            self.flush_code_points_consumed_as_a_character_reference();
            return self.switch_to(State::AmbiguousAmpersand);
        };
        let name = &self.tokenizer.temporary_buffer.as_bytes()[..length];
        let after = self.tokenizer.temporary_buffer.as_bytes().get(length).copied().or(next);
        let has_semicolon = name.ends_with(b";");
        let goes_on = after.is_some_and(|byte| byte == b'=' || byte.is_ascii_alphanumeric());
        if self.is_in_attribute() && !has_semicolon && goes_on {
            // For historical reasons, as in `?a=b&copy=c`.
            self.flush_code_points_consumed_as_a_character_reference();
            return self.switch_to(self.tokenizer.return_state);
        }
        if !has_semicolon {
            self.missing_semicolon_after(length);
        }
        self.flush_character_reference(value, length);
        self.switch_to(self.tokenizer.return_state)
    }

    /// [Ambiguous ampersand state](https://html.spec.whatwg.org/multipage/parsing.html#ambiguous-ampersand-state)
    pub(crate) fn ambiguous_ampersand(&mut self) -> Step {
        let run = self
            .take_run(|bytes| bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count());
        if self.is_in_attribute() {
            let end = self.offset(run.end);
            self.tokenizer.tag.push_value(&self.input.chunk[run], end);
        } else {
            self.emit_run(run);
        }
        match self.consume()? {
            Some(b';') => {
                self.error(UnknownNamedCharacterReference);
                self.reconsume_in(self.tokenizer.return_state)
            }
            Some(_) | None => self.reconsume_in(self.tokenizer.return_state),
        }
    }

    /// Whether the reference is [part of an
    /// attribute](https://html.spec.whatwg.org/multipage/parsing.html#charref-in-attribute).
    pub(crate) fn is_in_attribute(&self) -> bool {
        matches!(
            self.tokenizer.return_state,
            State::AttributeValueDoubleQuoted
                | State::AttributeValueSingleQuoted
                | State::AttributeValueUnquoted
        )
    }

    /// [Flushes](https://html.spec.whatwg.org/multipage/parsing.html#flush-code-points-consumed-as-a-character-reference)
    /// the temporary buffer, which is what the input holds just before the next input character.
    pub(crate) fn flush_code_points_consumed_as_a_character_reference(&mut self) {
        self.flush_character_reference("", 0);
    }

    /// Flushes `value` for the first `length` bytes of the temporary buffer, then the rest of it.
    pub(crate) fn flush_character_reference(&mut self, value: &str, length: usize) {
        let buffer = mem::take(&mut self.tokenizer.temporary_buffer);
        let start = self.tokenizer.reference.start;
        let (middle, end) = (start + length, start + buffer.len());
        if self.is_in_attribute() {
            self.tokenizer.tag.push_value(value, middle);
            self.tokenizer.tag.push_value(&buffer[length..], end);
        } else {
            self.emit_text(value, Span::new(start, middle));
            self.emit_text(&buffer[length..], Span::new(middle, end));
        }
        self.tokenizer.temporary_buffer = buffer;
    }

    /// Reports the error at the character after the first `length` bytes of the temporary buffer.
    fn missing_semicolon_after(&mut self, length: usize) {
        if length == self.tokenizer.temporary_buffer.len() {
            self.error_at_next(MissingSemicolonAfterCharacterReference);
        } else {
            let start = self.tokenizer.reference.start + length;
            let span = Span::new(start, start + 1);
            self.error_at(MissingSemicolonAfterCharacterReference, span);
        }
    }
}
