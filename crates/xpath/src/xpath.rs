//! The compiled expression.

use sapwood_tree::Node;
use std::{fmt, str::FromStr, sync::Arc};

use crate::{
    environment::Environment,
    error::{XPathError, XPathErrorKind},
    eval::{Evaluation, Want},
    expr::Program,
    item::Item,
    options::XPathOptions,
    parser,
    value::Value,
};

/// A compiled expression: reusable, cheap to clone, `Send` and `Sync`.
///
/// # Examples
///
/// ```
/// use sapwood::XPath;
///
/// let links = XPath::parse("//a/@href")?;
/// for html in ["<a href=/a>A</a><a href=/b>B</a>", "<a>C</a>"] {
///     let document = sapwood::parse(html);
///     println!("{:?}", links.strings(document.root())?);
/// }
/// assert_eq!(
///     XPath::parse("//a[@href").unwrap_err().to_string(),
///     "1:10: expected an operator or \"]\"",
/// );
/// # Ok::<(), sapwood::XPathError>(())
/// ```
#[derive(Clone)]
pub struct XPath {
    compiled: Arc<Compiled>,
    budget: u64,
}

struct Compiled {
    text: Box<str>,
    program: Program,
}

const _: () = {
    const fn shareable<T: Send + Sync + Clone + fmt::Debug>() {}
    shareable::<XPath>();
};

impl XPath {
    /// The [budget](Self::with_budget) of an evaluation by default: fifty million steps, which take about a second at
    /// most.
    pub const DEFAULT_BUDGET: u64 = 50_000_000;

    /// Compiles an expression.
    ///
    /// # Errors
    ///
    /// If it isn't valid; the error has the position and what is expected there.
    pub fn parse(text: &str) -> Result<Self, XPathError> {
        Self::parse_with(text, &XPathOptions::default())
    }

    /// Compiles an expression that may use other namespace prefixes, or functions of an environment.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub fn parse_with(text: &str, options: &XPathOptions) -> Result<Self, XPathError> {
        let program = parser::parse(text, options)?;
        let compiled = Arc::new(Compiled { text: text.into(), program });
        Ok(Self { compiled, budget: Self::DEFAULT_BUDGET })
    }

    /// Sets the number of steps that an evaluation may take: visited nodes, and bytes of strings that are built, compared
    /// or searched, most of them at a lower rate.
    ///
    /// ```
    /// use sapwood::{XPath, xpath::XPathErrorKind};
    ///
    /// let document = sapwood::parse("<p>One<p>Two");
    /// let xpath = XPath::parse("count(//*/following::*)")?.with_budget(5);
    /// let error = xpath.evaluate(document.root()).unwrap_err();
    /// assert_eq!(error.kind(), XPathErrorKind::Budget);
    /// # Ok::<(), sapwood::XPathError>(())
    /// ```
    #[must_use]
    pub fn with_budget(mut self, steps: u64) -> Self {
        self.budget = steps;
        self
    }

    /// The text of the expression.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.compiled.text
    }

    /// Evaluates the expression with `node` as the context node.
    ///
    /// # Errors
    ///
    /// If it exceeds its budget or uses a variable.
    pub fn evaluate<'d, N: Node<'d>>(&self, node: N) -> Result<Value<N>, XPathError> {
        self.evaluate_with(node, &())
    }

    /// Evaluates the expression with the variables and functions of an environment.
    ///
    /// # Errors
    ///
    /// If it exceeds its budget, uses a variable that the environment doesn't have, or a function fails.
    pub fn evaluate_with<'d, N: Node<'d>>(
        &self,
        node: N,
        environment: &dyn Environment<N>,
    ) -> Result<Value<N>, XPathError> {
        let mut evaluation = self.evaluation(node, environment);
        evaluation.value(&self.compiled.program.expr, &evaluation.context())
    }

    /// The first node of a node-set in document order. It may take less time than all of them.
    ///
    /// # Errors
    ///
    /// As [`evaluate`](Self::evaluate), or if the result isn't a node-set.
    pub fn first<'d, N: Node<'d>>(&self, node: N) -> Result<Option<Item<N>>, XPathError> {
        let mut evaluation = self.evaluation(node, &());
        let context = evaluation.context();
        let nodes = evaluation.nodes(&self.compiled.program.expr, &context, Want::FIRST)?;
        Ok(nodes.first().copied())
    }

    /// The first node of the tree in a node-set, in document order. Attributes and namespaces are skipped.
    ///
    /// # Errors
    ///
    /// As [`first`](Self::first).
    pub fn first_node<'d, N: Node<'d>>(&self, node: N) -> Result<Option<N>, XPathError> {
        match self.first(node)? {
            Some(Item::Node(found)) => Ok(Some(found)),
            None => Ok(None),
            // An attribute or a namespace is first. A node of the tree may come after it.
            Some(_) => Ok(self.items(node)?.into_iter().find_map(Item::as_node)),
        }
    }

    /// The nodes of a node-set in document order.
    ///
    /// # Errors
    ///
    /// As [`first`](Self::first).
    pub fn items<'d, N: Node<'d>>(&self, node: N) -> Result<Vec<Item<N>>, XPathError> {
        match self.evaluate(node)? {
            Value::NodeSet(items) => Ok(items),
            _ => {
                let message = "the expression doesn't yield a node-set";
                Err(XPathError::new(XPathErrorKind::Type, message))
            }
        }
    }

    /// The result as a string: of a node-set the string-value of its first node.
    ///
    /// # Errors
    ///
    /// As [`evaluate`](Self::evaluate).
    pub fn string<'d, N: Node<'d>>(&self, node: N) -> Result<String, XPathError> {
        let mut evaluation = self.evaluation(node, &());
        let context = evaluation.context();
        Ok(evaluation.string(&self.compiled.program.expr, &context)?.into_owned())
    }

    /// The string-values of the nodes of a node-set in document order, or the only value of another type as a string.
    ///
    /// With the feature `exslt`, the value of `re:match()` is the match and its groups, or with the flag `g` all
    /// matches; other calls yield the first of them.
    ///
    /// # Errors
    ///
    /// As [`evaluate`](Self::evaluate).
    pub fn strings<'d, N: Node<'d>>(&self, node: N) -> Result<Vec<String>, XPathError> {
        self.strings_with(node, &())
    }

    /// The [`strings`](Self::strings) of the expression with the variables and functions of an environment.
    ///
    /// ```
    /// use sapwood::{XPath, xpath::Bindings};
    ///
    /// let document = sapwood::parse("<li id=a>Oak<li id=b>Elm");
    /// let names = XPath::parse("//li[@id = $id]")?;
    /// let bindings = Bindings::new().variable("id", "b");
    /// assert_eq!(names.strings_with(document.root(), &bindings)?, ["Elm"]);
    /// # Ok::<(), sapwood::XPathError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`evaluate_with`](Self::evaluate_with).
    pub fn strings_with<'d, N: Node<'d>>(
        &self,
        node: N,
        environment: &dyn Environment<N>,
    ) -> Result<Vec<String>, XPathError> {
        let mut evaluation = self.evaluation(node, environment);
        let context = evaluation.context();
        let expr = &self.compiled.program.expr;
        #[cfg(feature = "exslt")]
        if let crate::expr::Expr::Matches(call) = expr {
            return Ok(evaluation.matches(call, &context)?.to_vec());
        }
        let value = evaluation.value(expr, &context)?;
        evaluation.strings_of_value(value)
    }

    /// Whether the expression yields a list of texts, all of which [`strings`](Self::strings) returns: a call of `re:match()`, with
    /// the feature `exslt`.
    ///
    /// ```
    /// use sapwood::XPath;
    ///
    /// assert!(XPath::parse("re:match(//a/@href, '/(.*)')")?.yields_texts());
    /// assert!(!XPath::parse("//a/@href")?.yields_texts());
    /// # Ok::<(), sapwood::XPathError>(())
    /// ```
    #[must_use]
    pub fn yields_texts(&self) -> bool {
        #[cfg(feature = "exslt")]
        return matches!(self.compiled.program.expr, crate::expr::Expr::Matches(_));
        #[cfg(not(feature = "exslt"))]
        false
    }

    /// The result as a number.
    ///
    /// # Errors
    ///
    /// As [`evaluate`](Self::evaluate).
    pub fn number<'d, N: Node<'d>>(&self, node: N) -> Result<f64, XPathError> {
        let mut evaluation = self.evaluation(node, &());
        let context = evaluation.context();
        evaluation.number(&self.compiled.program.expr, &context)
    }

    /// The result as a boolean: of a node-set whether it has a node, which takes the least time.
    ///
    /// With the feature `exslt`, `re:match()` is true if there is a match, an empty one included.
    ///
    /// # Errors
    ///
    /// As [`evaluate`](Self::evaluate).
    pub fn boolean<'d, N: Node<'d>>(&self, node: N) -> Result<bool, XPathError> {
        let mut evaluation = self.evaluation(node, &());
        let context = evaluation.context();
        evaluation.boolean(&self.compiled.program.expr, &context)
    }

    /// Evaluates the expression, and returns the number of steps taken, too.
    // Hidden: for tests that bound the steps of an expression.
    #[doc(hidden)]
    pub fn evaluate_and_count<'d, N: Node<'d>>(
        &self,
        node: N,
    ) -> (Result<Value<N>, XPathError>, u64) {
        let mut evaluation = self.evaluation(node, &());
        let context = evaluation.context();
        let result = evaluation.value(&self.compiled.program.expr, &context);
        (result, evaluation.steps())
    }

    fn evaluation<'x, 'd: 'x, N: Node<'d>>(
        &'x self,
        node: N,
        environment: &'x dyn Environment<N>,
    ) -> Evaluation<'x, 'd, N> {
        let Compiled { text, program } = &*self.compiled;
        Evaluation::new(text, program, environment, self.budget, node)
    }
}

impl FromStr for XPath {
    type Err = XPathError;

    fn from_str(text: &str) -> Result<Self, XPathError> {
        Self::parse(text)
    }
}

impl TryFrom<&str> for XPath {
    type Error = XPathError;

    fn try_from(text: &str) -> Result<Self, XPathError> {
        Self::parse(text)
    }
}

impl TryFrom<&String> for XPath {
    type Error = XPathError;

    fn try_from(text: &String) -> Result<Self, XPathError> {
        Self::parse(text)
    }
}

impl From<&XPath> for XPath {
    fn from(xpath: &XPath) -> Self {
        xpath.clone()
    }
}

impl fmt::Display for XPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for XPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("XPath").field(&self.as_str()).finish()
    }
}

impl PartialEq for XPath {
    /// Whether two expressions have the same text.
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}
