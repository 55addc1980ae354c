//! The states of references.
//!
//! The draft asks what happens if no semicolon follows, and suggests name characters: those are what
//! a reference's name is read from.

use tree_sink::ErrorCode::{self, *};

use super::State;
use crate::{
    TokenSink,
    characters::{is_name_character, is_name_start},
    machine::{Machine, Step},
    reference::{character, html_reference_without_semicolon, push_digit},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Goes on after a `&`, and then in `return_state`.
    pub(crate) fn begin_reference(&mut self, return_state: State) -> Step {
        self.kept.return_state = return_state;
        self.kept.reference.begin(self.offset(self.current));
        self.switch_to(match return_state {
            State::Data => State::CharacterReferenceInData,
            _ => State::CharacterReferenceInAttributeValue,
        })
    }

    /// Character reference in data state
    pub(crate) fn character_reference_in_data(&mut self) -> Step {
        self.character_reference()
    }

    /// Character reference in attribute value state
    pub(crate) fn character_reference_in_attribute_value(&mut self) -> Step {
        self.character_reference()
    }

    /// What the two states do, which the draft calls [tokenizing character
    /// references](https://ygg01.github.io/xml5_draft/#tokenizing-character-references).
    fn character_reference(&mut self) -> Step {
        match self.consume()? {
            Some(b'#') => {
                self.kept.reference.text.push('#');
                self.switch_to(State::ReferenceNumber)
            }
            Some(_) if is_name_start(self.current_character()) => {
                self.reconsume_in(State::ReferenceName)
            }
            Some(_) | None => {
                self.error(UnescapedAmpersand);
                self.end_reference_as_text()
            }
        }
    }

    /// After `&#`.
    pub(crate) fn reference_number(&mut self) -> Step {
        match self.consume()? {
            Some(x @ (b'x' | b'X')) => {
                if x == b'X' {
                    self.error(UppercaseXInCharacterReference);
                }
                self.kept.reference.text.push(char::from(x));
                self.switch_to(State::ReferenceHexadecimal)
            }
            Some(_) | None => self.reconsume_in(State::ReferenceDecimal),
        }
    }

    /// After `&#x`.
    pub(crate) fn reference_hexadecimal(&mut self) -> Step {
        self.digits(16)
    }

    /// After `&#`, without an `x`.
    pub(crate) fn reference_decimal(&mut self) -> Step {
        self.digits(10)
    }

    fn digits(&mut self, radix: u32) -> Step {
        let next = self.consume()?;
        if let Some(digit) = next.and_then(|byte| char::from(byte).to_digit(radix)) {
            let reference = &mut self.kept.reference;
            reference.code = Some(push_digit(reference.code.unwrap_or(0), radix, digit));
            return self.stay();
        }
        let Some(code) = self.kept.reference.code else {
            self.error(AbsenceOfDigitsInNumericCharacterReference);
            return self.end_reference_as_text();
        };
        if next != Some(b';') {
            self.error(MissingSemicolonAfterCharacterReference);
            self.at = self.current;
        }
        let (character, fault) = character(code, self.kept.options.html_references);
        if let Some(fault) = fault {
            self.error_in_reference(fault);
        }
        self.end_reference(character.encode_utf8(&mut [0; 4]))
    }

    /// After `&` and the beginning of a name.
    pub(crate) fn reference_name(&mut self) -> Step {
        match self.consume()? {
            Some(b';') => self.end_named_reference(),
            Some(_) if is_name_character(self.current_character()) => {
                self.kept.reference.text.push_str(self.current_text());
                self.stay()
            }
            next => {
                self.error(MissingSemicolonAfterCharacterReference);
                self.end_reference_without_semicolon(next)
            }
        }
    }

    /// Without a `;` it is text, but for names that HTML knows without one.
    fn end_reference_without_semicolon(&mut self, next: Option<u8>) -> Step {
        let name = &self.kept.reference.text[1..];
        let known = match self.kept.options.html_references {
            true => html_reference_without_semicolon(name),
            false => None,
        };
        let in_data = self.kept.return_state == State::Data;
        match known {
            // What is no reference in a query string isn't one here.
            Some((characters, length)) if in_data || length == name.len() && next != Some(b'=') => {
                let text = [characters, &name[length..]].concat();
                self.at = self.current;
                self.end_reference(&text)
            }
            _ => self.end_reference_as_text(),
        }
    }

    /// Reports an error of the reference that ends here.
    pub(crate) fn error_in_reference(&mut self, code: ErrorCode) {
        let span = self.span_from(self.kept.reference.start);
        self.error_at(code, span);
    }

    /// What was read isn't a reference but text, up to the current input character.
    fn end_reference_as_text(&mut self) -> Step {
        self.at = self.current;
        let text = std::mem::take(&mut self.kept.reference.text);
        let step = self.end_reference(&text);
        self.kept.reference.text = text;
        step
    }

    /// What was read stands for `text`.
    pub(crate) fn end_reference(&mut self, text: &str) -> Step {
        let return_state = self.kept.return_state;
        if return_state == State::Data {
            let span = self.span_from(self.kept.reference.start);
            self.send_escaped_text(text, span);
        } else {
            let end = self.offset(self.at);
            self.kept.tag.push_value(text, end);
        }
        self.switch_to(return_state)
    }
}
