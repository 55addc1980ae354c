//! Node ids, and how a document tells its own from stale and foreign ones.
//!
//! An id is a slot and a *generation*, a number that each document draws from a global counter. An id is valid if its
//! generation is the one of its slot. Compacting draws a new generation, which makes all old ids stale. A clone must
//! accept the ids of the nodes that it copied, and the original must not accept ids of nodes that are added to the
//! clone. So a clone keeps the generations of its old slots, as a list of ranges, and draws a new one for later slots.

use std::{
    cell::Cell,
    fmt,
    sync::atomic::{AtomicU32, Ordering},
};

use crate::store::node::Slot;

/// The id of a node: small, `Copy`, and it borrows nothing.
///
/// # Validity
///
/// * An id denotes the same node as long as its document lives, also after the node is moved or removed from the
///   tree. No other node ever gets it.
/// * [`Document::compact`](crate::Document::compact) gives new ids to all nodes. The old ones are then stale:
///   [`Document::node`](crate::Document::node) returns `None`, and edits return an error.
/// * In another document an id is stale. But a clone of a document accepts the ids of all nodes that existed when it
///   was cloned.
/// * Stale ids are recognized by a number of 32 bits that each document draws. It wraps around after four billion
///   documents, or earlier if more than 268 million threads parse documents.
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

    /// The node's index in its document: unique, and at most [`Document::len`](crate::Document::len).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.slot.index()
    }

    /// The id as a number other than 0, for languages that can't hold a `NodeId`.
    ///
    /// ```
    /// let document = sapwood::parse("<p>Oak");
    /// let p = document.body().unwrap().first_child().unwrap().node_id();
    /// assert_eq!(sapwood::NodeId::from_bits(p.to_bits()), Some(p));
    /// ```
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        (self.generation as u64) << 32 | self.slot.get() as u64
    }

    /// The id that [`to_bits`](Self::to_bits) made a number of. No document has a node of a number that is made up, or
    /// one that happens to exist.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        match Slot::new(bits as u32) {
            Some(slot) => Some(Self { slot, generation: (bits >> 32) as u32 }),
            None => None,
        }
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
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index())
    }
}

/// The number of generations that a thread draws from the global counter at once. To add to it takes as long as parsing
/// a tag, and longer while other threads do.
const DRAWN: u32 = 16;

/// Draws a number that no other document has.
fn draw() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    thread_local!(static LAST: Cell<u32> = const { Cell::new(u32::MAX) });
    let next = LAST.get().wrapping_add(1);
    let next =
        if next.is_multiple_of(DRAWN) { NEXT.fetch_add(DRAWN, Ordering::Relaxed) } else { next };
    LAST.set(next);
    next
}

/// The generations of a document's slots.
#[derive(Clone, Debug)]
pub(crate) struct Generations {
    current: u32,
    /// First slot of the current generation.
    since: usize,
    /// Earlier generations, each with the slot where it ends. Only clones have any.
    earlier: Option<Box<[(usize, u32)]>>,
}

impl Generations {
    /// Draws a generation that no other document has.
    pub(crate) fn new() -> Self {
        Self { current: draw(), since: 0, earlier: None }
    }

    /// The generations of a clone that copies the slots before `end`.
    pub(crate) fn of_clone(&self, end: usize) -> Self {
        let own = (end > self.since).then_some((end, self.current));
        let earlier = self.earlier.iter().flatten().copied().chain(own).collect();
        Self { since: end, earlier: Some(earlier), ..Self::new() }
    }

    /// The generation of new nodes.
    #[inline]
    pub(crate) const fn current(&self) -> u32 {
        self.current
    }

    /// Whether all slots have the current generation.
    #[cfg(feature = "select")]
    #[inline]
    pub(crate) const fn is_single(&self) -> bool {
        self.since == 0
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

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, thread};

    use super::*;

    #[test]
    fn no_two_documents_have_the_same_generation() {
        let draw_some = || (0..10 * DRAWN + 1).map(|_| draw()).collect::<Vec<_>>();
        let threads: Vec<_> = (0..4).map(|_| thread::spawn(draw_some)).collect();
        let mut drawn = draw_some();
        for thread in threads {
            drawn.extend(thread.join().unwrap());
        }
        let distinct: HashSet<_> = drawn.iter().collect();
        assert_eq!(distinct.len(), drawn.len());
    }
}
