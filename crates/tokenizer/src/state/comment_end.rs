//! The states at the end of a comment.

use sapwood_tree::ErrorCode::*;

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [Comment end dash state](https://html.spec.whatwg.org/multipage/parsing.html#comment-end-dash-state)
    pub(crate) fn comment_end_dash(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => self.switch_to(State::CommentEnd),
            None => self.eof_in_comment(),
            Some(_) => {
                self.tokenizer.comment.push('-');
                self.reconsume_in(State::Comment)
            }
        }
    }

    /// [Comment end state](https://html.spec.whatwg.org/multipage/parsing.html#comment-end-state)
    pub(crate) fn comment_end(&mut self) -> Step {
        match self.consume()? {
            Some(b'>') => self.emit_comment(),
            Some(b'!') => self.switch_to(State::CommentEndBang),
            Some(b'-') => {
                self.tokenizer.comment.push('-');
                self.stay()
            }
            None => self.eof_in_comment(),
            Some(_) => {
                self.tokenizer.comment.push_str("--");
                self.reconsume_in(State::Comment)
            }
        }
    }

    /// [Comment end bang state](https://html.spec.whatwg.org/multipage/parsing.html#comment-end-bang-state)
    pub(crate) fn comment_end_bang(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => {
                self.tokenizer.comment.push_str("--!");
                self.switch_to(State::CommentEndDash)
            }
            Some(b'>') => {
                self.error(IncorrectlyClosedComment);
                self.emit_comment()
            }
            None => self.eof_in_comment(),
            Some(_) => {
                self.tokenizer.comment.push_str("--!");
                self.reconsume_in(State::Comment)
            }
        }
    }

    /// Emits the incomplete comment.
    pub(crate) fn eof_in_comment(&mut self) -> Step {
        self.error(EofInComment);
        self.emit_comment()?;
        self.emit_eof()
    }
}
