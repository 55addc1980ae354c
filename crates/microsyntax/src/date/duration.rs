//! Durations.

use core::fmt;

use crate::{FromAttribute, cursor::Cursor, float};

/// A [duration](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#concept-duration).
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Duration {
    /// Never negative and always finite.
    pub seconds: f64,
}

/// The seconds in each unit.
const WEEK: f64 = 604_800.0;
const DAY: f64 = 86_400.0;
const HOUR: f64 = 3_600.0;
const MINUTE: f64 = 60.0;

impl Duration {
    /// The rules to [parse a duration
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-duration-string), in both
    /// forms. Years and months parse, but only a total of zero is a duration.
    #[must_use]
    #[inline]
    pub fn parse(input: &str) -> Option<Self> {
        let mut input = Cursor::new(input);
        let (mut months, mut seconds, mut components) = (0.0, 0.0, 0_usize);
        let mut m_is_months = false;
        input.skip_whitespace();
        if input.is_at_end() {
            return None;
        }
        if input.take('P').is_some() {
            m_is_months = true;
            input.skip_whitespace();
        }
        while !input.is_at_end() {
            if input.take('T').is_some() {
                m_is_months = false;
                input.skip_whitespace();
                continue;
            }
            let (number, is_fractional) = number(&mut input)?;
            input.skip_whitespace();
            match (input.next()?, is_fractional) {
                ('S' | 's', _) => {
                    seconds += number;
                    m_is_months = false;
                }
                (_, true) => return None,
                ('Y' | 'y', _) => {
                    months += 12.0 * number;
                    m_is_months = true;
                }
                ('M' | 'm', _) if m_is_months => months += number,
                ('W' | 'w', _) => {
                    seconds += WEEK * number;
                    m_is_months = false;
                }
                ('D' | 'd', _) => {
                    seconds += DAY * number;
                    m_is_months = false;
                }
                ('H' | 'h', _) => {
                    seconds += HOUR * number;
                    m_is_months = false;
                }
                ('M' | 'm', _) => seconds += MINUTE * number,
                _ => return None,
            }
            components += 1;
            input.skip_whitespace();
        }
        let is_one = components > 0 && months == 0.0 && f64::is_finite(seconds);
        is_one.then_some(Self { seconds })
    }

    /// Whether this is a [valid duration
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-duration-string).
    #[must_use]
    #[inline]
    pub fn is_valid(value: &str) -> bool {
        is_valid_iso(value) || is_valid_components(value)
    }
}

/// Parses a number; returns it and whether it has a fraction.
#[inline]
fn number(input: &mut Cursor<'_>) -> Option<(f64, bool)> {
    let start = input.rest;
    let whole = input.digits();
    let is_fractional = input.take('.').is_some();
    if is_fractional && input.digits().is_empty() || !is_fractional && whole.is_empty() {
        return None;
    }
    let text = &start[..start.len() - input.rest.len()];
    Some((text.parse().ok()?, is_fractional))
}

/// Whether it is `P`, days, and after a `T` at least one of hours, minutes and seconds, in this order.
#[inline]
fn is_valid_iso(value: &str) -> bool {
    let Some(rest) = value.strip_prefix('P') else { return false };
    let (days, time) = match rest.split_once('T') {
        Some((days, time)) => (days, Some(time)),
        None => (rest, None),
    };
    let are_days = |text: &str| {
        text.strip_suffix('D').is_some_and(|digits| !digits.is_empty() && all_digits(digits))
    };
    match time {
        None => are_days(days),
        Some(time) => (days.is_empty() || are_days(days)) && is_valid_iso_time(time),
    }
}

#[inline]
fn is_valid_iso_time(time: &str) -> bool {
    let mut input = Cursor::new(time);
    let mut left = &['H', 'M', 'S'][..];
    let mut any = false;
    while !input.is_at_end() {
        let Some(fraction) = valid_number(&mut input) else { return false };
        let Some(unit) = input.next() else { return false };
        let Some(at) = left.iter().position(|it| *it == unit) else { return false };
        if fraction && unit != 'S' {
            return false;
        }
        left = &left[at + 1..];
        any = true;
    }
    any
}

/// Whether it consists of components of different units, in any order.
#[inline]
fn is_valid_components(value: &str) -> bool {
    let mut input = Cursor::new(value);
    let mut units = ['W', 'D', 'H', 'M', 'S'].map(Some);
    let mut any = false;
    input.skip_whitespace();
    while !input.is_at_end() {
        let Some(fraction) = valid_number(&mut input) else { return false };
        input.skip_whitespace();
        let Some(unit) = input.next().map(|unit| unit.to_ascii_uppercase()) else { return false };
        let Some(free) = units.iter_mut().find(|it| **it == Some(unit)) else { return false };
        *free = None;
        if fraction && unit != 'S' {
            return false;
        }
        any = true;
        input.skip_whitespace();
    }
    any
}

/// Parses digits with up to three decimals; returns whether there is a point.
#[inline]
fn valid_number(input: &mut Cursor<'_>) -> Option<bool> {
    if input.digits().is_empty() {
        return None;
    }
    if input.take('.').is_none() {
        return Some(false);
    }
    (1..=3).contains(&input.digits().len()).then_some(true)
}

#[inline]
fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// As `PT…S`.
impl fmt::Display for Duration {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Round to three decimals, the most that a valid string has.
        let thousandths = self.seconds * 1000.0;
        if thousandths < 9e15 {
            let whole = (thousandths + 0.5) as u64;
            return write!(f, "PT{}S", float::best_representation(whole as f64 / 1000.0));
        }
        write!(f, "PT{}S", self.seconds)
    }
}

impl FromAttribute for Duration {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        Self::parse(value)
    }
}
