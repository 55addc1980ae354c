//! Walks that include template contents and shadow trees.

use crate::store::{
    document::Document,
    id::NodeId,
    node::{Kind, Link, Slot},
};

impl Document {
    /// Whether `of` is `node` or includes it, in its template contents and shadow trees as well; `false` if one of the ids is
    /// stale. The time is bounded by the size of `of` as well as by the depth of `node`.
    ///
    /// A node can't be inserted into a node that it includes; this says so before an edit does.
    ///
    /// ```
    /// let document = sapwood::parse("<section><p>a</p></section><p>b</p>");
    /// let section = document.select_first("section")?.expect("there is one");
    /// let [inner, outer] = [section.first_child(), section.next_sibling()].map(|it| it.expect("a `p`"));
    /// assert!(document.includes(section, inner) && document.includes(section, section));
    /// assert!(!document.includes(section, outer) && !document.includes(inner, section));
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[must_use]
    pub fn includes(&self, of: impl Into<NodeId>, node: impl Into<NodeId>) -> bool {
        match (self.slot(of), self.slot(node)) {
            (Ok(of), Ok(node)) => self.is_within(node, of),
            _ => false,
        }
    }

    /// The parent, or the host of template contents or of a shadow root.
    #[inline]
    pub(super) fn parent_or_host(&self, node: Slot) -> Link {
        self.nodes[node].parent.or_else(|| self.host_of(node))
    }

    #[inline]
    fn host_of(&self, node: Slot) -> Link {
        let node = &self.nodes[node];
        if node.head.is(Kind::Fragment) { Slot::new(node.start) } else { None }
    }

    /// The node after `node` within `root`, in tree order; the fragment of an element precedes its children.
    #[inline]
    pub(super) fn next_within(&self, node: Slot, root: Slot) -> Link {
        let inner = self.fragment_of(node).or(self.nodes[node].first_child);
        inner.or_else(|| self.next_past(node, root))
    }

    /// The node after `node` and all that it includes, within `root`.
    #[inline]
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

    /// Whether `of` is `node` or includes it.
    ///
    /// Climbs from `node` and walks through `of` in alternation, and stops when one of the two ends. So the time is
    /// bounded by the size of `of` as well as by the depth of `node`.
    #[inline]
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
