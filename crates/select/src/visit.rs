//! A walk that enters and leaves each node.

use sapwood_tree::Node;

/// A visit of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// Before its descendants.
    Enter,
    /// After its descendants.
    Leave,
}

/// Calls `visit` for `root` and its descendants, in tree order, with the depth below `root`.
pub(crate) fn walk<'d, N: Node<'d>>(root: N, mut visit: impl FnMut(Visit, N, usize)) {
    let (mut node, mut depth) = (root, 0);
    loop {
        visit(Visit::Enter, node, depth);
        if let Some(child) = node.first_child() {
            (node, depth) = (child, depth + 1);
            continue;
        }
        loop {
            visit(Visit::Leave, node, depth);
            if node == root {
                return;
            }
            if let Some(next) = node.next_sibling() {
                node = next;
                break;
            }
            let Some(parent) = node.parent() else { return };
            (node, depth) = (parent, depth - 1);
        }
    }
}
