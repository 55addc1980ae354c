//! Variables and functions that the caller of an expression provides.

use std::{collections::BTreeMap, fmt};

use crate::{item::Item, value::Value};

/// The variables and functions of an evaluation. `()` has none; [`Bindings`] holds some by name.
///
/// Nodes in its values must be nodes of the tree that the expression is evaluated on.
///
/// # Examples
///
/// Variables that are environment variables of the process:
///
/// ```
/// use sapwood::{NodeRef, XPath, xpath::{Environment, Value}};
///
/// struct Process;
///
/// impl<'d> Environment<NodeRef<'d>> for Process {
///     fn variable(&self, name: &str) -> Option<Value<NodeRef<'d>>> {
///         std::env::var(name).ok().map(Value::String)
///     }
/// }
///
/// let document = sapwood::parse("<p>Hello");
/// let xpath = XPath::parse("concat(//p, ' ', $CARGO_PKG_NAME)")?;
/// # if std::env::var("CARGO_PKG_NAME").is_ok() {
/// let value = xpath.evaluate_with(document.root(), &Process)?;
/// assert!(value.to_text().starts_with("Hello "));
/// # }
/// # Ok::<(), sapwood::XPathError>(())
/// ```
pub trait Environment<N> {
    /// The value of a variable, by its name as the expression writes it, without the `$`.
    fn variable(&self, name: &str) -> Option<Value<N>> {
        let _ = name;
        None
    }

    /// Calls a function that was [declared](crate::XPathOptions::function), by its name as the expression writes it.
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
///
/// # Examples
///
/// ```
/// use sapwood::{XPath, xpath::{Bindings, XPathOptions}};
///
/// let document = sapwood::parse("<li data-price=3>Oak<li data-price=9>Elm");
/// let options = XPathOptions::new().function("upper");
/// let xpath = XPath::parse_with("upper(//li[@data-price > $least])", &options)?;
/// let bindings = Bindings::new()
///     .variable("least", 5.0)
///     .function("upper", |arguments, _| Ok(arguments[0].to_text().to_uppercase().into()));
/// assert_eq!(xpath.evaluate_with(document.root(), &bindings)?.to_text(), "ELM");
/// # Ok::<(), sapwood::XPathError>(())
/// ```
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
    /// [declaration](crate::XPathOptions::function) of its name.
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
