//! The declarations of a DOCTYPE's internal subset.

mod attribute_list;
mod content_model;
mod entity;
mod reader;

use std::{collections::HashMap, sync::Arc};

use sapwood_lexer::LINEAR;

use crate::tokenizer::reference::html_reference;

/// The declarations of an internal subset that affect the document.
#[derive(Clone, Debug, Default)]
pub struct DocumentType {
    is_known: bool,
    is_standalone: bool,
    has_unread_declarations: bool,
    has_html_entities: bool,
    entities: HashMap<String, Entity>,
    parameter_entities: HashMap<String, Entity>,
    attribute_lists: HashMap<String, Arc<AttributeList>>,
    notations: Vec<Notation>,
    instructions: Vec<Instruction>,
}

/// A general entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entity {
    /// An entity whose replacement text is in the declaration.
    Internal(Arc<str>),
    /// An entity whose replacement text is elsewhere and never read.
    External {
        /// The public identifier.
        public_id: Option<String>,
        /// The system identifier.
        system_id: String,
    },
    /// An entity that isn't XML.
    Unparsed {
        /// The name of its notation.
        notation: String,
    },
}

/// A notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Instruction {
    /// Its target.
    pub target: String,
    /// Its data.
    pub data: String,
}

/// The declared attributes of one element type.
#[derive(Clone, Debug, Default)]
pub struct AttributeList {
    definitions: Vec<AttributeDefinition>,
    places: HashMap<String, usize>,
    /// The indices of the definitions with a default.
    defaults: Vec<usize>,
}

/// The [public identifiers](https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-documents) that stand
/// for a document type with HTML's entities.
const XHTML_PUBLIC_IDS: [&str; 9] = [
    "-//W3C//DTD XHTML 1.0 Transitional//EN",
    "-//W3C//DTD XHTML 1.1//EN",
    "-//W3C//DTD XHTML 1.0 Strict//EN",
    "-//W3C//DTD XHTML 1.0 Frameset//EN",
    "-//W3C//DTD XHTML Basic 1.0//EN",
    "-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN",
    "-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN",
    "-//W3C//DTD MathML 2.0//EN",
    "-//WAPFORUM//DTD XHTML Mobile 1.0//EN",
];

impl AttributeList {
    /// Returns the definition of the attribute `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&AttributeDefinition> {
        if self.definitions.len() <= LINEAR {
            return self.definitions.iter().find(|definition| definition.name == name);
        }
        self.places.get(name).map(|place| &self.definitions[*place])
    }

    /// Returns the definitions in document order.
    #[cfg(feature = "serde")]
    pub(crate) fn definitions(&self) -> &[AttributeDefinition] {
        &self.definitions
    }

    /// Returns the names and default values of attributes that have one.
    pub fn defaults(&self) -> impl Iterator<Item = (&str, &str)> {
        self.defaults.iter().filter_map(|place| {
            let AttributeDefinition { name, default, .. } = &self.definitions[*place];
            Some((name.as_str(), default.as_deref()?))
        })
    }

    /// Adds a definition, unless the attribute has one.
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

/// The declaration of one attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AttributeDefinition {
    /// The attribute's name.
    pub name: String,
    /// Whether the type is CDATA; white space at the ends of others is left out, and runs of it are one
    /// space.
    pub is_cdata: bool,
    /// The default value, normalized.
    pub default: Option<String>,
}

impl DocumentType {
    /// Returns a general entity other than the predefined ones.
    #[must_use]
    pub fn entity(&self, name: &str) -> Option<&Entity> {
        self.entities.get(name)
    }

    /// Returns the general entities by name, in no particular order.
    #[cfg(feature = "serde")]
    pub(crate) fn entities(&self) -> impl Iterator<Item = (&str, &Entity)> {
        self.entities.iter().map(|(name, entity)| (name.as_str(), entity))
    }

    /// Returns the declared attributes by element type, in no particular order.
    #[cfg(feature = "serde")]
    pub(crate) fn attribute_lists(&self) -> impl Iterator<Item = (&str, &AttributeList)> {
        self.attribute_lists.iter().map(|(element, list)| (element.as_str(), &**list))
    }

    /// Returns the declared attributes of the element type `element`.
    #[must_use]
    pub fn attribute_list(&self, element: &str) -> Option<&Arc<AttributeList>> {
        self.attribute_lists.get(element)
    }

    /// Returns `true` if any attribute is declared.
    #[inline]
    pub(crate) fn has_attribute_lists(&self) -> bool {
        !self.attribute_lists.is_empty()
    }

    /// Returns the notations in document order.
    #[must_use]
    pub fn notations(&self) -> &[Notation] {
        &self.notations
    }

    /// Returns the processing instructions of the internal subset, which aren't nodes of the document.
    #[must_use]
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// Returns `true` if there may be declarations elsewhere: the document isn't standalone, and it has an external
    /// subset or refers to parameter entities. An undeclared entity is [no
    /// error](https://www.w3.org/TR/xml/#wf-entdeclared) then.
    #[must_use]
    pub fn has_unread_declarations(&self) -> bool {
        self.has_unread_declarations
    }

    /// Returns `true` if a DOCTYPE was read.
    pub(crate) fn is_known(&self) -> bool {
        self.is_known
    }

    /// Returns the characters of HTML's entity `name`, if the public identifier makes it known.
    pub(crate) fn html_entity(&self, name: &str) -> Option<&'static str> {
        if self.has_html_entities { html_reference(name) } else { None }
    }

    pub(crate) fn begin(
        &mut self,
        public_id: Option<&str>,
        has_external_subset: bool,
        is_standalone: bool,
    ) {
        self.has_html_entities = public_id.is_some_and(|id| XHTML_PUBLIC_IDS.contains(&id));
        self.is_known = true;
        self.is_standalone = is_standalone;
        self.has_unread_declarations = has_external_subset && !is_standalone;
    }
}
