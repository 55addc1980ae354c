//! Steps from a node to another, in tree order, by the links that [`Node`] requires. Its provided methods are the other half of
//! the recursion: they return these steps.

use std::iter::FusedIterator;

use crate::node::Node;

/// The children of a node in tree order.
#[derive(Clone, Copy, Debug)]
pub struct Children<N> {
    next: Option<N>,
}

impl<N> Children<N> {
    #[inline]
    pub(crate) fn of<'d>(parent: N) -> Self
    where
        N: Node<'d>,
    {
        Self { next: parent.first_child() }
    }
}

impl<'d, N: Node<'d>> Iterator for Children<N> {
    type Item = N;

    #[inline]
    fn next(&mut self) -> Option<N> {
        let node = self.next?;
        self.next = node.next_sibling();
        Some(node)
    }
}

impl<'d, N: Node<'d>> FusedIterator for Children<N> {}

/// The ancestors of a node, its parent first.
#[derive(Clone, Copy, Debug)]
pub struct Ancestors<N> {
    next: Option<N>,
}

impl<N> Ancestors<N> {
    #[inline]
    pub(crate) fn of<'d>(node: N) -> Self
    where
        N: Node<'d>,
    {
        Self { next: node.parent() }
    }
}

impl<'d, N: Node<'d>> Iterator for Ancestors<N> {
    type Item = N;

    #[inline]
    fn next(&mut self) -> Option<N> {
        let node = self.next?;
        self.next = node.parent();
        Some(node)
    }
}

impl<'d, N: Node<'d>> FusedIterator for Ancestors<N> {}

/// The descendants of a node in tree order.
#[derive(Clone, Copy, Debug)]
pub struct Descendants<N> {
    root: N,
    next: Option<N>,
}

impl<N: Copy> Descendants<N> {
    #[inline]
    pub(crate) fn of<'d>(root: N) -> Self
    where
        N: Node<'d>,
    {
        Self { root, next: root.first_child() }
    }
}

impl<'d, N: Node<'d>> Iterator for Descendants<N> {
    type Item = N;

    #[inline]
    fn next(&mut self) -> Option<N> {
        let node = self.next?;
        self.next = next_in_tree(node, self.root);
        Some(node)
    }
}

impl<'d, N: Node<'d>> FusedIterator for Descendants<N> {}

/// Returns the node after `node` in [tree order](https://dom.spec.whatwg.org/#concept-tree-order), among the descendants
/// of `root`.
#[inline]
pub fn next_in_tree<'d, N: Node<'d>>(node: N, root: N) -> Option<N> {
    node.first_child().or_else(|| next_after(node, root))
}

/// Returns the node after `node` and its descendants in tree order, among the descendants of `root`.
#[inline]
pub fn next_after<'d, N: Node<'d>>(mut node: N, root: N) -> Option<N> {
    while node != root {
        if let Some(next) = node.next_sibling() {
            return Some(next);
        }
        node = node.parent()?;
    }
    None
}

/// Returns the [root](https://dom.spec.whatwg.org/#concept-tree-root) of the tree that `node` is in.
pub fn root_of<'d, N: Node<'d>>(mut node: N) -> N {
    while let Some(parent) = node.parent() {
        node = parent;
    }
    node
}

/// Returns the nearest earlier sibling that is an element.
pub fn previous_element<'d, N: Node<'d>>(node: N) -> Option<N> {
    let mut at = node.previous_sibling();
    while let Some(node) = at {
        if node.is_element() {
            return at;
        }
        at = node.previous_sibling();
    }
    None
}

/// Returns the nearest later sibling that is an element.
pub fn next_element<'d, N: Node<'d>>(node: N) -> Option<N> {
    let mut at = node.next_sibling();
    while let Some(node) = at {
        if node.is_element() {
            return at;
        }
        at = node.next_sibling();
    }
    None
}
