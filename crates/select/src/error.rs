//! Syntax errors in selectors.

use std::{convert::Infallible, error::Error, fmt};

/// A syntax error in a selector, with its position.
///
/// # Examples
///
/// ```
/// use sapwood::Selector;
///
/// let error = "p > > a".parse::<Selector>().unwrap_err();
/// assert_eq!((error.offset(), error.line(), error.column()), (4, 1, 5));
/// assert_eq!(error.expected(), "a compound selector, such as `p`, `.class` or `[name]`");
///
/// let error = "a:hoover".parse::<Selector>().unwrap_err();
/// assert_eq!(error.to_string(), "1:3: `:hoover` is not supported: expected a pseudo-class");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SelectorError {
    pub(crate) fault: Fault,
    pub(crate) offset: usize,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// The kind of an error.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fault {
    /// No compound selector where there must be one.
    Compound,
    /// A combinator where there must be none.
    Combinator,
    /// No element name after a namespace prefix.
    ElementName,
    ClassName,
    AttributeName,
    /// Another token than an operator after the name of an attribute.
    AttributeOperator,
    AttributeValue,
    /// No `|` after `[*`.
    BarAndName,
    /// An undeclared namespace prefix.
    Namespace,
    /// No name after `:`.
    PseudoName,
    /// `:has()` in `:has()`.
    NestedHas,
    /// An unexpected token.
    Token,
    /// An unexpected end.
    End,
    /// An unsupported pseudo-class.
    PseudoClass(String),
    /// A pseudo-element.
    PseudoElement(String),
    /// Too many nested brackets.
    TooDeep,
    /// Too many combinators.
    TooManyCompounds,
}

/// An error and its byte offset.
#[derive(Clone, Debug)]
pub(crate) struct Located {
    pub(crate) fault: Fault,
    pub(crate) offset: usize,
}

impl Fault {
    #[inline]
    fn expected(&self) -> &'static str {
        match self {
            Self::Compound => "a compound selector, such as `p`, `.class` or `[name]`",
            Self::Combinator => "a selector without combinators",
            Self::ElementName => "an element name or `*`",
            Self::ClassName => "a class name",
            Self::AttributeName => "an attribute name",
            Self::AttributeOperator => "`]`, `=`, `~=`, `|=`, `^=`, `$=` or `*=`",
            Self::AttributeValue => "an identifier or a string in quotes",
            Self::BarAndName => "`|` and an attribute name",
            Self::Namespace => "a declared namespace prefix",
            Self::NestedHas => "a selector that is allowed here",
            Self::Token => "valid selector syntax",
            Self::End => "more input",
            Self::PseudoName | Self::PseudoClass(_) => "a pseudo-class",
            Self::PseudoElement(_) => "a pseudo-class or an element selector",
            Self::TooDeep => "at most 32 nested brackets",
            Self::TooManyCompounds => "at most 64 compound selectors per complex selector",
        }
    }
}

impl SelectorError {
    #[inline]
    pub(crate) fn new(fault: Fault, text: &str, offset: usize) -> Self {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            fault,
            offset,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// The byte offset of the error.
    #[must_use]
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The line, counted from 1.
    #[must_use]
    #[inline]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, counted from 1.
    #[must_use]
    #[inline]
    pub fn column(&self) -> usize {
        self.column
    }

    /// A description of valid input at that position.
    #[must_use]
    #[inline]
    pub fn expected(&self) -> &'static str {
        self.fault.expected()
    }
}

impl fmt::Display for SelectorError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        match &self.fault {
            Fault::PseudoClass(name) => write!(f, "`:{name}` is not supported: ")?,
            Fault::PseudoElement(name) => write!(f, "`::{name}` is a pseudo-element: ")?,
            _ => {}
        }
        write!(f, "expected {}", self.expected())
    }
}

impl Error for SelectorError {}

/// A selector that is compiled has no syntax error.
impl From<Infallible> for SelectorError {
    #[inline]
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
