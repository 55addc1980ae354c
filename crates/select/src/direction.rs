//! The [directionality](https://html.spec.whatwg.org/multipage/dom.html#the-directionality) of elements, for `:dir()`.

use sapwood_microsyntax::input;
use sapwood_names::{HashMap, Namespace, attr, tag};
use sapwood_tree::{Node, NodeKind, next_after, next_in_tree};

use crate::{forms::type_is, generated::DIRECTIONS, inherited::inherited};

/// Whether the directionality of `element` is `rtl`.
pub(crate) fn is_rtl<'d, N: Node<'d>>(known: &mut HashMap<usize, bool>, element: N) -> bool {
    inherited(known, element, false, own)
}

/// Returns whether the directionality is `rtl` if the element itself determines it; `None` if the parent does.
fn own<'d, N: Node<'d>>(element: N) -> Option<bool> {
    if element.namespace() != Namespace::Html {
        return None;
    }
    match DirAttribute::of(element) {
        Some(DirAttribute::Ltr) => Some(false),
        Some(DirAttribute::Rtl) => Some(true),
        Some(DirAttribute::Auto) => Some(of_contents(element)),
        None if element.is_html(tag::BDI) => Some(of_contents(element)),
        None if element.is_html(tag::INPUT) && type_is(element, &["tel"]) => Some(false),
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
    fn of<'d, N: Node<'d>>(element: N) -> Option<Self> {
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

/// Whether the first strong character of an element's value or text is right-to-left.
fn of_contents<'d, N: Node<'d>>(element: N) -> bool {
    if element.is_html(tag::INPUT) {
        let value = element.known_attribute(attr::VALUE).unwrap_or_default();
        let kind = input::type_of(element.known_attribute(attr::TYPE));
        return input::is_auto_directional(kind) && strong(value).unwrap_or_default();
    }
    let mut at = next_in_tree(element, element);
    while let Some(node) = at {
        if let Some(Some(rtl)) = (node.kind() == NodeKind::Text).then(|| strong(node.data())) {
            return rtl;
        }
        let is_skipped = node.is_element()
            && node.namespace() == Namespace::Html
            && ([tag::BDI, tag::SCRIPT, tag::STYLE, tag::TEXTAREA]
                .into_iter()
                .any(|name| node.is_html(name))
                || DirAttribute::of(node).is_some());
        at = if is_skipped { next_after(node, element) } else { next_in_tree(node, element) };
    }
    false
}

/// Whether the first strong character of a text is right-to-left; `None` if it has none.
fn strong(text: &str) -> Option<bool> {
    text.chars().find_map(is_right_to_left)
}

/// Whether a strong character is right-to-left; `None` if it isn't strong.
fn is_right_to_left(character: char) -> Option<bool> {
    let range = DIRECTIONS.partition_point(|range| range >> 2 <= u32::from(character)) - 1;
    match DIRECTIONS[range] & 3 {
        1 => Some(false),
        2 => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_bidi::{BidiClass, bidi_class};

    #[test]
    fn directions_match_unicode_bidi() {
        for character in '\0'..=char::MAX {
            let expected = match bidi_class(character) {
                BidiClass::L => Some(false),
                BidiClass::R | BidiClass::AL => Some(true),
                _ => None,
            };
            assert_eq!(is_right_to_left(character), expected, "{character:?}");
        }
    }
}
