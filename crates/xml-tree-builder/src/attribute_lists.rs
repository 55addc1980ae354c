//! What a DOCTYPE declares of attributes, applied to tags.

use std::{borrow::Cow, collections::HashSet};

use tree_sink::Span;
use xml_tokenizer::{Attribute, DocumentType, Tag};

/// Up to how many attributes are compared one by one.
const LINEAR: usize = 16;

/// An attribute after that.
pub(crate) struct Completed<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: Cow<'a, str>,
    /// Where it is written, if it is.
    pub(crate) span: Option<Span>,
}

/// Normalizes values, and adds those that are declared and not written, as long as `allowed` bytes of them
/// last; returns whether they did.
pub(crate) fn complete<'a>(
    document_type: &'a DocumentType,
    tag: &Tag<'a>,
    allowed: &mut usize,
    into: &mut Vec<Completed<'a>>,
) -> bool {
    let list = document_type.attribute_list(tag.name);
    into.extend(tag.attributes.iter().map(|attribute| {
        let value = match list.and_then(|list| list.get(attribute.name)) {
            Some(definition) if !definition.is_cdata => normalized(attribute.value),
            _ => Cow::Borrowed(attribute.value),
        };
        Completed { name: attribute.name, value, span: Some(attribute.span) }
    }));
    let Some(list) = list else { return true };
    let names: Option<HashSet<&str>> = (tag.attributes.len() > LINEAR)
        .then(|| tag.attributes.iter().map(|attribute| attribute.name).collect());
    for (name, value) in list.defaults() {
        let cost = name.len() + value.len() + size_of::<Attribute<'_>>();
        if cost > *allowed {
            return false;
        }
        *allowed -= cost;
        let is_written = match &names {
            Some(names) => names.contains(name),
            None => tag.attributes.iter().any(|attribute| attribute.name == name),
        };
        if !is_written {
            into.push(Completed { name, value: Cow::Borrowed(value), span: None });
        }
    }
    true
}

/// A value without spaces at its ends and with single ones between.
fn normalized(value: &str) -> Cow<'_, str> {
    if !(value.starts_with(' ') || value.ends_with(' ') || value.contains("  ")) {
        return Cow::Borrowed(value);
    }
    let tokens: Vec<&str> = value.split(' ').filter(|token| !token.is_empty()).collect();
    Cow::Owned(tokens.join(" "))
}
