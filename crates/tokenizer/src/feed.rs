//! The run of the state machine over the chunks that a tokenizer is fed.
//!
//! See "Chunks and pieces" in `docs/hot-path.md`.

use sapwood_lexer::{Ending, Input};
use sapwood_tree::{CHUNK_LENGTH, Limit};

use crate::{
    TokenSink, Tokenizer,
    machine::{Machine, Pause},
    text_run::TextRun,
    tokenizer::SHORTEST_PIECE,
};

impl Tokenizer {
    /// Tokenizes `chunk`, the next piece of the input.
    ///
    /// Returns how many of its bytes were taken: all, or fewer if the sink answered
    /// [`Feedback::Pause`](crate::Feedback::Pause); then feed the rest again to go on.
    /// A pause that is asked for in answer to text begins after the text read so far.
    ///
    /// Once a [limit](Self::limit) is reached, everything is taken and nothing comes of it.
    pub fn feed<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) -> usize {
        if self.limit.is_some() {
            return chunk.len();
        }
        if self.max_token_length == usize::MAX && chunk.len() <= u32::MAX as usize {
            return self.feed_piece(chunk, sink).0;
        }
        self.feed_limited(chunk, sink)
    }

    /// [`feed`](Self::feed) where the length of tokens is limited, or ranges of the chunk don't fit 32 bits.
    fn feed_limited<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) -> usize {
        // A token inside one piece is not too long.
        let longest = self.max_token_length.clamp(SHORTEST_PIECE, CHUNK_LENGTH);
        let mut taken = 0;
        while taken < chunk.len() {
            let mut end = chunk.len().min(taken + longest);
            while !chunk.is_char_boundary(end) {
                end -= 1;
            }
            let (at, pause) = self.feed_piece(&chunk[taken..end], sink);
            taken += at;
            if self.unfinished_length() > self.max_token_length {
                self.limit = Some(Limit::TokenLength);
            }
            if self.limit.is_some() {
                return chunk.len();
            }
            if pause == Pause::Asked {
                break;
            }
        }
        taken
    }

    /// The length so far of an unfinished token or of an unfinished number of a reference. A named reference is short.
    fn unfinished_length(&self) -> usize {
        if self.state.is_in_token(self.return_state) {
            self.offset - self.token_start
        } else if self.state.is_in_number() {
            self.offset - usize::from(self.pending_cr) - self.reference.start
        } else {
            0
        }
    }

    /// Takes a piece of a chunk; returns how much of it was taken, and why not more.
    #[inline]
    fn feed_piece<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) -> (usize, Pause) {
        if self.pending_cr && !chunk.is_empty() {
            return self.feed_after_cr(chunk, sink);
        }
        let (mut taken, pause) = self.run(chunk, Ending::Unknown, sink);
        self.offset += taken;
        if pause == Pause::NeedsInput && taken < chunk.len() {
            self.pending_cr = true;
            self.offset += 1;
            taken += 1;
        }
        debug_assert!(pause == Pause::Asked || taken == chunk.len());
        (taken, pause)
    }

    /// [`feed_piece`](Self::feed_piece) after a CR, which is read again, now that what follows it is known.
    #[cold]
    fn feed_after_cr<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) -> (usize, Pause) {
        let pair = chunk.starts_with('\n');
        self.pending_cr = false;
        self.offset -= 1;
        let newline = if pair { "\r\n" } else { "\r" };
        let (at, pause) = self.run(newline, Ending::NoLineFeed, sink);
        if at == 0 {
            self.pending_cr = true;
            self.offset += 1;
            return (0, pause);
        }
        self.offset += newline.len();
        let taken = usize::from(pair);
        if pause == Pause::Asked {
            return (taken, pause);
        }
        let (more, pause) = self.feed_piece(&chunk[taken..], sink);
        (taken + more, pause)
    }

    /// Reads a lone surrogate, which a `str` can't hold: reports
    /// [`surrogate-in-input-stream`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-surrogate-in-input-stream)
    /// and goes on as if U+FFFD had been read, whose three bytes are counted.
    ///
    /// Returns whether it was taken; not if the sink paused just before it: then call this again.
    pub fn feed_lone_surrogate<S: TokenSink>(&mut self, sink: &mut S) -> bool {
        self.lone_surrogate = true;
        let taken = self.feed(char::REPLACEMENT_CHARACTER.encode_utf8(&mut [0; 4]), sink);
        self.lone_surrogate = false;
        taken != 0
    }

    /// Ends the input; the last token is [`Token::Eof`](crate::Token::Eof).
    ///
    /// A sink that asks for a pause isn't given one. Afterwards nothing may be fed. If a
    /// [limit](Self::limit) is reached, now or before, there is no last token.
    pub fn finish<S: TokenSink>(&mut self, sink: &mut S) {
        if self.limit.is_some() {
            return;
        }
        let rest = if self.pending_cr { "\r" } else { "" };
        self.offset -= rest.len();
        self.pending_cr = false;
        let (at, pause) = self.run(rest, Ending::EndOfFile, sink);
        debug_assert!(pause == Pause::Ended || self.limit.is_some());
        self.offset += at;
    }

    /// Runs the machine over `chunk`; returns how much of it was taken.
    fn run<S: TokenSink>(&mut self, chunk: &str, ending: Ending, sink: &mut S) -> (usize, Pause) {
        let input_reported = self.input_reported.saturating_sub(self.offset);
        let mut machine = Machine {
            tokenizer: self,
            sink,
            input: Input::new(chunk, ending),
            pausing: false,
            run: TextRun::default(),
            input_checked: input_reported,
            input_reported,
        };
        let pause = machine.run();
        let (at, input_reported) = (machine.input.at, machine.input_reported);
        self.input_reported = self.offset + input_reported;
        (at, pause)
    }
}
