//! The state machine: how it reads, and how it steps.

use std::ops::ControlFlow::{self, Break, Continue};

use sapwood_lexer::Input;
use sapwood_tree::{Limit, Span};

use crate::tokenizer::{Attribute, TokenSink, Tokenizer, state::State};

/// The reason for which a machine stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// The chunk is used up.
    NeedsInput,
    /// Nothing more is to be read, because of a limit or because the sink said so.
    Stopped,
    /// The input has ended, or the replacement text has.
    Ended,
}

/// The result of a state: continue, or return control to the caller.
///
/// Running out of input is `Break`, so `?` leaves a state without a half-done step; end of file is
/// an input like any other, so each state has its own rule for it.
pub(crate) type Step = ControlFlow<Pause>;

/// A tokenizer at work on one chunk, or on an entity's replacement text.
pub(crate) struct Machine<'t, 'c, S> {
    /// The state that outlives the chunk.
    pub(crate) tokenizer: &'t mut Tokenizer,
    pub(crate) sink: &'t mut S,
    pub(crate) input: Input<'c>,
    /// In an entity's replacement text: where the reference to it stands in the input.
    pub(crate) reference: Option<Span>,
    /// Up to where in the chunk characters that XML must not hold have been searched for.
    pub(crate) input_checked: usize,
    /// The attributes of a tag on the fast path.
    pub(crate) attributes: Vec<Attribute<'c>>,
}

impl<'c, S: TokenSink> Machine<'_, 'c, S> {
    /// Runs until the chunk is used up or the input has ended.
    pub(crate) fn run(&mut self) -> Pause {
        let pause = loop {
            if self.tokenizer.options.fast_path && self.tokenizer.state == State::Data {
                self.fast_path();
            }
            if self.tokenizer.stopped {
                break Pause::Stopped;
            }
            if let Break(pause) = self.step() {
                break pause;
            }
        };
        self.report_input_errors(self.input.at);
        pause
    }

    /// Consumes the next input character and returns its first byte; `None` is end of file.
    ///
    /// [Line ends are normalized](https://www.w3.org/TR/xml/#sec-line-ends) here: CR LF and CR are read
    /// as one LF. A CR at the end of a chunk waits for what follows it. In an entity's replacement text,
    /// a CR is there because a reference put it there: it stays.
    #[inline]
    pub(crate) fn consume(&mut self) -> ControlFlow<Pause, Option<u8>> {
        match self.input.consume() {
            Some(next) => Continue(next),
            None => Break(Pause::NeedsInput),
        }
    }

    /// Continues in `state` with the next input character.
    #[inline]
    pub(crate) fn switch_to(&mut self, state: State) -> Step {
        self.tokenizer.state = state;
        Continue(())
    }

    /// Continues in `state` with the current input character.
    #[inline]
    pub(crate) fn reconsume_in(&mut self, state: State) -> Step {
        self.input.at = self.input.current;
        self.switch_to(state)
    }

    /// Continues in the same state with the next input character.
    #[inline]
    pub(crate) fn stay(&self) -> Step {
        Continue(())
    }

    /// Reads nothing more, because of a limit.
    #[cold]
    pub(crate) fn end_at(&mut self, limit: Limit) {
        self.tokenizer.limit.get_or_insert(limit);
        self.tokenizer.stopped = true;
    }

    /// The current input character as text.
    #[inline]
    pub(crate) fn current_text(&self) -> &'c str {
        match self.input.current_text() {
            // As in HTML: a NUL has no place in XML, and the text must be writable again.
            "\0" => "\u{fffd}",
            text => text,
        }
    }

    /// The current input character; U+FFFD at the end of file.
    pub(crate) fn current_character(&self) -> char {
        self.current_text().chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Consumes the bytes before the first stop of `search`.
    #[inline]
    pub(crate) fn take_run(&mut self, search: impl Fn(&[u8]) -> usize) -> &'c str {
        let start = self.input.skip_run(search);
        &self.input.chunk[start..self.input.at]
    }

    /// Returns the offset in the whole input of an index in the chunk.
    #[inline]
    pub(crate) fn offset(&self, at: usize) -> usize {
        match self.reference {
            None => self.tokenizer.offset + at,
            Some(span) => span.start,
        }
    }

    /// A range of the chunk as one of the whole input.
    #[inline]
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        self.reference
            .unwrap_or(Span::new(self.tokenizer.offset + start, self.tokenizer.offset + end))
    }

    /// From `start` in the whole input to the next input character.
    pub(crate) fn span_from(&self, start: usize) -> Span {
        self.reference.unwrap_or(Span::new(start, self.tokenizer.offset + self.input.at))
    }

    /// Returns the span of the current input character, which is empty at the end of file.
    #[inline]
    pub(crate) fn current_span(&self) -> Span {
        self.span(self.input.current, self.input.at)
    }
}
