//! The title and the `meta` elements.

use sapwood_names::{Namespace, attr, tag};
use sapwood_tree::{Node, root_of};

use crate::search::{as_text, html_elements};

/// A `meta` element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Meta<'d, N> {
    /// The element.
    pub element: N,
    /// The `name`: `description`, `viewport`, …
    pub name: Option<&'d str>,
    /// The `property`, as the Open Graph protocol has it: `og:title`, …
    pub property: Option<&'d str>,
    /// The `http-equiv`: `refresh`, `content-type`, …
    pub http_equiv: Option<&'d str>,
    /// The `charset`.
    pub charset: Option<&'d str>,
    /// The `content`.
    pub content: Option<&'d str>,
}

impl<'d, N: Node<'d>> Meta<'d, N> {
    /// Reads a `meta` element; `None` if `element` is another node.
    #[inline]
    pub fn of(element: N) -> Option<Self> {
        element.is_html(tag::META).then(|| Self {
            element,
            name: element.known_attribute(attr::NAME),
            property: element.attr("property"),
            http_equiv: element.known_attribute(attr::HTTP_EQUIV),
            charset: element.known_attribute(attr::CHARSET),
            content: element.known_attribute(attr::CONTENT),
        })
    }

    /// Whether its `name` is `key`, or one of the names in its `property`, ASCII case-insensitively.
    #[must_use]
    #[inline]
    pub fn is(&self, key: &str) -> bool {
        let is_it = |it: &str| it.eq_ignore_ascii_case(key);
        self.name.is_some_and(is_it)
            || self.property.is_some_and(|names| names.split_ascii_whitespace().any(is_it))
    }
}

/// The `meta` elements among `root` and its descendants, in tree order.
#[inline]
pub fn metas<'d, N: Node<'d>>(root: N) -> impl Iterator<Item = Meta<'d, N>> {
    html_elements(root, tag::META).filter_map(Meta::of)
}

/// The contents of the `script` elements of [JSON-LD](https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents)
/// among `root` and its descendants, in tree order; an error for each that isn't JSON, or is deeper than 127 levels.
#[cfg(feature = "json")]
#[inline]
pub fn json_ld<'d, N: Node<'d>>(
    root: N,
) -> impl Iterator<Item = Result<serde_json::Value, serde_json::Error>> {
    html_elements(root, tag::SCRIPT)
        .filter(|node| is_json_ld(*node))
        .map(|script| serde_json::from_str(&child_text(script)))
}

/// [The title of the document](https://html.spec.whatwg.org/multipage/dom.html#document.title) that `node` is
/// in, white space collapsed; `None` if it has none.
#[inline]
#[must_use]
pub fn title<'d>(node: impl Node<'d>) -> Option<String> {
    let root = root_of(node);
    let title = match root.children().find(|it| it.is_element()).filter(|it| is_svg(*it, "svg")) {
        Some(svg) => svg.children().find(|child| is_svg(*child, "title")),
        None => html_elements(root, tag::TITLE).next(),
    };
    title.map(|title| stripped_and_collapsed(&child_text(title)))
}

/// Whether a node is the element of SVG called `name`.
fn is_svg<'d>(node: impl Node<'d>, name: &str) -> bool {
    node.is_element() && {
        let own = node.name();
        own.namespace == Namespace::Svg && own.local.text == name
    }
}

/// The [child text content](https://dom.spec.whatwg.org/#concept-child-text-content).
#[inline]
#[must_use]
pub fn child_text<'d>(element: impl Node<'d>) -> String {
    element.children().filter_map(as_text).collect()
}

/// [Strips and collapses ASCII
/// whitespace](https://infra.spec.whatwg.org/#strip-and-collapse-ascii-whitespace).
#[inline]
#[must_use]
pub fn stripped_and_collapsed(text: &str) -> String {
    sapwood_microsyntax::tokens::serialize(sapwood_microsyntax::tokens::space_separated(text))
}

/// Whether this is a script of JSON-LD.
#[inline]
#[must_use]
pub fn is_json_ld<'d>(node: impl Node<'d>) -> bool {
    node.is_html(tag::SCRIPT)
        && node.known_attribute(attr::TYPE).is_some_and(|kind| {
            let essence = kind.split(';').next().unwrap_or_default().trim_ascii();
            essence.eq_ignore_ascii_case("application/ld+json")
        })
}
