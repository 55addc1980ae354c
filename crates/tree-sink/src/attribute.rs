//! Attributes as the tokenizer hands them to a sink.

use crate::{Name, Namespace, Span};

/// An attribute of a tag.
///
/// The tokenizer leaves [`namespace`](Self::namespace) at [`Namespace::None`]; tree construction
/// sets it for the few attributes of foreign elements that have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// The local name.
    pub name: Name<'a>,
    /// The namespace: none, XLink, XML or XMLNS.
    pub namespace: Namespace,
    /// The value, with character references resolved.
    pub value: &'a str,
    /// The source range from the name to the end of the value, its closing quote included.
    pub span: Span,
}

impl<'a> Attribute<'a> {
    /// Returns the namespace prefix that the standard gives this attribute:
    /// `xlink`, `xml`, `xmlns` (but not for `xmlns` itself), or none.
    #[must_use]
    pub fn prefix(&self) -> Option<&'static str> {
        self.namespace.attribute_prefix(self.name.text)
    }
}

/// The attributes of one tag in source order, without duplicate names.
pub type Attributes<'a> = &'a [Attribute<'a>];
