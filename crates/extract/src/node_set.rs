//! Sets of nodes.

use crate::{NodeRef, store::node::Slot};

/// A set of nodes of one document: a bit for each slot up to the last member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NodeSet {
    words: Vec<u64>,
}

impl NodeSet {
    #[cfg(feature = "article")]
    #[inline]
    pub(crate) fn insert(&mut self, node: Slot) {
        let word = node.index() / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (node.index() % 64);
    }

    #[inline]
    pub(crate) fn contains(&self, node: NodeRef<'_>) -> bool {
        self.has(node.id)
    }

    #[inline]
    fn has(&self, node: Slot) -> bool {
        self.words.get(node.index() / 64).is_some_and(|word| word >> (node.index() % 64) & 1 == 1)
    }
}
