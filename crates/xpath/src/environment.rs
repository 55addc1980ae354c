//! Variables and functions that the caller of an expression provides.

use std::{collections::BTreeMap, fmt};

use crate::{item::Item, value::Value};

/// The variables and functions of an evaluation. `()` has none; [`Bindings`] holds some by name.
///
/// Nodes in its values must be nodes of the tree that the expression is evaluated on.
pub trait Environment<N> {
    /// The value of a variable, by its name as the expression writes it, without the `$`.
    fn variable(&self, name: &str) -> Option<Value<N>> {
        let _ = name;
        None
    }

    /// Calls a function that was [declared](crate::Options::function), by its name as the expression writes it.
    ///
    /// `context` is the context node.
    ///
    /// # Errors
    ///
    /// The message of an error becomes that of the evaluation's.
    fn call(
        &self,
        name: &str,
        arguments: Vec<Value<N>>,
        context: Item<N>,
    ) -> Option<Result<Value<N>, String>> {
        let _ = (name, arguments, context);
        None
    }
}

impl<N> Environment<N> for () {}

type Call<'a, N> = dyn Fn(&[Value<N>], Item<N>) -> Result<Value<N>, String> + 'a;

/// Variables and functions by name.
pub struct Bindings<'a, N> {
    variables: BTreeMap<Box<str>, Value<N>>,
    functions: BTreeMap<Box<str>, Box<Call<'a, N>>>,
}

impl<N> Default for Bindings<'_, N> {
    fn default() -> Self {
        Self { variables: BTreeMap::new(), functions: BTreeMap::new() }
    }
}

impl<'a, N> Bindings<'a, N> {
    /// No variables and functions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a variable, by its name without the `$`.
    #[must_use]
    pub fn variable(mut self, name: &str, value: impl Into<Value<N>>) -> Self {
        self.variables.insert(name.into(), value.into());
        self
    }

    /// Adds a function of its arguments and the context node. The expression must be parsed with a
    /// [declaration](crate::Options::function) of its name.
    #[must_use]
    pub fn function(
        mut self,
        name: &str,
        call: impl Fn(&[Value<N>], Item<N>) -> Result<Value<N>, String> + 'a,
    ) -> Self {
        self.functions.insert(name.into(), Box::new(call));
        self
    }
}

impl<N: Clone> Environment<N> for Bindings<'_, N> {
    fn variable(&self, name: &str) -> Option<Value<N>> {
        self.variables.get(name).cloned()
    }

    fn call(
        &self,
        name: &str,
        arguments: Vec<Value<N>>,
        context: Item<N>,
    ) -> Option<Result<Value<N>, String>> {
        Some(self.functions.get(name)?(&arguments, context))
    }
}

impl<N: fmt::Debug> fmt::Debug for Bindings<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bindings")
            .field("variables", &self.variables)
            .field("functions", &self.functions.keys())
            .finish()
    }
}
