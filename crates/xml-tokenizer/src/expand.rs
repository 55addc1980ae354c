//! References to entities.
//!
//! Entities nest no deeper than an option says, so that what calls itself here does so as often at the
//! most. All replacement text that is read counts, so that the work is bounded, too.

use std::{mem, sync::Arc};

use tree_sink::ErrorCode::{self, *};

use crate::{
    Entity, Token, TokenSink,
    characters::{is_name, is_name_character},
    machine::{Machine, Pause, Step},
    reference::{character, html_reference, predefined, push_digit},
    state::State,
};

/// What a name stands for.
pub(crate) enum Meaning {
    /// Characters that nothing is read in.
    Characters(&'static str),
    /// Text to be read.
    Replacement(Arc<str>),
    /// Nothing that is known; it stays as it is written.
    Unknown(ErrorCode),
}

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Ends a reference whose name was read.
    pub(crate) fn end_named_reference(&mut self) -> Step {
        let text = mem::take(&mut self.kept.reference.text);
        let name = &text[1..];
        let step = match self.meaning(name, self.kept.return_state != State::Data) {
            Meaning::Characters(characters) => self.end_reference(characters),
            Meaning::Unknown(code) => {
                self.error_in_reference(code);
                let written = [&text, ";"].concat();
                self.end_reference(&written)
            }
            Meaning::Replacement(replacement) if self.kept.return_state == State::Data => {
                self.expand_in_data(name, &replacement)
            }
            Meaning::Replacement(replacement) => {
                self.kept.open_entities.push(name.to_owned());
                self.expand_in_value(&replacement);
                self.kept.open_entities.pop();
                self.switch_to(self.kept.return_state)
            }
        };
        self.kept.reference.text = text;
        step
    }

    /// What `name` stands for here.
    fn meaning(&mut self, name: &str, in_value: bool) -> Meaning {
        if let Some(characters) = predefined(name) {
            return Meaning::Characters(characters);
        }
        let kept = &mut *self.kept;
        let text = match kept.document_type.entity(name) {
            Some(Entity::Internal(text)) => Arc::clone(text),
            Some(Entity::External { .. }) if in_value => {
                return Meaning::Unknown(ExternalEntityInAttributeValue);
            }
            Some(Entity::External { .. }) => return Meaning::Unknown(ExternalEntityNotRead),
            Some(Entity::Unparsed { .. }) => return Meaning::Unknown(UnparsedEntityReference),
            None => {
                return match html_reference(name).filter(|_| kept.options.html_references) {
                    Some(characters) => Meaning::Characters(characters),
                    None if kept.document_type.has_unread_declarations() => {
                        Meaning::Unknown(EntityDeclarationNotRead)
                    }
                    None => Meaning::Unknown(UndeclaredEntity),
                };
            }
        };
        if kept.open_entities.iter().any(|open| open == name) {
            return Meaning::Unknown(RecursiveEntity);
        }
        if kept.open_entities.len() >= kept.options.max_entity_depth {
            return Meaning::Unknown(EntityNestingLimit);
        }
        if text.len()
            > kept.options.allowed_expansion(kept.reference.start).saturating_sub(kept.expanded)
        {
            return Meaning::Unknown(EntityExpansionLimit);
        }
        kept.expanded += text.len();
        Meaning::Replacement(text)
    }

    /// Reads replacement text as content.
    fn expand_in_data(&mut self, name: &str, replacement: &str) -> Step {
        let span = self.span_from(self.kept.reference.start);
        self.report_input_errors(self.at);
        self.kept.open_entities.push(name.to_owned());
        self.kept.state = State::Data;
        self.send(Token::EntityStart, span);
        let mut machine = Machine {
            kept: self.kept,
            sink: self.sink,
            chunk: replacement,
            at: 0,
            current: 0,
            ended: true,
            cr_stands_alone: true,
            reference: Some(span),
            input_checked: 0,
            attributes: Vec::new(),
        };
        let pause = machine.run();
        debug_assert!(pause != Pause::NeedsInput, "replacement text is whole");
        self.kept.open_entities.pop();
        self.send(Token::EntityEnd, span);
        self.switch_to(State::Data)
    }

    /// Reads replacement text as part of a value.
    fn expand_in_value(&mut self, replacement: &str) {
        let end = self.offset(self.at);
        let mut rest = replacement;
        while let Some(stop) = rest.find(['&', '<', '\t', '\n', '\r']) {
            self.kept.tag.push_value(&rest[..stop], end);
            let (stopped, after) = rest[stop..].split_at(1);
            rest = after;
            match stopped {
                "&" => rest = self.reference_in_value(rest),
                "<" => {
                    self.error_in_reference(LessThanSignInAttributeValue);
                    self.kept.tag.push_value("<", end);
                }
                _ => self.kept.tag.push_value(" ", end),
            }
        }
        self.kept.tag.push_value(rest, end);
    }

    /// Reads the reference before `rest`, after its `&`; returns what follows it.
    fn reference_in_value<'r>(&mut self, rest: &'r str) -> &'r str {
        let end = self.offset(self.at);
        let Some((body, after)) = split_reference(rest) else {
            self.error_in_reference(UnescapedAmpersand);
            self.kept.tag.push_value("&", end);
            return rest;
        };
        if let Some(code) = numeric(body) {
            let (character, fault) = character(code, self.kept.options.html_references);
            if let Some(fault) = fault {
                self.error_in_reference(fault);
            }
            self.kept.tag.push_value(character.encode_utf8(&mut [0; 4]), end);
            return after;
        }
        if !is_name(body) {
            self.error_in_reference(UnescapedAmpersand);
            self.kept.tag.push_value("&", end);
            return rest;
        }
        match self.meaning(body, true) {
            Meaning::Characters(characters) => self.kept.tag.push_value(characters, end),
            Meaning::Replacement(replacement) => {
                self.kept.open_entities.push(body.to_owned());
                self.expand_in_value(&replacement);
                self.kept.open_entities.pop();
            }
            Meaning::Unknown(code) => {
                self.error_in_reference(code);
                self.kept.tag.push_value("&", end);
                return rest;
            }
        }
        after
    }
}

/// What stands between the `&` before `rest` and its `;`, and what follows; `None` if that is no reference.
///
/// Looks no further than a reference can go: another `&` has to be looked behind, too.
pub(crate) fn split_reference(rest: &str) -> Option<(&str, &str)> {
    let end = rest.find(|next| next != '#' && !is_name_character(next))?;
    Some((&rest[..end], rest[end..].strip_prefix(';')?))
}

/// The number of a reference, without `&` and `;`; `None` if it isn't numeric.
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
