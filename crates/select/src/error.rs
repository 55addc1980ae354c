//! Syntax errors in selectors.

use std::{convert::Infallible, error::Error, fmt};

use sapwood_names::Position;

/// A syntax error in a selector, with its position.
///
/// `{}` is one sentence. `{:#}` adds the line of the selector, with a caret under the position.
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
///
/// let error = "p:nth-child(2n+)".parse::<Selector>().unwrap_err();
/// assert_eq!(
///     format!("{error:#}"),
///     "1:16: expected a number after `+`\n  p:nth-child(2n+)\n                 ^",
/// );
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SelectorError {
    fault: Fault,
    position: Box<Position>,
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
    /// An element name after another simple selector.
    LateElementName,
    ClassName,
    IdName,
    AttributeName,
    /// Another token than an operator after the name of an attribute.
    AttributeOperator,
    AttributeValue,
    /// Another token than a flag after the value of an attribute.
    AttributeFlag,
    /// No `|` after `[*`.
    BarAndName,
    /// An undeclared namespace prefix.
    Namespace(String),
    /// No name after `:`.
    PseudoName,
    /// `:has()` in `:has()`.
    NestedHas,
    /// Another token after a selector.
    SelectorEnd,
    /// Another token after a selector that is an argument.
    ArgumentEnd,
    /// Another token than the end of a block.
    Bracket,
    Parenthesis,
    /// No `2n+1` or the like.
    Nth,
    /// Another token than `of` or the end after `2n+1`.
    NthEnd,
    /// No number after a sign.
    NumberAfterPlus,
    NumberAfterMinus,
    /// A number with a sign after a sign.
    SignedNumber,
    /// A number without a sign after `2n`.
    UnsignedNumber,
    Language,
    Direction,
    StateName,
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
            Self::ElementName => "an element name or `*` after `|`",
            Self::LateElementName => {
                "an element name before all other parts of a compound selector"
            }
            Self::ClassName => "a class name after `.`",
            Self::IdName => "an id that begins with a letter, `_`, `-` or an escape after `#`",
            Self::AttributeName => "an attribute name",
            Self::AttributeOperator => "`]`, `=`, `~=`, `|=`, `^=`, `$=` or `*=`",
            Self::AttributeValue => "an identifier or a string in quotes",
            Self::AttributeFlag => "`i`, `s` or `]` after the value of the attribute",
            Self::BarAndName => "`|` and an attribute name after `*`",
            Self::Namespace(_) => "a declared namespace prefix",
            Self::NestedHas => "a selector without `:has()`",
            Self::SelectorEnd => "a combinator, `,` or the end of the selector",
            Self::ArgumentEnd => "a combinator, `,` or `)`",
            Self::Bracket => "`]`",
            Self::Parenthesis => "`)`",
            Self::Nth => "`even`, `odd`, a number or a formula such as `2n+1`",
            Self::NthEnd => "`of` and a selector, or `)`",
            Self::NumberAfterPlus => "a number after `+`",
            Self::NumberAfterMinus => "a number after `-`",
            Self::SignedNumber => "a number without a sign after `+` or `-`",
            Self::UnsignedNumber => "`+` or `-` before the number",
            Self::Language => "a language, such as `en` or `\"*-CH\"`",
            Self::Direction => "`ltr` or `rtl`",
            Self::StateName => "the name of a state",
            Self::PseudoName => "the name of a pseudo-class after `:`",
            Self::PseudoClass(_) => "a pseudo-class",
            Self::PseudoElement(_) => "a pseudo-class or an element selector",
            Self::TooDeep => "at most 32 nested brackets",
            Self::TooManyCompounds => "at most 64 compound selectors per complex selector",
        }
    }
}

impl SelectorError {
    #[inline]
    pub(crate) fn new(fault: Fault, text: &str, offset: usize) -> Self {
        Self { fault, position: Box::new(Position::new(text, offset)) }
    }

    /// The byte offset of the error.
    #[must_use]
    #[inline]
    pub fn offset(&self) -> usize {
        self.position.offset
    }

    /// The line, counted from 1.
    #[must_use]
    #[inline]
    pub fn line(&self) -> usize {
        self.position.line
    }

    /// The column in characters, counted from 1.
    #[must_use]
    #[inline]
    pub fn column(&self) -> usize {
        self.position.column
    }

    /// A description of valid input at that position.
    #[must_use]
    #[inline]
    pub fn expected(&self) -> &'static str {
        self.fault.expected()
    }

    /// The undeclared namespace prefix that is the error; [`Namespaces`](crate::Namespaces) declares prefixes.
    #[must_use]
    pub fn undeclared_prefix(&self) -> Option<&str> {
        match &self.fault {
            Fault::Namespace(prefix) => Some(prefix),
            _ => None,
        }
    }
}

impl fmt::Display for SelectorError {
    /// Writes the position and the problem; in the alternate form (`{:#}`) the line of the selector with a caret under the
    /// position, too.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line(), self.column())?;
        let expected = self.expected();
        match &self.fault {
            Fault::Namespace(prefix) => {
                write!(f, "undeclared namespace prefix `{prefix}`: declare it with its URL")?;
            }
            Fault::NestedHas => write!(f, "`:has()` inside `:has()`: expected {expected}")?,
            Fault::PseudoClass(name) => {
                write!(f, "`:{name}` is not supported: expected {expected}")?;
            }
            Fault::PseudoElement(name) => {
                write!(f, "`::{name}` is a pseudo-element: expected {expected}")?;
            }
            _ => write!(f, "expected {expected}")?,
        }
        if f.alternate() { self.position.write_caret(f) } else { Ok(()) }
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

/// `message`, `offset`, `line`, `column`.
#[cfg(feature = "serde")]
impl serde::Serialize for SelectorError {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let mut error = serializer.serialize_struct("SelectorError", 4)?;
        error.serialize_field("message", &self.to_string())?;
        error.serialize_field("offset", &self.offset())?;
        error.serialize_field("line", &self.line())?;
        error.serialize_field("column", &self.column())?;
        error.end()
    }
}
