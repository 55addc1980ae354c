//! Document order, and sets of nodes.

use sapwood_tree::{Node, next_in_tree, root_of};

use super::budget::Budget;
use crate::{error::Result, item::Item};

/// The positions of nodes in tree order, for trees whose indexes aren't in that order; numbered at the first use.
#[derive(Default)]
pub(super) struct Order(Option<Vec<u32>>);

/// A set of nodes that is emptied in time linear in its size.
#[derive(Default)]
pub(super) struct Marks {
    bits: Vec<u64>,
    marked: Vec<usize>,
}

impl Marks {
    /// Adds the node with this index; `false` if it was in the set.
    pub(super) fn insert(&mut self, index: usize) -> bool {
        let (word, bit) = (index / 64, 1 << (index % 64));
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        let is_new = self.bits[word] & bit == 0;
        if is_new {
            self.bits[word] |= bit;
            self.marked.push(index);
        }
        is_new
    }

    pub(super) fn clear(&mut self) {
        for index in self.marked.drain(..) {
            self.bits[index / 64] = 0;
        }
    }
}

impl Order {
    /// Makes sure that [`Self::position`] can be called.
    /// `origin` is a node of the tree.
    fn number_nodes<'d, N: Node<'d>>(&mut self, origin: N, budget: &mut Budget) -> Result<()> {
        if origin.is_index_ordered() || self.0.is_some() {
            return Ok(());
        }
        let root = root_of(origin);
        let bound = root.bound();
        budget.charge(bound as u64)?;
        // Nodes of other trees come after all others.
        let mut positions = vec![u32::MAX; bound];
        let mut at = Some(root);
        let mut count = 0;
        while let Some(node) = at {
            if let Some(position) = positions.get_mut(node.index()) {
                *position = count;
            }
            count += 1;
            at = next_in_tree(node, root);
        }
        self.0 = Some(positions);
        Ok(())
    }

    /// The position of a node in the order of the tree of `origin`.
    pub(super) fn position<'d, N: Node<'d>>(
        &mut self,
        node: N,
        origin: N,
        budget: &mut Budget,
    ) -> Result<usize> {
        self.number_nodes(origin, budget)?;
        Ok(position_in(self.0.as_deref(), node))
    }

    /// Sorts nodes in the order of the tree of `origin` and removes duplicates.
    pub(super) fn sort<'d, N: Node<'d>>(
        &mut self,
        items: &mut Vec<Item<N>>,
        origin: N,
        budget: &mut Budget,
    ) -> Result<()> {
        if items.len() < 2 {
            return Ok(());
        }
        self.number_nodes(origin, budget)?;
        budget.charge(items.len() as u64)?;
        let positions = self.0.as_deref();
        if items.is_sorted_by(|a, b| key(positions, a) < key(positions, b)) {
            return Ok(());
        }
        let levels = u64::from(items.len().ilog2());
        budget.charge(items.len() as u64 * levels / 4)?;
        let positions = self.0.as_deref();
        items.sort_unstable_by_key(|item| key(positions, item));
        items.dedup();
        Ok(())
    }
}

/// The order of items: the position of the node, then its namespaces and its attributes.
#[inline]
fn key<'d, N: Node<'d>>(positions: Option<&[u32]>, item: &Item<N>) -> (usize, u8, u32) {
    let (kind, index) = match *item {
        Item::Node(_) => (0, 0),
        Item::Namespace { index, .. } => (1, index),
        Item::Attribute { index, .. } => (2, index),
    };
    (position_in(positions, item.node()), kind, index)
}

#[inline]
fn position_in<'d, N: Node<'d>>(positions: Option<&[u32]>, node: N) -> usize {
    let index = node.index();
    match positions {
        None => index,
        Some(positions) => match positions.get(index) {
            Some(position) if *position != u32::MAX => *position as usize,
            _ => u32::MAX as usize + index,
        },
    }
}
