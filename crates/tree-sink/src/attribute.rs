//! Attributes as they cross from the tokenizer to a sink.

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
    /// The value, its character references replaced.
    pub value: &'a str,
    /// From the first byte of the name to past the last byte of the value and its quote.
    pub span: Span,
}

impl<'a> Attribute<'a> {
    /// The namespace prefix that the standard gives this attribute:
    /// `xlink`, `xml`, `xmlns` (but not for `xmlns` itself), or none.
    #[must_use]
    pub fn prefix(&self) -> Option<&'static str> {
        match self.namespace {
            Namespace::XLink => Some("xlink"),
            Namespace::Xml => Some("xml"),
            Namespace::XmlNs if self.name.text != "xmlns" => Some("xmlns"),
            _ => None,
        }
    }
}

/// The attributes of one tag, in the order in which they were written, no name twice.
pub type Attributes<'a> = &'a [Attribute<'a>];
