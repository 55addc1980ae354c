//! Errors of parsing and of evaluation.

use std::{convert::Infallible, error::Error, fmt};

use sapwood_names::Position;

/// The result of parsing or of evaluation.
pub(crate) type Result<T> = std::result::Result<T, XPathError>;

/// The kind of an [`XPathError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XPathErrorKind {
    /// The expression doesn't follow the grammar.
    Syntax,
    /// A function isn't known.
    UnknownFunction,
    /// A function has too few or too many arguments.
    ArgumentCount,
    /// An operand or argument has a type that isn't converted to the one that is required: a node-set, or a string for the classes of
    /// `has-class()`.
    Type,
    /// A namespace prefix isn't declared.
    UndeclaredPrefix,
    /// A variable has no value in the environment.
    UndeclaredVariable,
    /// The expression is nested too deeply.
    TooDeep,
    /// The evaluation took more steps than it may.
    Budget,
    /// A function of the environment failed, or a regular expression isn't valid.
    Function,
}

/// An error in an expression, with its position, or one of its evaluation.
///
/// `{}` is one sentence. `{:#}` adds the line of the expression, with a caret under the position.
///
/// # Examples
///
/// ```
/// use sapwood::xpath::{XPath, XPathErrorKind};
///
/// let error = XPath::parse("//p/following::").unwrap_err();
/// assert_eq!(error.to_string(), r#"1:16: expected a node test after "::""#);
///
/// assert_eq!(
///     format!("{error:#}"),
///     "1:16: expected a node test after \"::\"\n  //p/following::\n                 ^",
/// );
///
/// let error = XPath::parse("//p[foo()]").unwrap_err();
/// assert_eq!(error.to_string(), r#"1:5: unknown function "foo""#);
/// assert_eq!((error.kind(), error.offset()), (XPathErrorKind::UnknownFunction, Some(4)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XPathError(Box<Details>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    kind: XPathErrorKind,
    message: Box<str>,
    position: Option<Position>,
    prefix: Option<Box<str>>,
}

impl XPathError {
    /// An error at a byte offset of the expression `text`.
    pub(crate) fn at(
        kind: XPathErrorKind,
        text: &str,
        offset: usize,
        message: impl Into<Box<str>>,
    ) -> Self {
        let position = Some(Position::new(text, offset));
        Self(Box::new(Details { kind, message: message.into(), position, prefix: None }))
    }

    /// An undeclared prefix at a byte offset of the expression `text`.
    pub(crate) fn undeclared_prefix_at(text: &str, offset: usize, prefix: &str) -> Self {
        let message = format!("undeclared namespace prefix \"{prefix}\": declare it with its URL");
        let mut error = Self::at(XPathErrorKind::UndeclaredPrefix, text, offset, message);
        error.0.prefix = Some(prefix.into());
        error
    }

    /// An error without a position.
    pub(crate) fn new(kind: XPathErrorKind, message: impl Into<Box<str>>) -> Self {
        Self(Box::new(Details { kind, message: message.into(), position: None, prefix: None }))
    }

    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> XPathErrorKind {
        self.0.kind
    }

    /// The byte offset of the error in the expression; `None` for an error of the evaluation as a whole.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        Some(self.0.position.as_ref()?.offset)
    }

    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        Some(self.0.position.as_ref()?.line)
    }

    /// The column in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        Some(self.0.position.as_ref()?.column)
    }

    /// The problem, without its position.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The prefix that has to be declared, as with [`XPathOptions::prefix`](crate::XPathOptions::prefix), for an
    /// [undeclared prefix](XPathErrorKind::UndeclaredPrefix).
    #[must_use]
    pub fn undeclared_prefix(&self) -> Option<&str> {
        self.0.prefix.as_deref()
    }
}

impl fmt::Display for XPathError {
    /// Writes the position and the problem; in the alternate form (`{:#}`) the line of the expression with a caret under
    /// the position, too.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(position) = &self.0.position else { return f.write_str(&self.0.message) };
        write!(f, "{}:{}: {}", position.line, position.column, self.0.message)?;
        if f.alternate() { position.write_caret(f) } else { Ok(()) }
    }
}

impl Error for XPathError {}

/// An expression that is compiled has no syntax error.
impl From<Infallible> for XPathError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
