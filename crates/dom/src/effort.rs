//! A bound on what searching the tree may cost.

use crate::{
    arena::{Kind, Slot},
    document::Document,
};

/// How many steps searches have taken in all.
///
/// Where a node lies in the tree is found by walking, and input can be made such that each of n
/// tags makes the parser walk past n nodes. So all walks of a parse together may take a number of
/// steps that grows with the document, far above what pages need; past that they give up.
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

    /// Whether `node` is in the document's own tree, or else the search gave up.
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
