//! Simple selectors that depend on the element alone.

use sapwood_names::{Namespace, attr};
use sapwood_tree::{DocumentMode, has_token};

use crate::{
    element::Element,
    program::{AttributeNamespace, AttributeTest, Case, Simple, ValueTest},
    syntax::Operator,
};

/// Whether names of the element and its attributes match ASCII case-insensitively.
#[inline]
fn folds<'d>(element: &impl Element<'d>, mode: DocumentMode) -> bool {
    mode.html && element.namespace() == Namespace::Html
}

/// Whether `element` matches a simple selector; `None` if that depends on other nodes.
#[inline]
pub(crate) fn matches<'d>(
    test: &Simple,
    element: &impl Element<'d>,
    mode: DocumentMode,
) -> Option<bool> {
    Some(match test {
        Simple::Type { lower, exact } => {
            let exact = exact.as_ref().filter(|_| !folds(element, mode));
            element.is_named(exact.unwrap_or(lower))
        }
        Simple::Class(class) => has_class(element, class, mode),
        Simple::Id(id) => has_id(element, id, mode),
        Simple::Attribute(attribute) => has_attribute(attribute, element, mode),
        Simple::Namespace(namespace) => element.is_in(namespace),
        Simple::Never => false,
        _ => return None,
    })
}

#[inline]
pub(crate) fn has_class<'d>(element: &impl Element<'d>, class: &str, mode: DocumentMode) -> bool {
    let classes = element.known_attribute(attr::CLASS);
    classes.is_some_and(|classes| has_token(classes, class, mode.is_quirks()))
}

#[inline]
pub(crate) fn has_id<'d>(element: &impl Element<'d>, id: &str, mode: DocumentMode) -> bool {
    element.known_attribute(attr::ID).is_some_and(|own| equal(own, id, mode.is_quirks()))
}

fn has_attribute<'d>(test: &AttributeTest, element: &impl Element<'d>, mode: DocumentMode) -> bool {
    let folds = folds(element, mode);
    let name = test.exact.as_ref().filter(|_| !folds).unwrap_or(&test.lower);
    let holds = |found: &str| test.value.as_ref().is_none_or(|value| value.matches(found, folds));
    match &test.namespace {
        AttributeNamespace::None => element.attribute(name).is_some_and(holds),
        AttributeNamespace::Any => element.has_attribute(None, name, &mut { holds }),
        AttributeNamespace::Url(url) => element.has_attribute(Some(url), name, &mut { holds }),
    }
}

impl ValueTest {
    /// Whether an attribute's value matches.
    fn matches(&self, found: &str, in_html: bool) -> bool {
        let insensitive = match self.case {
            Case::Sensitive => false,
            Case::Insensitive => true,
            Case::InsensitiveInHtml => in_html,
        };
        let wanted = &*self.value;
        let (bytes, end) = (found.as_bytes(), wanted.len());
        let same = |compound: Option<&[u8]>| {
            compound.is_some_and(|compound| equal_bytes(compound, wanted.as_bytes(), insensitive))
        };
        // An empty prefix, suffix or substring matches nothing.
        let something = !wanted.is_empty();
        match self.operator {
            Operator::Equal => same(Some(bytes)),
            Operator::Includes => has_token(found, wanted, insensitive),
            Operator::DashMatch => {
                same(Some(bytes)) || bytes.get(end) == Some(&b'-') && same(bytes.get(..end))
            }
            Operator::Prefix => something && same(bytes.get(..end)),
            Operator::Suffix => {
                something && bytes.len().checked_sub(end).is_some_and(|at| same(bytes.get(at..)))
            }
            Operator::Substring if insensitive => {
                something && found.to_ascii_lowercase().contains(&wanted.to_ascii_lowercase())
            }
            Operator::Substring => something && found.contains(wanted),
        }
    }
}

fn equal_bytes(a: &[u8], b: &[u8], insensitive: bool) -> bool {
    if insensitive { a.eq_ignore_ascii_case(b) } else { a == b }
}

#[inline]
pub(crate) fn equal(a: &str, b: &str, insensitive: bool) -> bool {
    equal_bytes(a.as_bytes(), b.as_bytes(), insensitive)
}
