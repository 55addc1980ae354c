//! The states of character references by number.

use sapwood_tree::{ErrorCode::*, Span};

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
    reference::{Fault, character},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [Numeric character reference state](https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-state)
    pub(crate) fn numeric_character_reference(&mut self) -> Step {
        match self.consume()? {
            Some(byte @ (b'x' | b'X')) => {
                self.tokenizer.temporary_buffer.push(char::from(byte));
                self.switch_to(State::HexadecimalCharacterReferenceStart)
            }
            Some(b'0'..=b'9') => self.reconsume_in(State::DecimalCharacterReference),
            Some(_) | None => self.absence_of_digits(),
        }
    }

    /// [Hexadecimal character reference start state](https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-start-state)
    pub(crate) fn hexadecimal_character_reference_start(&mut self) -> Step {
        match self.consume()? {
            Some(byte) if byte.is_ascii_hexdigit() => {
                self.reconsume_in(State::HexadecimalCharacterReference)
            }
            Some(_) | None => self.absence_of_digits(),
        }
    }

    /// [Hexadecimal character reference state](https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-state)
    pub(crate) fn hexadecimal_character_reference(&mut self) -> Step {
        self.digits(16)
    }

    /// [Decimal character reference state](https://html.spec.whatwg.org/multipage/parsing.html#decimal-character-reference-state)
    pub(crate) fn decimal_character_reference(&mut self) -> Step {
        self.digits(10)
    }

    /// [Numeric character reference end state](https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state)
    pub(crate) fn numeric_character_reference_end(&mut self) -> Step {
        let length = self.offset(self.input.at) - self.tokenizer.reference.start;
        if length > self.tokenizer.max_token_length && !self.is_in_attribute() {
            self.flush_text();
            self.refuse(self.tokenizer.reference.start);
            return self.switch_to(self.tokenizer.return_state);
        }
        let (character, fault) = character(self.tokenizer.reference.code);
        if self.is_reporting()
            && let Some(fault) = fault
        {
            // Nothing is consumed here, so the error is at the next input character.
            self.peek()?;
            self.error_at_next(match fault {
                Fault::Null => NullCharacterReference,
                Fault::OutsideUnicodeRange => CharacterReferenceOutsideUnicodeRange,
                Fault::Surrogate => SurrogateCharacterReference,
                Fault::Noncharacter => NoncharacterCharacterReference,
                Fault::Control => ControlCharacterReference,
            });
        }
        let end = self.offset(self.input.at);
        let mut utf8 = [0; 4];
        let value: &str = character.encode_utf8(&mut utf8);
        if self.is_in_attribute() {
            self.tokenizer.tag.push_value(value, end);
        } else {
            self.emit_text(value, Span::new(self.tokenizer.reference.start, end));
        }
        self.switch_to(self.tokenizer.return_state)
    }

    /// The two states that read digits.
    fn digits(&mut self, radix: u32) -> Step {
        match self.consume()? {
            Some(byte) if char::from(byte).is_digit(radix) => {
                let digit = char::from(byte).to_digit(radix).unwrap_or(0);
                self.tokenizer.reference.push_digit(radix, digit);
                self.stay()
            }
            Some(b';') => self.switch_to(State::NumericCharacterReferenceEnd),
            Some(_) | None => {
                self.error(MissingSemicolonAfterCharacterReference);
                self.reconsume_in(State::NumericCharacterReferenceEnd)
            }
        }
    }

    fn absence_of_digits(&mut self) -> Step {
        self.error(AbsenceOfDigitsInNumericCharacterReference);
        self.input.at = self.input.current;
        self.flush_code_points_consumed_as_a_character_reference();
        self.switch_to(self.tokenizer.return_state)
    }
}
