//! Comparisons.
//!
//! A node-set equals a string if *any* of its nodes does, so comparing two node-sets naively takes the product of their
//! sizes. Here it takes their sum: equality looks one side's strings up in a set of the other's, and an order is decided
//! by the smallest and the largest number of each side.

use std::{collections::HashSet, rc::Rc};

use super::{Cached, Context, Evaluation, Result, Want};
use crate::{
    expr::{Comparison, Expr},
    item::Item,
    node::{Node, NodeKind, next_in_tree},
    value::Value,
};

/// An operand of a comparison.
enum Operand<N> {
    Nodes(Vec<Item<N>>),
    /// An invariant that is a node-set.
    Cached(Rc<Cached<N>>),
    Scalar(Value<N>),
    /// A list of texts, which are compared as nodes with these string-values are.
    #[cfg(feature = "exslt")]
    Texts(Vec<String>),
}

impl<N> Operand<N> {
    fn items(&self) -> Option<&[Item<N>]> {
        match self {
            Self::Nodes(items) => Some(items),
            Self::Cached(cached) => match &cached.value {
                Value::NodeSet(items) => Some(items),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The number of nodes up to which pairs are compared one by one.
const FEW: usize = 4;

impl<'x, 'd: 'x, N: Node<'d>> Evaluation<'x, 'd, N> {
    /// The result of a chain of comparisons, which associate to the left.
    pub(super) fn compare(
        &mut self,
        first: &'x Expr,
        rest: &'x [(Comparison, Expr)],
        context: &Context<N>,
    ) -> Result<bool> {
        if let [(comparison, right)] = rest
            && let Some(result) = self.attribute_is(first, *comparison, right, context)?
        {
            return Ok(result);
        }
        let mut result = None;
        for (comparison, right) in rest {
            let left = match result {
                Some(left) => Operand::Scalar(Value::Boolean(left)),
                None => self.operand(first, context)?,
            };
            let right = self.operand(right, context)?;
            result = Some(self.compare_operands(&left, *comparison, &right)?);
            for operand in [left, right] {
                if let Operand::Nodes(items) = operand {
                    self.recycle(items);
                }
            }
        }
        Ok(result.unwrap_or_default())
    }

    /// Whether `@a = 'text'`; `None` for any other comparison.
    fn attribute_is(
        &mut self,
        left: &'x Expr,
        comparison: Comparison,
        right: &'x Expr,
        context: &Context<N>,
    ) -> Result<Option<bool>> {
        let (Comparison::Equal | Comparison::NotEqual, Expr::Path(path), Expr::String(text)) =
            (comparison, left, right)
        else {
            return Ok(None);
        };
        let value = self.attribute_of(path, context)?;
        Ok(value.map(|value| {
            value.is_some_and(|value| (value == &**text) == (comparison == Comparison::Equal))
        }))
    }

    fn operand(&mut self, expr: &'x Expr, context: &Context<N>) -> Result<Operand<N>> {
        match expr {
            Expr::Path(_) | Expr::Union(_) => {
                Ok(Operand::Nodes(self.nodes(expr, context, Want::SET)?))
            }
            #[cfg(feature = "exslt")]
            Expr::Matches(arguments, predicates) => {
                Ok(Operand::Texts(self.matches(arguments, predicates, context)?))
            }
            Expr::Invariant(number, inner) => {
                let cached = self.invariant(*number, inner)?;
                Ok(match &cached.value {
                    Value::NodeSet(_) => Operand::Cached(cached),
                    scalar => Operand::Scalar(scalar.clone()),
                })
            }
            _ => Ok(match self.value(expr, context)? {
                Value::NodeSet(items) => Operand::Nodes(items),
                scalar => Operand::Scalar(scalar),
            }),
        }
    }

    fn compare_operands(
        &mut self,
        left: &Operand<N>,
        comparison: Comparison,
        right: &Operand<N>,
    ) -> Result<bool> {
        match (left, right) {
            #[cfg(feature = "exslt")]
            (Operand::Texts(texts), other) => self.compare_texts(texts, comparison, other),
            #[cfg(feature = "exslt")]
            (other, Operand::Texts(texts)) => {
                self.compare_texts(texts, comparison.swapped(), other)
            }
            (Operand::Scalar(left), Operand::Scalar(right)) => {
                Ok(compare_scalars(left, comparison, right))
            }
            (Operand::Scalar(left), right) => {
                self.compare_nodes_to(right.items().unwrap_or_default(), comparison.swapped(), left)
            }
            (left, Operand::Scalar(right)) => {
                self.compare_nodes_to(left.items().unwrap_or_default(), comparison, right)
            }
            (left, right) => match comparison {
                Comparison::Equal => self.any_equal(left, right),
                Comparison::NotEqual => self.any_different(left, right),
                _ => self.any_in_order(left, comparison, right),
            },
        }
    }

    /// Whether a comparison holds for any of the texts.
    #[cfg(feature = "exslt")]
    fn compare_texts(
        &mut self,
        texts: &[String],
        comparison: Comparison,
        other: &Operand<N>,
    ) -> Result<bool> {
        if let Operand::Scalar(other @ Value::Boolean(_)) = other {
            let is_any = Value::Boolean(!texts.is_empty());
            return Ok(compare_scalars(&is_any, comparison, other));
        }
        for text in texts {
            self.charge(1 + text.len() as u64)?;
            let text = Operand::Scalar(Value::String(text.clone()));
            if self.compare_operands(&text, comparison, other)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a comparison holds for any of the nodes and a value that isn't a node-set.
    fn compare_nodes_to(
        &mut self,
        items: &[Item<N>],
        comparison: Comparison,
        other: &Value<N>,
    ) -> Result<bool> {
        match other {
            Value::Boolean(_) => {
                let is_any = Value::Boolean(!items.is_empty());
                return Ok(compare_scalars(&is_any, comparison, other));
            }
            Value::String(text) if comparison.is_equality() => {
                for item in items {
                    if self.is_text(*item, text)? == (comparison == Comparison::Equal) {
                        return Ok(true);
                    }
                }
                return Ok(false);
            }
            _ => {}
        }
        let other = other.to_number();
        for item in items {
            let own = self.number_of(*item)?;
            if compare_numbers(own, comparison, other) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the string-value of a node is `text`, without building it.
    fn is_text(&mut self, item: Item<N>, text: &str) -> Result<bool> {
        self.charge(1 + text.len() as u64 / 64)?;
        let Item::Node(node) = item else { return Ok(self.text_of(item)? == text) };
        if !matches!(node.kind(), NodeKind::Element | NodeKind::Root) {
            return Ok(self.text_of(item)? == text);
        }
        let mut rest = text;
        let mut at = node.first_child();
        while let Some(below) = at {
            self.charge(1)?;
            if below.kind() == NodeKind::Text {
                match rest.strip_prefix(below.data()) {
                    Some(after) => rest = after,
                    None => return Ok(false),
                }
            }
            at = next_in_tree(below, node);
        }
        Ok(rest.is_empty())
    }

    fn any_equal(&mut self, left: &Operand<N>, right: &Operand<N>) -> Result<bool> {
        // Look up the nodes of the one operand among the strings of the other.
        let (looked_up, strings) = match (left, right) {
            (_, Operand::Cached(_)) => (left, right),
            (Operand::Cached(_), _) => (right, left),
            _ => (left, right),
        };
        let few = strings.items().unwrap_or_default();
        let items = looked_up.items().unwrap_or_default();
        if few.len() <= FEW || items.is_empty() {
            for other in few {
                let text = self.text_of(*other)?;
                for item in items {
                    if self.is_text(*item, &text)? {
                        return Ok(true);
                    }
                }
            }
            return Ok(false);
        }
        let own;
        let set = match strings {
            Operand::Cached(cached) => match cached.strings.get() {
                Some(set) => set,
                None => {
                    let set = self.strings_of(few)?;
                    cached.strings.get_or_init(|| set)
                }
            },
            _ => {
                own = self.strings_of(few)?;
                &own
            }
        };
        for item in items {
            self.charge(1)?;
            let text = self.text_of(*item)?;
            self.charge(text.len() as u64 / 8)?;
            if set.contains(&*text) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn strings_of(&mut self, items: &[Item<N>]) -> Result<HashSet<Box<str>>> {
        let mut set = HashSet::new();
        for item in items {
            let text = self.text_of(*item)?;
            self.charge(8 + text.len() as u64)?;
            set.insert(Box::from(text));
        }
        Ok(set)
    }

    /// Whether two of the nodes have different strings: unless one set is empty, or all strings are the same.
    fn any_different(&mut self, left: &Operand<N>, right: &Operand<N>) -> Result<bool> {
        let left = left.items().unwrap_or_default();
        let right = right.items().unwrap_or_default();
        let ([first, others @ ..], [_, ..]) = (left, right) else { return Ok(false) };
        let text = self.text_of(*first)?;
        for item in right.iter().chain(others) {
            if !self.is_text(*item, &text)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn any_in_order(
        &mut self,
        left: &Operand<N>,
        comparison: Comparison,
        right: &Operand<N>,
    ) -> Result<bool> {
        let (left, right) = (self.extremes(left)?, self.extremes(right)?);
        let (Some((least, greatest)), Some((other_least, other_greatest))) = (left, right) else {
            return Ok(false);
        };
        Ok(match comparison {
            Comparison::Less | Comparison::LessOrEqual => {
                compare_numbers(least, comparison, other_greatest)
            }
            _ => compare_numbers(greatest, comparison, other_least),
        })
    }

    /// The least and the greatest of the nodes' numbers; `None` if none is a number.
    fn extremes(&mut self, operand: &Operand<N>) -> Result<Option<(f64, f64)>> {
        let mut extremes: Option<(f64, f64)> = None;
        for item in operand.items().unwrap_or_default() {
            let number = self.number_of(*item)?;
            if !number.is_nan() {
                extremes = Some(extremes.map_or((number, number), |(least, greatest)| {
                    (least.min(number), greatest.max(number))
                }));
            }
        }
        Ok(extremes)
    }
}

/// Compares two values that aren't node-sets.
fn compare_scalars<'d, N: Node<'d>>(
    left: &Value<N>,
    comparison: Comparison,
    right: &Value<N>,
) -> bool {
    if !comparison.is_equality() {
        return compare_numbers(left.to_number(), comparison, right.to_number());
    }
    let is_equal = match (left, right) {
        (Value::Boolean(_), _) | (_, Value::Boolean(_)) => left.to_boolean() == right.to_boolean(),
        (Value::Number(_), _) | (_, Value::Number(_)) => left.to_number() == right.to_number(),
        _ => left.to_text() == right.to_text(),
    };
    is_equal == (comparison == Comparison::Equal)
}

fn compare_numbers(left: f64, comparison: Comparison, right: f64) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::LessOrEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterOrEqual => left >= right,
    }
}
