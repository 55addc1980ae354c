//! Text on the fast path.
//!
//! See "Text" in `docs/hot-path.md`.

use std::ops::ControlFlow::{self, Break, Continue};

use sapwood_scan::{Cursor, Found, LessThan, Simd, Stops, Taken, Text};
use sapwood_tree::Span;

use super::reference::{Match, read};
use crate::{Feedback, Token, TokenSink, machine::Machine};

/// More bytes than most texts have in which line ends or character references are replaced.
const JOINED: usize = 4000;

/// Longer than most texts, so that one allocation serves them.
const LONG: usize = 1000;

/// A run of text that is being read.
pub(super) struct Run {
    /// Index of the text's start in the chunk.
    start: usize,
    /// Start of the span: that of the runs that this one joins, or before `start` if the text begins with the LF of a CR
    /// LF.
    span_start: usize,
}

impl Run {
    pub(super) fn from(start: usize) -> Self {
        Self { start, span_start: start }
    }
}

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Emits all text up to the next `<` or the end of the chunk, whose index it returns; there is no `<` at the
    /// cursor.
    #[inline(always)]
    pub(super) fn fast_text<V: Simd, const TAIL: bool, const FULL: bool>(
        &mut self,
        cursor: Cursor<'_, V, TAIL>,
    ) -> ControlFlow<(), usize> {
        let start = cursor.at();
        if !self.reports_in_lane::<FULL>()
            && self.sink.skips_text()
            && let Some(Found { at, .. }) = cursor.find::<LessThan>(0)
        {
            return Continue(at);
        }
        // Many lines end in CR LF and go on with white space and a tag: the LF begins a run like any other.
        let skipped = usize::from(cursor.pair(0) == *b"\r\n");
        let Some(Taken { text, end, stop }) = cursor.take_or_rest::<Text>(skipped) else {
            return self.fast_text_in_runs(start);
        };
        let is_last = TAIL && end == self.input.chunk.len();
        if stop != b'<' && !is_last {
            if self.reports_in_lane::<FULL>() {
                return self.fast_text_in_runs(start);
            }
            let run = Run { start: start + skipped, span_start: start };
            return self.fast_joined_text::<FULL>(run, end);
        }
        self.fast_report_input_errors::<FULL>(end);
        let span = Span::new(self.offset(start), self.offset(end));
        if self.sink.take_text::<FULL>(text, span) {
            return Continue(end);
        }
        if S::TAKES_TOKENS {
            return self.fast_send_other_text(start, end);
        }
        self.fast_send_run(text, span, end)
    }

    /// Emits the text from `start` to `end`, which may begin with CR LF and has no other.
    #[inline(never)]
    fn fast_send_other_text(&mut self, start: usize, end: usize) -> ControlFlow<(), usize> {
        let span = Span::new(self.offset(start), self.offset(end));
        let text = &self.input.chunk[start..end];
        self.fast_send_run(text.strip_prefix('\r').unwrap_or(text), span, end)
    }

    /// Emits a text that ends at `end`.
    #[inline(always)]
    fn fast_send_run(&mut self, text: &str, span: Span, end: usize) -> ControlFlow<(), usize> {
        if self.sink.token(Token::Text(text), span) == Feedback::Pause {
            self.pausing = true;
            self.input.at = end;
            return Break(());
        }
        Continue(end)
    }

    /// [`fast_text`](Self::fast_text) for text whose first run ends at `end`, if errors aren't reported. Most such texts have
    /// no stops but line ends and character references.
    #[inline(never)]
    fn fast_joined_text<const FULL: bool>(
        &mut self,
        mut run: Run,
        end: usize,
    ) -> ControlFlow<(), usize> {
        let at = self.fast_join_runs::<Text>(&mut run, end);
        let bytes = self.input.chunk.as_bytes();
        if bytes.get(at) != Some(&b'<') {
            return self.fast_other_runs(run, at);
        }
        self.fast_emit_joined_inline::<FULL>(&run, at);
        if self.pausing { self.leave_at(at) } else { Continue(at) }
    }

    /// [`fast_text`](Self::fast_text) for text that isn't a single run of the chunk.
    #[inline(never)]
    fn fast_text_in_runs(&mut self, start: usize) -> ControlFlow<(), usize> {
        self.fast_other_runs(Run::from(start), start)
    }

    /// Emits the text from `run` on, which has no stop before `at`.
    fn fast_other_runs(&mut self, mut run: Run, mut at: usize) -> ControlFlow<(), usize> {
        let bytes = self.input.chunk.as_bytes();
        loop {
            at += sapwood_scan::run::<Text>(&bytes[at..]);
            if bytes.get(at) == Some(&b'<') {
                break;
            }
            at = self.fast_text_stop::<Text>(&mut run, at)?;
        }
        self.fast_emit_run(&run, at);
        if self.pausing {
            self.input.at = at;
            return Break(());
        }
        Continue(at)
    }

    /// Gets past the byte at `at`, which ends a run of text and isn't `<`; returns the end of a run, or an index from which on
    /// the next is searched.
    #[inline(never)]
    pub(super) fn fast_text_stop<T: Stops>(
        &mut self,
        run: &mut Run,
        mut at: usize,
    ) -> ControlFlow<(), usize> {
        if !self.is_reporting() {
            at = self.fast_join_runs::<T>(run, at);
        }
        match self.input.chunk.as_bytes()[at..] {
            [b'<', ..] => Continue(at),
            [b'\r', b'\n', ..] => {
                // The LF begins the next run.
                self.fast_end_run(run, at, at + 1);
                Continue(at + 2)
            }
            [b'&', ..] => match read(&self.input.chunk.as_bytes()[at..], false) {
                Match::Literal(length) => Continue(at + length),
                Match::Replaced(character, length) => {
                    let end = at + length;
                    self.fast_end_run(run, at, end);
                    let mut room = [0; 4];
                    let text = character.as_str(&mut room);
                    if self.is_reporting() {
                        let span = Span::new(self.offset(at), self.offset(end));
                        self.report_input_errors(end);
                        self.fast_send_text(text, span);
                        *run = Run::from(end);
                    } else {
                        let is_alone = self.is_split();
                        self.tokenizer.joined.push_str(text);
                        if is_alone {
                            self.fast_emit_run(run, end);
                            *run = Run::from(end);
                        }
                    }
                    Continue(end)
                }
                Match::Unusual => self.fast_leave(run, at),
            },
            _ => self.fast_leave(run, at),
        }
    }

    /// Joins the run that ends at `at`, and those after it, while they end in a CR LF or a character reference; returns the
    /// end of the last one.
    #[inline(always)]
    fn fast_join_runs<T: Stops>(&mut self, run: &mut Run, mut at: usize) -> usize {
        let chunk = self.input.chunk;
        let bytes = chunk.as_bytes();
        if self.is_split() {
            return at;
        }
        let joined = &mut self.tokenizer.joined;
        joined.reserve(LONG);
        while at - run.start <= JOINED && joined.len() <= JOINED {
            let next = match bytes[at..] {
                [b'\r', b'\n', ..] => {
                    joined.push_part(chunk, run.start, at - run.start);
                    // The LF begins the next run.
                    run.start = at + 1;
                    at + 2
                }
                [b'&', ..] => match read(&bytes[at..], false) {
                    Match::Literal(length) => at + length,
                    Match::Replaced(character, length) => {
                        joined.push_part(chunk, run.start, at - run.start);
                        character.push_to(joined);
                        run.start = at + length;
                        run.start
                    }
                    Match::Unusual => break,
                },
                _ => break,
            };
            at = next + sapwood_scan::run::<T>(&bytes[next..]);
        }
        at
    }

    /// Whether a run is the first of its text, and the sink may deal with the white space in it on its own. The sink counts bytes of
    /// the source from the end of the text, of which a joined text has more.
    fn is_split(&self) -> bool {
        self.tokenizer.joined.is_empty() && self.sink.splits_text()
    }

    /// Ends the run at `end` and begins the next one at `start`.
    ///
    /// If errors are reported, the run is emitted, because each line end and each reference has a place then. Otherwise the
    /// next run joins it: a sink takes far longer over many short texts than over a long one.
    ///
    /// A run that the sink [splits](Self::is_split) is emitted in any case.
    #[inline]
    fn fast_end_run(&mut self, run: &mut Run, end: usize, start: usize) {
        if self.is_reporting()
            || self.tokenizer.joined.len() + end - run.start > JOINED
            || self.is_split()
        {
            self.fast_emit_run(run, end);
            run.span_start = end;
        } else {
            self.tokenizer.joined.push_part(self.input.chunk, run.start, end - run.start);
        }
        run.start = start;
    }

    /// Emits the run up to `at` and leaves the rest to the state machine.
    pub(super) fn fast_leave<T>(&mut self, run: &Run, at: usize) -> ControlFlow<(), T> {
        self.fast_emit_run(run, at);
        self.input.at = at;
        Break(())
    }

    /// Emits the run up to `end`, after the runs that it joins.
    #[inline]
    pub(super) fn fast_emit_run(&mut self, run: &Run, end: usize) {
        if !self.tokenizer.joined.is_empty() {
            return self.fast_emit_joined(run, end);
        }
        if run.start != end {
            self.report_input_errors(end);
            let span = Span::new(self.offset(run.span_start), self.offset(end));
            self.fast_send_text(&self.input.chunk[run.start..end], span);
        }
    }

    /// [`fast_emit_run`](Self::fast_emit_run) for a run that joins others.
    #[inline(never)]
    fn fast_emit_joined(&mut self, run: &Run, end: usize) {
        self.fast_emit_joined_inline::<true>(run, end);
    }

    #[inline(always)]
    fn fast_emit_joined_inline<const FULL: bool>(&mut self, run: &Run, end: usize) {
        let chunk = self.input.chunk;
        let is_long = end - run.start > JOINED;
        let middle = if is_long { run.start } else { end };
        let span = Span::new(self.offset(run.span_start), self.offset(middle));
        let joined = &mut self.tokenizer.joined;
        joined.push_part(chunk, run.start, middle - run.start);
        let text = joined.as_str();
        self.pausing |= !self.sink.take_text::<FULL>(text, span)
            && self.sink.token(Token::Text(text), span) == Feedback::Pause;
        joined.clear();
        if is_long {
            let span = Span::new(self.offset(middle), self.offset(end));
            self.fast_send_text(&chunk[middle..end], span);
        }
    }

    #[inline]
    fn fast_send_text(&mut self, text: &str, span: Span) {
        self.pausing |= !self.sink.take_text::<true>(text, span)
            && self.sink.token(Token::Text(text), span) == Feedback::Pause;
    }
}
