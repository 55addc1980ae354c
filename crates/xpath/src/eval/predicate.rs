//! Evaluation of predicates.

use sapwood_tree::Node;

use super::{Context, Evaluation, Result};
#[cfg(feature = "exslt")]
use crate::expr::Expr;
use crate::{
    expr::{Predicate, PredicateKind},
    item::Item,
    value::Value,
};

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
