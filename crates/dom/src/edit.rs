//! Edits of a document.

mod attribute_list;
mod attributes;
mod compact;
mod content;
mod copy;
mod create;
mod elements;
mod error;
mod filter;
mod hosts;
mod html;
mod insertion;
mod name;
mod snapshot;

pub use self::{
    attribute_list::AttributeList,
    compact::NewIds,
    error::EditError,
    filter::{EscapedTags, FilterAction},
    snapshot::Snapshot,
};
use crate::store::{
    document::Document,
    id::NodeId,
    node::{Kind, Node, Slot},
    texts::Run,
};

/// # Changing a document
///
/// Edits address nodes by id, and ids stay valid across edits (see [`NodeId`]). A walk borrows the document, so to edit
/// the nodes of a walk, collect their [ids](crate::NodeRef::node_id) first, or walk over a clone: a clone accepts the ids
/// and the [`NodeRef`](crate::NodeRef)s of its original, and the other way round.
///
/// ```
/// let mut document = sapwood::parse("<p>one<p>two<hr>");
/// for id in document.select_ids("p")? {
///     let text = document.node(id).unwrap().text_content();
///     document.set_text(id, &text.to_uppercase())?;
/// }
/// let before = document.clone();
/// for node in before.body().unwrap().children().filter(|node| node.first_child().is_none()) {
///     document.remove(node)?;
/// }
/// assert_eq!(document.body().unwrap().inner_html(), "<p>ONE</p><p>TWO</p>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A removed node stays in memory and can be inserted again, until [`compact`](Self::compact) releases the memory. The
/// same holds for replaced texts and attribute values.
///
/// Each call takes time linear in its arguments and in what it changes. Inserting a node visits ancestors of the
/// new parent only if the node has children, and at most as many as the node has descendants.
impl Document {
    /// The slot of the node with this id.
    fn slot(&self, id: impl Into<NodeId>) -> Result<Slot, EditError> {
        self.nodes.slot(id.into()).ok_or(EditError::StaleId)
    }

    /// The slot of the element with this id.
    fn element(&self, id: impl Into<NodeId>) -> Result<Slot, EditError> {
        let slot = self.slot(id)?;
        let is_element = self.nodes[slot].head.is(Kind::Element);
        is_element.then_some(slot).ok_or(EditError::NotAnElement)
    }

    /// Adds a node without a parent.
    #[inline]
    fn add(&mut self, node: Node) -> Result<Slot, EditError> {
        self.nodes.push(node).ok_or(EditError::Full)
    }

    /// Adds `text` to the buffer.
    #[inline]
    fn add_text(&mut self, text: &str) -> Result<Run, EditError> {
        if !self.texts.fits(text.len()) {
            return Err(EditError::Full);
        }
        Ok(self.texts.push(text))
    }
}
