//! Evaluation.
//!
//! A step is applied to all its context nodes at once: their results are merged without duplicates, so a path costs a
//! walk of the tree for each step at most, however its axes are nested. Only a step whose predicates depend on the
//! position treats each context node by itself. A caller that needs only the first node, or to know whether there is
//! one, says so with [`Want`], and the last step ends there.
//!
//! Two things keep nested predicates from multiplying: what doesn't depend on the context is evaluated once
//! ([`Expr::Invariant`]), as are its conversions, and an inner predicate that has been evaluated as often as the tree has nodes remembers its
//! result for each node ([`Memo`]). What remains is bounded by the budget: each visited node, and each byte of a string
//! that is built, compared, hashed or searched, is charged to it.

mod budget;
mod compare;
mod functions;
mod inherited;
mod memo;
mod order;
mod path;
mod predicate;
mod step;
mod value;

use std::{
    borrow::Cow, cell::OnceCell, collections::HashSet, marker::PhantomData, ops::Deref, rc::Rc,
};

use self::{
    budget::Budget,
    inherited::Inherited,
    memo::Memo,
    order::{Marks, Order},
};
use sapwood_tree::{Node, root_of};

use crate::{
    environment::Environment,
    error::Result,
    expr::{Expr, Program},
    item::Item,
    node::representative,
    number,
    value::Value,
};

/// The state of one evaluation.
pub(crate) struct Evaluation<'x, 'd, N> {
    text: &'x str,
    environment: &'x dyn Environment<N>,
    budget: Budget,
    /// Whether the document is an HTML document.
    html: bool,
    origin: N,
    root: Option<N>,
    order: Order,
    marks: Marks,
    invariants: Vec<Option<Rc<Cached<N>>>>,
    memos: Vec<Memo>,
    inherited: Inherited<'d>,
    /// Empty vectors to be used again.
    pool: Vec<Vec<Item<N>>>,
    #[cfg(feature = "exslt")]
    pub(crate) regexes: crate::exslt::Regexes,
    data: PhantomData<&'d str>,
}

/// The context of an expression.
#[derive(Clone, Copy)]
pub(crate) struct Context<N> {
    pub(crate) item: Item<N>,
    pub(crate) position: u64,
    pub(crate) size: u64,
}

impl<N> Context<N> {
    fn of(item: Item<N>) -> Self {
        Self { item, position: 1, size: 1 }
    }
}

/// The value of an invariant, and what was derived from it.
struct Cached<N> {
    value: Value<N>,
    /// Its conversion to a string.
    text: OnceCell<Rc<str>>,
    /// Its conversion to a number.
    number: OnceCell<f64>,
    /// The string-values of its nodes if they are few.
    few: OnceCell<Vec<Box<str>>>,
    /// The string-values of its nodes.
    strings: OnceCell<HashSet<Box<str>>>,
    /// Whether its nodes have the same string-value.
    is_uniform: OnceCell<bool>,
    /// The least and the greatest of its nodes' numbers.
    extremes: OnceCell<Option<(f64, f64)>>,
}

impl<N> Cached<N> {
    fn new(value: Value<N>) -> Self {
        Self {
            value,
            text: OnceCell::new(),
            number: OnceCell::new(),
            few: OnceCell::new(),
            strings: OnceCell::new(),
            is_uniform: OnceCell::new(),
            extremes: OnceCell::new(),
        }
    }
}

/// A string that is only read.
pub(crate) enum Text<'x> {
    Own(Cow<'x, str>),
    /// The string of an invariant.
    Shared(Rc<str>),
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Own(text) => text,
            Self::Shared(text) => text,
        }
    }
}

/// The part of a node-set that a caller needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Want {
    /// The number of nodes after which it needs no others.
    limit: usize,
    /// Whether they must be the first in document order, and in that order.
    ordered: bool,
}

impl Want {
    pub(crate) const ALL: Self = Self { limit: usize::MAX, ordered: true };
    pub(crate) const SET: Self = Self { limit: usize::MAX, ordered: false };
    pub(crate) const FIRST: Self = Self { limit: 1, ordered: true };
    pub(crate) const ANY: Self = Self { limit: 1, ordered: false };
}

impl<'x, 'd: 'x, N: Node<'d>> Evaluation<'x, 'd, N> {
    pub(crate) fn new(
        text: &'x str,
        program: &'x Program,
        environment: &'x dyn Environment<N>,
        budget: u64,
        node: N,
    ) -> Self {
        Self {
            text,
            environment,
            budget: Budget::new(budget),
            html: node.mode().html,
            origin: node,
            root: None,
            order: Order::default(),
            marks: Marks::default(),
            invariants: (0..program.invariants).map(|_| None).collect(),
            memos: (0..program.memos).map(|_| Memo::default()).collect(),
            inherited: Inherited::default(),
            pool: Vec::new(),
            #[cfg(feature = "exslt")]
            regexes: crate::exslt::Regexes::default(),
            data: PhantomData,
        }
    }

    /// The context of the whole expression.
    pub(crate) fn context(&self) -> Context<N> {
        Context::of(Item::Node(representative(self.origin)))
    }

    /// Takes `steps` from the budget.
    #[inline]
    pub(crate) fn charge(&mut self, steps: u64) -> Result<()> {
        self.budget.charge(steps)
    }

    /// The number of steps taken so far.
    pub(crate) fn steps(&self) -> u64 {
        self.budget.taken()
    }

    /// The position of a node in tree order.
    fn position(&mut self, node: N) -> Result<usize> {
        self.order.position(node, self.origin, &mut self.budget)
    }

    /// Sorts nodes in document order and removes duplicates.
    fn sort(&mut self, items: &mut Vec<Item<N>>) -> Result<()> {
        self.order.sort(items, self.origin, &mut self.budget)
    }

    fn root(&mut self) -> N {
        *self.root.get_or_insert_with(|| root_of(self.origin))
    }

    fn buffer(&mut self) -> Vec<Item<N>> {
        self.pool.pop().unwrap_or_default()
    }

    fn recycle(&mut self, mut items: Vec<Item<N>>) {
        items.clear();
        self.pool.push(items);
    }

    /// The value of an invariant, which is evaluated at its first use.
    fn invariant(&mut self, number: usize, expr: &'x Expr) -> Result<Rc<Cached<N>>> {
        if let Some(cached) = &self.invariants[number] {
            return Ok(Rc::clone(cached));
        }
        // No part of it depends on the context, so any will do.
        let value = self.value(expr, &self.context())?;
        let cached = Rc::new(Cached::new(value));
        self.invariants[number] = Some(Rc::clone(&cached));
        Ok(cached)
    }

    /// The string-value of a node as a number.
    fn number_of(&mut self, item: Item<N>) -> Result<f64> {
        let text = self.text_of(item)?;
        self.parse_number(&text)
    }

    /// The string-values of a node-set, or the only string of another value.
    pub(crate) fn strings_of_value(&mut self, value: Value<N>) -> Result<Vec<String>> {
        let Value::NodeSet(items) = value else { return Ok(value.to_strings()) };
        let mut strings = Vec::new();
        for item in items {
            let text = self.text_of(item)?;
            self.charge(1 + text.len() as u64 / 8)?;
            strings.push(text.into_owned());
        }
        Ok(strings)
    }

    fn parse_number(&mut self, text: &str) -> Result<f64> {
        self.charge(1 + text.len() as u64 / 8)?;
        Ok(number::parse(text))
    }

    /// The string-value of a node.
    pub(crate) fn text_of(&mut self, item: Item<N>) -> Result<Cow<'d, str>> {
        if let Item::Namespace { element, index } = item {
            let namespaces = self.inherited.namespaces(element, &mut self.budget)?;
            return Ok(Cow::Borrowed(namespaces.get(index as usize).map_or("", |it| it.1)));
        }
        let mut steps = 0;
        let text = item.string_value_in(&mut steps);
        self.charge(steps)?;
        Ok(text)
    }
}
