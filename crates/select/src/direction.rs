//! [The directionality](https://html.spec.whatwg.org/multipage/dom.html#the-directionality) of elements, for `:dir()`.

use names::{Namespace, attr, tag};
use unicode_bidi::{BidiClass, bidi_class};

use crate::{
    node::{Node, next_after, next_in_tree},
    program::Word,
    state::{State, inherited},
};

/// Whether `element` is directed from right to left.
pub(crate) fn is_rtl<N: Node>(state: &mut State<N>, element: N) -> bool {
    inherited(&mut state.directions, element, false, own)
}

/// What an element says of its own directionality, or what its text does.
fn own<N: Node>(element: N) -> Option<bool> {
    if element.namespace() != Namespace::Html {
        return None;
    }
    match DirAttribute::of(element) {
        Some(DirAttribute::Ltr) => Some(false),
        Some(DirAttribute::Rtl) => Some(true),
        Some(DirAttribute::Auto) => Some(of_contents(element)),
        None if is_html(element, tag::BDI) => Some(of_contents(element)),
        None if is_html(element, tag::INPUT) && type_is(element, &["tel"]) => Some(false),
        None => None,
    }
}

/// The [`dir`](https://html.spec.whatwg.org/multipage/dom.html#the-dir-attribute) attribute.
enum DirAttribute {
    Ltr,
    Rtl,
    Auto,
}

impl DirAttribute {
    fn of<N: Node>(element: N) -> Option<Self> {
        let value = element.known_attribute(attr::DIR)?;
        let is = |keyword: &str| value.eq_ignore_ascii_case(keyword);
        if is("ltr") {
            return Some(Self::Ltr);
        }
        if is("rtl") {
            return Some(Self::Rtl);
        }
        is("auto").then_some(Self::Auto)
    }
}

/// The directionality of an element's value or text, as its first strong character has it.
fn of_contents<N: Node>(element: N) -> bool {
    if is_html(element, tag::INPUT) {
        const WITHOUT_TEXT: [&str; 12] = [
            "checkbox",
            "radio",
            "file",
            "image",
            "range",
            "color",
            "date",
            "month",
            "week",
            "time",
            "datetime-local",
            "number",
        ];
        let value = element.known_attribute(attr::VALUE).unwrap_or_default();
        return !type_is(element, &WITHOUT_TEXT) && strong(value).unwrap_or_default();
    }
    let mut at = next_in_tree(element, element);
    while let Some(node) = at {
        if let Some(Some(rtl)) = node.with_text(strong) {
            return rtl;
        }
        let is_skipped = node.is_element()
            && node.namespace() == Namespace::Html
            && ([tag::BDI, tag::SCRIPT, tag::STYLE, tag::TEXTAREA]
                .into_iter()
                .any(|name| is_html(node, name))
                || DirAttribute::of(node).is_some());
        at = if is_skipped { next_after(node, element) } else { next_in_tree(node, element) };
    }
    false
}

/// Whether the first strong character of a text is one of right-to-left text.
fn strong(text: &str) -> Option<bool> {
    text.chars().find_map(|c| match bidi_class(c) {
        BidiClass::L => Some(false),
        BidiClass::R | BidiClass::AL => Some(true),
        _ => None,
    })
}

/// Whether `element` is the HTML element called `name`.
pub(crate) fn is_html<N: Node>(element: N, name: names::NameId) -> bool {
    element.namespace() == Namespace::Html && element.is_named(&Word::known(name))
}

/// Whether the `type` of an element is one of these keywords.
pub(crate) fn type_is<N: Node>(element: N, keywords: &[&str]) -> bool {
    let own = element.known_attribute(attr::TYPE).unwrap_or_default();
    keywords.iter().any(|keyword| own.eq_ignore_ascii_case(keyword))
}
