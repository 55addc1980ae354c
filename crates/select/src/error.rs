//! Syntax errors in selectors.

use std::{convert::Infallible, error::Error, fmt};

use cssparser::{BasicParseErrorKind, ParseErrorKind};
use selectors::parser::SelectorParseErrorKind as Kind;

/// A syntax error in a selector, with its position.
///
/// # Examples
///
/// ```
/// use sapwood_select::Selector;
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
    /// An error of the `selectors` crate.
    Grammar(Kind),
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

impl From<Kind> for Fault {
    fn from(kind: Kind) -> Self {
        Self::Grammar(kind)
    }
}

impl From<ParseErrorKind<Fault>> for Fault {
    fn from(kind: ParseErrorKind<Fault>) -> Self {
        match kind {
            ParseErrorKind::Custom(fault) => fault,
            ParseErrorKind::Basic(BasicParseErrorKind::EndOfInput) => Self::End,
            ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks) => Self::TooDeep,
            ParseErrorKind::Basic(_) => Self::Token,
        }
    }
}

impl Fault {
    /// Whether a part is missing rather than wrong.
    pub(crate) fn is_lack(&self) -> bool {
        matches!(self, Self::End | Self::Grammar(Kind::EmptySelector | Kind::DanglingCombinator))
    }

    /// Whether the faulty part is a whole name.
    pub(crate) fn is_name(&self) -> bool {
        matches!(
            self,
            Self::PseudoClass(_) | Self::PseudoElement(_) | Self::Grammar(Kind::ExpectedNamespace)
        )
    }

    fn expected(&self) -> &'static str {
        match self {
            Self::Grammar(kind) => match kind {
                Kind::EmptySelector | Kind::DanglingCombinator => {
                    "a compound selector, such as `p`, `.class` or `[name]`"
                }
                Kind::NonCompoundSelector => "a selector without combinators",
                Kind::NoQualifiedNameInAttributeSelector | Kind::InvalidQualNameInAttr => {
                    "an attribute name"
                }
                Kind::UnexpectedTokenInAttributeSelector => {
                    "`]`, `=`, `~=`, `|=`, `^=`, `$=` or `*=`"
                }
                Kind::BadValueInAttr => "an identifier or a string in quotes",
                Kind::ExpectedBarInAttr => "`|` and an attribute name",
                Kind::ExpectedNamespace => "a declared namespace prefix",
                Kind::ExplicitNamespaceUnexpectedToken => "an element name or `*`",
                Kind::ClassNeedsIdent => "a class name",
                Kind::NoIdentForPseudo
                | Kind::PseudoElementExpectedIdent
                | Kind::PseudoElementExpectedColon
                | Kind::UnsupportedPseudoClassOrElement => "a pseudo-class",
                Kind::InvalidState => "a selector that is allowed here",
                _ => "a selector",
            },
            Self::Token => "valid selector syntax",
            Self::End => "more input",
            Self::PseudoClass(_) => "a pseudo-class",
            Self::PseudoElement(_) => "a pseudo-class or an element selector",
            Self::TooDeep => "at most 32 nested brackets",
            Self::TooManyCompounds => "at most 64 compound selectors per complex selector",
        }
    }
}

impl SelectorError {
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
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// A description of valid input at that position.
    #[must_use]
    pub fn expected(&self) -> &'static str {
        self.fault.expected()
    }
}

impl fmt::Display for SelectorError {
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
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
