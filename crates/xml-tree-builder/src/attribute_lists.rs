//! What a DOCTYPE declares of attributes, applied to tags.

use std::{collections::HashSet, sync::Arc};

use tree_sink::Span;
use xml_tokenizer::{Attribute, AttributeList, DocumentType};

use crate::namespaces::{Namespaces, Written};

/// Up to how many attributes are compared one by one.
const LINEAR: usize = 16;

/// The lists of a document type, by the numbers of elements' names.
#[derive(Debug)]
pub(crate) struct AttributeLists {
    document_type: DocumentType,
    /// Those that change anything, so far as names were met.
    lists: Vec<Option<Arc<AttributeList>>>,
}

impl AttributeLists {
    pub(crate) fn new(document_type: DocumentType) -> Self {
        Self { document_type, lists: Vec::new() }
    }

    /// The list of the elements called `name`, if it changes anything.
    pub(crate) fn of(&mut self, name: Written, names: &Namespaces) -> Option<Arc<AttributeList>> {
        while self.lists.len() <= name.index() {
            let text = names.text(Written::of_index(self.lists.len()));
            let list = self.document_type.attribute_list(text);
            self.lists.push(list.filter(|list| !list.changes_nothing()).cloned());
        }
        self.lists[name.index()].clone()
    }
}

/// The places of values whose white space counts for less than they have, and what is left of them.
pub(crate) fn normalized(
    list: &AttributeList,
    attributes: &[Attribute<'_>],
) -> Vec<(usize, String)> {
    let is_tokens = |name: &str| list.get(name).is_some_and(|definition| !definition.is_cdata);
    let value = |(place, attribute): (usize, &Attribute<'_>)| {
        let value = attribute.value;
        let has_more = value.starts_with(' ') || value.ends_with(' ') || value.contains("  ");
        (has_more && is_tokens(attribute.name)).then(|| {
            let tokens: Vec<&str> = value.split(' ').filter(|token| !token.is_empty()).collect();
            (place, tokens.join(" "))
        })
    };
    attributes.iter().enumerate().filter_map(value).collect()
}

/// Adds attributes that are declared and not written, at `span`, as long as `allowed` bytes of them last;
/// returns whether they did.
pub(crate) fn add_defaults<'a>(
    list: &'a AttributeList,
    span: Span,
    allowed: &mut usize,
    attributes: &mut Vec<Attribute<'a>>,
) -> bool {
    let written = attributes.len();
    let names: Option<HashSet<&str>> =
        (written > LINEAR).then(|| attributes.iter().map(|attribute| attribute.name).collect());
    for (name, value) in list.defaults() {
        let cost = name.len() + value.len() + size_of::<Attribute<'_>>();
        if cost > *allowed {
            return false;
        }
        *allowed -= cost;
        let is_written = match &names {
            Some(names) => names.contains(name),
            None => attributes[..written].iter().any(|attribute| attribute.name == name),
        };
        if !is_written {
            attributes.push(Attribute { name, value, span });
        }
    }
    true
}
