//! [Entity declarations](https://www.w3.org/TR/xml/#sec-entity-decl), and the values they give.

use std::sync::Arc;

use sapwood_names::xml::is_name;
use sapwood_tree::ErrorCode::*;

use super::{
    Entity,
    reader::{Read, Reader},
};
use crate::tokenizer::{
    expand::{References, Value},
    reference::{character, numeric, split_reference},
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
                let (character, fault) = character(code, self.options.html_references);
                fault.into_iter().for_each(|fault| self.fault(fault));
                text.push(character);
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

    /// Reads a default value.
    pub(super) fn default_value(&mut self, literal: &str) -> String {
        let mut value = Value::default();
        let mut references = References {
            document_type: self.document_type,
            options: self.options,
            budget: self.budget,
            open: &mut Vec::new(),
        };
        // With the budget used up, the reader stops after the declaration.
        let _ = references.read_value(literal, &mut value);
        for code in value.faults {
            self.fault(code);
        }
        value.text
    }
}
