//! Iterators over the nodes after and before a node in tree order.

use std::iter::FusedIterator;

use super::tree_order::TreeOrder;
use crate::{
    read::node::NodeRef,
    store::{document::Document, node::Link},
};

/// The nodes after a node in tree order, without its descendants.
#[derive(Clone, Debug)]
pub struct Following<'a> {
    document: &'a Document,
    range: TreeOrder,
}

impl<'a> Iterator for Following<'a> {
    type Item = NodeRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'a>> {
        let id = self.range.next(&self.document.nodes)?;
        Some(NodeRef { document: self.document, id })
    }
}

impl DoubleEndedIterator for Following<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let nodes = &self.document.nodes;
        let last = |origin| nodes.last_in_tree(nodes.root_of(origin));
        let id = self.range.next_back(nodes, last)?;
        Some(NodeRef { document: self.document, id })
    }
}

impl FusedIterator for Following<'_> {}

/// The nodes before a node in tree order, without its ancestors, the nearest first.
#[derive(Clone, Debug)]
pub struct Preceding<'a> {
    document: &'a Document,
    /// The last node visited.
    at: Link,
    /// The nearest ancestor of the first node that wasn't visited yet.
    ancestor: Link,
}

impl<'a> Iterator for Preceding<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        loop {
            self.at = self.document.nodes.previous_in_tree(self.at?);
            let id = self.at?;
            if self.ancestor != Some(id) {
                return Some(NodeRef { document: self.document, id });
            }
            self.ancestor = self.document.nodes[id].parent;
        }
    }
}

impl FusedIterator for Preceding<'_> {}

impl<'a> NodeRef<'a> {
    /// The nodes after this one in tree order, without its descendants.
    ///
    /// They end with the tree of this node; template contents and shadow trees are trees of their own.
    #[must_use]
    pub fn following(&self) -> Following<'a> {
        let nodes = &self.document.nodes;
        // The nearest inclusive ancestor with a next sibling.
        let mut above = Some(self.id);
        while let Some(node) = above.filter(|node| nodes[*node].next.is_none()) {
            above = nodes[node].parent;
        }
        let first = above.and_then(|node| nodes[node].next);
        Following { document: self.document, range: TreeOrder::new(self.id, first) }
    }

    /// The nodes before this one in tree order, without its ancestors, the nearest first.
    #[must_use]
    pub fn preceding(&self) -> Preceding<'a> {
        Preceding { document: self.document, at: Some(self.id), ancestor: self.entry().parent }
    }
}
