//! A document or a node, as a query finds it.

use std::rc::Rc;

use sapwood_dom::NodeRef;

use super::{Snapshot, snapshot_below};
use crate::{dom::RcDom, node::Handle};

/// A document or a node, which is queried by its copy in a snapshot.
pub(super) trait Queried {
    /// Calls `query` with a new snapshot and the copy of this node in it.
    fn query<T>(&self, query: impl FnOnce(&Snapshot, NodeRef<'_>) -> T) -> T;
}

impl Queried for RcDom {
    fn query<T>(&self, query: impl FnOnce(&Snapshot, NodeRef<'_>) -> T) -> T {
        let snapshot = self.snapshot();
        query(&snapshot, snapshot.root())
    }
}

impl Queried for Handle {
    fn query<T>(&self, query: impl FnOnce(&Snapshot, NodeRef<'_>) -> T) -> T {
        let mut snapshot = self.snapshot();
        let slot = snapshot.nodes().position(|(_, handle)| Rc::ptr_eq(handle, self));
        if slot.is_none() {
            // Its parent doesn't have it as a child.
            snapshot = snapshot_below(self);
        }
        let copy = slot.and_then(|slot| snapshot.nodes().nth(slot));
        query(&snapshot, copy.map_or(snapshot.root(), |(copy, _)| copy))
    }
}

/// Returns the handle of a node of `snapshot`.
pub(super) fn handle(snapshot: &Snapshot, node: NodeRef<'_>) -> Handle {
    snapshot.handle(node).map(Rc::clone).expect("each node of a snapshot has a handle")
}
