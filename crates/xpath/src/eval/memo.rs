//! Results of predicates, remembered for each node.

use sapwood_tree::Node;
use std::collections::HashMap;

use crate::item::Item;

/// The results of a predicate that depends on nothing but the context node.
///
/// It remembers nothing until the predicate was evaluated as often as the tree has nodes: most never are. Then it takes
/// two bits for a node.
#[derive(Default)]
pub(super) struct Memo {
    pub(super) evaluations: usize,
    pub(super) nodes: Vec<u8>,
    others: HashMap<(usize, bool, u32), bool>,
}

const KNOWN: u8 = 1;
const TRUE: u8 = 2;

impl Memo {
    pub(super) fn get<'d, N: Node<'d>>(&self, item: Item<N>) -> Option<bool> {
        match key(item) {
            Ok(index) => {
                let bits = self.nodes.get(index / 4)? >> (index % 4 * 2);
                (bits & KNOWN != 0).then_some(bits & TRUE != 0)
            }
            Err(key) => self.others.get(&key).copied(),
        }
    }

    pub(super) fn set<'d, N: Node<'d>>(&mut self, item: Item<N>, result: bool) {
        match key(item) {
            Ok(index) => {
                let bits = if result { KNOWN | TRUE } else { KNOWN };
                if let Some(entry) = self.nodes.get_mut(index / 4) {
                    *entry |= bits << (index % 4 * 2);
                }
            }
            Err(key) => {
                self.others.insert(key, result);
            }
        }
    }
}

/// The index of a node of the tree, or a key of another item.
fn key<'d, N: Node<'d>>(item: Item<N>) -> std::result::Result<usize, (usize, bool, u32)> {
    match item {
        Item::Node(node) => Ok(node.index()),
        Item::Attribute { element, index } => Err((element.index(), true, index)),
        Item::Namespace { element, index } => Err((element.index(), false, index)),
    }
}
