//! Global dates and times.

use core::fmt;

use super::{
    LocalDateTime, TimeZoneOffset, calendar::is_valid_in_any_year, time::has_few_decimals,
};
use crate::{FromAttribute, cursor::Cursor};

/// A [global date and
/// time](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#concept-datetime): with a time-zone
/// offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GlobalDateTime {
    /// The local date and time.
    pub local: LocalDateTime,
    /// The offset of the local time from UTC.
    pub offset: TimeZoneOffset,
}

impl GlobalDateTime {
    /// The [rules to parse a global date and time
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-global-date-and-time-string).
    #[must_use]
    #[inline]
    pub fn parse(input: &str) -> Option<Self> {
        let mut input = Cursor::new(input);
        let local = LocalDateTime::component(&mut input)?;
        let offset = TimeZoneOffset::component(&mut input)?;
        input.at_end(Self { local, offset })
    }

    /// Whether this is a [valid global date and time
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-global-date-and-time-string).
    #[must_use]
    #[inline]
    pub fn is_valid(value: &str) -> bool {
        let sign = value.rfind(['+', '-', 'Z']);
        is_valid_in_any_year(value, |value| Self::parse(value).is_some())
            && has_few_decimals(value)
            && sign.is_some_and(|at| TimeZoneOffset::is_valid(&value[at..]))
    }

    /// Converts to UTC; `None` before the year 1 or past the last year.
    #[must_use]
    #[inline]
    pub fn to_utc(self) -> Option<LocalDateTime> {
        let LocalDateTime { mut date, mut time } = self.local;
        let minutes = i32::from(time.hour) * 60 + i32::from(time.minute);
        let utc = minutes - i32::from(self.offset.minutes);
        if utc < 0 {
            date = date.previous()?;
        } else if utc >= 24 * 60 {
            date = date.next()?;
        }
        let utc = utc.rem_euclid(24 * 60);
        (time.hour, time.minute) = ((utc / 60) as u8, (utc % 60) as u8);
        Some(LocalDateTime { date, time })
    }
}

impl fmt::Display for GlobalDateTime {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.local, self.offset)
    }
}

impl FromAttribute for GlobalDateTime {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        Self::parse(value)
    }
}
