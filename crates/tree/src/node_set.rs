//! Sets of nodes.

use crate::node::Node;

/// A set of nodes of one tree: a bit for each [`index`](Node::index) up to that of the last member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeSet {
    words: Vec<u64>,
}

impl NodeSet {
    /// Adds a node.
    #[inline]
    pub fn insert<'d>(&mut self, node: impl Node<'d>) {
        let word = node.index() / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (node.index() % 64);
    }

    /// Returns `true` if the node is a member. It has to be of the same tree.
    #[inline]
    pub fn contains<'d>(&self, node: impl Node<'d>) -> bool {
        let index = node.index();
        self.words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }
}
