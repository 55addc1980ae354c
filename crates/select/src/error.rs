//! What is wrong with a selector, and where.

use std::{error::Error, fmt};

use cssparser::{BasicParseErrorKind, ParseErrorKind};
use selectors::parser::SelectorParseErrorKind as Kind;

/// A text that is no selector.
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

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fault {
    /// What the crate found.
    Grammar(Kind),
    /// Something that may not stand there, or the end.
    Token,
    /// The end where there should be more.
    End,
    /// A pseudo-class that doesn't exist.
    PseudoClass(String),
    /// A pseudo-element.
    PseudoElement(String),
    /// `:host()`, which the crate takes whether it is wanted or not.
    Host,
    /// Functions within functions.
    TooDeep,
    /// A long row of combinators.
    TooManyParts,
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
    /// Whether something is missing, rather than wrong.
    pub(crate) fn is_lack(&self) -> bool {
        matches!(self, Self::End | Self::Grammar(Kind::EmptySelector | Kind::DanglingCombinator))
    }

    /// Whether it is about a whole name.
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
                    "an attribute's name"
                }
                Kind::UnexpectedTokenInAttributeSelector => {
                    "`]`, `=`, `~=`, `|=`, `^=`, `$=` or `*=`"
                }
                Kind::BadValueInAttr => "an identifier or a string in quotes",
                Kind::ExpectedBarInAttr => "`|` and an attribute's name",
                Kind::ExpectedNamespace => "a prefix that stands for a namespace",
                Kind::ExplicitNamespaceUnexpectedToken => "an element's name or `*`",
                Kind::ClassNeedsIdent => "a class's name",
                Kind::NoIdentForPseudo
                | Kind::PseudoElementExpectedIdent
                | Kind::PseudoElementExpectedColon
                | Kind::UnsupportedPseudoClassOrElement => "a pseudo-class",
                Kind::InvalidState => "a selector that may stand here",
                _ => "a selector",
            },
            Self::Token => "another part of a selector",
            Self::End => "more before the end",
            Self::PseudoClass(_) | Self::Host => "a pseudo-class",
            Self::PseudoElement(_) => "an element: no document has pseudo-elements",
            Self::TooDeep => "at most 32 brackets within each other",
            Self::TooManyParts => "at most 64 compound selectors between two commas",
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

    /// Where it is wrong: bytes from the start of the text.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The line, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What would be right there.
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
            Fault::Host => write!(f, "`:host()` is not supported: ")?,
            Fault::PseudoElement(name) => write!(f, "`::{name}` is a pseudo-element: ")?,
            _ => {}
        }
        write!(f, "expected {}", self.expected())
    }
}

impl Error for SelectorError {}
