//! Trees with the template contents and shadow trees in them.

use crate::{
    arena::{Kind, Link, Slot},
    document::Document,
};

impl Document {
    /// The parent, or of template contents or a shadow root the element that they hang on.
    pub(super) fn parent_or_host(&self, node: Slot) -> Link {
        self.nodes[node].parent.or_else(|| self.host_of(node))
    }

    fn host_of(&self, node: Slot) -> Link {
        let node = &self.nodes[node];
        if node.head.is(Kind::Fragment) { Slot::new(node.start) } else { None }
    }

    /// The node after `node` among all that is in `root`: what hangs on an element comes before its children.
    pub(super) fn next_within(&self, node: Slot, root: Slot) -> Link {
        let inner = self.fragment_of(node).or(self.nodes[node].first_child);
        inner.or_else(|| self.next_past(node, root))
    }

    /// The node after `node` and all that is in it, among all that is in `root`.
    fn next_past(&self, mut node: Slot, root: Slot) -> Link {
        while node != root {
            let entry = &self.nodes[node];
            node = match (entry.next, entry.parent) {
                (Some(next), _) => return Some(next),
                (None, Some(parent)) => parent,
                (None, None) => {
                    let host = self.host_of(node)?;
                    let child = self.nodes[host].first_child;
                    if child.is_some() {
                        return child;
                    }
                    host
                }
            };
        }
        None
    }

    /// Whether `node` is `of`, or in it.
    ///
    /// It climbs from `node` and at the same time walks through `of`, and ends with what ends first. So it takes
    /// no longer than what is in `of`, and no longer than `node` is deep.
    pub(super) fn is_within(&self, node: Slot, of: Slot) -> bool {
        let (mut above, mut inner) = (node, of);
        while above != of {
            let (Some(next_above), Some(next_inner)) =
                (self.parent_or_host(above), self.next_within(inner, of))
            else {
                return false;
            };
            if next_inner == node {
                return true;
            }
            (above, inner) = (next_above, next_inner);
        }
        true
    }
}
