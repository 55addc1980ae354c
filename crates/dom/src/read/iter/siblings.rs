//! Iterators over children and siblings.

use std::iter::FusedIterator;

use crate::{
    read::node::NodeRef,
    store::{document::Document, node::Link},
};

/// The children of a node in order, or the following siblings of a node.
#[derive(Clone, Debug)]
pub struct Children<'a> {
    document: &'a Document,
    front: Link,
    back: Link,
}

impl<'a> Children<'a> {
    pub(crate) fn of(node: NodeRef<'a>) -> Self {
        let entry = node.entry();
        Self { document: node.document, front: entry.first_child, back: entry.last_child }
    }
}

impl<'a> Iterator for Children<'a> {
    type Item = NodeRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'a>> {
        let id = self.front?;
        self.front = self.document.nodes[id].next;
        if self.back == Some(id) {
            self.front = None;
            self.back = None;
        }
        Some(NodeRef { document: self.document, id })
    }
}

impl DoubleEndedIterator for Children<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let id = self.back?;
        self.back = self.document.nodes[id].previous;
        if self.front == Some(id) {
            self.front = None;
            self.back = None;
        }
        Some(NodeRef { document: self.document, id })
    }
}

impl FusedIterator for Children<'_> {}

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
    /// The children, from either end.
    ///
    /// ```
    /// let document = sapwood::parse("<p>Oak<hr>Elm");
    /// let names: Vec<_> = document.body().unwrap().children().map(|node| node.tag_name()).collect();
    /// assert_eq!(names, [Some("p"), Some("hr"), None]);
    /// ```
    #[inline]
    #[must_use]
    pub fn children(&self) -> Children<'a> {
        Children::of(*self)
    }

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
