//! The states from `<!` to a DOCTYPE's keyword.

use sapwood_lexer::DoctypePart;
use sapwood_tree::ErrorCode::*;

use super::State;
use crate::tokenizer::{
    TokenSink,
    identifier::Identifier,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Markup declaration state
    pub(crate) fn markup_declaration(&mut self) -> Step {
        let next = self.consume()?;
        if next.is_some() {
            self.tokenizer.matched.push_str(self.current_text());
        }
        match self.tokenizer.matched.as_str() {
            "--" => {
                self.tokenizer.comment.clear();
                return self.switch_to(State::CommentStart);
            }
            "[CDATA[" => {
                self.send_escaped_text("", self.current_span());
                return self.switch_to(State::Cdata);
            }
            "DOCTYPE" => {
                self.tokenizer.doctype.clear();
                self.tokenizer.subset.clear();
                return self.switch_to(State::Doctype);
            }
            matched => {
                let begins = |word: &str| word.starts_with(matched);
                if next.is_some() && ["--", "[CDATA[", "DOCTYPE"].into_iter().any(begins) {
                    return self.stay();
                }
            }
        }
        self.error(IncorrectlyOpenedComment);
        // But for the last character, what was read can't end a bogus comment.
        let matched = std::mem::take(&mut self.tokenizer.matched);
        let last = if next.is_some() { self.current_text().len() } else { 0 };
        self.tokenizer.comment.clear();
        self.tokenizer.comment.push_str(&matched[..matched.len() - last]);
        self.tokenizer.matched = matched;
        self.reconsume_in(State::BogusComment)
    }

    /// DOCTYPE state
    pub(crate) fn doctype(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.switch_to(State::BeforeDoctypeName),
            None => self.eof_in_doctype(),
            Some(_) => {
                self.error(MissingWhitespaceBeforeDoctypeName);
                self.reconsume_in(State::BeforeDoctypeName)
            }
        }
    }

    /// Before DOCTYPE name state
    pub(crate) fn before_doctype_name(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(b'>') => {
                self.error(MissingDoctypeName);
                self.emit_doctype()
            }
            None => self.eof_in_doctype(),
            Some(_) => {
                self.tokenizer.doctype.begin(DoctypePart::Name);
                self.tokenizer.doctype.push_str(self.current_text());
                self.switch_to(State::DoctypeName)
            }
        }
    }

    /// DOCTYPE name state
    ///
    /// The draft has no internal subset, but a `[` begins one wherever XML 1.0 allows it.
    pub(crate) fn doctype_name(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.end_doctype_name(),
            Some(b'[') => {
                self.end_doctype_name()?;
                self.begin_internal_subset()
            }
            Some(b'>') => {
                self.end_doctype_name()?;
                self.emit_doctype()
            }
            None => self.eof_in_doctype(),
            Some(_) => {
                self.tokenizer.doctype.push_str(self.current_text());
                self.stay()
            }
        }
    }

    fn end_doctype_name(&mut self) -> Step {
        if S::ERRORS {
            let name = self.tokenizer.doctype.get(DoctypePart::Name).unwrap_or_default().to_owned();
            let end = self.offset(self.input.current);
            // A U+FFFD may be a NUL in the source, which is shorter.
            let known = name.rsplit(char::REPLACEMENT_CHARACTER).next().unwrap_or_default();
            self.check_name(&name, self.span_of(end.saturating_sub(known.len()), end));
        }
        self.switch_to(State::AfterDoctypeName)
    }

    /// After DOCTYPE name state
    pub(crate) fn after_doctype_name(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(b'[') => self.begin_internal_subset(),
            Some(b'>') => self.emit_doctype(),
            None => self.eof_in_doctype(),
            Some(_) => {
                self.tokenizer.matched.clear();
                self.reconsume_in(State::DoctypeKeyword)
            }
        }
    }

    /// In what may be `PUBLIC` or `SYSTEM`, in any case.
    pub(crate) fn doctype_keyword(&mut self) -> Step {
        let next = self.consume()?;
        if next.is_some() {
            self.tokenizer.matched.push_str(self.current_text());
            let matched = self.tokenizer.matched.to_ascii_uppercase();
            let keywords = [("PUBLIC", Identifier::Public), ("SYSTEM", Identifier::System)];
            for (keyword, which) in keywords {
                if keyword == matched {
                    if self.tokenizer.matched != keyword {
                        self.error(InvalidCharacterSequenceAfterDoctypeName);
                    }
                    return self.switch_to(State::AfterDoctypeKeyword(which));
                }
                if keyword.starts_with(&matched) {
                    return self.stay();
                }
            }
        }
        self.error(InvalidCharacterSequenceAfterDoctypeName);
        self.reconsume_in(State::BogusDoctype)
    }

    /// Bogus DOCTYPE state
    pub(crate) fn bogus_doctype(&mut self) -> Step {
        let _ = self.take_run(sapwood_scan::run::<sapwood_scan::BogusComment>);
        match self.consume()? {
            Some(b'>') => self.emit_doctype(),
            None => {
                self.emit_doctype()?;
                self.reconsume_in(State::Data)
            }
            Some(_) => self.stay(),
        }
    }

    /// Emits the incomplete DOCTYPE.
    pub(crate) fn eof_in_doctype(&mut self) -> Step {
        self.error(EofInDoctype);
        self.emit_doctype()?;
        self.reconsume_in(State::Data)
    }
}
