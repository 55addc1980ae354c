//! Attributes that state the default.

use sapwood_names::{NameId, Namespace, attr, tag};
use sapwood_tree::AttributeView;

/// Elements, attributes, and the keywords of their missing value defaults.
const DEFAULTS: [(NameId, NameId, &str); 17] = [
    (tag::AREA, attr::SHAPE, "rect"),
    (tag::BUTTON, attr::TYPE, "submit"),
    (tag::COL, attr::SPAN, "1"),
    (tag::COLGROUP, attr::SPAN, "1"),
    (tag::FORM, attr::METHOD, "get"),
    (tag::FORM, attr::ENCTYPE, "application/x-www-form-urlencoded"),
    (tag::IMG, attr::DECODING, "auto"),
    (tag::IMG, attr::LOADING, "eager"),
    (tag::INPUT, attr::TYPE, "text"),
    (tag::LINK, attr::MEDIA, "all"),
    (tag::OL, attr::TYPE, "1"),
    (tag::SCRIPT, attr::TYPE, "text/javascript"),
    (tag::STYLE, attr::MEDIA, "all"),
    (tag::STYLE, attr::TYPE, "text/css"),
    (tag::TD, attr::COLSPAN, "1"),
    (tag::TD, attr::ROWSPAN, "1"),
    (tag::TEXTAREA, attr::WRAP, "soft"),
];

/// Whether `attribute` states the default for an element of this name.
#[inline]
pub(super) fn is_redundant(name: NameId, attribute: &AttributeView<'_>) -> bool {
    attribute.name.namespace == Namespace::None
        && DEFAULTS.iter().any(|(element, attr, value)| {
            *element == name
                && attr.as_str() == attribute.name.local.text
                && value.eq_ignore_ascii_case(attribute.value)
        })
}
