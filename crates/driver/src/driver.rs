//! The loop that feeds a parser.
//!
//! See "Chunks and pieces" in `docs/hot-path.md`.

use std::time::{Duration, Instant};

use sapwood_tree::Limit;
use sapwood_tree_builder::EncodingDeclaration;

use crate::{Limits, Pause, Stages, allowance::Allowance};

/// Feeds text to [`Stages`], within [`Limits`].
#[derive(Debug)]
pub struct Driver<P: ?Sized> {
    limits: Limits,
    allowance: Allowance,
    limit: Option<Limit>,
    /// Whether the stages have parsed a document before this one, and may have the memory that it took.
    is_recycled: bool,
    /// The last field, so that a driver of one kind of stages can become a driver of `dyn` stages.
    stages: P,
}

/// An event that the caller of a [`Driver`] handles before the parse goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "there may be a script to run"]
pub enum Event<Handle> {
    /// The chunk has been parsed.
    NeedsInput,
    /// This script was read, up to its end tag.
    Script(Handle),
    /// A `meta` element declares an encoding.
    Encoding(EncodingDeclaration),
    /// This limit was reached. All further input is ignored.
    Limit(Limit),
}

impl<P: Stages> Driver<P> {
    /// A driver of stages that were made with the same limits.
    #[inline(always)]
    #[must_use]
    pub fn new(stages: P, limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            allowance: Allowance::new(limits),
            limit: None,
            is_recycled: false,
            stages,
        }
    }

    /// Ends the input. Returns the result and the limit that was reached, if any.
    #[must_use]
    pub fn finish(mut self) -> (P::Output, Option<Limit>) {
        let limit = self.close();
        (self.stages.finish(), limit)
    }

    /// The stages, after the parse was [closed](Self::close).
    #[must_use]
    pub fn into_stages(self) -> P {
        self.stages
    }
}

impl<P: Stages + ?Sized> Driver<P> {
    /// Begins to parse a chunk, as much of it as the limit on the input allows. Only text that is parsed counts.
    pub fn feed<'d>(&'d mut self, chunk: &'d str) -> Feed<'d, P> {
        let deadline = self.begin_time();
        let admitted = if self.limit.is_some() { "" } else { self.allowance.admit(chunk) };
        Feed {
            driver: self,
            piece: "",
            rest: admitted,
            admitted: admitted.len(),
            is_cut: admitted.len() < chunk.len(),
            deadline,
        }
    }

    /// Parses a whole chunk. Scripts are not run, and encoding declarations are ignored from the first one on.
    pub fn feed_all(&mut self, chunk: &str) {
        let mut feed = self.feed(chunk);
        while let Event::Script(_) | Event::Encoding(_) = feed.next_event() {
            feed.driver.stop_reporting_encoding();
        }
    }

    /// The limit that was reached, if any.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Ends the parse where it is, because of `limit`.
    pub fn set_limit(&mut self, limit: Limit) {
        if self.limit.is_none() {
            self.note_limit(Some(limit));
        }
    }

    /// Stores a limit, if one was reached.
    fn note_limit(&mut self, limit: Option<Limit>) {
        if let Some(limit) = limit {
            log::debug!("limit {limit} reached at byte {} of the text", self.stages.offset());
        }
        self.limit = limit;
    }

    /// The time that is left, if it is limited.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.allowance.time_left()
    }

    /// The number of bytes of input that are still allowed.
    #[must_use]
    pub fn input_left(&self) -> usize {
        self.allowance.input_left()
    }

    /// Lifts the limit on the input. Returns the number of bytes that were still allowed.
    pub fn lift_input_limit(&mut self) -> usize {
        self.allowance.lift_input_limit()
    }

    /// The number of bytes of input that were taken.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.stages.offset()
    }

    /// Returns no further [`Event::Encoding`].
    pub fn stop_reporting_encoding(&mut self) {
        self.stages.stop_reporting_encoding();
    }

    /// The stages.
    #[must_use]
    pub fn stages(&self) -> &P {
        &self.stages
    }

    /// The stages, to change them.
    #[must_use]
    pub fn stages_mut(&mut self) -> &mut P {
        &mut self.stages
    }

    /// Ends the input, unless a limit was reached. Returns the limit.
    pub fn end_input(&mut self) -> Option<Limit> {
        if self.limit.is_none() {
            let _ = self.begin_time();
            self.stages.end_input();
            self.end_time();
            self.note_limit(self.stages.limit());
        }
        self.limit
    }

    /// Ends the input, or closes all elements if a limit was reached. Returns the limit.
    pub fn close(&mut self) -> Option<Limit> {
        let limit = self.end_input();
        if limit.is_some() {
            self.stages.abort();
        }
        limit
    }

    /// Begins another document with all limits renewed. The caller recycles the sink.
    pub fn recycle(&mut self) {
        self.stages.recycle();
        self.renew_limits();
        self.is_recycled = true;
    }

    /// Whether the driver was [recycled](Self::recycle).
    #[must_use]
    pub fn is_recycled(&self) -> bool {
        self.is_recycled
    }

    fn renew_limits(&mut self) {
        self.allowance = Allowance::new(&self.limits);
        self.limit = None;
    }

    /// Begins within other limits, with stages that [restarted](crate::Html::restart) with them.
    pub fn restart(&mut self, limits: &Limits) {
        self.limits.clone_from(limits);
        self.renew_limits();
    }

    /// Lets the limit on time count from now on, until [`end_time`](Self::end_time).
    fn begin_time(&mut self) -> Option<Instant> {
        let deadline = self.allowance.deadline();
        if deadline.is_some() {
            self.stages.set_deadline(deadline);
        }
        deadline
    }

    fn end_time(&mut self) {
        if self.allowance.time_left().is_some() {
            self.stages.set_deadline(None);
        }
    }
}

/// A chunk that is being parsed. While it is, the time counts.
#[derive(Debug)]
pub struct Feed<'d, P: Stages + ?Sized> {
    driver: &'d mut Driver<P>,
    /// The rest of the piece at hand. Between two pieces the limits are checked.
    piece: &'d str,
    /// The text behind the piece.
    rest: &'d str,
    /// The length of the text that may be parsed.
    admitted: usize,
    /// Whether the chunk was longer than the limit on the input allows.
    is_cut: bool,
    deadline: Option<Instant>,
}

impl<P: Stages + ?Sized> Feed<'_, P> {
    /// Parses until something has to be dealt with.
    pub fn next_event(&mut self) -> Event<P::Handle> {
        loop {
            let driver = &mut *self.driver;
            if let Some(limit) = driver.limit {
                return Event::Limit(limit);
            }
            if self.piece.is_empty() {
                driver.stages.end_chunk();
                if self.rest.is_empty() {
                    return self.at_end();
                }
                (self.piece, self.rest) = driver.allowance.split(self.rest);
            }
            driver.stages.begin_chunk(self.piece);
            let taken = driver.stages.feed(self.piece);
            self.piece = &self.piece[taken..];
            driver.note_limit(driver.stages.limit());
            if driver.allowance.is_past(self.deadline) {
                driver.set_limit(Limit::Time);
            }
            match driver.stages.take_pause() {
                None => {}
                Some(Pause::Script(script)) => return Event::Script(script),
                Some(Pause::Encoding(declaration)) => return Event::Encoding(declaration),
            }
        }
    }

    fn at_end(&mut self) -> Event<P::Handle> {
        if !self.is_cut {
            return Event::NeedsInput;
        }
        self.driver.set_limit(Limit::InputBytes);
        Event::Limit(Limit::InputBytes)
    }

    /// The number of bytes of the chunk that were parsed.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.admitted - self.piece.len() - self.rest.len()
    }

    /// The driver.
    #[must_use]
    pub fn driver(&mut self) -> &mut Driver<P> {
        self.driver
    }
}

impl<P: Stages + ?Sized> Drop for Feed<'_, P> {
    fn drop(&mut self) {
        let Self { driver, piece, rest, .. } = self;
        driver.allowance.return_input(piece.len() + rest.len());
        driver.stages.end_chunk();
        driver.end_time();
    }
}
