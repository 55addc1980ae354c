//! Iterators over the tree. They need constant memory. Each takes time linear in what it yields, plus at most once the
//! depth of the tree.

mod elements;
mod following;
mod siblings;
mod tree_order;

use std::iter::FusedIterator;

use self::tree_order::TreeOrder;
pub use self::{
    elements::Elements,
    following::{Following, Preceding},
    siblings::PreviousSiblings,
};
use crate::{
    read::node::NodeRef,
    store::{
        document::Document,
        node::{Kind, Link},
    },
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

/// The [descendants](https://dom.spec.whatwg.org/#concept-tree-descendant) of a node in tree order.
///
/// Template contents and shadow trees are trees of their own and not included.
#[derive(Clone, Debug)]
pub struct Descendants<'a> {
    document: &'a Document,
    range: TreeOrder,
}

impl<'a> Descendants<'a> {
    pub(crate) fn of(node: NodeRef<'a>) -> Self {
        let range = TreeOrder::new(node.id, node.entry().first_child);
        Self { document: node.document, range }
    }
}

impl<'a> Iterator for Descendants<'a> {
    type Item = NodeRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'a>> {
        let id = self.range.next(&self.document.nodes)?;
        Some(NodeRef { document: self.document, id })
    }
}

impl DoubleEndedIterator for Descendants<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let nodes = &self.document.nodes;
        let id = self.range.next_back(nodes, |root| nodes.last_in_tree(root))?;
        Some(NodeRef { document: self.document, id })
    }
}

impl FusedIterator for Descendants<'_> {}

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

/// The text of a node and its descendants, one piece for each text node.
#[derive(Clone, Debug)]
pub struct Texts<'a> {
    own: Option<&'a str>,
    descendants: Descendants<'a>,
}

impl<'a> Texts<'a> {
    pub(crate) fn of(node: NodeRef<'a>) -> Self {
        let own = match node.head().kind() {
            Kind::Text | Kind::Comment | Kind::ProcessingInstruction => {
                Some(node.document.data(node.entry()))
            }
            _ => None,
        };
        Self { own, descendants: Descendants::of(node) }
    }
}

impl<'a> Iterator for Texts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.own.take().or_else(|| self.descendants.find_map(|node| node.as_text()))
    }
}

impl FusedIterator for Texts<'_> {}

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

    /// The descendants in tree order, without this node itself.
    ///
    /// ```
    /// let document = sapwood::parse("<p>Oak <b>tree</b>");
    /// let texts: Vec<_> = document.body().unwrap().descendants().filter_map(|it| it.as_text()).collect();
    /// assert_eq!(texts, ["Oak ", "tree"]);
    /// ```
    #[inline]
    #[must_use]
    pub fn descendants(&self) -> Descendants<'a> {
        Descendants::of(*self)
    }

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

    /// The text of this node and its descendants, one piece for each text node; for a comment or a processing
    /// instruction its data.
    ///
    /// ```
    /// let document = sapwood::parse("<p>Oak <b>tree</b>");
    /// let texts: Vec<_> = document.body().unwrap().texts().collect();
    /// assert_eq!(texts, ["Oak ", "tree"]);
    /// ```
    #[must_use]
    pub fn texts(&self) -> Texts<'a> {
        Texts::of(*self)
    }
}
