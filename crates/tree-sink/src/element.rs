//! What a sink is told of an element it is to create.

use crate::{Attributes, Name, Namespace, Span};

/// An element's name: its namespace and its local name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementName<'a> {
    /// HTML, SVG or MathML.
    pub namespace: Namespace,
    /// The local name. A name that isn't known to `names` carries a dynamic id:
    /// the same id for the same text during one parse, a small number from
    /// [`NameId::FIRST_DYNAMIC`](crate::NameId::FIRST_DYNAMIC) on.
    pub name: Name<'a>,
}

/// An element to be created.
#[derive(Clone, Copy, Debug)]
pub struct NewElement<'a> {
    /// Its name.
    pub name: ElementName<'a>,
    /// Its attributes.
    pub attributes: Attributes<'a>,
    /// Why it exists.
    pub origin: Origin,
    /// Whether the element is an HTML integration point by its tag's attributes
    /// (`annotation-xml` with a certain `encoding`).
    pub html_integration_point: bool,
}

/// Why an element exists.
///
/// A formatting element that the parser opens again has no origin of its own: see
/// [`TreeSink::reopen_element`](crate::TreeSink::reopen_element).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A start tag was written here.
    Tag(Span),
    /// The parser implied it: its start tag was omitted. The span is empty, at the token that
    /// made the parser imply it; for a stray `</p>` or `</br>` it is that tag.
    Implied(Span),
}

/// Whether scripts outside may reach a shadow root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShadowRootMode {
    /// They may.
    Open,
    /// They may not.
    Closed,
}

/// How a shadow root's slots are filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SlotAssignment {
    /// By the `slot` attribute.
    #[default]
    Named,
    /// By script.
    Manual,
}

/// What a `template` start tag says of the [declarative shadow
/// root](https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode) it declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShadowRootInit {
    /// `shadowrootmode`.
    pub mode: ShadowRootMode,
    /// `shadowrootdelegatesfocus`.
    pub delegates_focus: bool,
    /// `shadowrootclonable`.
    pub clonable: bool,
    /// `shadowrootserializable`.
    pub serializable: bool,
    /// `shadowrootslotassignment`.
    pub slot_assignment: SlotAssignment,
    /// `shadowrootcustomelementregistry`.
    pub keep_custom_element_registry_null: bool,
}

impl ElementName<'_> {
    /// Whether this is the HTML element called `name`.
    #[inline]
    #[must_use]
    pub fn is_html(&self, name: crate::NameId) -> bool {
        self.namespace == Namespace::Html && self.name.id == name
    }
}
