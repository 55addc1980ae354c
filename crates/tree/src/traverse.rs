//! Steps from a node to another, in tree order.

use crate::node::Node;

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
