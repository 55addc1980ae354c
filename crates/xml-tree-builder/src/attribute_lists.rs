//! The attribute declarations of a DOCTYPE, applied to tags.

use std::{collections::HashSet, sync::Arc};

use tree_sink::{Budget, Limit, Span};
use xml_tokenizer::{Attribute, AttributeList, DocumentType};

use crate::namespaces::{Namespaces, Written};

/// The number of attributes that are compared one by one.
const LINEAR: usize = 16;

/// The attribute lists of a document type, by the numbers of element names.
#[derive(Debug)]
pub(crate) struct AttributeLists {
    document_type: DocumentType,
    /// The lists that change anything, for the names read so far.
    lists: Vec<Option<Arc<AttributeList>>>,
}

impl AttributeLists {
    pub(crate) fn new(document_type: DocumentType) -> Self {
        Self { document_type, lists: Vec::new() }
    }

    /// Returns the list of the element type `name`, if it changes anything.
    pub(crate) fn of(&mut self, name: Written, names: &Namespaces) -> Option<Arc<AttributeList>> {
        while self.lists.len() <= name.index() {
            let text = names.text(Written::of_index(self.lists.len()));
            let list = self.document_type.attribute_list(text);
            self.lists.push(list.filter(|list| !list.changes_nothing()).cloned());
        }
        self.lists[name.index()].clone()
    }
}

/// The attribute that is [of the type ID](https://www.w3.org/TR/xml-id/) without a declaration.
const XML_ID: &str = "xml:id";

/// Returns `true` if a tag has an `xml:id` whose value is to be normalized.
#[inline]
pub(crate) fn has_untrimmed_id(attributes: &[Attribute<'_>]) -> bool {
    attributes.iter().any(|attribute| attribute.name == XML_ID && has_more_space(attribute.value))
}

/// Returns `true` if `value` has more spaces than one between each two tokens.
fn has_more_space(value: &str) -> bool {
    value.starts_with(' ') || value.ends_with(' ') || value.contains("  ")
}

/// Returns the indices of the values to normalize, and the normalized values.
pub(crate) fn normalized(
    list: &AttributeList,
    attributes: &[Attribute<'_>],
) -> Vec<(usize, String)> {
    let is_tokens = |name: &str| {
        name == XML_ID || list.get(name).is_some_and(|definition| !definition.is_cdata)
    };
    let value = |(place, attribute): (usize, &Attribute<'_>)| {
        let value = attribute.value;
        (has_more_space(value) && is_tokens(attribute.name)).then(|| {
            let tokens: Vec<&str> = value.split(' ').filter(|token| !token.is_empty()).collect();
            (place, tokens.join(" "))
        })
    };
    attributes.iter().enumerate().filter_map(value).collect()
}

/// Adds the attributes that are declared and not written, at `span`, and pays for them from `budget`.
///
/// # Errors
///
/// The limit that keeps an attribute from being added.
pub(crate) fn add_defaults<'a>(
    list: &'a AttributeList,
    span: Span,
    budget: &mut Budget,
    attributes: &mut Vec<Attribute<'a>>,
) -> Result<(), Limit> {
    let written = attributes.len();
    let names: Option<HashSet<&str>> =
        (written > LINEAR).then(|| attributes.iter().map(|attribute| attribute.name).collect());
    for (name, value) in list.defaults() {
        let is_written = match &names {
            Some(names) => names.contains(name),
            None => attributes[..written].iter().any(|attribute| attribute.name == name),
        };
        if !is_written {
            budget.spend((name.len() + value.len()) as u64 + Budget::NODE)?;
            attributes.push(Attribute { name, value, span });
        }
    }
    Ok(())
}
