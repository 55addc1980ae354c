//! The iterator over ancestors.

use std::iter::FusedIterator;

use crate::{
    read::node::NodeRef,
    store::{document::Document, node::Link},
};

/// The ancestors of a node, its parent first.
#[derive(Clone, Debug)]
pub struct Ancestors<'a> {
    document: &'a Document,
    next: Link,
}

impl<'a> Ancestors<'a> {
    pub(crate) fn of(node: NodeRef<'a>) -> Self {
        Self { document: node.document, next: node.entry().parent }
    }
}

impl<'a> Iterator for Ancestors<'a> {
    type Item = NodeRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'a>> {
        let id = self.next?;
        self.next = self.document.nodes[id].parent;
        Some(NodeRef { document: self.document, id })
    }
}

impl FusedIterator for Ancestors<'_> {}

impl<'a> NodeRef<'a> {
    /// The ancestors, the parent first.
    ///
    /// ```
    /// let document = sapwood::parse("<p><b>Oak</b>");
    /// let b = document.select_first("b")?.unwrap();
    /// let names: Vec<_> = b.ancestors().filter_map(|node| node.tag_name()).collect();
    /// assert_eq!(names, ["p", "body", "html"]);
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn ancestors(&self) -> Ancestors<'a> {
        Ancestors::of(*self)
    }
}
