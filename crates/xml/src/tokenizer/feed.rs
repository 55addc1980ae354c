//! Runs of the machine over the chunks of the input.

use std::mem;

use sapwood_lexer::{Ending, Input, recycle};
use sapwood_tree::Span;

use super::{
    TokenSink, Tokenizer,
    machine::{Machine, Pause},
};

/// Not a part of the text at its start.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl Tokenizer {
    /// Takes the next chunk of the input.
    ///
    /// Returns the number of bytes taken: all, unless the sink or a limit stopped the tokenizer.
    pub fn feed<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) -> usize {
        if chunk.is_empty() || self.stopped {
            return 0;
        }
        let mut taken = 0;
        if self.offset == 0 && chunk.starts_with(BYTE_ORDER_MARK) {
            taken = BYTE_ORDER_MARK.len_utf8();
            (self.start, self.offset) = (taken, taken);
        }
        if mem::take(&mut self.pending_cr) {
            // The CR was counted when it was taken.
            self.offset -= 1;
            let newline = if chunk.starts_with('\n') { "\r\n" } else { "\r" };
            self.run(newline, Ending::NoLineFeed, sink);
            self.offset += newline.len();
            taken += newline.len() - 1;
        }
        let (at, _) = self.run(&chunk[taken..], Ending::Unknown, sink);
        taken += at;
        self.offset += at;
        if !self.stopped && taken < chunk.len() {
            self.pending_cr = true;
            self.offset += 1;
            taken += 1;
        }
        taken
    }

    /// Ends the input; the last token is [`Token::Eof`](crate::tokenizer::Token::Eof), unless the tokenizer was stopped.
    pub fn finish<S: TokenSink>(&mut self, sink: &mut S) {
        if self.stopped {
            return;
        }
        let rest = if self.pending_cr { "\r" } else { "" };
        self.offset -= rest.len();
        self.pending_cr = false;
        let (at, _) = self.run(rest, Ending::EndOfFile, sink);
        self.offset += at;
    }

    /// Runs the machine over `chunk`; returns how much of it was taken.
    fn run<S: TokenSink>(&mut self, chunk: &str, ending: Ending, sink: &mut S) -> (usize, Pause) {
        let attributes = recycle(mem::take(&mut self.attributes));
        let mut machine = Machine {
            tokenizer: self,
            sink,
            input: Input::new(chunk, ending),
            reference: None::<Span>,
            input_checked: 0,
            attributes,
        };
        let pause = machine.run();
        let at = machine.input.at;
        self.attributes = recycle(machine.attributes);
        (at, pause)
    }
}
