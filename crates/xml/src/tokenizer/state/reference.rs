//! The states of references.
//!
//! The draft asks what happens if no semicolon follows, and suggests name characters: those are what
//! a reference's name is read from.

use sapwood_lexer::push_digit;
use sapwood_names::xml::{is_name_character, is_name_start};
use sapwood_tree::ErrorCode::{self, *};

use super::State;
use crate::tokenizer::{
    TokenSink,
    machine::{Machine, Step},
    reference::{character, html_reference_without_semicolon},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Goes on after a `&`, and then in `return_state`.
    pub(crate) fn begin_reference(&mut self, return_state: State) -> Step {
        self.tokenizer.return_state = return_state;
        self.tokenizer.reference.begin(self.offset(self.input.current));
        self.switch_to(State::CharacterReference)
    }

    /// Character reference in data state, character reference in attribute value state: [tokenizing character
    /// references](https://ygg01.github.io/xml5_draft/#tokenizing-character-references)
    pub(crate) fn character_reference(&mut self) -> Step {
        match self.consume()? {
            Some(b'#') => {
                self.tokenizer.reference.text.push('#');
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
                self.tokenizer.reference.text.push(char::from(x));
                self.switch_to(State::ReferenceDigits(16))
            }
            Some(_) | None => self.reconsume_in(State::ReferenceDigits(10)),
        }
    }

    /// After `&#x`, or after `&#` without an `x`.
    pub(crate) fn reference_digits(&mut self, radix: u32) -> Step {
        let next = self.consume()?;
        if let Some(digit) = next.and_then(|byte| char::from(byte).to_digit(radix)) {
            let reference = &mut self.tokenizer.reference;
            reference.code = Some(push_digit(reference.code.unwrap_or(0), radix, digit));
            return self.stay();
        }
        let Some(code) = self.tokenizer.reference.code else {
            self.error(AbsenceOfDigitsInNumericCharacterReference);
            return self.end_reference_as_text();
        };
        if next != Some(b';') {
            self.error(MissingSemicolonAfterCharacterReference);
            self.input.at = self.input.current;
        }
        let (character, fault) = character(code, self.tokenizer.options.html_references);
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
                self.tokenizer.reference.text.push_str(self.current_text());
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
        let name = &self.tokenizer.reference.text[1..];
        let known = match self.tokenizer.options.html_references {
            true => html_reference_without_semicolon(name),
            false => None,
        };
        let in_data = self.tokenizer.return_state == State::Data;
        match known {
            // As in HTML, so that a query string in a value keeps its `&name=`.
            Some((characters, length)) if in_data || length == name.len() && next != Some(b'=') => {
                let text = [characters, &name[length..]].concat();
                self.input.at = self.input.current;
                self.end_reference(&text)
            }
            _ => self.end_reference_as_text(),
        }
    }

    /// Reports an error of the reference that ends here.
    pub(crate) fn error_in_reference(&mut self, code: ErrorCode) {
        let span = self.span_from(self.tokenizer.reference.start);
        self.error_at(code, span);
    }

    /// Ends the reference as text: it turned out to be none.
    fn end_reference_as_text(&mut self) -> Step {
        self.input.at = self.input.current;
        let text = std::mem::take(&mut self.tokenizer.reference.text);
        let step = self.end_reference(&text);
        self.tokenizer.reference.text = text;
        step
    }

    /// Ends the reference with the text that it stands for.
    pub(crate) fn end_reference(&mut self, text: &str) -> Step {
        let return_state = self.tokenizer.return_state;
        if return_state == State::Data {
            let span = self.span_from(self.tokenizer.reference.start);
            self.send_escaped_text(text, span);
        } else {
            let end = self.offset(self.input.at);
            self.tokenizer.tag.push_value(text, end);
        }
        self.switch_to(return_state)
    }
}
