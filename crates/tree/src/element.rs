//! The description of an element that a sink creates.

use sapwood_names::{Name, Namespace};

use crate::{Attributes, Span};

/// An element's name: its namespace and its local name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementName<'a> {
    /// HTML, SVG or MathML.
    pub namespace: Namespace,
    /// The local name. A name that `names` doesn't know carries a dynamic id. During one parse equal
    /// names have equal ids, numbered from [`NameId::FIRST_DYNAMIC`](sapwood_names::NameId::FIRST_DYNAMIC)
    /// upwards.
    pub name: Name<'a>,
}

/// An element to be created.
#[derive(Clone, Copy, Debug)]
pub struct NewElement<'a> {
    /// Its name.
    pub name: ElementName<'a>,
    /// Its attributes.
    pub attributes: Attributes<'a>,
    /// The tag that it was created for.
    pub origin: Origin,
    /// Whether the attributes make the element an HTML integration point: an `annotation-xml` whose
    /// `encoding` is `text/html` or `application/xhtml+xml`.
    pub html_integration_point: bool,
}

/// The token that an element was created for.
///
/// A reopened formatting element has no origin of its own: see
/// [`TreeSink::reopen_element`](crate::TreeSink::reopen_element).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The element's start tag, at this span.
    Tag(Span),
    /// The parser implied the omitted start tag. The span is empty, at the token that made the parser
    /// imply it; for a stray `</p>` or `</br>` it is the span of that tag.
    Implied(Span),
}

/// The [mode](https://dom.spec.whatwg.org/#shadowroot-mode) of a shadow root: whether scripts outside
/// can access it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShadowRootMode {
    /// Scripts outside can access it.
    Open,
    /// Scripts outside can't access it.
    Closed,
}

/// The [slot assignment](https://dom.spec.whatwg.org/#shadowroot-slot-assignment) of a shadow root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SlotAssignment {
    /// Nodes are assigned by their `slot` attribute.
    #[default]
    Named,
    /// Scripts assign nodes.
    Manual,
}

/// The properties of a [declarative shadow
/// root](https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode), from the
/// attributes of its `template` start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShadowRootInit {
    /// The `shadowrootmode` attribute.
    pub mode: ShadowRootMode,
    /// The `shadowrootdelegatesfocus` attribute.
    pub delegates_focus: bool,
    /// The `shadowrootclonable` attribute.
    pub clonable: bool,
    /// The `shadowrootserializable` attribute.
    pub serializable: bool,
    /// The `shadowrootslotassignment` attribute.
    pub slot_assignment: SlotAssignment,
    /// The `shadowrootcustomelementregistry` attribute.
    pub keep_custom_element_registry_null: bool,
}

impl ElementName<'_> {
    /// Returns `true` if this is the HTML element `name`.
    #[inline]
    #[must_use]
    pub fn is_html(&self, name: sapwood_names::NameId) -> bool {
        self.namespace == Namespace::Html && self.name.id == name
    }
}

/// Returns `true` if an `annotation-xml` with this `encoding` is an [HTML integration
/// point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point).
#[must_use]
pub fn is_html_encoding(encoding: &str) -> bool {
    encoding.eq_ignore_ascii_case("text/html")
        || encoding.eq_ignore_ascii_case("application/xhtml+xml")
}
