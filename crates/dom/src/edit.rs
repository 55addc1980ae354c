//! Changing a document.

mod attributes;
mod compact;
mod content;
mod copy;
mod create;
mod hosts;
mod name;
mod place;

use std::{error::Error, fmt};

pub use self::compact::NewIds;
use crate::{
    arena::{Kind, Node, Slot},
    document::Document,
    id::NodeId,
    text::Run,
};

/// Why a change of a document was refused. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditError {
    /// An id is of another document, or of before [`Document::compact`].
    StaleId,
    /// A node would be put into itself, into a descendant, or into the template contents or the shadow tree of
    /// one.
    Cycle,
    /// Such a node can't be there: a text, comment, processing instruction or doctype has no children, a document
    /// no text and but one element and one doctype before it, nobody else a doctype, and nobody a document.
    Misplaced,
    /// The place is told by a node that isn't in a tree, or that is the root of one.
    NoParent,
    /// What only elements have was asked of another node.
    NotAnElement,
    /// No element, attribute or processing instruction can have such a name, or not in this namespace.
    InvalidName,
    /// The document has no room left: see [`Document`] for how much it can hold.
    Full,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::StaleId => "the id is of no node of this document",
            Self::Cycle => "a node can't be put into itself",
            Self::Misplaced => "such a node can't be there",
            Self::NoParent => "the node has no parent",
            Self::NotAnElement => "the node is not an element",
            Self::InvalidName => "no element or attribute can have this name",
            Self::Full => "the document is full",
        })
    }
}

impl Error for EditError {}

/// # Changing a document
///
/// Nodes are told by their ids, which stay good while the document changes (see [`NodeId`]): so one who wants to
/// change what a walk meets collects the ids first, and then goes through them.
///
/// What is taken out of the tree stays in the document's memory and can be put elsewhere, until
/// [`compact`](Self::compact) gives the memory back. So do the old texts and values of what is set anew.
///
/// Each call takes time by what it is given and what it changes: it looks at the ancestors of a place only if the
/// node that is put there has children, and then no more than at these.
impl Document {
    /// The node that `id` means.
    fn slot(&self, id: NodeId) -> Result<Slot, EditError> {
        self.nodes.slot(id).ok_or(EditError::StaleId)
    }

    /// The element that `id` means.
    fn element(&self, id: NodeId) -> Result<Slot, EditError> {
        let slot = self.slot(id)?;
        let is_element = self.nodes[slot].head.is(Kind::Element);
        is_element.then_some(slot).ok_or(EditError::NotAnElement)
    }

    /// Adds a node without a parent.
    fn add(&mut self, node: Node) -> Result<Slot, EditError> {
        self.nodes.push(node).ok_or(EditError::Full)
    }

    /// Adds `text` to the buffer.
    fn add_text(&mut self, text: &str) -> Result<Run, EditError> {
        if !self.texts.fits(text.len()) {
            return Err(EditError::Full);
        }
        Ok(self.texts.push(text))
    }
}
