//! The title and the `meta` elements.

use super::methods::html_elements;
use crate::NodeRef;
use sapwood_names::{attr, tag};

/// A `meta` element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Meta<'a> {
    /// The element.
    pub element: NodeRef<'a>,
    /// The `name`: `description`, `viewport`, …
    pub name: Option<&'a str>,
    /// The `property`, as the Open Graph protocol has it: `og:title`, …
    pub property: Option<&'a str>,
    /// The `http-equiv`: `refresh`, `content-type`, …
    pub http_equiv: Option<&'a str>,
    /// The `charset`.
    pub charset: Option<&'a str>,
    /// The `content`.
    pub content: Option<&'a str>,
}

impl<'a> Meta<'a> {
    #[inline]
    pub(crate) fn of(element: NodeRef<'a>) -> Option<Self> {
        element.is_html(tag::META).then(|| Self {
            element,
            name: element.known_attribute(attr::NAME),
            property: element.attr("property"),
            http_equiv: element.known_attribute(attr::HTTP_EQUIV),
            charset: element.known_attribute(attr::CHARSET),
            content: element.known_attribute(attr::CONTENT),
        })
    }

    /// Whether its `name` or `property` is `key`, ASCII case-insensitively.
    #[must_use]
    #[inline]
    pub fn is(&self, key: &str) -> bool {
        let is_it = |it: &str| it.eq_ignore_ascii_case(key);
        self.name.is_some_and(is_it) || self.property.is_some_and(is_it)
    }
}

/// [The title of the document](https://html.spec.whatwg.org/multipage/dom.html#document.title) that `node` is
/// in; `None` if it has none.
#[inline]
pub(crate) fn title(node: NodeRef<'_>) -> Option<String> {
    let root = node.ancestors().last().unwrap_or(node);
    let is_svg = |node: &NodeRef<'_>| {
        node.namespace() == Some(sapwood_names::Namespace::Svg) && node.local_name() == Some("svg")
    };
    let title = match root.children().find(NodeRef::is_element).filter(is_svg) {
        Some(svg) => svg.children().find(|child| {
            child.namespace() == Some(sapwood_names::Namespace::Svg)
                && child.local_name() == Some("title")
        }),
        None => html_elements(root, tag::TITLE).next(),
    };
    title.map(|title| stripped_and_collapsed(&child_text(title)))
}

/// The [child text content](https://dom.spec.whatwg.org/#concept-child-text-content).
#[inline]
pub(crate) fn child_text(element: NodeRef<'_>) -> String {
    element.children().filter_map(|child| child.as_text()).collect()
}

/// [Strips and collapses ASCII
/// whitespace](https://infra.spec.whatwg.org/#strip-and-collapse-ascii-whitespace).
#[inline]
pub(crate) fn stripped_and_collapsed(text: &str) -> String {
    sapwood_microsyntax::tokens::serialize(sapwood_microsyntax::tokens::space_separated(text))
}

/// Whether this is a script of JSON-LD.
#[cfg(feature = "json")]
#[inline]
pub(crate) fn is_json_ld(node: NodeRef<'_>) -> bool {
    node.is_html(tag::SCRIPT)
        && node.known_attribute(attr::TYPE).is_some_and(|kind| {
            let essence = kind.split(';').next().unwrap_or_default().trim_ascii();
            essence.eq_ignore_ascii_case("application/ld+json")
        })
}
