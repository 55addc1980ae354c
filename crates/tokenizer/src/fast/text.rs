//! Text on the fast path.

use std::ops::ControlFlow::{self, Break, Continue};

use scan::{Cursor, Found, LessThan, Simd, Taken, Text};
use tree_sink::Span;

use super::reference::{Match, read};
use crate::{Feedback, TokenSink, machine::Machine, state::State};

/// A run of text that is being read.
pub(super) struct Run {
    /// Index of the text's start in the chunk.
    start: usize,
    /// Start of the span: before `start` if the text begins with the LF of a CR LF.
    span_start: usize,
}

impl Run {
    pub(super) fn from(start: usize) -> Self {
        Self { start, span_start: start }
    }
}

/// Returns `true` if a `<` before `rest` is text: the next character is in the chunk and opens no markup.
#[inline]
pub(super) fn is_text_after_less_than(rest: &[u8]) -> bool {
    rest.first().is_some_and(|byte| !byte.is_ascii_alphabetic() && !b"!/?".contains(byte))
}

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Emits all text up to the next `<`, whose index it returns; there is none at the cursor.
    #[inline(always)]
    pub(super) fn fast_text<V: Simd, const TAIL: bool, const REPORT: bool>(
        &mut self,
        cursor: Cursor<'_, V, TAIL>,
    ) -> ControlFlow<(), usize> {
        let start = cursor.at();
        if !self.reports_in_lane::<TAIL, REPORT>()
            && self.sink.skips_text()
            && let Some(Found { at, .. }) = cursor.find::<LessThan>(0)
        {
            return Continue(at);
        }
        // Many lines end in CR LF and go on with white space and a tag: the LF begins a run like any other.
        let skipped = usize::from(cursor.pair(0) == *b"\r\n");
        let Some(Taken { text, end, stop: b'<' }) = cursor.take::<Text>(skipped) else {
            return self.fast_text_in_runs::<REPORT>(start);
        };
        self.fast_report_input_errors::<TAIL, REPORT>(end);
        let span = Span::new(self.offset(start), self.offset(end));
        if self.sink.take_text::<REPORT>(text, span) == Feedback::Pause {
            self.pausing = true;
            self.input.at = end;
            return Break(());
        }
        Continue(end)
    }

    /// [`fast_text`](Self::fast_text) for text that isn't a single run of the chunk.
    #[inline(never)]
    pub(super) fn fast_text_in_runs<const REPORT: bool>(
        &mut self,
        start: usize,
    ) -> ControlFlow<(), usize> {
        let bytes = self.input.chunk.as_bytes();
        let mut at = start;
        let mut run = Run::from(start);
        loop {
            at += scan::run::<Text>(&bytes[at..]);
            match bytes.get(at..) {
                // The next two are errors; without a report of errors they are text like any other.
                Some([b'<', rest @ ..])
                    if !self.may_report::<REPORT>() && is_text_after_less_than(rest) =>
                {
                    at += rest.iter().take_while(|&&byte| byte == b'<').count().max(1);
                }
                Some([b'\0', rest @ ..]) if !self.may_report::<REPORT>() => {
                    self.fast_emit_run::<REPORT>(&run, at);
                    run = Run::from(at);
                    at += 1 + rest.iter().take_while(|&&byte| byte == b'\0').count();
                    self.fast_emit_run::<REPORT>(&run, at);
                    run = Run::from(at);
                }
                Some([b'<', ..]) => break,
                _ => at = self.fast_text_stop::<REPORT>(&mut run, at)?,
            }
        }
        self.fast_emit_run::<REPORT>(&run, at);
        if self.pausing {
            self.input.at = at;
            return Break(());
        }
        Continue(at)
    }

    /// Gets past a byte that a run of text ends at, but `<`.
    #[inline(never)]
    pub(super) fn fast_text_stop<const REPORT: bool>(
        &mut self,
        run: &mut Run,
        at: usize,
    ) -> ControlFlow<(), usize> {
        match self.input.chunk.as_bytes()[at..] {
            [b'\r', b'\n', ..] => {
                self.fast_emit_run::<REPORT>(run, at);
                let at = self.fast_empty_lines::<REPORT>(at);
                *run = Run { start: at + 1, span_start: at };
                Continue(at + 2)
            }
            [b'&', ..] => match read(&self.input.chunk.as_bytes()[at..], false) {
                Match::Literal(length) => Continue(at + length),
                Match::Replaced(character, length) => {
                    self.fast_emit_run::<REPORT>(run, at);
                    let end = at + length;
                    let span = Span::new(self.offset(at), self.offset(end));
                    self.fast_report_input_errors::<true, REPORT>(end);
                    self.fast_send_text::<REPORT>(character.as_str(&mut [0; 4]), span);
                    *run = Run::from(end);
                    Continue(end)
                }
                Match::Unusual => self.fast_leave::<_, REPORT>(run, at),
            },
            // Only where it isn't text: the data state keeps it.
            [b'\0', ..] if !self.may_report::<REPORT>() && self.tokenizer.state != State::Data => {
                self.fast_emit_run::<REPORT>(run, at);
                let end = self.fast_nulls::<REPORT>(at);
                *run = Run::from(end);
                Continue(end)
            }
            _ => self.fast_leave::<_, REPORT>(run, at),
        }
    }

    /// Emits all CR LF pairs at `at` except the last, whose index it returns; only the last one if errors are
    /// reported, because each line end has a place then.
    fn fast_empty_lines<const REPORT: bool>(&mut self, at: usize) -> usize {
        const LINES: &str = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";
        let (pairs, _) = self.input.chunk.as_bytes()[at + 2..].as_chunks::<2>();
        let more = pairs.iter().take(LINES.len()).take_while(|pair| *pair == b"\r\n").count();
        if more == 0 || self.may_report::<REPORT>() {
            return at;
        }
        let last = at + 2 * more;
        self.fast_send_text::<REPORT>(
            &LINES[..more],
            Span::new(self.offset(at), self.offset(last)),
        );
        last
    }

    /// Emits a replacement character for each of the NULs at `at`, up to eight, and returns their end.
    fn fast_nulls<const REPORT: bool>(&mut self, at: usize) -> usize {
        const REPLACEMENTS: &str =
            "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}";
        const LENGTH: usize = char::REPLACEMENT_CHARACTER.len_utf8();
        let nulls = self.input.chunk.as_bytes()[at..].iter().take(REPLACEMENTS.len() / LENGTH);
        let count = nulls.take_while(|&&byte| byte == b'\0').count();
        let span = Span::new(self.offset(at), self.offset(at + count));
        self.fast_send_text::<REPORT>(&REPLACEMENTS[..count * LENGTH], span);
        at + count
    }

    /// Emits the run up to `at` and leaves the rest to the state machine.
    pub(super) fn fast_leave<T, const REPORT: bool>(
        &mut self,
        run: &Run,
        at: usize,
    ) -> ControlFlow<(), T> {
        self.fast_emit_run::<REPORT>(run, at);
        self.input.at = at;
        Break(())
    }

    #[inline]
    pub(super) fn fast_emit_run<const REPORT: bool>(&mut self, run: &Run, end: usize) {
        if run.start != end {
            self.fast_report_input_errors::<true, REPORT>(end);
            let span = Span::new(self.offset(run.span_start), self.offset(end));
            self.fast_send_text::<REPORT>(&self.input.chunk[run.start..end], span);
        }
    }

    #[inline]
    fn fast_send_text<const REPORT: bool>(&mut self, text: &str, span: Span) {
        if self.sink.take_text::<REPORT>(text, span) == Feedback::Pause {
            self.pausing = true;
        }
    }
}
