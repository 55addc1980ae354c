//! Iterators over descendants.

use std::iter::FusedIterator;

use super::tree_order::TreeOrder;
use crate::{
    read::node::NodeRef,
    store::{document::Document, node::Kind},
};

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
