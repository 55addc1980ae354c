//! [Entity declarations](https://www.w3.org/TR/xml/#sec-entity-decl), and the values they give.

use std::sync::Arc;

use tree_sink::ErrorCode::*;

use super::{
    Entity,
    reader::{Read, Reader},
};
use crate::tokenizer::{
    characters::is_name,
    expand::{numeric, split_reference},
    reference::{character, predefined},
};

impl Reader<'_> {
    pub(super) fn entity_declaration(&mut self) -> Read {
        self.whitespace()?;
        let is_parameter = self.peek() == Some('%');
        if is_parameter {
            self.at += 1;
            // `%name;` is a reference, which must not stand here.
            self.whitespace()?;
        }
        let Some(name) = self.name() else { return Err(self.unexpected()) };
        self.check_colon(name);
        self.whitespace()?;
        let entity = match self.external_id()? {
            None => {
                let literal = self.literal()?;
                Entity::Internal(self.replacement_text(literal))
            }
            Some((public_id, system_id)) => {
                let spaced = self.skip_whitespace();
                if !is_parameter && self.take("NDATA") {
                    if !spaced {
                        return Err(self.unexpected());
                    }
                    self.whitespace()?;
                    let Some(notation) = self.name() else { return Err(self.unexpected()) };
                    Entity::Unparsed { notation: notation.to_owned() }
                } else {
                    Entity::External { public_id, system_id: system_id.to_owned() }
                }
            }
        };
        self.end_declaration()?;
        let entities = match is_parameter {
            true => &mut self.document_type.parameter_entities,
            false => &mut self.document_type.entities,
        };
        // The first declaration counts.
        entities.entry(name.to_owned()).or_insert(entity);
        Ok(())
    }

    /// [Names of entities and notations have no colons](https://www.w3.org/TR/xml-names/#Conformance).
    pub(super) fn check_colon(&mut self, name: &str) {
        if name.contains(':') {
            self.fault(MalformedQualifiedName);
        }
    }

    /// [The replacement text](https://www.w3.org/TR/xml/#intern-replacement): character references are
    /// replaced, those to general entities wait until the text is used.
    fn replacement_text(&mut self, literal: &str) -> Arc<str> {
        let mut text = String::with_capacity(literal.len());
        let mut rest = literal;
        while let Some(stop) = rest.find(['&', '%']) {
            text.push_str(&rest[..stop]);
            let (stopped, after) = rest[stop..].split_at(1);
            rest = after;
            if stopped == "%" {
                // In the internal subset no reference to a parameter entity may stand in a value.
                self.fault(ParameterEntityInMarkupDeclaration);
                text.push('%');
                continue;
            }
            let (body, after) = split_reference(after).unwrap_or_default();
            if let Some(code) = numeric(body) {
                self.push_character(code, &mut text);
                rest = after;
                continue;
            }
            if !is_name(body) {
                self.fault(UnescapedAmpersand);
            }
            text.push('&');
        }
        text.push_str(rest);
        text.into()
    }

    /// Reads a default value, or the replacement text of an entity in it.
    pub(super) fn expand_default(
        &mut self,
        text: &str,
        value: &mut String,
        open: &mut Vec<String>,
    ) {
        let mut rest = text;
        while let Some(stop) = rest.find(['&', '<', '\t', '\n', '\r']) {
            value.push_str(&rest[..stop]);
            let (stopped, after) = rest[stop..].split_at(1);
            rest = after;
            match stopped {
                "&" => rest = self.reference_in_default(rest, value, open),
                "<" => {
                    self.fault(LessThanSignInAttributeValue);
                    value.push('<');
                }
                _ => value.push(' '),
            }
        }
        value.push_str(rest);
    }

    /// Reads the reference before `rest`, after its `&`; returns what follows it.
    fn reference_in_default<'t>(
        &mut self,
        rest: &'t str,
        value: &mut String,
        open: &mut Vec<String>,
    ) -> &'t str {
        let (body, after) = match split_reference(rest) {
            Some((body, after)) if numeric(body).is_some() || is_name(body) => (body, after),
            _ => {
                self.fault(UnescapedAmpersand);
                value.push('&');
                return rest;
            }
        };
        if let Some(code) = numeric(body) {
            self.push_character(code, value);
            return after;
        }
        if let Some(characters) = predefined(body) {
            value.push_str(characters);
            return after;
        }
        let entity = self.document_type.entities.get(body);
        if entity.is_none()
            && let Some(characters) = self.document_type.html_entity(body)
        {
            value.push_str(characters);
            return after;
        }
        let code = match entity {
            Some(Entity::Internal(_)) if open.iter().any(|name| name == body) => RecursiveEntity,
            Some(Entity::Internal(_)) if open.len() >= self.options.max_entity_depth => {
                EntityNestingLimit
            }
            Some(Entity::Internal(text)) => {
                let text = Arc::clone(text);
                if self.budget.spend(text.len() as u64).is_err() {
                    return "";
                }
                open.push(body.to_owned());
                self.expand_default(&text, value, open);
                open.pop();
                return after;
            }
            Some(Entity::External { .. }) => ExternalEntityInAttributeValue,
            Some(Entity::Unparsed { .. }) => UnparsedEntityReference,
            None if self.document_type.has_unread_declarations() => EntityDeclarationNotRead,
            None => UndeclaredEntity,
        };
        self.fault(code);
        value.push('&');
        rest
    }

    fn push_character(&mut self, code: u32, text: &mut String) {
        let (character, fault) = character(code, self.options.html_references);
        if let Some(fault) = fault {
            self.fault(fault);
        }
        text.push(character);
    }
}
