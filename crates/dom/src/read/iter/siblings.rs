//! Iterators over siblings.

use std::iter::FusedIterator;

use super::Children;
use crate::read::node::NodeRef;

/// The siblings before a node, the nearest first.
#[derive(Clone, Debug)]
pub struct PrecedingSiblings<'a>(Children<'a>);

impl<'a> Iterator for PrecedingSiblings<'a> {
    type Item = NodeRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'a>> {
        self.0.next_back()
    }
}

impl DoubleEndedIterator for PrecedingSiblings<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}

impl FusedIterator for PrecedingSiblings<'_> {}

impl<'a> NodeRef<'a> {
    /// The siblings after this node, the nearest first.
    #[must_use]
    pub fn following_siblings(&self) -> Children<'a> {
        let front = self.entry().next;
        let back = front.and(self.parent()).and_then(|parent| parent.entry().last_child);
        Children { document: self.document, front, back }
    }

    /// The siblings before this node, the nearest first.
    #[must_use]
    pub fn preceding_siblings(&self) -> PrecedingSiblings<'a> {
        let back = self.entry().previous;
        let front = back.and(self.parent()).and_then(|parent| parent.entry().first_child);
        PrecedingSiblings(Children { document: self.document, front, back })
    }
}
