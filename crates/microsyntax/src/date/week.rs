//! Weeks.

use core::fmt;

use super::{
    Date,
    calendar::{is_valid_in_any_year, year},
    is_leap_year,
};
use crate::{FromAttribute, cursor::Cursor};

/// A [week](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#concept-week) of a week-year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Week {
    /// The week-year, from 1.
    pub year: u32,
    /// From 1 to 52 or 53.
    pub week: u8,
}

/// Returns the number of weeks in a week-year: the [week number of its last
/// day](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#week-number-of-the-last-day).
#[must_use]
#[inline]
pub fn weeks_in_year(year: u32) -> u8 {
    let first = Date { year: year.max(1), month: 1, day: 1 };
    match first.weekday() {
        4 => 53,
        3 if is_leap_year(year) => 53,
        _ => 52,
    }
}

impl Week {
    /// The [rules to parse a week
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-week-string).
    #[must_use]
    #[inline]
    pub fn parse(input: &str) -> Option<Self> {
        let mut input = Cursor::new(input);
        let year = year(&mut input)?;
        input.take('-')?;
        input.take('W')?;
        let week = input.two_digits().filter(|week| (1..=weeks_in_year(year)).contains(week))?;
        input.at_end(Self { year, week })
    }

    /// Whether this is a [valid week
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-week-string).
    #[must_use]
    #[inline]
    pub fn is_valid(value: &str) -> bool {
        is_valid_in_any_year(value, |value| Self::parse(value).is_some())
    }
}

impl fmt::Display for Week {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-W{:02}", self.year, self.week)
    }
}

impl FromAttribute for Week {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        Self::parse(value)
    }
}
