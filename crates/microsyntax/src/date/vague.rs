//! [Vaguer moments in
//! time](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#vaguer-moments-in-time).

use core::fmt;

use super::{Date, GlobalDateTime, LocalDateTime, Time, TimeZoneOffset};
use crate::{FromAttribute, cursor::Cursor};

/// A date, a time, or both with a time-zone offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DateOrTime {
    /// A date.
    Date(Date),
    /// A time.
    Time(Time),
    /// A global date and time.
    Global(GlobalDateTime),
}

impl DateOrTime {
    /// The rules to [parse a date or time
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-date-or-time-string).
    #[must_use]
    #[inline]
    pub fn parse(input: &str) -> Option<Self> {
        let mut input = Cursor::new(input);
        let start = input;
        let Some(date) = Date::component(&mut input) else {
            input = start;
            let time = Time::component(&mut input)?;
            return input.at_end(Self::Time(time));
        };
        if input.take('T').or_else(|| input.take(' ')).is_none() {
            return input.at_end(Self::Date(date));
        }
        let time = Time::component(&mut input)?;
        let offset = TimeZoneOffset::component(&mut input)?;
        let local = LocalDateTime { date, time };
        input.at_end(Self::Global(GlobalDateTime { local, offset }))
    }

    /// Whether this is a [valid date string with optional
    /// time](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-date-string-with-optional-time): a
    /// date, or a global date and time.
    #[must_use]
    #[inline]
    pub fn is_valid(value: &str) -> bool {
        Date::is_valid(value) || GlobalDateTime::is_valid(value)
    }
}

impl fmt::Display for DateOrTime {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Date(date) => date.fmt(f),
            Self::Time(time) => time.fmt(f),
            Self::Global(global) => global.fmt(f),
        }
    }
}

impl FromAttribute for DateOrTime {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        Self::parse(value)
    }
}
