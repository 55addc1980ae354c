//! Parsed selectors, and their [serialization](https://drafts.csswg.org/cssom/#serializing-selectors).

use std::fmt::{self, Write};

use crate::{
    pseudo::PseudoClass,
    serialize::{write_identifier, write_string},
};

/// A [selector list](https://drafts.csswg.org/selectors/#selector-list).
pub(crate) type List = Vec<Complex>;

/// A [complex selector](https://drafts.csswg.org/selectors/#complex).
#[derive(Debug)]
pub(crate) struct Complex {
    /// Whether it is a [relative selector](https://drafts.csswg.org/selectors/#relative), an argument of `:has()`.
    pub(crate) is_relative: bool,
    /// The compound selectors in source order, each with the combinator before it. That of the first relates a
    /// relative selector to its anchor, and is meaningless otherwise.
    pub(crate) compounds: Vec<(Combinator, Vec<Simple>)>,
}

/// A part of a [compound selector](https://drafts.csswg.org/selectors/#compound). A namespace precedes its type
/// selector.
#[derive(Debug)]
pub(crate) enum Simple {
    /// The default namespace, written or implied; it is not serialized.
    DefaultNamespace(Box<str>),
    /// A declared prefix and its URL.
    Namespace(Box<str>, Box<str>),
    /// `|`
    NoNamespace,
    /// `*|`, where a default namespace is declared.
    AnyNamespace,
    /// `*`
    Universal,
    Type(Box<str>),
    Id(Box<str>),
    Class(Box<str>),
    Attribute(Box<Attribute>),
    Root,
    Empty,
    Scope,
    /// `&`
    Parent,
    Nth(Nth, NthNotation),
    NthOf(Nth, NthNotation, List),
    Is(List),
    Where(List),
    Not(List),
    Has(List),
    PseudoClass(PseudoClass),
    /// The text of an invalid selector in a forgiving list.
    Invalid(Box<str>),
}

/// A [combinator](https://drafts.csswg.org/selectors/#combinators).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combinator {
    Descendant,
    Child,
    NextSibling,
    LaterSibling,
}

/// [`An+B`](https://drafts.csswg.org/css-syntax/#anb-microsyntax), and the siblings that it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nth {
    pub(crate) a: i32,
    pub(crate) b: i32,
    pub(crate) of_type: bool,
    pub(crate) from_end: bool,
    /// First from both ends: `:only-child` or `:only-of-type`.
    pub(crate) only: bool,
}

impl Nth {
    /// Whether `index`, counted from 1, is `a * n + b` for an `n` of at least 0.
    pub(crate) fn has(self, index: u32) -> bool {
        let (a, steps) = (i64::from(self.a), i64::from(index) - i64::from(self.b));
        if a == 0 { steps == 0 } else { steps % a == 0 && steps / a >= 0 }
    }
}

/// An [attribute selector](https://drafts.csswg.org/selectors/#attribute-selectors).
#[derive(Debug)]
pub(crate) struct Attribute {
    pub(crate) prefix: Prefix,
    pub(crate) name: Box<str>,
    pub(crate) value: Option<(Operator, Box<str>, CaseFlag)>,
}

/// The comparison of an attribute selector with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Equal,
    Includes,
    DashMatch,
    Prefix,
    Substring,
    Suffix,
}

/// The operators of two characters.
pub(crate) const OPERATORS: [(Operator, &str); 5] = [
    (Operator::Includes, "~="),
    (Operator::DashMatch, "|="),
    (Operator::Prefix, "^="),
    (Operator::Suffix, "$="),
    (Operator::Substring, "*="),
];

#[derive(Debug)]
pub(crate) enum Prefix {
    /// None, or `|`.
    None,
    /// `*|`
    Any,
    /// A declared prefix and its URL.
    Declared(Box<str>, Box<str>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaseFlag {
    None,
    /// `i`
    Insensitive,
    /// `s`
    Sensitive,
}

/// How an [`Nth`] is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NthNotation {
    Child,
    LastChild,
    OfType,
    LastOfType,
    /// A pseudo-class that is no function, such as `:first-child`.
    Keyword,
}

impl NthNotation {
    /// The positions of a function with the argument `an+b`.
    #[inline]
    pub(crate) fn with(self, a: i32, b: i32) -> Nth {
        let of_type = matches!(self, Self::OfType | Self::LastOfType);
        let from_end = matches!(self, Self::LastChild | Self::LastOfType);
        Nth { a, b, of_type, from_end, only: false }
    }
}

impl fmt::Display for Complex {
    #[inline]
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (combinator, compound)) in self.compounds.iter().enumerate() {
            let is_first = index == 0;
            if !is_first {
                out.write_char(' ')?;
            }
            out.write_str(match combinator {
                _ if is_first && !self.is_relative => "",
                Combinator::Descendant => "",
                Combinator::Child => "> ",
                Combinator::NextSibling => "+ ",
                Combinator::LaterSibling => "~ ",
            })?;
            // `*` in the default namespace says nothing beside other simple selectors.
            let is_elided = match &**compound {
                [Simple::DefaultNamespace(_), _] | [_] => false,
                [Simple::DefaultNamespace(_), ..] => true,
                [first, ..] => matches!(first, Simple::Universal),
                [] => false,
            };
            for simple in compound {
                if !(is_elided && matches!(simple, Simple::Universal)) {
                    write!(out, "{simple}")?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Simple {
    #[inline]
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DefaultNamespace(_) => Ok(()),
            Self::Namespace(prefix, _) => {
                write_identifier(prefix, out)?;
                out.write_char('|')
            }
            Self::NoNamespace => out.write_char('|'),
            Self::AnyNamespace => out.write_str("*|"),
            Self::Universal => out.write_char('*'),
            Self::Type(name) => write_identifier(name, out),
            Self::Id(id) => {
                out.write_char('#')?;
                write_identifier(id, out)
            }
            Self::Class(class) => {
                out.write_char('.')?;
                write_identifier(class, out)
            }
            Self::Attribute(attribute) => write!(out, "{attribute}"),
            Self::Root => out.write_str(":root"),
            Self::Empty => out.write_str(":empty"),
            Self::Scope => out.write_str(":scope"),
            Self::Parent => out.write_char('&'),
            Self::Nth(nth, notation) => write_nth(*nth, *notation, None, out),
            Self::NthOf(nth, notation, list) => write_nth(*nth, *notation, Some(list), out),
            Self::Is(list) => write_function("is", list, out),
            Self::Where(list) => write_function("where", list, out),
            Self::Not(list) => write_function("not", list, out),
            Self::Has(list) => write_function("has", list, out),
            Self::PseudoClass(class) => class.write(out),
            Self::Invalid(text) => out.write_str(text),
        }
    }
}

impl fmt::Display for Attribute {
    #[inline]
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_char('[')?;
        match &self.prefix {
            Prefix::None => {}
            Prefix::Any => out.write_str("*|")?,
            Prefix::Declared(prefix, _) => {
                write_identifier(prefix, out)?;
                out.write_char('|')?;
            }
        }
        write_identifier(&self.name, out)?;
        if let Some((operator, value, flag)) = &self.value {
            let known = OPERATORS.iter().find(|(known, _)| known == operator);
            out.write_str(known.map_or("=", |(_, text)| text))?;
            write_string(value, out)?;
            out.write_str(match flag {
                CaseFlag::None => "",
                CaseFlag::Insensitive => " i",
                CaseFlag::Sensitive => " s",
            })?;
        }
        out.write_char(']')
    }
}

#[inline]
fn write_function(name: &str, list: &[Complex], out: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(out, ":{name}(")?;
    write_list(list, out)?;
    out.write_char(')')
}

/// [Serializes a group of selectors](https://drafts.csswg.org/cssom/#serialize-a-group-of-selectors)
pub(crate) fn write_list(list: &[Complex], out: &mut impl Write) -> fmt::Result {
    for (index, complex) in list.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(out, "{separator}{complex}")?;
    }
    Ok(())
}

#[inline]
fn write_nth(
    nth: Nth,
    notation: NthNotation,
    list: Option<&[Complex]>,
    out: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let name = match notation {
        NthNotation::Child => ":nth-child(",
        NthNotation::LastChild => ":nth-last-child(",
        NthNotation::OfType => ":nth-of-type(",
        NthNotation::LastOfType => ":nth-last-of-type(",
        NthNotation::Keyword => {
            let position =
                if nth.only { ":only" } else { [":first", ":last"][usize::from(nth.from_end)] };
            return write!(out, "{position}{}", if nth.of_type { "-of-type" } else { "-child" });
        }
    };
    out.write_str(name)?;
    match (nth.a, nth.b) {
        (0, b) => write!(out, "{b}")?,
        (a, b) => {
            match a {
                1 => out.write_char('n')?,
                -1 => out.write_str("-n")?,
                a => write!(out, "{a}n")?,
            }
            if b != 0 {
                write!(out, "{b:+}")?;
            }
        }
    }
    if let Some(list) = list {
        out.write_str(" of ")?;
        write_list(list, out)?;
    }
    out.write_char(')')
}
