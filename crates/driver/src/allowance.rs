//! The input and the time that a parse has left.
//!
//! See "Chunks and pieces" in `docs/hot-path.md`.

use std::{
    mem,
    time::{Duration, Instant},
};

use sapwood_tree::CHUNK_LENGTH;

use crate::Limits;

/// The length of a piece if few nodes are allowed.
const SHORT_PIECE: usize = 1 << 12;

/// The length of a piece without limits. A sink that copies chunks must reserve memory for a whole piece before it
/// knows whether the piece fits.
const LONGEST_PIECE: usize = 1 << 26;

/// The input and the time that a parse has left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    input_bytes: usize,
    time: Option<Duration>,
    piece: usize,
}

impl Allowance {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            input_bytes: limits.max_input_bytes(),
            time: limits.max_time(),
            piece: match limits.max_nodes() {
                _ if *limits == Limits::default() => LONGEST_PIECE,
                // Few nodes take less than a byte.
                nodes => nodes.unwrap_or(CHUNK_LENGTH).clamp(SHORT_PIECE, CHUNK_LENGTH),
            },
        }
    }

    /// Counts as much of `text` as input as may be parsed, and returns that part.
    pub(crate) fn admit<'t>(&mut self, text: &'t str) -> &'t str {
        let (admitted, _) = split_at_most(text, self.input_bytes);
        self.input_bytes -= admitted.len();
        admitted
    }

    /// Counts so many bytes as not parsed after all.
    pub(crate) fn return_input(&mut self, bytes: usize) {
        self.input_bytes = self.input_bytes.saturating_add(bytes);
    }

    pub(crate) fn lift_input_limit(&mut self) -> usize {
        mem::replace(&mut self.input_bytes, usize::MAX)
    }

    pub(crate) fn input_left(&self) -> usize {
        self.input_bytes
    }

    /// Splits off the next piece of `text`.
    pub(crate) fn split<'t>(&self, text: &'t str) -> (&'t str, &'t str) {
        split_at_most(text, self.piece)
    }

    /// The end of the time that is left, from now on.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        // A deadline that the clock can't represent is too far away to matter.
        self.time.and_then(|time| Instant::now().checked_add(time))
    }

    /// Updates the time that is left until `deadline`. Returns whether it is over.
    pub(crate) fn is_past(&mut self, deadline: Option<Instant>) -> bool {
        let Some(deadline) = deadline else { return false };
        let left = deadline.saturating_duration_since(Instant::now());
        self.time = Some(left);
        left.is_zero()
    }

    /// The time that is left, if it is limited.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.time
    }
}

/// Splits `text` at the last character boundary up to `most` bytes.
#[must_use]
pub fn split_at_most(text: &str, most: usize) -> (&str, &str) {
    if most >= text.len() {
        return (text, "");
    }
    let mut at = most;
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    text.split_at(at)
}
