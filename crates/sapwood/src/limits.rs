//! When a parse ends early, and what it took so far.

use std::time::{Duration, Instant};

/// How much is parsed between two looks at the clock and at the limits.
const PIECE: usize = 1 << 16;

/// The same where the limit is on nodes, and a low one.
const SHORT_PIECE: usize = 1 << 12;

/// When to end a parse early. Nothing is limited by default, but for what a
/// [`Document`](crate::Document) can hold at all.
///
/// Where a limit is reached the parse ends: the document is what was built so far, all elements closed,
/// and [`Parsed::limit`](crate::Parsed::limit) tells which limit it was. What is exactly as large as a
/// limit passes.
///
/// ```
/// use sapwood::{Limit, Limits, Options, parse_with};
///
/// let limits = Limits::default().depth(100).nodes(10_000);
/// let parsed = parse_with(&"<div>".repeat(1_000), &Options::default().limits(limits));
/// assert_eq!(parsed.limit, Some(Limit::Depth));
/// assert_eq!(parsed.document.body().unwrap().descendants().count(), 98);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub(crate) input_bytes: Option<usize>,
    nodes: Option<usize>,
    depth: Option<u32>,
    attributes: Option<usize>,
    token_length: Option<usize>,
    pub(crate) time: Option<Duration>,
}

impl Limits {
    /// How many bytes of input are read: of the text, or of the bytes where bytes are parsed.
    #[must_use]
    pub fn input_bytes(mut self, most: usize) -> Self {
        self.input_bytes = Some(most);
        self
    }

    /// How many nodes the document may have, the document node and template contents included.
    #[must_use]
    pub fn nodes(mut self, most: usize) -> Self {
        self.nodes = Some(most);
        self
    }

    /// How deep elements may nest; the `html` element, which there always is, is the first.
    ///
    /// It counts where an element is written. What a `selectedcontent` repeats and what a `<template for>`
    /// puts elsewhere can come to lie deeper than that.
    #[must_use]
    pub fn depth(mut self, most: usize) -> Self {
        self.depth = Some(u32::try_from(most).unwrap_or(u32::MAX));
        self
    }

    /// How many attributes a tag may have, apart from those that are left out as duplicates. The tag that
    /// has more isn't in the tree. Below sixteen, parsing is slower.
    #[must_use]
    pub fn attributes(mut self, most: usize) -> Self {
        self.attributes = Some(most);
        self
    }

    /// How many bytes a tag, comment, processing instruction or DOCTYPE may have; text is limited by
    /// [`input_bytes`](Self::input_bytes) alone. What is longer isn't in the tree. Below 4,096, parsing is
    /// slower.
    #[must_use]
    pub fn token_length(mut self, most: usize) -> Self {
        self.token_length = Some(most);
        self
    }

    /// How long parsing may take, apart from the time between one chunk and the next. It is looked at
    /// every 64 KiB of input, and when the document has doubled.
    #[must_use]
    pub fn time(mut self, most: Duration) -> Self {
        self.time = Some(most);
        self
    }

    pub(crate) fn of_tokenizer(&self, options: tokenizer::Options) -> tokenizer::Options {
        tokenizer::Options {
            max_attributes: self.attributes.unwrap_or(usize::MAX),
            max_token_length: self.token_length.unwrap_or(usize::MAX),
            ..options
        }
    }

    #[cfg(feature = "xml")]
    pub(crate) fn max_attributes(&self) -> usize {
        self.attributes.unwrap_or(usize::MAX)
    }

    #[cfg(feature = "xml")]
    pub(crate) fn max_token_length(&self) -> usize {
        self.token_length.unwrap_or(usize::MAX)
    }

    pub(crate) fn max_nodes(&self) -> Option<usize> {
        self.nodes
    }

    pub(crate) fn max_depth(&self) -> u32 {
        self.depth.unwrap_or(u32::MAX)
    }
}

/// What is left of the limits on input and time.
#[derive(Debug)]
pub(crate) struct Allowance {
    input_bytes: usize,
    time: Option<Duration>,
    /// Whether anything is limited at all.
    pub(crate) is_limited: bool,
    piece: usize,
}

impl Allowance {
    pub(crate) fn of(limits: &Limits) -> Self {
        Self {
            input_bytes: limits.input_bytes.unwrap_or(usize::MAX),
            time: limits.time,
            is_limited: *limits != Limits::default(),
            // No node takes less than a byte, as a rule.
            piece: limits.nodes.unwrap_or(PIECE).clamp(SHORT_PIECE, PIECE),
        }
    }

    /// Takes what may be read of a chunk.
    pub(crate) fn take<'c>(&mut self, chunk: &'c str) -> &'c str {
        let taken = floor_char_boundary(chunk, self.input_bytes);
        self.input_bytes = if taken < chunk.len() { 0 } else { self.input_bytes - taken };
        &chunk[..taken]
    }

    /// Cuts `text` where the limits are to be looked at.
    pub(crate) fn split<'t>(&self, text: &'t str) -> (&'t str, &'t str) {
        text.split_at(floor_char_boundary(text, self.piece))
    }

    /// When time is over, if it begins to run now.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        // What can't be told is too far away to matter.
        self.time.and_then(|time| Instant::now().checked_add(time))
    }

    /// Notes how much time is left until `deadline`; returns whether there is none.
    pub(crate) fn is_past(&mut self, deadline: Option<Instant>) -> bool {
        let Some(deadline) = deadline else { return false };
        let left = deadline.saturating_duration_since(Instant::now());
        self.time = Some(left);
        left.is_zero()
    }

    /// The time that is left.
    #[cfg(feature = "encoding")]
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time
    }
}

/// The same for bytes; a UTF-8 character isn't cut.
#[cfg(feature = "encoding")]
pub(crate) fn split_bytes(bytes: &[u8]) -> (&[u8], &[u8]) {
    const LONGEST_CHARACTER: usize = 4;
    let end = bytes.len().min(PIECE);
    let goes_on = |&at: &usize| bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let back = (0..LONGEST_CHARACTER).find(|back| !goes_on(&(end - back.min(&end))));
    bytes.split_at(end - back.unwrap_or(0))
}

fn floor_char_boundary(text: &str, mut at: usize) -> usize {
    if at >= text.len() {
        return text.len();
    }
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
