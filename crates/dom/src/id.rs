//! Which node of which document an id means.

use std::{
    fmt,
    sync::atomic::{AtomicU32, Ordering},
};

use crate::arena::Slot;

/// The id of a node: small, `Copy`, and it borrows nothing.
///
/// # How long it is good
///
/// * An id means the same node as long as its document lives, wherever the node is moved, and also when it
///   is taken out of the tree. No other node ever gets it.
/// * [`Document::compact`](crate::Document::compact) gives new ids to all nodes. The old ones are stale then:
///   [`Document::node`](crate::Document::node) finds nothing, and what would change the document is an error.
/// * In another document an id is as good as a stale one. But a clone of a document knows the ids of all
///   nodes that were there when it was cloned.
/// * Stale ids are told from others by a number of 32 bits that each document draws: it comes around after
///   four billion documents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId {
    slot: Slot,
    generation: u32,
}

impl NodeId {
    #[inline]
    pub(crate) const fn new(slot: Slot, generation: u32) -> Self {
        Self { slot, generation }
    }

    /// The node's index in its document: below [`Document::len`](crate::Document::len) plus one, and no other
    /// node's.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.slot.index()
    }

    #[inline]
    pub(crate) const fn slot(self) -> Slot {
        self.slot
    }

    #[inline]
    pub(crate) const fn generation(self) -> u32 {
        self.generation
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index())
    }
}

/// The generations of a document's nodes: which ids are its own.
///
/// All nodes are of one, but for those of a clone: the nodes that were there keep theirs, so that their ids
/// are good in both, and those that are added are of another.
#[derive(Clone, Debug)]
pub(crate) struct Generations {
    current: u32,
    /// From which slot on nodes are of the current one.
    since: usize,
    /// Those before, each with the slot before which it ends; few documents have any.
    earlier: Option<Box<[(usize, u32)]>>,
}

impl Generations {
    /// A generation that no other document has.
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let current = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { current, since: 0, earlier: None }
    }

    /// The generations of a clone of a document that has its slots up to `end`.
    pub(crate) fn of_clone(&self, end: usize) -> Self {
        let own = (end > self.since).then_some((end, self.current));
        let earlier = self.earlier.iter().flatten().copied().chain(own).collect();
        Self { since: end, earlier: Some(earlier), ..Self::new() }
    }

    /// The generation of nodes that are added.
    #[inline]
    pub(crate) const fn current(&self) -> u32 {
        self.current
    }

    /// The generation of the node in `slot`.
    #[inline]
    pub(crate) fn of(&self, slot: Slot) -> u32 {
        if slot.index() >= self.since { self.current } else { self.earlier(slot) }
    }

    #[cold]
    fn earlier(&self, slot: Slot) -> u32 {
        let earlier = self.earlier.as_deref().unwrap_or_default();
        let at = earlier.partition_point(|&(end, _)| end <= slot.index());
        earlier.get(at).map_or(self.current, |&(_, generation)| generation)
    }
}
