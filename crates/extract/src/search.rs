//! Searches that the others share.

use sapwood_names::NameId;
use sapwood_tree::{ElementHead, Node, NodeKind};

/// The data of a text node; `None` for other nodes.
#[inline]
pub fn as_text<'d>(node: impl Node<'d>) -> Option<&'d str> {
    (node.kind() == NodeKind::Text).then(|| node.data())
}

/// The HTML elements called `name` among a node and its descendants, in tree order.
#[inline]
pub(crate) fn html_elements<'d, N: Node<'d>>(root: N, name: NameId) -> impl Iterator<Item = N> {
    let mut first = root.is_html(name).then_some(root);
    let mut at = Some(root);
    std::iter::from_fn(move || {
        if let Some(root) = first.take() {
            return Some(root);
        }
        at = at?.next_html(root, name);
        at
    })
}

/// The elements with a fitting head among a node and its descendants, in tree order.
#[inline]
pub(crate) fn matching<'d, N: Node<'d>>(
    root: N,
    fits: impl Fn(ElementHead) -> bool,
) -> impl Iterator<Item = N> {
    let mut first = root.element_head().is_some_and(&fits).then_some(root);
    let mut at = Some(root);
    std::iter::from_fn(move || {
        if let Some(root) = first.take() {
            return Some(root);
        }
        at = at?.next_fitting(root, &fits);
        at
    })
}
