//! What a DOCTYPE's internal subset declares.

mod attribute_list;
mod content_model;
mod entity;
mod reader;

use std::{collections::HashMap, sync::Arc};

use tree_sink::ErrorCode;

use crate::Options;

/// The declarations of an internal subset that bear on the document.
#[derive(Clone, Debug, Default)]
pub struct DocumentType {
    is_known: bool,
    is_standalone: bool,
    has_unread_declarations: bool,
    entities: HashMap<String, Entity>,
    parameter_entities: HashMap<String, Entity>,
    attribute_lists: HashMap<String, Arc<AttributeList>>,
    notations: Vec<Notation>,
    instructions: Vec<Instruction>,
}

/// A general entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entity {
    /// Its replacement text is in the declaration.
    Internal(Arc<str>),
    /// Its replacement text is elsewhere, and never read.
    External {
        /// The public identifier.
        public_id: Option<String>,
        /// The system identifier.
        system_id: String,
    },
    /// It isn't XML.
    Unparsed {
        /// The name of its notation.
        notation: String,
    },
}

/// A notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// Its name.
    pub name: String,
    /// The public identifier.
    pub public_id: Option<String>,
    /// The system identifier.
    pub system_id: Option<String>,
}

/// A processing instruction in an internal subset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Its target.
    pub target: String,
    /// Its data.
    pub data: String,
}

/// What is declared of the attributes of one element.
#[derive(Clone, Debug, Default)]
pub struct AttributeList {
    definitions: Vec<AttributeDefinition>,
    places: HashMap<String, usize>,
    /// The places of those that have defaults.
    defaults: Vec<usize>,
}

/// Up to how many definitions are compared one by one.
const LINEAR: usize = 16;

impl AttributeList {
    /// What is declared of the attribute `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&AttributeDefinition> {
        if self.definitions.len() <= LINEAR {
            return self.definitions.iter().find(|definition| definition.name == name);
        }
        self.places.get(name).map(|place| &self.definitions[*place])
    }

    /// Whether tags mean what they would without it: all attributes are CDATA, and none has a default.
    #[must_use]
    pub fn changes_nothing(&self) -> bool {
        self.defaults.is_empty() && self.definitions.iter().all(|definition| definition.is_cdata)
    }

    /// The names and values of attributes that have a value where they aren't written.
    pub fn defaults(&self) -> impl Iterator<Item = (&str, &str)> {
        self.defaults.iter().filter_map(|place| {
            let AttributeDefinition { name, default, .. } = &self.definitions[*place];
            Some((name.as_str(), default.as_deref()?))
        })
    }

    /// Adds a definition, unless there is one of that attribute.
    fn add(&mut self, definition: AttributeDefinition) {
        let place = self.definitions.len();
        if self.places.contains_key(&definition.name) {
            return;
        }
        self.places.insert(definition.name.clone(), place);
        if definition.default.is_some() {
            self.defaults.push(place);
        }
        self.definitions.push(definition);
    }
}

/// What is declared of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeDefinition {
    /// The attribute's name.
    pub name: String,
    /// Whether the type is CDATA; white space at the ends of others is left out, and runs of it are one
    /// space.
    pub is_cdata: bool,
    /// The value where the attribute isn't written, normalized.
    pub default: Option<String>,
}

impl DocumentType {
    /// A general entity; the predefined ones are not asked for here.
    #[must_use]
    pub fn entity(&self, name: &str) -> Option<&Entity> {
        self.entities.get(name)
    }

    /// What is declared of the attributes of the elements called `element`.
    #[must_use]
    pub fn attribute_list(&self, element: &str) -> Option<&Arc<AttributeList>> {
        self.attribute_lists.get(element)
    }

    /// Whether anything is declared of any attribute.
    #[must_use]
    pub fn has_attribute_lists(&self) -> bool {
        !self.attribute_lists.is_empty()
    }

    /// The notations in their order.
    #[must_use]
    pub fn notations(&self) -> &[Notation] {
        &self.notations
    }

    /// The processing instructions of the internal subset in their order; they are no nodes of the
    /// document.
    #[must_use]
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// Whether there may be declarations elsewhere, so that an entity without one is [no
    /// error](https://www.w3.org/TR/xml/#wf-entdeclared): the document isn't standalone, and has an external
    /// subset or refers to parameter entities.
    #[must_use]
    pub fn has_unread_declarations(&self) -> bool {
        self.has_unread_declarations
    }

    /// Whether a DOCTYPE was met.
    pub(crate) fn is_known(&self) -> bool {
        self.is_known
    }

    pub(crate) fn begin(&mut self, has_external_subset: bool, is_standalone: bool) {
        self.is_known = true;
        self.is_standalone = is_standalone;
        self.has_unread_declarations = has_external_subset && !is_standalone;
    }
}

/// Reads the internal subset `text`; returns what is wrong and where in the text.
///
/// Adds what references in it were replaced by to `expanded`.
pub(crate) fn read(
    into: &mut DocumentType,
    text: &str,
    options: &Options,
    expanded: &mut usize,
) -> Vec<(ErrorCode, usize)> {
    let mut faults = Vec::new();
    reader::Reader::new(into, text, options, expanded, &mut faults).read();
    faults
}
