//! The states of comments.
//!
//! The draft lacks the states at the start of a comment. They are HTML's, except that a `>` there is data:
//! `<!-->a-->` is one comment in XML 1.0. So the comment start dash state is the comment end dash state. Only `<!-->` and
//! `<!--->` at the end of the input are empty comments.

use sapwood_tree::ErrorCode::*;

use super::State;
use crate::tokenizer::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [Comment start state](https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state)
    pub(crate) fn comment_start(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => self.switch_to(State::CommentEndDash),
            Some(_) | None => self.reconsume_in(State::Comment),
        }
    }

    /// Comment state
    pub(crate) fn comment(&mut self) -> Step {
        let run = self.take_run(sapwood_scan::run::<sapwood_scan::Comment>);
        self.tokenizer.comment.push_str(run);
        match self.consume()? {
            Some(b'<') => {
                self.tokenizer.comment.push('<');
                self.switch_to(State::CommentLessThanSign)
            }
            Some(b'-') => self.switch_to(State::CommentEndDash),
            None if matches!(self.tokenizer.comment.as_str(), ">" | "->") => {
                self.error(AbruptClosingOfEmptyComment);
                self.tokenizer.comment.clear();
                self.emit_comment()?;
                self.reconsume_in(State::Data)
            }
            None => self.eof_in_comment(),
            Some(_) => self.push_current_to_comment(),
        }
    }

    /// Comment less-than sign state
    pub(crate) fn comment_less_than_sign(&mut self) -> Step {
        match self.consume()? {
            Some(b'!') => {
                self.tokenizer.comment.push('!');
                self.switch_to(State::CommentLessThanSignBang)
            }
            Some(b'<') => self.push_current_to_comment(),
            Some(_) | None => self.reconsume_in(State::Comment),
        }
    }

    /// Comment less-than sign bang state
    pub(crate) fn comment_less_than_sign_bang(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => self.switch_to(State::CommentLessThanSignBangDash),
            Some(_) | None => self.reconsume_in(State::Comment),
        }
    }

    /// Comment less-than sign bang dash state
    pub(crate) fn comment_less_than_sign_bang_dash(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => self.switch_to(State::CommentLessThanSignBangDashDash),
            Some(_) | None => self.reconsume_in(State::CommentEndDash),
        }
    }

    /// Comment less-than sign bang dash dash state
    pub(crate) fn comment_less_than_sign_bang_dash_dash(&mut self) -> Step {
        match self.consume()? {
            Some(b'>') | None => self.reconsume_in(State::CommentEnd),
            Some(_) => {
                self.error(NestedComment);
                self.reconsume_in(State::CommentEnd)
            }
        }
    }

    /// Comment end dash state
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

    /// Comment end state
    pub(crate) fn comment_end(&mut self) -> Step {
        match self.consume()? {
            Some(b'>') => self.emit_comment(),
            Some(b'!') => self.switch_to(State::CommentEndBang),
            Some(b'-') => {
                self.error(DoubleHyphenInComment);
                self.tokenizer.comment.push('-');
                self.stay()
            }
            None => self.eof_in_comment(),
            Some(_) => {
                self.error(DoubleHyphenInComment);
                self.tokenizer.comment.push_str("--");
                self.reconsume_in(State::Comment)
            }
        }
    }

    /// Comment end bang state
    pub(crate) fn comment_end_bang(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => {
                self.error(DoubleHyphenInComment);
                self.tokenizer.comment.push_str("--!");
                self.switch_to(State::CommentEndDash)
            }
            Some(b'>') => {
                self.error(IncorrectlyClosedComment);
                self.emit_comment()
            }
            None => self.eof_in_comment(),
            Some(_) => {
                self.error(DoubleHyphenInComment);
                self.tokenizer.comment.push_str("--!");
                self.reconsume_in(State::Comment)
            }
        }
    }

    /// Bogus comment state
    pub(crate) fn bogus_comment(&mut self) -> Step {
        let run = self.take_run(sapwood_scan::run::<sapwood_scan::BogusComment>);
        self.tokenizer.comment.push_str(run);
        match self.consume()? {
            Some(b'>') => self.emit_comment(),
            None => {
                self.emit_comment()?;
                self.reconsume_in(State::Data)
            }
            Some(_) => self.push_current_to_comment(),
        }
    }

    fn push_current_to_comment(&mut self) -> Step {
        self.tokenizer.comment.push_str(self.current_text());
        self.stay()
    }

    /// Emits the incomplete comment.
    fn eof_in_comment(&mut self) -> Step {
        self.error(EofInComment);
        self.emit_comment()?;
        self.reconsume_in(State::Data)
    }
}
