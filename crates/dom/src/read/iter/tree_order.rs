//! A range of nodes in tree order, consumed from both ends.

use crate::store::{
    arena::Arena,
    node::{Link, Slot},
};

/// The nodes from one to another in tree order, both included.
///
/// The last node may be deep, so it is located only when the range is consumed from the back.
#[derive(Clone, Debug)]
pub(crate) struct TreeOrder {
    /// The node that the range was made for; not part of it.
    origin: Slot,
    /// The first node not taken; `None` once all are.
    front: Link,
    /// The last node not taken, if it was located.
    back: Link,
}

impl TreeOrder {
    /// The range from `first` to the end of the tree, or to the last descendant of `origin` if `first` is one.
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

    /// Takes the last node; `last` locates it, given `origin`.
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
