//! The limit on nodes.

use sapwood_driver::Limits;
use sapwood_tree::Limit;

/// Counts the nodes of a tree, up to the [limit](Limits::nodes) on them.
#[derive(Clone, Debug)]
pub struct NodeCount {
    is_limited: bool,
    /// The number of nodes that may still be created.
    room: usize,
    full: bool,
}

impl NodeCount {
    /// A count with one node, the document.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let most = limits.max_nodes();
        let room = most.unwrap_or(usize::MAX).saturating_sub(1);
        Self { is_limited: most.is_some(), room, full: false }
    }

    /// Counts a node that is about to be created.
    ///
    /// # Errors
    ///
    /// [`Limit::Nodes`] if there is no room for it: from now on the tree must stay as it is.
    #[inline]
    pub fn add(&mut self) -> Result<(), Limit> {
        match self.room.checked_sub(1) {
            Some(room) => {
                self.room = room;
                Ok(())
            }
            None => {
                self.full = true;
                Err(Limit::Nodes)
            }
        }
    }

    /// Whether nodes are limited.
    #[inline]
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.is_limited
    }

    /// The limit, if a node found no room.
    #[inline]
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.full.then_some(Limit::Nodes)
    }
}
