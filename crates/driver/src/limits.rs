//! The limits of a parse.

use std::time::Duration;

use sapwood_tree::{Budget, Limit};

/// Limits on what a parse may take. By default only [`amplification`](Self::amplification) is limited, and the capacity
/// of the tree.
///
/// When a limit is reached the parse ends. You get the tree so far, with all elements closed, and the
/// [`Limit`](sapwood_tree::Limit) that was reached. Input that exactly meets a limit is parsed to its end. The tree and
/// the limit don't depend on how the input was cut into chunks, except for [`time`](Self::time) and for the capacity
/// of the tree, whose memory also holds copies of chunks.
///
/// ```
/// use sapwood::{Limit, Limits, ParseOptions, parse_with};
///
/// let limits = Limits::default().depth(100).nodes(10_000);
/// let parsed = parse_with(&"<div>".repeat(1_000), &ParseOptions::default().limits(limits));
/// assert_eq!(parsed.limit, Some(Limit::Depth));
/// assert_eq!(parsed.document.body().unwrap().descendants().count(), 98);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    input_bytes: Option<usize>,
    nodes: Option<usize>,
    depth: Option<u32>,
    attributes: Option<usize>,
    token_length: Option<usize>,
    time: Option<Duration>,
    amplification: u64,
}

impl Default for Limits {
    #[inline]
    fn default() -> Self {
        Self {
            input_bytes: None,
            nodes: None,
            depth: None,
            attributes: None,
            token_length: None,
            time: None,
            amplification: Budget::DEFAULT_FACTOR,
        }
    }
}

impl Limits {
    /// Limits for pages of which none may hold up or exhaust a job over millions: 16 MiB of input, a million nodes, a depth
    /// of 10,000, and five seconds.
    #[must_use]
    pub fn for_pages() -> Self {
        let limits = Self::default().input_bytes(16 << 20).nodes(1_000_000).depth(10_000);
        limits.time(Duration::from_secs(5))
    }

    /// Sets a limit by its name: bytes, nodes, levels, attributes, milliseconds, or the factor of the amplification, of which
    /// 0 means no limit. [`Limit::Capacity`] can't be set.
    ///
    /// ```
    /// use std::time::Duration;
    /// use sapwood::{Limit, Limits};
    ///
    /// let limits = Limits::default().with(Limit::Nodes, 100).with(Limit::Time, 500);
    /// assert_eq!(limits, Limits::default().nodes(100).time(Duration::from_millis(500)));
    /// let unlimited = Limits::default().with(Limit::Amplification, 0);
    /// assert_eq!(unlimited.get(Limit::Amplification), None);
    /// // Less than a millisecond is still some time.
    /// assert_eq!(Limits::default().time(Duration::from_micros(1)).get(Limit::Time), Some(1));
    /// ```
    #[must_use]
    pub fn with(self, limit: Limit, most: u64) -> Self {
        let size = usize::try_from(most).unwrap_or(usize::MAX);
        match limit {
            Limit::InputBytes => self.input_bytes(size),
            Limit::Nodes => self.nodes(size),
            Limit::Depth => self.depth(size),
            Limit::Attributes => self.attributes(size),
            Limit::TokenLength => self.token_length(size),
            Limit::Time => self.time(Duration::from_millis(most)),
            Limit::Amplification => self.amplification(if most == 0 { u64::MAX } else { most }),
            _ => self,
        }
    }

    /// Returns a limit by its name, in the unit of [`with`](Self::with), a time rounded up; `None` if nothing is limited.
    #[must_use]
    pub fn get(&self, limit: Limit) -> Option<u64> {
        let size = |most: Option<usize>| most.map(|most| most as u64);
        match limit {
            Limit::InputBytes => size(self.input_bytes),
            Limit::Nodes => size(self.nodes),
            Limit::Depth => self.depth.map(u64::from),
            Limit::Attributes => size(self.attributes),
            Limit::TokenLength => size(self.token_length),
            Limit::Time => {
                let milliseconds = self.time?.as_nanos().div_ceil(1_000_000);
                Some(u64::try_from(milliseconds).unwrap_or(u64::MAX))
            }
            Limit::Amplification => Some(self.amplification).filter(|&most| most != u64::MAX),
            _ => None,
        }
    }

    /// These limits, and those of `others` that are not set here.
    #[must_use]
    pub fn or(self, others: &Self) -> Self {
        let is_default = self.amplification == Budget::DEFAULT_FACTOR;
        Self {
            input_bytes: self.input_bytes.or(others.input_bytes),
            nodes: self.nodes.or(others.nodes),
            depth: self.depth.or(others.depth),
            attributes: self.attributes.or(others.attributes),
            token_length: self.token_length.or(others.token_length),
            time: self.time.or(others.time),
            amplification: if is_default { others.amplification } else { self.amplification },
        }
    }

    /// Limits the bytes of input: of the text, or of the undecoded bytes where bytes are parsed.
    #[must_use]
    pub fn input_bytes(mut self, most: usize) -> Self {
        self.input_bytes = Some(most);
        self
    }

    /// Limits the nodes of the document, including the document node and template contents.
    #[must_use]
    pub fn nodes(mut self, most: usize) -> Self {
        self.nodes = Some(most);
        self
    }

    /// Limits how deep elements nest. The `html` element, which always exists, is the first level.
    ///
    /// An element is counted where it is written. The copies in a `selectedcontent`, and the content that a
    /// `<template for>` moves, can lie deeper.
    #[must_use]
    pub fn depth(mut self, most: usize) -> Self {
        self.depth = Some(u32::try_from(most).unwrap_or(u32::MAX));
        self
    }

    /// Limits the attributes of a tag. Duplicates, which are left out, don't count. The tag with more isn't in the
    /// tree. Limits below 16 make parsing slower.
    #[must_use]
    pub fn attributes(mut self, most: usize) -> Self {
        self.attributes = Some(most);
        self
    }

    /// Limits the bytes of a tag, comment, processing instruction, DOCTYPE or, in HTML, numeric character reference. A longer
    /// one isn't in the tree. Other text is limited by [`input_bytes`](Self::input_bytes) alone. Limits below 4,096 make parsing slower.
    #[must_use]
    pub fn token_length(mut self, most: usize) -> Self {
        self.token_length = Some(most);
        self
    }

    /// Limits the time that parsing takes, not counting the time between two chunks. The clock is checked at least
    /// every 64 KiB of input, and during work that a single token causes.
    #[must_use]
    pub fn time(mut self, most: Duration) -> Self {
        self.time = Some(most);
        self
    }

    /// Limits what the standard's algorithms copy, such as formatting elements that are reopened in each paragraph: to
    /// 1 MiB plus `factor` times the input so far, in the units of [`Budget`]. The factor is 8 by default. With
    /// `u64::MAX` nothing is limited, and a small page can become a huge tree.
    #[must_use]
    pub fn amplification(mut self, factor: u64) -> Self {
        self.amplification = factor;
        self
    }

    pub(crate) fn max_depth(&self) -> u32 {
        self.depth.unwrap_or(u32::MAX)
    }

    pub(crate) fn max_attributes(&self) -> usize {
        self.attributes.unwrap_or(usize::MAX)
    }

    pub(crate) fn max_token_length(&self) -> usize {
        self.token_length.unwrap_or(usize::MAX)
    }

    pub(crate) fn max_amplification(&self) -> u64 {
        self.amplification
    }

    pub(crate) fn max_time(&self) -> Option<Duration> {
        self.time
    }
}

// Hidden: for the parsers of other crates. Users have `get` and the builder methods.
#[doc(hidden)]
impl Limits {
    /// These limits without the one on input.
    #[must_use]
    pub fn without_input_bytes(mut self) -> Self {
        self.input_bytes = None;
        self
    }

    /// These limits with as much time as is left of them.
    #[must_use]
    pub fn with_time_left(mut self, left: Option<Duration>) -> Self {
        self.time = left;
        self
    }

    /// The most bytes of input.
    #[must_use]
    pub fn max_input_bytes(&self) -> usize {
        self.input_bytes.unwrap_or(usize::MAX)
    }

    /// The most nodes, if they are limited.
    #[must_use]
    pub fn max_nodes(&self) -> Option<usize> {
        self.nodes
    }
}
