//! A range of nodes in tree order, taken from both ends.

use crate::arena::{Arena, Link, Slot};

/// The nodes from one to another in tree order, both included.
///
/// Where the last one lies is looked for only by who comes from the back: it may be deep.
#[derive(Clone, Debug)]
pub(crate) struct TreeOrder {
    /// What the walk began with; none of the nodes.
    origin: Slot,
    /// The first node not taken; `None` once all are.
    front: Link,
    /// The last node not taken, if it was looked for.
    back: Link,
}

impl TreeOrder {
    /// From `first` to the end of the tree, or to the last descendant of `origin` if `first` is one.
    pub(crate) fn new(origin: Slot, first: Link) -> Self {
        Self { origin, front: first, back: None }
    }

    #[inline]
    pub(crate) fn next(&mut self, nodes: &Arena) -> Link {
        let slot = self.front?;
        self.front =
            if self.back == Some(slot) { None } else { nodes.next_in_tree(slot, self.origin) };
        Some(slot)
    }

    /// `last` finds the last node of the range from what the walk began with.
    pub(crate) fn next_back(&mut self, nodes: &Arena, last: impl FnOnce(Slot) -> Slot) -> Link {
        let front = self.front?;
        let slot = self.back.unwrap_or_else(|| last(self.origin));
        if slot == front {
            self.front = None;
        } else {
            self.back = nodes.previous_in_tree(slot);
        }
        Some(slot)
    }
}
