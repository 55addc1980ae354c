//! Errors of conversions to and from other libraries' types.

use core::{error::Error, fmt};

/// A date before the year 1, which HTML can't write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeforeYearOne;

/// A value that the other type can't hold, such as a year past its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange;

impl fmt::Display for BeforeYearOne {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a date before the year 1")
    }
}

impl fmt::Display for OutOfRange {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a date or time that the type can't hold")
    }
}

impl Error for BeforeYearOne {}
impl Error for OutOfRange {}
