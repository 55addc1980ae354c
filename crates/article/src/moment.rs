//! Days with or without a time.

use std::fmt;

use sapwood_microsyntax::date::{Date, GlobalDateTime, LocalDateTime};

use crate::date;

/// A day, with a time if the page states it, and its time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// A day.
    Day(Date),
    /// A day and a time in a time zone that isn't stated.
    Local(LocalDateTime),
    /// A day and a time with the offset from UTC.
    Global(GlobalDateTime),
}

impl Moment {
    /// The day where the page was written.
    #[must_use]
    pub const fn day(self) -> Date {
        match self {
            Self::Day(day) => day,
            Self::Local(local) => local.date,
            Self::Global(global) => global.local.date,
        }
    }

    /// Reads a moment as programs write it, or the day in a text.
    pub(crate) fn find(text: &str) -> Option<Self> {
        let text = text.trim_ascii();
        let global = || GlobalDateTime::parse(text).map(Self::Global);
        let local = || LocalDateTime::parse(text).map(Self::Local);
        global().or_else(local).or_else(|| date::find(text).map(Self::Day))
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(day) => day.fmt(f),
            Self::Local(local) => local.fmt(f),
            Self::Global(global) => global.fmt(f),
        }
    }
}
