//! Comparisons.
//!
//! A node-set equals a string if *any* of its nodes does, so comparing two node-sets naively takes the product of their
//! sizes. Here it takes their sum: equality looks one side's strings up in a set of the other's, and an order is decided
//! by the smallest and the largest number of each side.

use sapwood_tree::{Node, NodeKind, next_in_tree};
use std::{borrow::Cow, collections::HashSet, rc::Rc};

use super::{Cached, Context, Evaluation, Result, Text, Want};
use crate::{
    expr::{Comparison, Expr, Type},
    item::Item,
    value::Value,
};

/// An operand of a comparison.
enum Operand<'x, N> {
    Nodes(Vec<Item<N>>),
    /// An invariant.
    Cached(Rc<Cached<N>>),
    Text(Text<'x>),
    Number(f64),
    Boolean(bool),
    /// A list of texts, which are compared as nodes with these string-values are.
    #[cfg(feature = "exslt")]
    Texts(Rc<Vec<String>>),
}

impl<N> Operand<'_, N> {
    /// The nodes of a node-set.
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

    /// The text of a string.
    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Cached(cached) => match &cached.value {
                Value::String(text) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of a boolean.
    fn boolean(&self) -> Option<bool> {
        match self {
            Self::Boolean(is) => Some(*is),
            Self::Cached(cached) => match cached.value {
                Value::Boolean(is) => Some(is),
                _ => None,
            },
            _ => None,
        }
    }

    fn to_boolean(&self) -> bool {
        match self {
            Self::Nodes(items) => !items.is_empty(),
            Self::Text(text) => !text.is_empty(),
            Self::Number(number) => *number != 0.0 && !number.is_nan(),
            Self::Boolean(is) => *is,
            #[cfg(feature = "exslt")]
            Self::Texts(texts) => !texts.is_empty(),
            Self::Cached(cached) => match &cached.value {
                Value::NodeSet(items) => !items.is_empty(),
                Value::String(text) => !text.is_empty(),
                Value::Number(number) => *number != 0.0 && !number.is_nan(),
                Value::Boolean(is) => *is,
            },
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
                Some(left) => Operand::Boolean(left),
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
        let Some(value) = self.attribute_of(path, context)? else { return Ok(None) };
        let Some(value) = value else { return Ok(Some(false)) };
        let is_equal = self.are_equal(value, text)?;
        Ok(Some(is_equal == (comparison == Comparison::Equal)))
    }

    fn operand(&mut self, expr: &'x Expr, context: &Context<N>) -> Result<Operand<'x, N>> {
        Ok(match expr {
            Expr::Path(_) | Expr::Union(_) => {
                Operand::Nodes(self.nodes(expr, context, Want::SET)?)
            }
            #[cfg(feature = "exslt")]
            Expr::Matches(call) => Operand::Texts(self.matches(call, context)?),
            Expr::Invariant(number, inner) => Operand::Cached(self.invariant(*number, inner)?),
            Expr::String(_) => Operand::Text(self.text(expr, context)?),
            Expr::Call(function, _) if function.returns() == Type::String => {
                Operand::Text(self.text(expr, context)?)
            }
            _ => match self.value(expr, context)? {
                Value::NodeSet(items) => Operand::Nodes(items),
                Value::String(text) => Operand::Text(Text::Own(Cow::Owned(text))),
                Value::Number(number) => Operand::Number(number),
                Value::Boolean(is) => Operand::Boolean(is),
            },
        })
    }

    fn compare_operands(
        &mut self,
        left: &Operand<'_, N>,
        comparison: Comparison,
        right: &Operand<'_, N>,
    ) -> Result<bool> {
        #[cfg(feature = "exslt")]
        match (left, right) {
            (Operand::Texts(texts), other) => {
                return self.compare_texts(texts, comparison, other);
            }
            (other, Operand::Texts(texts)) => {
                return self.compare_texts(texts, comparison.swapped(), other);
            }
            _ => {}
        }
        match (left.items(), right.items()) {
            (None, None) => self.compare_scalars(left, comparison, right),
            (None, Some(items)) => self.compare_nodes_to(items, comparison.swapped(), left),
            (Some(items), None) => self.compare_nodes_to(items, comparison, right),
            (Some(_), Some(_)) => match comparison {
                Comparison::Equal => self.any_equal(left, right),
                Comparison::NotEqual => self.any_different(left, right),
                _ => self.any_in_order(left, comparison, right),
            },
        }
    }

    /// Compares two values that aren't node-sets.
    fn compare_scalars(
        &mut self,
        left: &Operand<'_, N>,
        comparison: Comparison,
        right: &Operand<'_, N>,
    ) -> Result<bool> {
        if comparison.is_equality() {
            if left.boolean().is_some() || right.boolean().is_some() {
                return Ok(compare_booleans(left.to_boolean(), comparison, right.to_boolean()));
            }
            if let (Some(left), Some(right)) = (left.text(), right.text()) {
                return Ok(self.are_equal(left, right)? == (comparison == Comparison::Equal));
            }
        }
        let (left, right) = (self.number_of_scalar(left)?, self.number_of_scalar(right)?);
        Ok(compare_numbers(left, comparison, right))
    }

    fn number_of_scalar(&mut self, operand: &Operand<'_, N>) -> Result<f64> {
        match operand {
            Operand::Number(number) => Ok(*number),
            Operand::Text(text) => self.parse_number(text),
            Operand::Cached(cached) => self.cached_number(cached),
            other => Ok(f64::from(u8::from(other.to_boolean()))),
        }
    }

    /// Whether two strings are equal.
    fn are_equal(&mut self, left: &str, right: &str) -> Result<bool> {
        if left.len() != right.len() {
            return Ok(false);
        }
        self.charge(left.len() as u64 / 64)?;
        Ok(left == right)
    }

    /// Whether a comparison holds for any of the texts.
    #[cfg(feature = "exslt")]
    fn compare_texts(
        &mut self,
        texts: &[String],
        comparison: Comparison,
        other: &Operand<'_, N>,
    ) -> Result<bool> {
        if other.boolean().is_some() {
            return Ok(compare_booleans(!texts.is_empty(), comparison, other.to_boolean()));
        }
        for text in texts {
            self.charge(1)?;
            let text = Operand::Text(Text::Own(Cow::Borrowed(text.as_str())));
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
        other: &Operand<'_, N>,
    ) -> Result<bool> {
        if other.boolean().is_some() {
            return Ok(compare_booleans(!items.is_empty(), comparison, other.to_boolean()));
        }
        if comparison.is_equality()
            && let Some(text) = other.text()
        {
            for item in items {
                if self.is_text(*item, text)? == (comparison == Comparison::Equal) {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let other = self.number_of_scalar(other)?;
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
        self.charge(1)?;
        let has_data = |node: N| {
            matches!(
                node.kind(),
                NodeKind::Text | NodeKind::Comment | NodeKind::ProcessingInstruction
            )
        };
        let node = match item {
            Item::Node(node) if !has_data(node) => node,
            _ => {
                let own = self.text_of(item)?;
                return self.are_equal(&own, text);
            }
        };
        let mut rest = text;
        let mut at = node.first_child();
        while let Some(below) = at {
            self.charge(1)?;
            if below.kind() == NodeKind::Text {
                self.charge(below.data().len().min(rest.len()) as u64 / 64)?;
                match rest.strip_prefix(below.data()) {
                    Some(after) => rest = after,
                    None => return Ok(false),
                }
            }
            at = next_in_tree(below, node);
        }
        Ok(rest.is_empty())
    }

    fn any_equal(&mut self, left: &Operand<'_, N>, right: &Operand<'_, N>) -> Result<bool> {
        // Look up the nodes of the one operand among the strings of the other.
        let (looked_up, strings) = match (left, right) {
            (_, Operand::Cached(_)) => (left, right),
            (Operand::Cached(_), _) => (right, left),
            _ => (left, right),
        };
        let of = strings.items().unwrap_or_default();
        let items = looked_up.items().unwrap_or_default();
        if of.is_empty() || items.is_empty() {
            return Ok(false);
        }
        if of.len() <= FEW {
            let Operand::Cached(cached) = strings else {
                for other in of {
                    let text = self.text_of(*other)?;
                    if self.is_any_text(items, &text)? {
                        return Ok(true);
                    }
                }
                return Ok(false);
            };
            for text in self.few_of(cached, of)? {
                if self.is_any_text(items, text)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let own;
        let set = match strings {
            Operand::Cached(cached) => match cached.strings.get() {
                Some(set) => set,
                None => {
                    let set = self.strings_of(of)?;
                    cached.strings.get_or_init(|| set)
                }
            },
            _ => {
                own = self.strings_of(of)?;
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

    fn is_any_text(&mut self, items: &[Item<N>], text: &str) -> Result<bool> {
        for item in items {
            if self.is_text(*item, text)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The string-values of the few nodes of an invariant.
    fn few_of<'c>(&mut self, cached: &'c Cached<N>, items: &[Item<N>]) -> Result<&'c [Box<str>]> {
        if cached.few.get().is_none() {
            let mut few = Vec::new();
            for item in items {
                let text = self.text_of(*item)?;
                self.charge(1 + text.len() as u64 / 8)?;
                few.push(Box::from(text));
            }
            cached.few.get_or_init(|| few);
        }
        Ok(cached.few.get().map_or(&[], Vec::as_slice))
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
    fn any_different(&mut self, left: &Operand<'_, N>, right: &Operand<'_, N>) -> Result<bool> {
        let (one, other) = match right {
            Operand::Cached(_) => (right, left),
            _ => (left, right),
        };
        let ([first, ..], others @ [_, ..]) =
            (one.items().unwrap_or_default(), other.items().unwrap_or_default())
        else {
            return Ok(false);
        };
        let text = match one {
            Operand::Cached(cached) if cached.is_uniform.get() == Some(&false) => return Ok(true),
            Operand::Cached(cached) => Text::Shared(self.cached_text(cached)?),
            _ => Text::Own(self.text_of(*first)?),
        };
        for item in others {
            if !self.is_text(*item, &text)? {
                return Ok(true);
            }
        }
        Ok(!self.is_uniform(one, &text)?)
    }

    /// Whether all nodes have the string-value `text` of the first.
    fn is_uniform(&mut self, operand: &Operand<'_, N>, text: &str) -> Result<bool> {
        let cell = match operand {
            Operand::Cached(cached) => Some(&cached.is_uniform),
            _ => None,
        };
        if let Some(known) = cell.and_then(|cell| cell.get()) {
            return Ok(*known);
        }
        let mut is_uniform = true;
        for item in operand.items().unwrap_or_default().iter().skip(1) {
            if !self.is_text(*item, text)? {
                is_uniform = false;
                break;
            }
        }
        Ok(cell.map_or(is_uniform, |cell| *cell.get_or_init(|| is_uniform)))
    }

    fn any_in_order(
        &mut self,
        left: &Operand<'_, N>,
        comparison: Comparison,
        right: &Operand<'_, N>,
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
    fn extremes(&mut self, operand: &Operand<'_, N>) -> Result<Option<(f64, f64)>> {
        let cell = match operand {
            Operand::Cached(cached) => Some(&cached.extremes),
            _ => None,
        };
        if let Some(known) = cell.and_then(|cell| cell.get()) {
            return Ok(*known);
        }
        let mut extremes: Option<(f64, f64)> = None;
        for item in operand.items().unwrap_or_default() {
            let number = self.number_of(*item)?;
            if !number.is_nan() {
                extremes = Some(extremes.map_or((number, number), |(least, greatest)| {
                    (least.min(number), greatest.max(number))
                }));
            }
        }
        Ok(cell.map_or(extremes, |cell| *cell.get_or_init(|| extremes)))
    }
}

fn compare_booleans(left: bool, comparison: Comparison, right: bool) -> bool {
    compare_numbers(f64::from(u8::from(left)), comparison, f64::from(u8::from(right)))
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
