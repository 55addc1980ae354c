//! References to entities.
//!
//! The functions here call themselves once for each level of entities in entities, which an option limits.
//! Each replacement text is paid for from the parse's [`Budget`](sapwood_tree::Budget) before it is read, which
//! bounds the work.

use std::{mem, sync::Arc};

use sapwood_lexer::Input;
use sapwood_names::xml::is_name;
use sapwood_tree::{
    Budget,
    ErrorCode::{self, *},
    Limit,
};

use crate::tokenizer::{
    DocumentType, Entity, Token, TokenSink, XmlTokenizerOptions,
    machine::{Machine, Pause, Step},
    reference::{character, html_reference, numeric, predefined, split_reference},
    state::State,
};

/// The meaning of an entity name.
enum Meaning {
    /// Characters that aren't read again.
    Characters(&'static str),
    /// Text that is read in place of the reference.
    Replacement(Arc<str>),
    /// Unknown: the reference stays as it is written.
    Unknown(ErrorCode),
    /// Text that isn't read because of a limit.
    Unread(Limit),
}

/// The declarations and limits that decide on references.
pub(crate) struct References<'r> {
    pub(crate) document_type: &'r DocumentType,
    pub(crate) options: &'r XmlTokenizerOptions,
    pub(crate) budget: &'r mut Budget,
    /// The names of the entities whose replacement text is being read.
    pub(crate) open: &'r mut Vec<String>,
}

/// An attribute value in progress, and the errors in it.
#[derive(Default)]
pub(crate) struct Value {
    pub(crate) text: String,
    pub(crate) faults: Vec<ErrorCode>,
}

impl References<'_> {
    /// Returns the meaning of the entity `name` and pays for its replacement text.
    fn meaning(&mut self, name: &str, in_value: bool) -> Meaning {
        if let Some(characters) = predefined(name) {
            return Meaning::Characters(characters);
        }
        let text = match self.document_type.entity(name) {
            Some(Entity::Internal(text)) => Arc::clone(text),
            Some(Entity::External { .. }) if in_value => {
                return Meaning::Unknown(ExternalEntityInAttributeValue);
            }
            Some(Entity::External { .. }) => return Meaning::Unknown(ExternalEntityNotRead),
            Some(Entity::Unparsed { .. }) => return Meaning::Unknown(UnparsedEntityReference),
            None => {
                let known = match self.options.html_references {
                    true => html_reference(name),
                    false => self.document_type.html_entity(name),
                };
                return match known {
                    Some(characters) => Meaning::Characters(characters),
                    None if self.document_type.has_unread_declarations() => {
                        Meaning::Unknown(EntityDeclarationNotRead)
                    }
                    None => Meaning::Unknown(UndeclaredEntity),
                };
            }
        };
        if self.open.iter().any(|open| open == name) {
            return Meaning::Unknown(RecursiveEntity);
        }
        if self.open.len() >= self.options.max_entity_depth {
            return Meaning::Unknown(EntityNestingLimit);
        }
        match self.budget.spend(text.len() as u64) {
            Ok(()) => Meaning::Replacement(text),
            Err(limit) => Meaning::Unread(limit),
        }
    }

    /// Reads a default value, or the replacement text of the entity `name` in a value.
    ///
    /// # Errors
    ///
    /// The limit that was reached.
    pub(crate) fn read_value(&mut self, mut rest: &str, value: &mut Value) -> Result<(), Limit> {
        while let Some(stop) = rest.find(['&', '<', '\t', '\n', '\r']) {
            value.text.push_str(&rest[..stop]);
            let (stopped, after) = rest[stop..].split_at(1);
            rest = after;
            match stopped {
                "&" => rest = self.read_reference(rest, value)?,
                "<" => {
                    value.faults.push(LessThanSignInAttributeValue);
                    value.text.push('<');
                }
                _ => value.text.push(' '),
            }
        }
        value.text.push_str(rest);
        Ok(())
    }

    /// Reads the reference before `rest`, after its `&`; returns what follows it.
    fn read_reference<'t>(&mut self, rest: &'t str, value: &mut Value) -> Result<&'t str, Limit> {
        let (body, after) = split_reference(rest).unwrap_or_default();
        if let Some(code) = numeric(body) {
            let (character, fault) = character(code, self.options.html_references);
            value.faults.extend(fault);
            value.text.push(character);
            return Ok(after);
        }
        let meaning = match is_name(body) {
            true => self.meaning(body, true),
            false => Meaning::Unknown(UnescapedAmpersand),
        };
        match meaning {
            Meaning::Characters(characters) => value.text.push_str(characters),
            Meaning::Replacement(replacement) => self.read_entity(body, &replacement, value)?,
            Meaning::Unknown(code) => {
                value.faults.push(code);
                value.text.push('&');
                return Ok(rest);
            }
            Meaning::Unread(limit) => return Err(limit),
        }
        Ok(after)
    }

    fn read_entity(&mut self, name: &str, text: &str, value: &mut Value) -> Result<(), Limit> {
        self.open.push(name.to_owned());
        let read = self.read_value(text, value);
        self.open.pop();
        read
    }
}

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Ends a reference whose name was read.
    pub(crate) fn end_named_reference(&mut self) -> Step {
        let written = mem::take(&mut self.tokenizer.reference.text);
        let name = &written[1..];
        let in_value = self.tokenizer.return_state != State::Data;
        let tokenizer = &mut *self.tokenizer;
        tokenizer.budget.advance_to(tokenizer.reference.start);
        let mut references = References {
            document_type: &tokenizer.document_type,
            options: &tokenizer.options,
            budget: &mut tokenizer.budget,
            open: &mut tokenizer.open_entities,
        };
        let step = match references.meaning(name, in_value) {
            Meaning::Characters(characters) => self.end_reference(characters),
            Meaning::Unknown(code) => {
                self.error_in_reference(code);
                self.end_reference(&[&written, ";"].concat())
            }
            Meaning::Unread(limit) => {
                self.end_at(limit);
                self.stay()
            }
            Meaning::Replacement(replacement) if in_value => {
                let mut value = Value::default();
                let read = references.read_entity(name, &replacement, &mut value);
                for code in value.faults {
                    self.error_in_reference(code);
                }
                if let Err(limit) = read {
                    self.end_at(limit);
                }
                self.end_reference(&value.text)
            }
            Meaning::Replacement(replacement) => self.expand_in_data(name, &replacement),
        };
        self.tokenizer.reference.text = written;
        step
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
}
