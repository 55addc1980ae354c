//! The states from `<!` into a comment.

use sapwood_tree::ErrorCode::*;

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

/// The declarations after `<!`, in the case in which they are matched.
const DECLARATIONS: [&str; 3] = ["--", "doctype", "[CDATA["];

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [Bogus comment state](https://html.spec.whatwg.org/multipage/parsing.html#bogus-comment-state)
    pub(crate) fn bogus_comment(&mut self) -> Step {
        self.take_comment(sapwood_scan::run::<sapwood_scan::BogusComment>);
        match self.consume()? {
            Some(b'>') => self.emit_comment(),
            None => {
                self.emit_comment()?;
                self.emit_eof()
            }
            Some(b'\0') => self.push_replacement_to_comment(),
            Some(_) => self.push_current_to_comment(),
        }
    }

    /// [Markup declaration open state](https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state)
    ///
    /// The temporary buffer has the part of a declaration matched so far. It holds none
    /// of the characters that the bogus comment state treats specially, so that it can go into a
    /// comment as it is.
    pub(crate) fn markup_declaration_open(&mut self) -> Step {
        let next = self.peek()?;
        let matched = self.tokenizer.temporary_buffer.len();
        let expects = |declaration: &str| match (declaration.as_bytes()[matched], next) {
            (expected @ b'a'..=b'z', Some(byte)) => expected == byte.to_ascii_lowercase(),
            (expected, byte) => Some(expected) == byte,
        };
        let is_begun = |declaration: &&str| {
            let begun = self.tokenizer.temporary_buffer.as_bytes();
            let same = declaration.as_bytes().iter().zip(begun);
            same.fold(true, |so_far, (a, b)| so_far & (a == b || *a == b.to_ascii_lowercase()))
        };
        let declaration = DECLARATIONS.into_iter().filter(is_begun).find(|name| expects(name));
        let (Some(declaration), Some(byte)) = (declaration, next) else {
            return self.incorrectly_opened_comment();
        };
        self.consume()?;
        self.tokenizer.temporary_buffer.push(char::from(byte));
        if matched + 1 < declaration.len() {
            return self.stay();
        }
        // The sink's answer may depend on the text before.
        self.flush_text();
        match declaration {
            "--" => {
                self.tokenizer.comment.clear();
                self.switch_to(State::CommentStart)
            }
            "doctype" => self.switch_to(State::Doctype),
            _ if self.sink.cdata_allowed() => self.switch_to(State::CdataSection),
            _ => {
                self.error(CdataInHtmlContent);
                self.tokenizer.comment.clear();
                self.tokenizer.comment.push_str(declaration);
                self.switch_to(State::BogusComment)
            }
        }
    }

    /// The error is at the character after `<!`, which may already have been matched.
    fn incorrectly_opened_comment(&mut self) -> Step {
        let matched = self.tokenizer.temporary_buffer.len();
        if matched == 0 {
            self.error_at_next(IncorrectlyOpenedComment);
        } else {
            let start = self.offset(self.input.at) - matched;
            self.error_at(IncorrectlyOpenedComment, sapwood_tree::Span::new(start, start + 1));
        }
        self.tokenizer.comment.clear();
        self.tokenizer.comment.push_str(&self.tokenizer.temporary_buffer);
        self.switch_to(State::BogusComment)
    }

    /// [Comment start state](https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state)
    pub(crate) fn comment_start(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => self.switch_to(State::CommentStartDash),
            Some(b'>') => {
                self.error(AbruptClosingOfEmptyComment);
                self.emit_comment()
            }
            Some(_) | None => self.reconsume_in(State::Comment),
        }
    }

    /// [Comment start dash state](https://html.spec.whatwg.org/multipage/parsing.html#comment-start-dash-state)
    pub(crate) fn comment_start_dash(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => self.switch_to(State::CommentEnd),
            Some(b'>') => {
                self.error(AbruptClosingOfEmptyComment);
                self.emit_comment()
            }
            None => self.eof_in_comment(),
            Some(_) => {
                self.tokenizer.comment.push('-');
                self.reconsume_in(State::Comment)
            }
        }
    }

    /// [Comment state](https://html.spec.whatwg.org/multipage/parsing.html#comment-state)
    pub(crate) fn comment(&mut self) -> Step {
        self.take_comment(sapwood_scan::run::<sapwood_scan::Comment>);
        match self.consume()? {
            Some(b'<') => {
                self.tokenizer.comment.push('<');
                self.switch_to(State::CommentLessThanSign)
            }
            Some(b'-') => self.switch_to(State::CommentEndDash),
            Some(b'\0') => self.push_replacement_to_comment(),
            None => self.eof_in_comment(),
            Some(_) => self.push_current_to_comment(),
        }
    }

    /// [Comment less-than sign state](https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-state)
    pub(crate) fn comment_less_than_sign(&mut self) -> Step {
        match self.consume()? {
            Some(b'!') => {
                self.tokenizer.comment.push('!');
                self.switch_to(State::CommentLessThanSignBang)
            }
            Some(b'<') => {
                self.tokenizer.comment.push('<');
                self.stay()
            }
            Some(_) | None => self.reconsume_in(State::Comment),
        }
    }

    /// [Comment less-than sign bang state](https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-state)
    pub(crate) fn comment_less_than_sign_bang(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => self.switch_to(State::CommentLessThanSignBangDash),
            Some(_) | None => self.reconsume_in(State::Comment),
        }
    }

    /// [Comment less-than sign bang dash state](https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-state)
    pub(crate) fn comment_less_than_sign_bang_dash(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => self.switch_to(State::CommentLessThanSignBangDashDash),
            Some(_) | None => self.reconsume_in(State::CommentEndDash),
        }
    }

    /// [Comment less-than sign bang dash dash state](https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-dash-state)
    pub(crate) fn comment_less_than_sign_bang_dash_dash(&mut self) -> Step {
        match self.consume()? {
            Some(b'>') | None => self.reconsume_in(State::CommentEnd),
            Some(_) => {
                self.error(NestedComment);
                self.reconsume_in(State::CommentEnd)
            }
        }
    }

    /// Takes all of the comment up to the next byte that `search` stops at.
    #[inline]
    fn take_comment(&mut self, search: impl Fn(&[u8]) -> usize) {
        let run = self.take_run(search);
        self.tokenizer.comment.push_str(&self.input.chunk[run]);
    }

    fn push_current_to_comment(&mut self) -> Step {
        self.tokenizer.comment.push_str(self.current_text());
        self.stay()
    }

    fn push_replacement_to_comment(&mut self) -> Step {
        self.error(UnexpectedNullCharacter);
        self.tokenizer.comment.push('\u{fffd}');
        self.stay()
    }
}
