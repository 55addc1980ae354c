//! Results of predicates, remembered for each node.

use sapwood_tree::Node;
use std::collections::HashMap;

use super::{Context, Evaluation, Result};
#[cfg(feature = "exslt")]
use crate::expr::Expr;
use crate::{
    expr::{Predicate, PredicateKind},
    item::Item,
    value::Value,
};

/// The results of a predicate that depends on nothing but the context node.
///
/// It remembers nothing until the predicate was evaluated as often as the tree has nodes: most never are. Then it takes
/// two bits for a node.
#[derive(Default)]
pub(super) struct Memo {
    evaluations: usize,
    nodes: Vec<u8>,
    others: HashMap<(usize, bool, u32), bool>,
}

const KNOWN: u8 = 1;
const TRUE: u8 = 2;

impl Memo {
    fn get<'d, N: Node<'d>>(&self, item: Item<N>) -> Option<bool> {
        match key(item) {
            Ok(index) => {
                let bits = self.nodes.get(index / 4)? >> (index % 4 * 2);
                (bits & KNOWN != 0).then_some(bits & TRUE != 0)
            }
            Err(key) => self.others.get(&key).copied(),
        }
    }

    fn set<'d, N: Node<'d>>(&mut self, item: Item<N>, result: bool) {
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

impl<'x, 'd: 'x, N: Node<'d>> Evaluation<'x, 'd, N> {
    /// Whether a predicate that doesn't depend on the position holds for a node.
    pub(super) fn holds(&mut self, predicate: &'x Predicate, item: Item<N>) -> Result<bool> {
        self.charge(1)?;
        let context = Context::of(item);
        let Some(number) = predicate.memo else { return self.boolean(&predicate.expr, &context) };
        let memo = &mut self.memos[number];
        memo.evaluations += 1;
        if memo.nodes.is_empty() {
            let bound = item.node().bound();
            if memo.evaluations <= bound {
                return self.boolean(&predicate.expr, &context);
            }
            self.charge(bound as u64 / 4)?;
            self.memos[number].nodes = vec![0; bound / 4 + 1];
        } else if let Some(result) = memo.get(item) {
            return Ok(result);
        }
        let result = self.boolean(&predicate.expr, &context)?;
        self.charge(8)?;
        self.memos[number].set(item, result);
        Ok(result)
    }

    /// Whether a predicate of any kind holds for a context node.
    pub(crate) fn holds_at(
        &mut self,
        predicate: &'x Predicate,
        context: &Context<N>,
    ) -> Result<bool> {
        match predicate.kind {
            PredicateKind::Boolean => self.holds(predicate, context.item),
            PredicateKind::Index(index) => Ok(context.position == index),
            PredicateKind::UpTo(most) => Ok(context.position <= most),
            PredicateKind::Last => Ok(context.position == context.size),
            PredicateKind::Position | PredicateKind::Size => {
                self.charge(1)?;
                // Its value is a string, but it holds for an empty match, too.
                #[cfg(feature = "exslt")]
                if matches!(predicate.expr, Expr::Matches(_)) {
                    return self.boolean(&predicate.expr, context);
                }
                Ok(match self.value(&predicate.expr, context)? {
                    Value::Number(number) => number == context.position as f64,
                    other => other.to_boolean(),
                })
            }
        }
    }
}
