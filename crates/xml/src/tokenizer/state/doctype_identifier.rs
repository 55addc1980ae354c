//! The states of a DOCTYPE's identifiers.

use sapwood_lexer::DoctypePart;
use sapwood_tree::ErrorCode::{self, *};

use super::State;
use crate::tokenizer::{
    TokenSink,
    identifier::{Identifier, is_public_identifier_character},
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// After DOCTYPE public keyword state, after DOCTYPE system keyword state
    pub(crate) fn after_doctype_keyword(&mut self, which: Identifier) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => {
                self.switch_to(State::BeforeDoctypeIdentifier(which))
            }
            Some(quote @ (b'"' | b'\'')) => {
                self.error(match which {
                    Identifier::Public => MissingWhitespaceAfterDoctypePublicKeyword,
                    Identifier::System => MissingWhitespaceAfterDoctypeSystemKeyword,
                });
                self.begin_identifier(which, quote)
            }
            // The draft has a public identifier begin at `>`, which is a slip.
            next => self.missing_identifier(which, next),
        }
    }

    /// Before DOCTYPE public identifier state, before DOCTYPE system identifier state
    pub(crate) fn before_doctype_identifier(&mut self, which: Identifier) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(quote @ (b'"' | b'\'')) => self.begin_identifier(which, quote),
            next => self.missing_identifier(which, next),
        }
    }

    /// Continues where an identifier is required and something else follows.
    fn missing_identifier(&mut self, which: Identifier, next: Option<u8>) -> Step {
        let (missing, missing_quote) = match which {
            Identifier::Public => {
                (MissingDoctypePublicIdentifier, MissingQuoteBeforeDoctypePublicIdentifier)
            }
            Identifier::System => {
                (MissingDoctypeSystemIdentifier, MissingQuoteBeforeDoctypeSystemIdentifier)
            }
        };
        match next {
            Some(b'>') => {
                self.error(missing);
                self.emit_doctype()
            }
            None => self.eof_in_doctype(),
            Some(_) => self.bogus_doctype_after(missing_quote),
        }
    }

    /// DOCTYPE public identifier (single-quoted) state, DOCTYPE public identifier (double-quoted) state
    pub(crate) fn doctype_public_identifier(&mut self, quote: u8) -> Step {
        match self.consume()? {
            Some(byte) if byte == quote => self.switch_to(State::AfterDoctypePublicIdentifier),
            Some(b'>') => {
                self.error(AbruptDoctypePublicIdentifier);
                self.emit_doctype()
            }
            None => self.eof_in_doctype(),
            Some(byte) => {
                if !is_public_identifier_character(byte) {
                    self.error(InvalidCharacterInPublicIdentifier);
                }
                self.tokenizer.doctype.push_str(self.current_text());
                self.stay()
            }
        }
    }

    /// After DOCTYPE public identifier state
    pub(crate) fn after_doctype_public_identifier(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => {
                self.switch_to(State::BetweenDoctypePublicAndSystemIdentifiers)
            }
            Some(quote @ (b'"' | b'\'')) => {
                self.error(MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers);
                self.begin_identifier(Identifier::System, quote)
            }
            next => self.after_lone_public_identifier(next),
        }
    }

    /// Between DOCTYPE public and system identifiers state
    pub(crate) fn between_doctype_public_and_system_identifiers(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(quote @ (b'"' | b'\'')) => self.begin_identifier(Identifier::System, quote),
            next => self.after_lone_public_identifier(next),
        }
    }

    /// Continues either state where no system identifier follows, which XML 1.0 requires.
    fn after_lone_public_identifier(&mut self, next: Option<u8>) -> Step {
        if next == Some(b'[') {
            self.error(MissingDoctypeSystemIdentifier);
            return self.begin_internal_subset();
        }
        self.missing_identifier(Identifier::System, next)
    }

    /// DOCTYPE system identifier (single-quoted) state, DOCTYPE system identifier (double-quoted) state
    pub(crate) fn doctype_system_identifier(&mut self, quote: u8) -> Step {
        match self.consume()? {
            Some(byte) if byte == quote => self.switch_to(State::AfterDoctypeSystemIdentifiers),
            // In XML 1.0 a `>` is data; without a closing quote the draft's reading is the better guess.
            None => {
                self.tokenizer.doctype.truncate_at('>');
                self.eof_in_doctype()
            }
            Some(_) => {
                self.tokenizer.doctype.push_str(self.current_text());
                self.stay()
            }
        }
    }

    /// After DOCTYPE system identifiers state
    pub(crate) fn after_doctype_system_identifiers(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(b'[') => self.begin_internal_subset(),
            Some(b'>') => self.emit_doctype(),
            None => self.eof_in_doctype(),
            Some(_) => self.bogus_doctype_after(UnexpectedCharacterAfterDoctypeSystemIdentifier),
        }
    }

    fn begin_identifier(&mut self, which: Identifier, quote: u8) -> Step {
        let (part, state) = match which {
            Identifier::Public => (DoctypePart::PublicId, State::DoctypePublicIdentifier(quote)),
            Identifier::System => (DoctypePart::SystemId, State::DoctypeSystemIdentifier(quote)),
        };
        self.tokenizer.doctype.begin(part);
        self.switch_to(state)
    }

    /// Skips the rest of the DOCTYPE after an error.
    pub(crate) fn bogus_doctype_after(&mut self, code: ErrorCode) -> Step {
        self.error(code);
        self.switch_to(State::BogusDoctype)
    }
}
