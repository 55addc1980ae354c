//! Times.

use core::fmt;

use crate::{FromAttribute, cursor::Cursor};

/// A [time](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#concept-time).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Time {
    /// From 0 to 23.
    pub hour: u8,
    /// From 0 to 59.
    pub minute: u8,
    /// From 0 to 59.
    pub second: u8,
    /// Billionths of a second; further decimals are truncated.
    pub nanosecond: u32,
}

impl Time {
    /// The [rules to parse a time
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-time-string).
    ///
    /// A second may have any number of decimals, though no more than three are valid.
    #[must_use]
    #[inline]
    pub fn parse(input: &str) -> Option<Self> {
        let mut input = Cursor::new(input);
        let time = Self::component(&mut input)?;
        input.at_end(time)
    }

    /// Whether this is a [valid time
    /// string](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-time-string).
    #[must_use]
    #[inline]
    pub fn is_valid(value: &str) -> bool {
        Self::parse(value).is_some() && has_few_decimals(value)
    }

    /// The rules to [parse a time
    /// component](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#parse-a-time-component).
    #[inline]
    pub(super) fn component(input: &mut Cursor<'_>) -> Option<Self> {
        let hour = input.two_digits().filter(|hour| *hour <= 23)?;
        input.take(':')?;
        let minute = input.two_digits().filter(|minute| *minute <= 59)?;
        let (mut second, mut nanosecond) = (0, 0);
        if input.take(':').is_some() {
            second = input.two_digits().filter(|second| *second <= 59)?;
            if input.take('.').is_some() {
                let decimals = input.digits();
                // At least one decimal, and no second point.
                if decimals.is_empty() || input.peek() == Some('.') {
                    return None;
                }
                nanosecond = decimals
                    .bytes()
                    .chain(core::iter::repeat(b'0'))
                    .take(9)
                    .fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
            }
        }
        Some(Self { hour, minute, second, nanosecond })
    }
}

/// Whether the second has at most three decimals.
#[inline]
pub(super) fn has_few_decimals(value: &str) -> bool {
    value.split_once('.').is_none_or(|(_, rest)| Cursor::new(rest).digits().len() <= 3)
}

impl fmt::Display for Time {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute)?;
        // A valid string has at most three decimals.
        let millisecond = self.nanosecond / 1_000_000;
        if self.second == 0 && millisecond == 0 {
            return Ok(());
        }
        write!(f, ":{:02}", self.second)?;
        match millisecond {
            0 => Ok(()),
            tenths if tenths % 100 == 0 => write!(f, ".{}", tenths / 100),
            hundredths if hundredths % 10 == 0 => write!(f, ".{:02}", hundredths / 10),
            thousandths => write!(f, ".{thousandths:03}"),
        }
    }
}

impl FromAttribute for Time {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        Self::parse(value)
    }
}
