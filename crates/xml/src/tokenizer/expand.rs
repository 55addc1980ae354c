//! References to entities.
//!
//! The functions here call themselves once for each level of entities in entities, which an option limits.
//! Each replacement text is paid for from the parse's [`Budget`](tree_sink::Budget) before it is read, which
//! bounds the work.

use std::{mem, sync::Arc};

use lexer::{Input, push_digit};
use tree_sink::{
    ErrorCode::{self, *},
    Limit,
};

use crate::tokenizer::{
    Entity, Token, TokenSink,
    characters::{is_name, is_name_character},
    machine::{Machine, Pause, Step},
    reference::{character, html_reference, predefined},
    state::State,
};

/// The meaning of an entity name.
pub(crate) enum Meaning {
    /// Characters that aren't read again.
    Characters(&'static str),
    /// Text that is read in place of the reference.
    Replacement(Arc<str>),
    /// Unknown: the reference stays as it is written.
    Unknown(ErrorCode),
    /// Text that isn't read because of a limit.
    Unread(Limit),
}

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Ends a reference whose name was read.
    pub(crate) fn end_named_reference(&mut self) -> Step {
        let text = mem::take(&mut self.tokenizer.reference.text);
        let name = &text[1..];
        let step = match self.meaning(name, self.tokenizer.return_state != State::Data) {
            Meaning::Characters(characters) => self.end_reference(characters),
            Meaning::Unknown(code) => {
                self.error_in_reference(code);
                let written = [&text, ";"].concat();
                self.end_reference(&written)
            }
            Meaning::Unread(limit) => {
                self.end_at(limit);
                self.stay()
            }
            Meaning::Replacement(replacement) if self.tokenizer.return_state == State::Data => {
                self.expand_in_data(name, &replacement)
            }
            Meaning::Replacement(replacement) => {
                self.tokenizer.open_entities.push(name.to_owned());
                self.expand_in_value(&replacement);
                self.tokenizer.open_entities.pop();
                self.switch_to(self.tokenizer.return_state)
            }
        };
        self.tokenizer.reference.text = text;
        step
    }

    /// Returns the meaning of `name` at the current position.
    fn meaning(&mut self, name: &str, in_value: bool) -> Meaning {
        if let Some(characters) = predefined(name) {
            return Meaning::Characters(characters);
        }
        let tokenizer = &mut *self.tokenizer;
        let text = match tokenizer.document_type.entity(name) {
            Some(Entity::Internal(text)) => Arc::clone(text),
            Some(Entity::External { .. }) if in_value => {
                return Meaning::Unknown(ExternalEntityInAttributeValue);
            }
            Some(Entity::External { .. }) => return Meaning::Unknown(ExternalEntityNotRead),
            Some(Entity::Unparsed { .. }) => return Meaning::Unknown(UnparsedEntityReference),
            None => {
                let known = match tokenizer.options.html_references {
                    true => html_reference(name),
                    false => tokenizer.document_type.html_entity(name),
                };
                return match known {
                    Some(characters) => Meaning::Characters(characters),
                    None if tokenizer.document_type.has_unread_declarations() => {
                        Meaning::Unknown(EntityDeclarationNotRead)
                    }
                    None => Meaning::Unknown(UndeclaredEntity),
                };
            }
        };
        if tokenizer.open_entities.iter().any(|open| open == name) {
            return Meaning::Unknown(RecursiveEntity);
        }
        if tokenizer.open_entities.len() >= tokenizer.options.max_entity_depth {
            return Meaning::Unknown(EntityNestingLimit);
        }
        tokenizer.budget.advance_to(tokenizer.reference.start);
        match tokenizer.budget.spend(text.len() as u64) {
            Ok(()) => Meaning::Replacement(text),
            Err(limit) => Meaning::Unread(limit),
        }
    }

    /// Reads replacement text as content.
    fn expand_in_data(&mut self, name: &str, replacement: &str) -> Step {
        let span = self.span_from(self.tokenizer.reference.start);
        self.report_input_errors(self.input.at);
        self.tokenizer.open_entities.push(name.to_owned());
        self.tokenizer.state = State::Data;
        self.send(Token::EntityStart, span);
        let mut machine = Machine {
            tokenizer: self.tokenizer,
            sink: self.sink,
            input: Input::without_line_ends(replacement),
            reference: Some(span),
            input_checked: 0,
            attributes: Vec::new(),
        };
        let pause = machine.run();
        debug_assert!(pause != Pause::NeedsInput, "replacement text is whole");
        self.tokenizer.open_entities.pop();
        self.send(Token::EntityEnd, span);
        self.switch_to(State::Data)
    }

    /// Reads replacement text as part of a value.
    fn expand_in_value(&mut self, replacement: &str) {
        let end = self.offset(self.input.at);
        let mut rest = replacement;
        while let Some(stop) = rest.find(['&', '<', '\t', '\n', '\r']) {
            self.tokenizer.tag.push_value(&rest[..stop], end);
            let (stopped, after) = rest[stop..].split_at(1);
            rest = after;
            match stopped {
                "&" => rest = self.reference_in_value(rest),
                "<" => {
                    self.error_in_reference(LessThanSignInAttributeValue);
                    self.tokenizer.tag.push_value("<", end);
                }
                _ => self.tokenizer.tag.push_value(" ", end),
            }
        }
        self.tokenizer.tag.push_value(rest, end);
    }

    /// Reads the reference before `rest`, after its `&`; returns what follows it.
    fn reference_in_value<'r>(&mut self, rest: &'r str) -> &'r str {
        let end = self.offset(self.input.at);
        let Some((body, after)) = split_reference(rest) else {
            self.error_in_reference(UnescapedAmpersand);
            self.tokenizer.tag.push_value("&", end);
            return rest;
        };
        if let Some(code) = numeric(body) {
            let (character, fault) = character(code, self.tokenizer.options.html_references);
            if let Some(fault) = fault {
                self.error_in_reference(fault);
            }
            self.tokenizer.tag.push_value(character.encode_utf8(&mut [0; 4]), end);
            return after;
        }
        if !is_name(body) {
            self.error_in_reference(UnescapedAmpersand);
            self.tokenizer.tag.push_value("&", end);
            return rest;
        }
        match self.meaning(body, true) {
            Meaning::Characters(characters) => self.tokenizer.tag.push_value(characters, end),
            Meaning::Replacement(replacement) => {
                self.tokenizer.open_entities.push(body.to_owned());
                self.expand_in_value(&replacement);
                self.tokenizer.open_entities.pop();
            }
            Meaning::Unknown(code) => {
                self.error_in_reference(code);
                self.tokenizer.tag.push_value("&", end);
                return rest;
            }
            Meaning::Unread(limit) => {
                self.end_at(limit);
                return "";
            }
        }
        after
    }
}

/// Splits `rest`, the text after a `&`, into the body of the reference and the text after its `;`.
///
/// Returns `None` if there is no reference. Searches no further than a reference can reach: otherwise many `&`
/// would take quadratic time.
pub(crate) fn split_reference(rest: &str) -> Option<(&str, &str)> {
    let end = rest.find(|next| next != '#' && !is_name_character(next))?;
    Some((&rest[..end], rest[end..].strip_prefix(';')?))
}

/// Returns the code of a reference without `&` and `;`; `None` if it isn't numeric.
pub(crate) fn numeric(body: &str) -> Option<u32> {
    let digits = body.strip_prefix('#')?;
    let (digits, radix) = match digits.strip_prefix('x') {
        Some(digits) => (digits, 16),
        None => (digits, 10),
    };
    if digits.is_empty() {
        return None;
    }
    digits.chars().try_fold(0, |code, digit| Some(push_digit(code, radix, digit.to_digit(radix)?)))
}
