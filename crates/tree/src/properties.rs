//! The types of a node's properties.

use sapwood_names::{NameId, Namespace};

use crate::QuirksMode;

/// The type of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The document.
    Document,
    /// The root of a fragment, of template contents or of a shadow tree.
    Fragment,
    /// A doctype.
    Doctype,
    /// An element.
    Element,
    /// A text node.
    Text,
    /// A comment.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
}

/// The properties of a document that case-sensitivity depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentMode {
    /// Whether it is an HTML document: the names of HTML elements and their attributes, and the values of some
    /// attributes, match ASCII case-insensitively.
    pub html: bool,
    /// Its [quirks mode](https://dom.spec.whatwg.org/#concept-document-quirks): in [`QuirksMode::Quirks`] classes and
    /// ids match ASCII case-insensitively.
    pub quirks_mode: QuirksMode,
}

impl DocumentMode {
    /// Returns `true` if classes and ids match ASCII case-insensitively.
    #[inline]
    #[must_use]
    pub fn is_quirks(self) -> bool {
        self.quirks_mode == QuirksMode::Quirks
    }
}

/// The public and the system identifier of a doctype.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DoctypeIds<'d> {
    /// The public identifier; empty if missing.
    pub public_id: &'d str,
    /// The system identifier; empty if missing.
    pub system_id: &'d str,
}

/// The parts of an element that a search compares before it looks at others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementHead {
    /// The namespace.
    pub namespace: Namespace,
    /// The id of the local name: the known name, or one that is specific to the tree.
    pub name: NameId,
    /// The number of attributes.
    pub attribute_count: usize,
}

/// Flags of known names, by the index of their ids.
pub type NameFlags = [u8; NameId::FIRST_DYNAMIC.index()];
