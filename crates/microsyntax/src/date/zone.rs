//! Time-zone offsets.

use core::fmt;

use crate::{FromAttribute, cursor::Cursor};

/// A [time-zone offset](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#concept-timezone).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TimeZoneOffset {
    /// Minutes east of UTC, from -1439 to 1439.
    pub minutes: i16,
}

impl TimeZoneOffset {
    /// UTC itself.
    pub const UTC: Self = Self { minutes: 0 };

    /// The [rules to parse a time-zone offset
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-time-zone-offset-string).
    #[must_use]
    #[inline]
    pub fn parse(input: &str) -> Option<Self> {
        let mut input = Cursor::new(input);
        let offset = Self::component(&mut input)?;
        input.at_end(offset)
    }

    /// Whether this is a [valid time-zone offset
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-time-zone-offset-string):
    /// zero goes with `Z` or `+` only.
    #[must_use]
    #[inline]
    pub fn is_valid(value: &str) -> bool {
        Self::parse(value).is_some_and(|offset| offset != Self::UTC || !value.starts_with('-'))
    }

    /// The rules to [parse a time-zone offset
    /// component](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-time-zone-offset-component).
    #[inline]
    pub(super) fn component(input: &mut Cursor<'_>) -> Option<Self> {
        let sign = match input.next()? {
            'Z' => return Some(Self::UTC),
            '+' => 1,
            '-' => -1,
            _ => return None,
        };
        let digits = input.digits();
        let (hours, minutes): (i16, i16) = match digits.len() {
            2 => {
                input.take(':')?;
                (digits.parse().ok()?, input.two_digits()?.into())
            }
            4 => (digits[..2].parse().ok()?, digits[2..].parse().ok()?),
            _ => return None,
        };
        let is_in_range = hours <= 23 && minutes <= 59;
        is_in_range.then_some(Self { minutes: sign * (60 * hours + minutes) })
    }
}

impl fmt::Display for TimeZoneOffset {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.minutes == 0 {
            return f.write_str("Z");
        }
        let sign = if self.minutes < 0 { '-' } else { '+' };
        let minutes = self.minutes.unsigned_abs();
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

impl FromAttribute for TimeZoneOffset {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        Self::parse(value)
    }
}
