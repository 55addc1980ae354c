//! Errors of parsing and of evaluation.

use std::{convert::Infallible, error::Error, fmt};

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
    /// An operand or argument has a type that can't be converted to the one that is required: a node-set.
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
/// # Examples
///
/// ```
/// use sapwood::xpath::{XPath, XPathErrorKind};
///
/// let error = XPath::parse("//p/following::").unwrap_err();
/// assert_eq!(error.to_string(), r#"1:16: expected a node test after "::""#);
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    offset: usize,
    line: usize,
    column: usize,
}

impl XPathError {
    /// An error at a byte offset of the expression `text`.
    pub(crate) fn at(
        kind: XPathErrorKind,
        text: &str,
        offset: usize,
        message: impl Into<Box<str>>,
    ) -> Self {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let position = Position {
            offset,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        };
        Self(Box::new(Details { kind, message: message.into(), position: Some(position) }))
    }

    /// An error without a position.
    pub(crate) fn new(kind: XPathErrorKind, message: impl Into<Box<str>>) -> Self {
        Self(Box::new(Details { kind, message: message.into(), position: None }))
    }

    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> XPathErrorKind {
        self.0.kind
    }

    /// The byte offset of the error in the expression; `None` for an error of the evaluation as a whole.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        Some(self.0.position?.offset)
    }

    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        Some(self.0.position?.line)
    }

    /// The column in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        Some(self.0.position?.column)
    }

    /// The problem, without its position.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for XPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Position { line, column, .. }) = self.0.position {
            write!(f, "{line}:{column}: ")?;
        }
        f.write_str(&self.0.message)
    }
}

impl Error for XPathError {}

/// An expression that is compiled has no syntax error.
impl From<Infallible> for XPathError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
