//! Location paths, unions and filter expressions: what yields nodes.

use sapwood_tree::Node;
use std::mem;

use super::{Context, Evaluation, Result, Want};
use crate::{
    error::{XPathError, XPathErrorKind},
    expr::{Expr, Path, Predicate, PredicateKind, Start},
    item::Item,
    value::Value,
};

impl<'x, 'd: 'x, N: Node<'d>> Evaluation<'x, 'd, N> {
    /// The nodes that an expression yields.
    pub(crate) fn nodes(
        &mut self,
        expr: &'x Expr,
        context: &Context<N>,
        want: Want,
    ) -> Result<Vec<Item<N>>> {
        match expr {
            Expr::Path(path) => self.path(path, context, want),
            Expr::Union(parts) => {
                let mut all = self.buffer();
                for part in parts {
                    let nodes = self.nodes(part, context, want)?;
                    all.extend_from_slice(&nodes);
                    self.recycle(nodes);
                    if !want.ordered && all.len() >= want.limit {
                        return Ok(all);
                    }
                }
                self.sort(&mut all)?;
                Ok(all)
            }
            Expr::Invariant(number, inner) => {
                let cached = self.invariant(*number, inner)?;
                let Value::NodeSet(items) = &cached.value else { return Err(not_nodes()) };
                let items = &items[..items.len().min(want.limit)];
                self.charge(items.len() as u64)?;
                let mut copy = self.buffer();
                copy.extend_from_slice(items);
                Ok(copy)
            }
            _ => match self.value(expr, context)? {
                Value::NodeSet(mut items) => {
                    // Functions and variables of the environment may have them in any order.
                    self.sort(&mut items)?;
                    Ok(items)
                }
                _ => Err(not_nodes()),
            },
        }
    }

    /// The nodes that a path leads to.
    pub(super) fn path(
        &mut self,
        path: &'x Path,
        context: &Context<N>,
        want: Want,
    ) -> Result<Vec<Item<N>>> {
        let own_want = if path.steps.is_empty() { want } else { Want::ALL };
        let mut current = self.start(&path.start, context, own_want)?;
        let mut next = self.buffer();
        // Whether no node of `current` is an ancestor of another one.
        let mut flat = current.len() <= 1;
        for (number, step) in path.steps.iter().enumerate() {
            if current.is_empty() {
                break;
            }
            let is_last = number + 1 == path.steps.len();
            flat =
                self.step(&current, flat, step, if is_last { want } else { Want::ALL }, &mut next)?;
            mem::swap(&mut current, &mut next);
            next.clear();
        }
        self.recycle(next);
        Ok(current)
    }

    fn start(
        &mut self,
        start: &'x Start,
        context: &Context<N>,
        want: Want,
    ) -> Result<Vec<Item<N>>> {
        let item = match start {
            Start::Context => context.item,
            Start::Root => Item::Node(self.root()),
            Start::Filter(expr, predicates) => return self.filter(expr, predicates, context, want),
        };
        let mut items = self.buffer();
        items.push(item);
        Ok(items)
    }

    /// The nodes of a filter expression: positions are those in document order.
    fn filter(
        &mut self,
        expr: &'x Expr,
        predicates: &'x [Predicate],
        context: &Context<N>,
        want: Want,
    ) -> Result<Vec<Item<N>>> {
        let own_want = match predicates.first().map(|first| first.kind) {
            None => want,
            Some(PredicateKind::Index(most) | PredicateKind::UpTo(most)) => {
                Want { limit: usize::try_from(most).unwrap_or(usize::MAX).max(1), ordered: true }
            }
            Some(_) => Want::ALL,
        };
        let mut items = self.nodes(expr, context, own_want)?;
        self.filter_list(predicates, &mut items)?;
        Ok(items)
    }

    /// Keeps the nodes of a list for which all predicates hold.
    pub(super) fn filter_list(
        &mut self,
        predicates: &'x [Predicate],
        items: &mut Vec<Item<N>>,
    ) -> Result<()> {
        for predicate in predicates {
            let size = items.len() as u64;
            match predicate.kind {
                PredicateKind::Index(index) => pick(items, index),
                PredicateKind::Last => pick(items, size),
                PredicateKind::UpTo(most) => {
                    items.truncate(usize::try_from(most).unwrap_or(usize::MAX));
                }
                _ => {
                    let mut kept = 0;
                    for at in 0..items.len() {
                        let item = items[at];
                        let context = Context { item, position: at as u64 + 1, size };
                        if self.holds_at(predicate, &context)? {
                            items[kept] = item;
                            kept += 1;
                        }
                    }
                    items.truncate(kept);
                }
            }
        }
        Ok(())
    }
}

/// Keeps only the item at a position, counted from 1.
fn pick<N: Copy>(items: &mut Vec<Item<N>>, position: u64) {
    let at = position.checked_sub(1).and_then(|at| usize::try_from(at).ok());
    let picked = at.and_then(|at| items.get(at).copied());
    items.clear();
    items.extend(picked);
}

fn not_nodes() -> XPathError {
    XPathError::new(XPathErrorKind::Type, "expected a node-set from a variable or function")
}
