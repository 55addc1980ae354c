//! Limits on the work for one page.

use std::time::Duration;

use sapwood::{Limit, Limits as ParseLimits, ParseOptions};

/// Limits on a page. They are on by default: one page must not hold up or exhaust a job over millions.
///
/// A page that reaches a limit is a row with what was parsed so far, and the name of the limit in the column `limit`:
/// `output`, or the name of a [`sapwood::Limit`].
///
/// ```
/// use std::time::Duration;
/// use sapwood_warc::Limits;
///
/// let parsing = sapwood::Limits::default().input_bytes(1 << 20).time(Duration::from_millis(500));
/// let limits = Limits::default().parsing(&parsing);
/// assert_eq!(limits.max_input_bytes(), 1 << 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    parsing: ParseLimits,
    output_factor: u64,
}

/// [`sapwood::Limits::for_pages`], and an output of 1 MiB plus 16 times the input.
impl Default for Limits {
    fn default() -> Self {
        Self { parsing: ParseLimits::for_pages(), output_factor: 16 }
    }
}

impl Limits {
    /// Replaces those limits on parsing that `limits` sets. The time counts for columns, too: the clock is checked between
    /// them.
    #[must_use]
    pub fn parsing(mut self, limits: &ParseLimits) -> Self {
        self.parsing = limits.clone().or(&self.parsing);
        self
    }

    /// Limits the values that can repeat parts of a page, such as links and lists of user fields, to 1 MiB plus `factor`
    /// times the input.
    #[must_use]
    pub fn output_factor(mut self, factor: u64) -> Self {
        self.output_factor = factor;
        self
    }

    /// The most bytes of a page.
    #[must_use]
    pub fn max_input_bytes(&self) -> usize {
        self.parsing.max_input_bytes()
    }

    /// The most time for a page.
    pub(super) fn max_time(&self) -> Duration {
        self.parsing.get(Limit::Time).map_or(Duration::MAX, Duration::from_millis)
    }

    /// The output that a page of `len` bytes may have.
    pub(super) fn output(&self, len: usize) -> u64 {
        self.output_factor.saturating_mul(len as u64).saturating_add(1 << 20)
    }

    /// The options for parsing.
    pub(super) fn options(&self) -> ParseOptions {
        ParseOptions::default().limits(self.parsing.clone())
    }
}
