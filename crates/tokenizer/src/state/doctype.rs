//! The states of a DOCTYPE, but for its identifiers.

use sapwood_lexer::DoctypePart;
use sapwood_tree::{ErrorCode::*, Span};

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

/// The keywords after a DOCTYPE's name, in any case.
const KEYWORDS: [(&str, State); 2] =
    [("public", State::AfterDoctypePublicKeyword), ("system", State::AfterDoctypeSystemKeyword)];

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [DOCTYPE state](https://html.spec.whatwg.org/multipage/parsing.html#doctype-state)
    pub(crate) fn doctype(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.switch_to(State::BeforeDoctypeName),
            Some(b'>') => self.reconsume_in(State::BeforeDoctypeName),
            None => {
                self.create_doctype(None);
                self.eof_in_doctype()
            }
            Some(_) => {
                self.error(MissingWhitespaceBeforeDoctypeName);
                self.reconsume_in(State::BeforeDoctypeName)
            }
        }
    }

    /// [Before DOCTYPE name state](https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-name-state)
    pub(crate) fn before_doctype_name(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(b'\0') => {
                self.error(UnexpectedNullCharacter);
                self.create_doctype(Some("\u{fffd}"));
                self.switch_to(State::DoctypeName)
            }
            Some(b'>') => {
                self.error(MissingDoctypeName);
                self.create_doctype(None);
                self.force_quirks();
                self.emit_doctype()
            }
            None => {
                self.create_doctype(None);
                self.eof_in_doctype()
            }
            Some(_) => {
                self.create_doctype(Some(self.current_text()));
                self.switch_to(State::DoctypeName)
            }
        }
    }

    /// [DOCTYPE name state](https://html.spec.whatwg.org/multipage/parsing.html#doctype-name-state)
    pub(crate) fn doctype_name(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.switch_to(State::AfterDoctypeName),
            Some(b'>') => self.emit_doctype(),
            Some(b'\0') => {
                self.error(UnexpectedNullCharacter);
                self.push_to_doctype_name("\u{fffd}");
                self.stay()
            }
            None => self.eof_in_doctype(),
            Some(_) => {
                self.push_to_doctype_name(self.current_text());
                self.stay()
            }
        }
    }

    /// [After DOCTYPE name state](https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-name-state)
    ///
    /// The temporary buffer has the part of a keyword matched so far. When it turns out to be
    /// none, the bogus DOCTYPE state would skip it: nothing needs to be given back.
    pub(crate) fn after_doctype_name(&mut self) -> Step {
        let next = self.peek()?;
        let matched = self.tokenizer.temporary_buffer.len();
        if matched == 0 {
            match next {
                Some(b'\t' | b'\n' | b'\x0c' | b' ') => {
                    self.consume()?;
                    return self.stay();
                }
                Some(b'>') => {
                    self.consume()?;
                    return self.emit_doctype();
                }
                None => return self.eof_in_doctype(),
                Some(_) => {}
            }
        }
        let keyword = KEYWORDS.into_iter().find(|(keyword, _)| {
            keyword.starts_with(&*self.tokenizer.temporary_buffer)
                && next.is_some_and(|byte| byte.to_ascii_lowercase() == keyword.as_bytes()[matched])
        });
        let (Some((keyword, after_keyword)), Some(byte)) = (keyword, next) else {
            return self.invalid_character_sequence_after_doctype_name();
        };
        self.consume()?;
        self.tokenizer.temporary_buffer.push(char::from(byte.to_ascii_lowercase()));
        if matched + 1 < keyword.len() {
            return self.stay();
        }
        self.switch_to(after_keyword)
    }

    /// The error is at the first character of what should have been a keyword.
    fn invalid_character_sequence_after_doctype_name(&mut self) -> Step {
        let matched = self.tokenizer.temporary_buffer.len();
        if matched == 0 {
            self.consume()?;
            self.error(InvalidCharacterSequenceAfterDoctypeName);
            self.force_quirks();
            return self.reconsume_in(State::BogusDoctype);
        }
        let start = self.offset(self.input.at) - matched;
        self.error_at(InvalidCharacterSequenceAfterDoctypeName, Span::new(start, start + 1));
        self.force_quirks();
        self.switch_to(State::BogusDoctype)
    }

    /// [Bogus DOCTYPE state](https://html.spec.whatwg.org/multipage/parsing.html#bogus-doctype-state)
    pub(crate) fn bogus_doctype(&mut self) -> Step {
        self.take_run(sapwood_scan::run::<sapwood_scan::BogusComment>);
        match self.consume()? {
            Some(b'>') => self.emit_doctype(),
            Some(b'\0') => {
                self.error(UnexpectedNullCharacter);
                self.stay()
            }
            None => {
                self.emit_doctype()?;
                self.emit_eof()
            }
            Some(_) => self.stay(),
        }
    }

    fn create_doctype(&mut self, name: Option<&str>) {
        self.tokenizer.doctype.clear();
        if let Some(text) = name {
            self.tokenizer.doctype.begin(DoctypePart::Name);
            self.push_to_doctype_name(text);
        }
        self.tokenizer.temporary_buffer.clear();
    }

    fn push_to_doctype_name(&mut self, text: &str) {
        self.tokenizer.doctype.push_lowercase(text);
    }

    pub(crate) fn force_quirks(&mut self) {
        self.tokenizer.doctype.force_quirks = true;
    }

    pub(crate) fn eof_in_doctype(&mut self) -> Step {
        self.error(EofInDoctype);
        self.force_quirks();
        self.emit_doctype()?;
        self.emit_eof()
    }
}
