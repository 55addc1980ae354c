//! The errors of edits.

use std::{error::Error, fmt};

use sapwood_tree::Limit;

/// Reason for refusing an edit, which has then changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditError {
    /// An id is of another document, or was issued before [`Document::compact`](crate::Document::compact).
    StaleId,
    /// A node would become a descendant of itself, or part of the template contents or shadow tree of itself or a
    /// descendant.
    Cycle,
    /// The parent can't have this child. Only elements, fragments and documents have children. A document has at most
    /// one element, at most one doctype before that, and no text. No other node has a doctype child, and none a
    /// document.
    Misplaced,
    /// The reference node has no parent.
    NoParent,
    /// The operation needs an element.
    NotAnElement,
    /// The name isn't valid for an element, attribute or processing instruction, or not in this namespace.
    InvalidName,
    /// The document is full; [`Document`](crate::Document) states its limits.
    Full,
    /// Parsing the HTML of the edit reached this limit.
    Limit(Limit),
}

impl fmt::Display for EditError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Limit(limit) => return write!(f, "the HTML exceeds the limit `{limit}`"),
            Self::StaleId => "the node id does not belong to this document",
            Self::Cycle => "a node cannot become its own descendant",
            Self::Misplaced => "the parent cannot have a child of this kind",
            Self::NoParent => "the node has no parent",
            Self::NotAnElement => "the node is not an element",
            Self::InvalidName => "the name is not valid here",
            Self::Full => "the document is full",
        })
    }
}

impl Error for EditError {}
