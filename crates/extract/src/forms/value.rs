//! The kinds and values of controls.

use sapwood_microsyntax::input;
use sapwood_names::{Namespace, attr, tag};
use sapwood_tree::{ElementHead, Node};

use crate::{
    metadata::{child_text, stripped_and_collapsed},
    search::as_text,
};

/// The value of the DOM's `type` property for a control; `None` if the element isn't a control.
#[inline]
pub(super) fn kind<'d>(element: impl Node<'d>) -> Option<&'static str> {
    let ElementHead { namespace: Namespace::Html, name, .. } = element.element_head()? else {
        return None;
    };
    let type_attribute = element.known_attribute(attr::TYPE);
    Some(match name {
        tag::INPUT => input::type_of(type_attribute),
        tag::BUTTON => match input::type_of(type_attribute) {
            kind @ ("reset" | "button") => kind,
            _ => "submit",
        },
        tag::SELECT if element.known_attribute(attr::MULTIPLE).is_some() => "select-multiple",
        tag::SELECT => "select-one",
        tag::TEXTAREA => "textarea",
        tag::FIELDSET => "fieldset",
        tag::OUTPUT => "output",
        tag::OBJECT => "object",
        _ => return None,
    })
}

/// Whether the `dirname` attribute applies to a control: whether it is an [auto-directionality form-associated
/// element](https://html.spec.whatwg.org/multipage/dom.html#auto-directionality-form-associated-elements).
#[inline]
pub(super) fn has_direction<'d>(element: impl Node<'d>, kind: &str) -> bool {
    !element.is_html(tag::BUTTON) && (kind == "textarea" || input::is_auto_directional(kind))
}

/// The value of an `input` of this type; `entered`: the value that replaces the attribute's.
#[inline]
pub(super) fn of_input<'d>(input: impl Node<'d>, kind: &str, entered: Option<&str>) -> String {
    match kind {
        "checkbox" | "radio" => input.known_attribute(attr::VALUE).unwrap_or("on").to_owned(),
        "file" => String::new(),
        _ => {
            let attribute = |name: &str| match name {
                "value" => entered.or(input.attr(name)),
                _ => input.attr(name),
            };
            input::sanitize(kind, attribute).into_owned()
        }
    }
}

/// The text of a `textarea`, its line breaks as line feeds.
#[inline]
pub(super) fn of_textarea<'d>(textarea: impl Node<'d>) -> String {
    let text = child_text(textarea);
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// The [text of an option](https://html.spec.whatwg.org/multipage/form-elements.html#dom-option-text): white
/// space collapsed, without scripts.
#[inline]
pub(super) fn option_text<'d>(option: impl Node<'d>) -> String {
    let mut text = String::new();
    let mut skipped = None;
    for node in option.descendants() {
        if node.is_element() && node.name().local.text == "script" {
            skipped = Some(node);
        }
        if let Some(own) = as_text(node)
            && skipped.is_none_or(|script| node.parent() != Some(script))
        {
            text.push_str(own);
        }
    }
    stripped_and_collapsed(&text)
}
