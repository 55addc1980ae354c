//! Iterators over siblings.

use std::iter::FusedIterator;

use super::Children;
use crate::read::node::NodeRef;

/// The siblings before a node, the nearest first.
#[derive(Clone, Debug)]
pub struct PreviousSiblings<'a>(Children<'a>);

impl<'a> Iterator for PreviousSiblings<'a> {
    type Item = NodeRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'a>> {
        self.0.next_back()
    }
}

impl DoubleEndedIterator for PreviousSiblings<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}

impl FusedIterator for PreviousSiblings<'_> {}

impl<'a> NodeRef<'a> {
    /// The siblings after this node, the nearest first.
    ///
    /// ```
    /// let document = sapwood::parse("<dt>Oak<dd>20 m<dd>200 a");
    /// let dt = document.select_first("dt")?.unwrap();
    /// let texts: Vec<_> = dt.next_siblings().map(|dd| dd.text_content()).collect();
    /// assert_eq!(texts, ["20 m", "200 a"]);
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[must_use]
    pub fn next_siblings(&self) -> Children<'a> {
        let front = self.entry().next;
        let back = front.and(self.parent()).and_then(|parent| parent.entry().last_child);
        Children { document: self.document, front, back }
    }

    /// The siblings before this node, the nearest first.
    #[must_use]
    pub fn previous_siblings(&self) -> PreviousSiblings<'a> {
        let back = self.entry().previous;
        let front = back.and(self.parent()).and_then(|parent| parent.entry().first_child);
        PreviousSiblings(Children { document: self.document, front, back })
    }
}
