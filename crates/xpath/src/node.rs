//! Steps from a node to another that are charged, and the nodes that XPath's data model has.

use sapwood_tree::{Node, NodeKind};

/// Returns the node after `node` and its descendants in tree order, among the descendants of `root` if there is one.
/// Adds the number of ancestors climbed to `steps`.
#[inline]
pub(crate) fn next_after<'d, N: Node<'d>>(
    mut node: N,
    root: Option<N>,
    steps: &mut u64,
) -> Option<N> {
    while Some(node) != root {
        if let Some(next) = node.next_sibling() {
            return Some(next);
        }
        *steps += 1;
        node = node.parent()?;
    }
    None
}

/// Returns the last of `node` and its descendants in tree order. Adds the number of descents to `steps`.
pub(crate) fn last_in_tree<'d, N: Node<'d>>(mut node: N, steps: &mut u64) -> N {
    while let Some(last) = node.last_child() {
        *steps += 1;
        node = last;
    }
    node
}

/// Whether XPath's data model has this node: not a doctype, not an empty text node, and not a text node after another
/// one that isn't empty, which is part of that one. Adds the number of text nodes passed to `steps`.
pub(crate) fn is_visible<'d, N: Node<'d>>(node: N, steps: &mut u64) -> bool {
    match node.kind() {
        NodeKind::Doctype => false,
        NodeKind::Text => is_text(node, steps),
        _ => true,
    }
}

/// Whether a text node is the first of its run of adjacent text nodes that has characters: it represents the run.
/// Adds the number of text nodes passed to `steps`.
pub(crate) fn is_text<'d, N: Node<'d>>(node: N, steps: &mut u64) -> bool {
    !node.data().is_empty() && preceding_text(node, steps).is_none()
}

/// Returns the nearest text node before this one in its run that has characters.
fn preceding_text<'d, N: Node<'d>>(node: N, steps: &mut u64) -> Option<N> {
    let mut at = node.previous_sibling();
    while let Some(text) = at.filter(|text| text.kind() == NodeKind::Text) {
        if !text.data().is_empty() {
            return at;
        }
        *steps += 1;
        at = text.previous_sibling();
    }
    None
}

/// Returns the node that represents `node` in XPath's data model.
pub(crate) fn representative<'d, N: Node<'d>>(mut node: N) -> N {
    if node.kind() == NodeKind::Text {
        while let Some(text) = preceding_text(node, &mut 0) {
            node = text;
        }
    }
    node
}
