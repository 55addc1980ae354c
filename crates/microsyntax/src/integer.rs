//! [Signed integers](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#signed-integers) and
//! [non-negative
//! integers](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#non-negative-integers).

use core::fmt;

use crate::{FromAttribute, cursor::Cursor};

/// The reason why a string has no integer value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IntegerError {
    /// The rules for parsing give an error.
    NotAnInteger,
    /// It is one, but it is more than fits 64 bits.
    OutOfRange,
}

impl fmt::Display for IntegerError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAnInteger => "not an integer",
            Self::OutOfRange => "an integer that is out of range",
        })
    }
}

impl core::error::Error for IntegerError {}

/// The [rules for parsing
/// integers](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-integers).
///
/// White space before, a `+`, and anything after the digits are allowed.
///
/// # Errors
///
/// When the rules give an error, and when the integer doesn't fit.
#[inline]
pub fn parse(input: &str) -> Result<i64, IntegerError> {
    let mut input = Cursor::new(input);
    input.skip_whitespace();
    let start = input;
    let is_signed = input.take('-').or_else(|| input.take('+')).is_some();
    let digits = input.digits();
    if digits.is_empty() {
        return Err(IntegerError::NotAnInteger);
    }
    start.rest[..usize::from(is_signed) + digits.len()]
        .parse()
        .map_err(|_| IntegerError::OutOfRange)
}

/// The [rules for parsing non-negative
/// integers](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-non-negative-integers).
///
/// # Errors
///
/// When the rules give an error, and when the integer doesn't fit.
#[inline]
pub fn parse_non_negative(input: &str) -> Result<u64, IntegerError> {
    match parse(input) {
        Ok(value) => u64::try_from(value).map_err(|_| IntegerError::NotAnInteger),
        // One below the least that fits isn't non-negative, whatever it is.
        Err(_) if input.trim_start_matches(|c: char| c.is_ascii_whitespace()).starts_with('-') => {
            Err(IntegerError::NotAnInteger)
        }
        Err(IntegerError::OutOfRange) => {
            let mut input = Cursor::new(input);
            input.skip_whitespace();
            let _ = input.take('+');
            input.digits().parse().map_err(|_| IntegerError::OutOfRange)
        }
        Err(error) => Err(error),
    }
}

/// Whether this is a [valid
/// integer](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-integer).
#[must_use]
#[inline]
pub fn is_valid(value: &str) -> bool {
    is_valid_non_negative(value.strip_prefix('-').unwrap_or(value))
}

/// Whether this is a [valid non-negative
/// integer](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-non-negative-integer).
#[must_use]
#[inline]
pub fn is_valid_non_negative(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit())
}

/// Implements [`FromAttribute`] for integers, by the rules for signed or for non-negative ones.
macro_rules! from_attribute {
    ($rules:ident: $($integer:ty),+) => {$(
        impl FromAttribute for $integer {
            #[inline]
            fn from_attribute(value: &str) -> Option<Self> {
                $rules(value).ok()?.try_into().ok()
            }
        }
    )+};
}

from_attribute!(parse: i16, i32, i64, isize);
from_attribute!(parse_non_negative: u8, u16, u32, u64, usize);
