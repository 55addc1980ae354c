//! The fast path of the tokenizer.
//!
//! # Problem
//!
//! The state machine takes a step for each character, with a branch on the state that the processor can't
//! predict, and copies each name and value into a buffer. That costs several times as much as the search.
//!
//! # Idea
//!
//! Text, tags and comments that lie whole in a chunk and hold nothing unusual are read in one straight pass, and
//! the tokens borrow from the chunk. Unusual is each parse error that is reported and what is rare: U+0000, a `<` that is text, a
//! CR outside of a CR LF or in a comment, an unknown tag name in capitals, more than a few attributes. There the fast path emits
//! nothing and leaves: the state machine takes over at the first byte of the text or markup, and reads on until
//! it is back in a state that has a fast path.
//!
//! The data state reads through a [`Cursor`], in code that is compiled for wide vectors, too. The last bytes of a chunk
//! have too few bytes after them for that; the same code reads a padded copy of them.
//!
//! # Invariants
//!
//! * Tokens, spans and errors are those of the state machine; the tests compare them in every cut.
//! * Nothing is decided by a CR at the end of the chunk: it may be half of a CR LF, so the state machine waits as well.
//!   Otherwise a parse that ends there, by a limit or an abort, would depend on how the input was cut.
//! * Time is linear. Both ways agree on all bytes before the unusual one, so the state machine is past that byte
//!   when the fast path resumes: no byte is tried twice.
//!
//! See "Lanes" in `docs/hot-path.md`.

mod attribute;
mod comment;
mod lookahead;
mod name;
mod raw_text;
mod reference;
mod room;
mod skip;
mod tag;
mod text;
mod value;

use std::{
    convert::Infallible,
    ops::ControlFlow::{self, Break},
};

use sapwood_lexer::Input;
use sapwood_scan::{Baseline, Cursor, Simd, SimdTask, Tail};

pub(crate) use room::Room;

use crate::{Feedback, TokenSink, machine::Machine, state::State};

/// A reader of tokens. It ends where the next token isn't its own; the index of that is noted in the input.
type Fast<T = Infallible> = ControlFlow<(), T>;

/// The fast path as a task, so that all that is inlined in it is compiled for wide vectors, too.
struct FastPath<'m, 't, 'c, S, const FULL: bool>(&'m mut Machine<'t, 'c, S>);

impl<S: TokenSink, const FULL: bool> SimdTask for FastPath<'_, '_, '_, S, FULL> {
    type Output = ();

    #[inline(always)]
    fn run<V: Simd>(self, simd: V) {
        let Self(machine) = self;
        loop {
            let state = machine.tokenizer.state;
            let Break(()) = match state {
                State::Data => machine.fast_most::<V, FULL>(simd),
                State::Rcdata => machine.fast_raw_text::<sapwood_scan::Text>(),
                State::Rawtext | State::ScriptData => {
                    machine.fast_raw_text::<sapwood_scan::RawText>()
                }
                _ => return,
            };
            if state == State::Data && !machine.pausing && machine.is_at_tail() {
                let Break(()) = machine.fast_tail();
            }
            if !machine.goes_on_after(state) {
                return;
            }
        }
    }
}

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Reads as far as the fast path leads: afterwards either the sink asked for control, or the
    /// next step is the state machine's.
    #[inline(always)]
    pub(crate) fn fast_path(&mut self) {
        use State::{Data, Rawtext, Rcdata, ScriptData};
        let is_fast = matches!(self.tokenizer.state, Data | Rcdata | Rawtext | ScriptData);
        if is_fast && self.input.at < self.input.chunk.len() {
            self.run_lane();
        }
    }

    /// Whether the data state is at the end of the chunk, which [`fast_tail`](Self::fast_tail) reads.
    #[inline(always)]
    fn is_at_tail(&self) -> bool {
        let Input { chunk, at, .. } = self.input;
        self.tokenizer.state == State::Data && chunk.len() - at < Cursor::<Baseline, false>::AHEAD
    }

    /// Whether the reader of `state` ended because of another state. Only a tag that changes the state ends a reader
    /// without a reason to stop.
    #[inline(always)]
    fn goes_on_after(&self, state: State) -> bool {
        !self.pausing && self.tokenizer.state != state
    }

    /// Runs the full lane if errors are reported or spans are read, and the other one if not. Only the lane of a sink that
    /// [reports on request](TokenSink::REPORTS_ON_REQUEST) is compiled in both versions.
    #[inline(never)]
    fn run_lane(&mut self) {
        // A small page is nothing but the end of a chunk.
        if self.is_at_tail() {
            let Break(()) = self.fast_tail();
            if !self.goes_on_after(State::Data) {
                return;
            }
        }
        if self.is_reporting() || S::REPORTS_ON_REQUEST && self.sink.reads_spans() {
            sapwood_scan::dispatch(FastPath::<S, true>(self));
        } else {
            sapwood_scan::dispatch(FastPath::<S, false>(self));
        }
    }

    /// Whether errors are reported in a lane.
    #[inline(always)]
    fn reports_in_lane<const FULL: bool>(&self) -> bool {
        FULL && self.is_reporting()
    }

    #[inline(always)]
    fn fast_report_input_errors<const FULL: bool>(&mut self, read: usize) {
        if self.reports_in_lane::<FULL>() {
            self.report_input_errors_of_reporting(read);
        }
    }

    /// The data state, but for the end of the chunk.
    #[inline(always)]
    fn fast_most<V: Simd, const FULL: bool>(&mut self, simd: V) -> Fast {
        match Cursor::new(simd, self.input.chunk, self.input.at) {
            Some(cursor) => self.fast_data::<V, false, FULL>(cursor),
            None => Break(()),
        }
    }

    /// The end of a chunk in the data state.
    #[inline(never)]
    fn fast_tail(&mut self) -> Fast {
        match Tail::new().cursor(Baseline, self.input.chunk, self.input.at) {
            Some(cursor) => self.fast_data::<Baseline, true, true>(cursor),
            None => Break(()),
        }
    }

    /// The data state, and the tags and comments in it.
    #[inline(always)]
    fn fast_data<V: Simd, const TAIL: bool, const FULL: bool>(
        &mut self,
        mut cursor: Cursor<'_, V, TAIL>,
    ) -> Fast {
        self.flush_text();
        loop {
            if cursor.byte(0) != b'<' {
                let at = self.fast_text::<V, TAIL, FULL>(cursor)?;
                let Some(next) = cursor.move_to(at) else { return self.leave_at(at) };
                cursor = next;
            }
            self.input.at = cursor.at();
            let end = match cursor.byte(1) {
                b'/' => {
                    let Some(end) = self.fast_end_tag::<V, TAIL, FULL>(cursor) else {
                        return Break(());
                    };
                    end
                }
                byte if byte.is_ascii_alphabetic() => {
                    let end = match TAIL {
                        true => self.fast_tail_start_tag::<V, TAIL, FULL>(cursor),
                        false => self.fast_start_tag::<V, TAIL, FULL>(cursor),
                    };
                    let Some(end) = end else { return Break(()) };
                    end
                }
                b'!' => {
                    let Some(end) = self.fast_markup_declaration(cursor.at()) else {
                        return Break(());
                    };
                    end
                }
                _ => return Break(()),
            };
            let Some(next) = cursor.move_to(end) else { return self.leave_at(end) };
            cursor = next;
        }
    }

    /// Obeys the sink's answer to the tag or comment that ends at `end`, which is returned if the fast path goes on
    /// there.
    #[inline(always)]
    fn fast_sent(&mut self, end: usize, feedback: Feedback) -> Option<usize> {
        match feedback {
            Feedback::Continue => return Some(end),
            Feedback::SwitchTo(state) => self.tokenizer.state = state.into(),
            Feedback::Pause => self.pausing = true,
        }
        self.input.at = end;
        None
    }

    /// Ends a reader before the token at `at`.
    fn leave_at<T>(&mut self, at: usize) -> Fast<T> {
        self.input.at = at;
        Break(())
    }
}
