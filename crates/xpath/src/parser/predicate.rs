//! Predicates, and how they depend on the position.

use super::{Parsed, Parser, Result};
use crate::expr::{Comparison, Expr, Function, Predicate, PredicateKind, Type};

impl Parser<'_> {
    /// Parses [predicates](https://www.w3.org/TR/xpath-10/#NT-Predicate), if there are any.
    pub(super) fn predicates(&mut self) -> Result<Box<[Predicate]>> {
        Ok(self.predicates_and_facts()?.0)
    }

    /// Parses predicates, and returns whether any of them depends on the context node.
    pub(super) fn predicates_and_facts(&mut self) -> Result<(Box<[Predicate]>, bool)> {
        let mut predicates = Vec::new();
        let mut depends_on_node = false;
        while self.take("[") {
            self.predicates += 1;
            let parsed = self.nested(|this| this.expression(1))?;
            self.predicates -= 1;
            self.require("]", "an operator or \"]\"")?;
            let kind = kind_of(&parsed);
            depends_on_node |= parsed.facts.context;
            let mut memo = None;
            if self.predicates > 0 && kind == PredicateKind::Boolean {
                memo = Some(self.memos);
                self.memos += 1;
            }
            predicates.push(Predicate { kind, expr: parsed.expr, memo });
        }
        Ok((predicates.into(), depends_on_node))
    }
}

fn kind_of(Parsed { expr, facts }: &Parsed) -> PredicateKind {
    match expr {
        Expr::Number(number) => return PredicateKind::Index(index(*number)),
        Expr::Call(Function::Last, _) => return PredicateKind::Last,
        Expr::Compare(left, rest) => {
            if let [(comparison, right)] = &**rest
                && let Some(kind) = position_test(left, *comparison, right)
                    .or_else(|| position_test(right, comparison.swapped(), left))
            {
                return kind;
            }
        }
        _ => {}
    }
    if facts.size {
        PredicateKind::Size
    } else if facts.position || matches!(facts.ty, Type::Number | Type::Unknown) {
        PredicateKind::Position
    } else {
        PredicateKind::Boolean
    }
}

/// The position that equals `number`; 0 if none does.
fn index(number: f64) -> u64 {
    let is_position = number >= 1.0 && number.fract() == 0.0 && number < 2_f64.powi(53);
    if is_position { number as u64 } else { 0 }
}

/// The kind of `[position() = 3]` and the like.
fn position_test(left: &Expr, comparison: Comparison, right: &Expr) -> Option<PredicateKind> {
    let Expr::Call(Function::Position, _) = left else { return None };
    match (comparison, right) {
        (Comparison::Equal, Expr::Number(number)) => Some(PredicateKind::Index(index(*number))),
        (Comparison::Equal, Expr::Call(Function::Last, _)) => Some(PredicateKind::Last),
        (Comparison::LessOrEqual, Expr::Number(number)) => {
            Some(PredicateKind::UpTo(number.floor() as u64))
        }
        (Comparison::Less, Expr::Number(number)) => {
            Some(PredicateKind::UpTo((number.ceil() - 1.0) as u64))
        }
        _ => None,
    }
}
