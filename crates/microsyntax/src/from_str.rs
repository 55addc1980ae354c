//! [`FromStr`] for the values that have rules for parsing.

use core::{error::Error, fmt, str::FromStr};

use crate::{
    Dimension, FromAttribute,
    color::{self, Color},
    date::{
        Date, DateOrTime, Duration, GlobalDateTime, LocalDateTime, Month, Time, TimeZoneOffset,
        Week, YearlessDate,
    },
};

/// An error for a string that isn't a value of the wanted kind.
///
/// ```
/// use sapwood::microsyntax::date::Date;
///
/// let error = "2026-13-01".parse::<Date>().unwrap_err();
/// assert_eq!(error.to_string(), "not a date, such as 2026-11-21");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InvalidValue {
    expected: &'static str,
}

impl fmt::Display for InvalidValue {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not {}", self.expected)
    }
}

impl Error for InvalidValue {}

/// Implements [`FromStr`] by the rules for attributes.
macro_rules! from_str {
    ($($value:ty: $expected:literal,)+) => {$(
        impl FromStr for $value {
            type Err = InvalidValue;

            #[inline]
            fn from_str(value: &str) -> Result<Self, InvalidValue> {
                Self::from_attribute(value).ok_or(InvalidValue { expected: $expected })
            }
        }
    )+};
}

from_str! {
    Date: "a date, such as 2026-11-21",
    DateOrTime: "a date, a time or both, such as 2026-11-21T08:00Z",
    Dimension: "a dimension, such as 40 or 50%",
    Duration: "a duration, such as PT4H or 4h",
    GlobalDateTime: "a date and time with an offset, such as 2026-11-21T08:00Z",
    LocalDateTime: "a date and time, such as 2026-11-21T08:00",
    Month: "a month, such as 2026-11",
    Time: "a time, such as 08:00",
    TimeZoneOffset: "a time-zone offset, such as +01:00 or Z",
    Week: "a week, such as 2026-W47",
    YearlessDate: "a date without a year, such as 11-21",
}

/// By [`color::parse`]; the rules for legacy colours, by which [`FromAttribute`] reads, take almost any string.
impl FromStr for Color {
    type Err = InvalidValue;

    #[inline]
    fn from_str(value: &str) -> Result<Self, InvalidValue> {
        color::parse(value).ok_or(InvalidValue { expected: "a simple color, such as #00ff00" })
    }
}

#[cfg(feature = "css")]
impl FromStr for color::CssColor {
    type Err = InvalidValue;

    #[inline]
    fn from_str(value: &str) -> Result<Self, InvalidValue> {
        Self::parse(value).ok_or(InvalidValue { expected: "a CSS color, such as rebeccapurple" })
    }
}
