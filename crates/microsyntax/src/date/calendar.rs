//! Months, dates and yearless dates.

use alloc::{format, string::String};
use core::fmt;

use crate::{FromAttribute, cursor::Cursor};

/// A [month](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#concept-month) of a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Month {
    /// From 1.
    pub year: u32,
    /// From 1 to 12.
    pub month: u8,
}

/// A [date](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#concept-date).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    /// From 1.
    pub year: u32,
    /// From 1 to 12.
    pub month: u8,
    /// From 1 to the last of the month.
    pub day: u8,
}

/// A [yearless date](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#concept-yearless-date).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct YearlessDate {
    /// From 1 to 12.
    pub month: u8,
    /// From 1 to the last of the month in a leap year.
    pub day: u8,
}

/// Whether a year has a 29th of February.
#[must_use]
#[inline]
pub const fn is_leap_year(year: u32) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

/// Returns the [number of days in a
/// month](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#number-of-days-in-month-month-of-year-year);
/// 0 for an invalid month.
#[must_use]
#[inline]
pub const fn days_in_month(year: u32, month: u8) -> u8 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap_year(year) => 29,
        2 => 28,
        _ => 0,
    }
}

/// Replaces a year past 2³² − 1 by one with the same calendar, which repeats every 400 years; `None` if the year fits.
///
/// A string that parses only with the replacement is out of range rather than malformed.
///
/// ```
/// use sapwood::microsyntax::date::{Date, with_year_in_range};
///
/// assert!(Date::parse("99999999996-02-29").is_none());
/// assert_eq!(with_year_in_range("99999999996-02-29").unwrap(), "2396-02-29");
/// assert!(Date::is_valid("99999999996-02-29") && !Date::is_valid("99999999997-02-29"));
/// ```
#[must_use]
#[inline]
pub fn with_year_in_range(value: &str) -> Option<String> {
    let mut input = Cursor::new(value);
    let digits = input.digits();
    if digits.is_empty() || digits.parse::<u32>().is_ok() {
        return None;
    }
    let year = digits.bytes().fold(0, |year, digit| (year * 10 + u32::from(digit - b'0')) % 400);
    Some(format!("{}{}", 2000 + year, input.rest))
}

/// Whether `is_valid` returns `true` for `value`, or for the same with its [year in range](with_year_in_range).
pub(super) fn is_valid_in_any_year(value: &str, is_valid: impl Fn(&str) -> bool) -> bool {
    is_valid(value) || with_year_in_range(value).is_some_and(|value| is_valid(&value))
}

/// Parses a year of four or more digits.
#[inline]
pub(super) fn year(input: &mut Cursor<'_>) -> Option<u32> {
    let digits = input.digits();
    let year = if digits.len() < 4 { None } else { digits.parse().ok() };
    year.filter(|&year| year > 0)
}

impl Month {
    /// The [rules to parse a month
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-month-string).
    #[must_use]
    #[inline]
    pub fn parse(input: &str) -> Option<Self> {
        let mut input = Cursor::new(input);
        let month = Self::component(&mut input)?;
        input.at_end(month)
    }

    /// Whether this is a [valid month
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-month-string).
    #[must_use]
    #[inline]
    pub fn is_valid(value: &str) -> bool {
        is_valid_in_any_year(value, |value| Self::parse(value).is_some())
    }

    /// The rules to [parse a month
    /// component](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-month-component).
    #[inline]
    fn component(input: &mut Cursor<'_>) -> Option<Self> {
        let year = year(input)?;
        input.take('-')?;
        let month = input.two_digits().filter(|month| (1..=12).contains(month))?;
        Some(Self { year, month })
    }
}

impl Date {
    /// Returns the date if it exists.
    #[must_use]
    #[inline]
    pub fn new(year: u32, month: u8, day: u8) -> Option<Self> {
        let exists = year > 0 && (1..=days_in_month(year, month)).contains(&day);
        exists.then_some(Self { year, month, day })
    }

    /// The [rules to parse a date
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-date-string).
    #[must_use]
    #[inline]
    pub fn parse(input: &str) -> Option<Self> {
        let mut input = Cursor::new(input);
        let date = Self::component(&mut input)?;
        input.at_end(date)
    }

    /// Whether this is a [valid date
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-date-string).
    #[must_use]
    #[inline]
    pub fn is_valid(value: &str) -> bool {
        is_valid_in_any_year(value, |value| Self::parse(value).is_some())
    }

    /// The rules to [parse a date
    /// component](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-date-component).
    #[inline]
    pub(super) fn component(input: &mut Cursor<'_>) -> Option<Self> {
        let Month { year, month } = Month::component(input)?;
        input.take('-')?;
        Self::new(year, month, input.two_digits()?)
    }

    /// Returns the number of the day, counted from 1 on 1 January of the year 1.
    #[must_use]
    #[inline]
    pub fn day_number(self) -> u64 {
        let years = u64::from(self.year) - 1;
        let before = |month: u8| u64::from(days_in_month(self.year, month));
        let months: u64 = (1..self.month).map(before).sum();
        365 * years + years / 4 - years / 100 + years / 400 + months + u64::from(self.day)
    }

    /// Returns the day of the week, from 1 for Monday to 7.
    #[must_use]
    #[inline]
    pub fn weekday(self) -> u8 {
        // Day 1 is a Monday.
        ((self.day_number() - 1) % 7) as u8 + 1
    }

    /// Returns the previous day; `None` for the first.
    #[must_use]
    #[inline]
    pub fn previous(self) -> Option<Self> {
        let Self { year, month, day } = self;
        match (month, day) {
            (1, 1) => Self::new(year.checked_sub(1)?, 12, 31),
            (_, 1) => Self::new(year, month - 1, days_in_month(year, month - 1)),
            _ => Self::new(year, month, day - 1),
        }
    }

    /// Returns the next day; `None` for the last.
    #[must_use]
    #[inline]
    pub fn next(self) -> Option<Self> {
        let Self { year, month, day } = self;
        Self::new(year, month, day + 1).or_else(|| match month {
            12 => Self::new(year.checked_add(1)?, 1, 1),
            _ => Self::new(year, month + 1, 1),
        })
    }
}

impl YearlessDate {
    /// The [rules to parse a yearless date
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-yearless-date-string).
    #[must_use]
    #[inline]
    pub fn parse(input: &str) -> Option<Self> {
        let mut input = Cursor::new(input);
        let hyphens = input.collect(|character| character == '-');
        if !matches!(hyphens.len(), 0 | 2) {
            return None;
        }
        let month = input.two_digits()?;
        // Any leap year.
        let most = days_in_month(4, month);
        input.take('-')?;
        let day = input.two_digits().filter(|day| (1..=most).contains(day))?;
        input.at_end(Self { month, day })
    }

    /// Whether this is a [valid yearless date
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-yearless-date-string).
    #[must_use]
    #[inline]
    pub fn is_valid(value: &str) -> bool {
        Self::parse(value).is_some()
    }
}

impl fmt::Display for Month {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

impl fmt::Display for Date {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Display for YearlessDate {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}-{:02}", self.month, self.day)
    }
}

impl FromAttribute for Month {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        Self::parse(value)
    }
}

impl FromAttribute for Date {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        Self::parse(value)
    }
}

impl FromAttribute for YearlessDate {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        Self::parse(value)
    }
}
