//! [Percentages and
//! lengths](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#percentages-and-dimensions), and lists
//! of dimensions.

use alloc::vec::Vec;
use core::fmt;

use crate::{FromAttribute, cursor::Cursor, float, tokens};

/// A percentage or a length; never negative, always finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dimension {
    /// A percentage.
    Percentage(f64),
    /// In CSS pixels.
    Length(f64),
}

impl Dimension {
    /// The [rules for parsing dimension
    /// values](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-dimension-values);
    /// `None` for a failure, and for a number past the range of `f64`.
    #[must_use]
    #[inline]
    pub fn parse(input: &str) -> Option<Self> {
        let mut input = Cursor::new(input);
        input.skip_whitespace();
        let start = input.rest;
        if input.digits().is_empty() {
            return None;
        }
        if input.take('.').is_some() {
            input.digits();
        }
        let value: f64 = start[..start.len() - input.rest.len()].parse().ok()?;
        if !value.is_finite() {
            return None;
        }
        let is_percentage = input.take('%').is_some();
        Some(if is_percentage { Self::Percentage(value) } else { Self::Length(value) })
    }

    /// The number.
    #[must_use]
    #[inline]
    pub fn value(self) -> f64 {
        match self {
            Self::Percentage(value) | Self::Length(value) => value,
        }
    }
}

/// The [rules for parsing nonzero dimension
/// values](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-non-zero-dimension-values).
#[must_use]
#[inline]
pub fn parse_nonzero_dimension(input: &str) -> Option<Dimension> {
    Dimension::parse(input).filter(|dimension| dimension.value() > 0.0)
}

impl fmt::Display for Dimension {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Percentage(value) => write!(f, "{value}%"),
            Self::Length(value) => write!(f, "{value}"),
        }
    }
}

impl FromAttribute for Dimension {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        Self::parse(value)
    }
}

/// A dimension in a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedDimension {
    /// The number.
    pub value: f64,
    /// The unit of the number.
    pub unit: Unit,
}

/// The unit of a dimension in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A percentage.
    Percentage,
    /// A share of the remaining space.
    Relative,
    /// CSS pixels.
    Absolute,
}

/// The [rules for parsing a list of
/// dimensions](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-list-of-dimensions).
#[must_use]
#[inline]
pub fn parse_dimension_list(input: &str) -> Vec<ListedDimension> {
    let input = input.strip_suffix(',').unwrap_or(input);
    tokens::comma_separated(input).map(parse_listed).collect()
}

#[inline]
fn parse_listed(token: &str) -> ListedDimension {
    let mut input = Cursor::new(token);
    if input.is_at_end() {
        return ListedDimension { value: 0.0, unit: Unit::Relative };
    }
    let mut value = input.digits().parse().unwrap_or(0.0);
    if input.take('.').is_some() {
        let spaced = input
            .collect(|character| character.is_ascii_digit() || character.is_ascii_whitespace());
        value += fraction(spaced);
    }
    input.skip_whitespace();
    let unit = match input.peek() {
        Some('%') => Unit::Percentage,
        Some('*') => Unit::Relative,
        _ => Unit::Absolute,
    };
    ListedDimension { value: f64::min(value, f64::MAX), unit }
}

/// Reads digits after a decimal point, without the whitespace between them.
#[inline]
fn fraction(spaced: &str) -> f64 {
    let digits = || spaced.chars().filter(char::is_ascii_digit);
    let mut text = alloc::string::String::from("0.");
    text.extend(digits());
    float::parse(&text).unwrap_or(0.0)
}
