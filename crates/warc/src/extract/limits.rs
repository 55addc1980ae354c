//! Limits on the work for one page.

use std::time::Duration;

use sapwood::{Limits as ParseLimits, Options};

/// Limits on a page. They are on by default: one page must not hold up or exhaust a job over millions.
///
/// A page that reaches a limit is a row with what was parsed so far, and the name of the limit in the column `limit`:
/// `input-bytes`, `nodes`, `depth`, `time`, `amplification`, `output`, or another name of [`sapwood::Limit`].
///
/// ```
/// use std::time::Duration;
/// use sapwood_warc::Limits;
///
/// let limits = Limits::default().input_bytes(1 << 20).time(Duration::from_millis(500));
/// assert_eq!(limits.max_input_bytes(), 1 << 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    input_bytes: usize,
    nodes: usize,
    depth: usize,
    time: Duration,
    amplification: Option<u64>,
    output_factor: u64,
}

/// 16 MiB of input, a million nodes, a depth of 10,000, five seconds, the default amplification budget of the parser, and
/// an output of 1 MiB plus 16 times the input.
impl Default for Limits {
    fn default() -> Self {
        Self {
            input_bytes: 16 << 20,
            nodes: 1_000_000,
            depth: 10_000,
            time: Duration::from_secs(5),
            amplification: None,
            output_factor: 16,
        }
    }
}

impl Limits {
    /// Limits the bytes of a page, decompressed.
    #[must_use]
    pub fn input_bytes(mut self, most: usize) -> Self {
        self.input_bytes = most;
        self
    }

    /// Limits the nodes of a document.
    #[must_use]
    pub fn nodes(mut self, most: usize) -> Self {
        self.nodes = most;
        self
    }

    /// Limits how deep elements nest.
    #[must_use]
    pub fn depth(mut self, most: usize) -> Self {
        self.depth = most;
        self
    }

    /// Limits the time for a page. The clock is checked while it is parsed, and between columns.
    #[must_use]
    pub fn time(mut self, most: Duration) -> Self {
        self.time = most;
        self
    }

    /// Limits what the standard's algorithms copy; see [`sapwood::Limits::amplification`].
    #[must_use]
    pub fn amplification(mut self, factor: u64) -> Self {
        self.amplification = Some(factor);
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
        self.input_bytes
    }

    /// The most time for a page.
    pub(super) fn max_time(&self) -> Duration {
        self.time
    }

    /// The output that a page of `len` bytes may have.
    pub(super) fn output(&self, len: usize) -> u64 {
        self.output_factor.saturating_mul(len as u64).saturating_add(1 << 20)
    }

    /// The options for parsing.
    pub(super) fn parsing(&self) -> Options {
        let mut limits = ParseLimits::default()
            .input_bytes(self.input_bytes)
            .nodes(self.nodes)
            .depth(self.depth)
            .time(self.time);
        if let Some(factor) = self.amplification {
            limits = limits.amplification(factor);
        }
        Options::default().limits(limits)
    }
}
