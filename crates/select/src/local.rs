//! What an element decides by itself.

use names::{Namespace, attr};

use crate::{
    node::{Element, Flavour},
    program::{AttributeNamespace, AttributeTest, Case, Operator, Test, ValueTest},
};

/// Whether an element is one of the HTML elements whose names match in any case.
#[inline]
fn folds(element: &impl Element, flavour: Flavour) -> bool {
    flavour.html && element.namespace() == Namespace::Html
}

/// Whether `element` passes a test; `None` if that takes more than the element.
#[inline]
pub(crate) fn passes(test: &Test, element: &impl Element, flavour: Flavour) -> Option<bool> {
    Some(match test {
        Test::Type { lower, exact } => {
            let exact = exact.as_ref().filter(|_| !folds(element, flavour));
            element.is_named(exact.unwrap_or(lower))
        }
        Test::Class(class) => has_class(element, class, flavour),
        Test::Id(id) => has_id(element, id, flavour),
        Test::Attribute(attribute) => has_attribute(attribute, element, flavour),
        Test::Namespace(namespace) => element.is_in(namespace),
        Test::Never => false,
        _ => return None,
    })
}

#[inline]
pub(crate) fn has_class(element: &impl Element, class: &str, flavour: Flavour) -> bool {
    let classes = element.known_attribute(attr::CLASS);
    classes.is_some_and(|classes| has_token(classes, class, flavour.quirks))
}

#[inline]
pub(crate) fn has_id(element: &impl Element, id: &str, flavour: Flavour) -> bool {
    element.known_attribute(attr::ID).is_some_and(|own| equal(own, id, flavour.quirks))
}

fn has_attribute(test: &AttributeTest, element: &impl Element, flavour: Flavour) -> bool {
    let folds = folds(element, flavour);
    let name = test.exact.as_ref().filter(|_| !folds).unwrap_or(&test.lower);
    let holds = |found: &str| test.value.as_ref().is_none_or(|value| value.holds(found, folds));
    match &test.namespace {
        AttributeNamespace::None => element.attribute(name).is_some_and(holds),
        AttributeNamespace::Any => element.has_attribute(None, name, &mut { holds }),
        AttributeNamespace::Url(url) => element.has_attribute(Some(url), name, &mut { holds }),
    }
}

impl ValueTest {
    /// Whether an attribute's value is what is asked for.
    fn holds(&self, found: &str, in_html: bool) -> bool {
        let insensitive = match self.case {
            Case::Sensitive => false,
            Case::Insensitive => true,
            Case::InsensitiveInHtml => in_html,
        };
        let wanted = &*self.value;
        let (bytes, end) = (found.as_bytes(), wanted.len());
        let same = |part: Option<&[u8]>| {
            part.is_some_and(|part| equal_bytes(part, wanted.as_bytes(), insensitive))
        };
        // Whatever begins with, ends with or contains the empty string is not asked for.
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

#[inline]
fn equal_bytes(a: &[u8], b: &[u8], insensitive: bool) -> bool {
    if insensitive { a.eq_ignore_ascii_case(b) } else { a == b }
}

#[inline]
pub(crate) fn equal(a: &str, b: &str, insensitive: bool) -> bool {
    equal_bytes(a.as_bytes(), b.as_bytes(), insensitive)
}

/// Whether `list`, whose tokens white space separates, has this one.
#[inline]
pub(crate) fn has_token(list: &str, token: &str, insensitive: bool) -> bool {
    if list.len() < token.len() {
        return false;
    }
    if insensitive || list.len() == token.len() || token.bytes().any(is_space) {
        return has_token_slowly(list, token, insensitive);
    }
    // Where its first byte is, after white space, and white space after it.
    let (list, token) = (list.as_bytes(), token.as_bytes());
    let Some((first, rest)) = token.split_first() else { return false };
    let last = list.len() - token.len();
    memchr::memchr_iter(*first, &list[..=last]).any(|at| {
        let end = at + token.len();
        (at == 0 || is_space(list[at - 1]))
            && list.get(end).is_none_or(|byte| is_space(*byte))
            && list[at + 1..end] == *rest
    })
}

fn has_token_slowly(list: &str, token: &str, insensitive: bool) -> bool {
    let tokens = list.as_bytes().split(|byte| is_space(*byte));
    let is_it = |part: &[u8]| equal_bytes(part, token.as_bytes(), insensitive);
    !token.is_empty() && tokens.into_iter().any(is_it)
}

#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens() {
        for list in ["a", " a", "a ", "b a", "a\tb", "b\na\x0cc", "b\ra"] {
            assert!(has_token(list, "a", false), "{list:?}");
            assert!(has_token(list, "A", true), "{list:?}");
            assert!(!has_token(list, "A", false), "{list:?}");
        }
        for list in ["", " ", "ab", "ba", "b", "a\u{a0}", "\u{b}a"] {
            assert!(!has_token(list, "a", false), "{list:?}");
        }
        for list in ["ab abc", "abc ab", "xabc abcx abc", "abc\tabc"] {
            assert!(has_token(list, "abc", false), "{list:?}");
            assert!(!has_token(list, "bc", false), "{list:?}");
        }
        // What has white space in it, or nothing, is no token.
        assert!(!has_token("a b", "a b", false) && !has_token(" ", " ", false));
        assert!(!has_token("", "", false) && !has_token("  ", "", false));
    }
}
