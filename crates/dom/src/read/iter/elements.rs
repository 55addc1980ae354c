//! Iterators over elements only.

use std::iter::FusedIterator;

use super::{Ancestors, Children, Descendants, Following, Preceding, PreviousSiblings};
use crate::read::node::NodeRef;

/// The elements among the nodes of another iterator, in its order.
#[derive(Clone, Debug)]
pub struct Elements<I>(I);

impl<'a, I: Iterator<Item = NodeRef<'a>>> Iterator for Elements<I> {
    type Item = NodeRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'a>> {
        self.0.find(NodeRef::is_element)
    }
}

impl<'a, I: DoubleEndedIterator<Item = NodeRef<'a>>> DoubleEndedIterator for Elements<I> {
    #[inline]
    fn next_back(&mut self) -> Option<NodeRef<'a>> {
        self.0.rfind(NodeRef::is_element)
    }
}

impl<'a, I: FusedIterator<Item = NodeRef<'a>>> FusedIterator for Elements<I> {}

impl Children<'_> {
    /// Yields only the elements.
    #[must_use]
    pub fn elements(self) -> Elements<Self> {
        Elements(self)
    }
}

impl PreviousSiblings<'_> {
    /// Yields only the elements.
    #[must_use]
    pub fn elements(self) -> Elements<Self> {
        Elements(self)
    }
}

impl Descendants<'_> {
    /// Yields only the elements.
    #[must_use]
    pub fn elements(self) -> Elements<Self> {
        Elements(self)
    }
}

impl Ancestors<'_> {
    /// Yields only the elements.
    #[must_use]
    pub fn elements(self) -> Elements<Self> {
        Elements(self)
    }
}

impl Following<'_> {
    /// Yields only the elements.
    #[must_use]
    pub fn elements(self) -> Elements<Self> {
        Elements(self)
    }
}

impl Preceding<'_> {
    /// Yields only the elements.
    #[must_use]
    pub fn elements(self) -> Elements<Self> {
        Elements(self)
    }
}

impl NodeRef<'_> {
    /// The parent, if that is an element.
    #[must_use]
    pub fn parent_element(&self) -> Option<Self> {
        self.parent().filter(Self::is_element)
    }

    /// The first child that is an element.
    #[must_use]
    pub fn first_element_child(&self) -> Option<Self> {
        self.children().elements().next()
    }

    /// The last child that is an element.
    #[must_use]
    pub fn last_element_child(&self) -> Option<Self> {
        self.children().elements().next_back()
    }

    /// The nearest sibling after this node that is an element.
    #[must_use]
    pub fn next_element_sibling(&self) -> Option<Self> {
        self.next_siblings().elements().next()
    }

    /// The nearest sibling before this node that is an element.
    #[must_use]
    pub fn previous_element_sibling(&self) -> Option<Self> {
        self.previous_siblings().elements().next()
    }
}
