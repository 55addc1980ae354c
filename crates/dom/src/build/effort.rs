//! A bound on the cost of searching the tree during a parse.

use crate::store::{
    document::Document,
    node::{Kind, Slot},
};

/// Number of steps that all searches of a parse have taken.
///
/// Some rules need to know where a node is in the tree, which takes a walk. Crafted input makes each of n tags walk
/// past n nodes. So the walks of a parse share a budget that grows with the document, far above the need of real pages.
/// Past it they give up.
#[derive(Debug, Default)]
pub(crate) struct Effort {
    spent: usize,
}

impl Effort {
    const FREE: usize = 4 << 20;
    const PER_NODE: usize = 64;

    /// Takes a step; `None` if there are none left.
    #[inline]
    pub(crate) fn step(&mut self, document: &Document) -> Option<()> {
        self.spent += 1;
        let allowed = Self::PER_NODE.saturating_mul(document.len()).saturating_add(Self::FREE);
        (self.spent <= allowed).then_some(())
    }

    /// Whether `node` is in the tree of the document; also `true` if the search gives up.
    pub(crate) fn is_connected(&mut self, document: &Document, mut node: Slot) -> bool {
        while let Some(parent) = document.nodes[node].parent {
            node = parent;
            if self.step(document).is_none() {
                return true;
            }
        }
        node == Slot::ROOT && document.nodes[node].head.is(Kind::Document)
    }
}
