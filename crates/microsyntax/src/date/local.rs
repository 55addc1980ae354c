//! Local dates and times.

use core::fmt;

use super::{Date, Time, calendar::is_valid_in_any_year, time::has_few_decimals};
use crate::{FromAttribute, cursor::Cursor};

/// A [local date and
/// time](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#concept-datetime-local): without a time
/// zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalDateTime {
    /// The date.
    pub date: Date,
    /// The time.
    pub time: Time,
}

impl LocalDateTime {
    /// The [rules to parse a local date and time
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-local-date-and-time-string).
    #[must_use]
    #[inline]
    pub fn parse(input: &str) -> Option<Self> {
        let mut input = Cursor::new(input);
        let local = Self::component(&mut input)?;
        input.at_end(local)
    }

    /// Whether this is a [valid local date and time
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-local-date-and-time-string).
    #[must_use]
    #[inline]
    pub fn is_valid(value: &str) -> bool {
        is_valid_in_any_year(value, |value| Self::parse(value).is_some()) && has_few_decimals(value)
    }

    /// Whether this is a [valid normalized local date and time
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-normalised-local-date-and-time-string).
    #[must_use]
    #[inline]
    pub fn is_valid_normalized(value: &str) -> bool {
        let Some((_, time)) = value.split_once('T') else { return false };
        Self::is_valid(value)
            && Time::parse(time).is_some_and(|parsed| alloc::format!("{parsed}") == time)
    }

    /// A date, `T` or a space, and a time.
    #[inline]
    pub(super) fn component(input: &mut Cursor<'_>) -> Option<Self> {
        let date = Date::component(input)?;
        input.take('T').or_else(|| input.take(' '))?;
        Some(Self { date, time: Time::component(input)? })
    }
}

impl fmt::Display for LocalDateTime {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}T{}", self.date, self.time)
    }
}

impl FromAttribute for LocalDateTime {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        Self::parse(value)
    }
}
