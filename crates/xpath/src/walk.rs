//! Walks along an axis from one context node, without materializing it.

use sapwood_tree::{Node, next_in_tree};

use crate::{
    expr::Axis,
    item::Item,
    node::{last_in_tree, next_after},
};

/// The nodes of an axis in the order of the axis, or from its other end. The attribute and namespace axes are not
/// walked.
pub(crate) struct Walk<N> {
    /// The context node, on the axes that include it.
    first: Option<Item<N>>,
    at: Option<N>,
    motion: Motion<N>,
}

/// How a walk goes on from a node.
enum Motion<N> {
    Stop,
    NextSibling,
    PreviousSibling,
    /// As the two before, but up to this sibling, exclusive.
    NextUntil(N),
    PreviousUntil(N),
    Up,
    /// In tree order below this node.
    Below(N),
    /// In reverse tree order below this node.
    BelowReversed(N),
    Following,
    /// In reverse tree order without ancestors, of which this is the next to be skipped.
    Preceding(Option<N>),
}

impl<'d, N: Node<'d>> Walk<N> {
    /// Adds the number of nodes passed on the way to the first one to `steps`.
    pub(crate) fn new(axis: Axis, from_end: bool, item: Item<N>, steps: &mut u64) -> Self {
        let node = item.node();
        let is_node = matches!(item, Item::Node(_));
        let includes_self =
            matches!(axis, Axis::Itself | Axis::DescendantOrSelf | Axis::AncestorOrSelf);
        let first = includes_self.then_some(item);
        // An attribute has its element as parent, which precedes it in document order.
        let above = if is_node { node.parent() } else { Some(node) };
        let (at, motion) = match axis {
            Axis::Parent => (above, Motion::Stop),
            Axis::Ancestor | Axis::AncestorOrSelf => (above, Motion::Up),
            Axis::Following if is_node => (next_after(node, None, steps), Motion::Following),
            Axis::Following => {
                let child = node.first_child();
                (child.or_else(|| next_after(node, None, steps)), Motion::Following)
            }
            Axis::Preceding => {
                let mut skipped = node.parent();
                (before(node, &mut skipped, steps), Motion::Preceding(skipped))
            }
            _ if !is_node => (None, Motion::Stop),
            _ if from_end => Self::reversed(axis, node, steps),
            Axis::Child => (node.first_child(), Motion::NextSibling),
            Axis::Descendant | Axis::DescendantOrSelf => (node.first_child(), Motion::Below(node)),
            Axis::FollowingSibling => (node.next_sibling(), Motion::NextSibling),
            Axis::PrecedingSibling => (node.previous_sibling(), Motion::PreviousSibling),
            Axis::Itself | Axis::Attribute | Axis::Namespace => (None, Motion::Stop),
        };
        Self { first, at, motion }
    }

    fn reversed(axis: Axis, node: N, steps: &mut u64) -> (Option<N>, Motion<N>) {
        let beside = |sibling: Option<N>| sibling.filter(|sibling| *sibling != node);
        match axis {
            Axis::Child => (node.last_child(), Motion::PreviousSibling),
            Axis::Descendant => {
                (beside(Some(last_in_tree(node, steps))), Motion::BelowReversed(node))
            }
            Axis::FollowingSibling => {
                let last = node.parent().and_then(N::last_child);
                (beside(last), Motion::PreviousUntil(node))
            }
            Axis::PrecedingSibling => {
                let first = node.parent().and_then(N::first_child);
                (beside(first), Motion::NextUntil(node))
            }
            _ => (None, Motion::Stop),
        }
    }

    /// Returns the next node, and adds the number of nodes passed to `steps`.
    #[inline]
    pub(crate) fn next(&mut self, steps: &mut u64) -> Option<Item<N>> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        let node = self.at?;
        *steps += 1;
        self.at = match &mut self.motion {
            Motion::Stop => None,
            Motion::NextSibling => node.next_sibling(),
            Motion::PreviousSibling => node.previous_sibling(),
            Motion::NextUntil(end) => node.next_sibling().filter(|next| next != end),
            Motion::PreviousUntil(end) => node.previous_sibling().filter(|next| next != end),
            Motion::Up => node.parent(),
            Motion::Below(root) => next_in_tree(node, *root),
            Motion::BelowReversed(root) => match node.previous_sibling() {
                Some(previous) => Some(last_in_tree(previous, steps)),
                None => node.parent().filter(|parent| parent != root),
            },
            Motion::Following => node.first_child().or_else(|| next_after(node, None, steps)),
            Motion::Preceding(skipped) => before(node, skipped, steps),
        };
        Some(Item::Node(node))
    }
}

/// The node before `node` in tree order that isn't an ancestor of the first node; `skipped` is the nearest ancestor that
/// wasn't passed yet.
fn before<'d, N: Node<'d>>(mut node: N, skipped: &mut Option<N>, steps: &mut u64) -> Option<N> {
    loop {
        if let Some(previous) = node.previous_sibling() {
            return Some(last_in_tree(previous, steps));
        }
        *steps += 1;
        let parent = node.parent()?;
        if *skipped != Some(parent) {
            return Some(parent);
        }
        *skipped = parent.parent();
        node = parent;
    }
}
