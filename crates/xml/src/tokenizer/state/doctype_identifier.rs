//! The states of a DOCTYPE's identifiers.

use tree_sink::ErrorCode::{self, *};

use super::State;
use crate::tokenizer::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// After DOCTYPE public keyword state
    pub(crate) fn after_doctype_public_keyword(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => {
                self.switch_to(State::BeforeDoctypePublicIdentifier)
            }
            Some(quote @ (b'"' | b'\'')) => {
                self.error(MissingWhitespaceAfterDoctypePublicKeyword);
                self.begin_public_identifier(quote)
            }
            // The draft has the identifier begin here, which is a slip.
            Some(b'>') => {
                self.error(MissingDoctypePublicIdentifier);
                self.emit_doctype()
            }
            None => self.eof_in_doctype(),
            Some(_) => self.missing_quote(MissingQuoteBeforeDoctypePublicIdentifier),
        }
    }

    /// After DOCTYPE system keyword state
    pub(crate) fn after_doctype_system_keyword(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => {
                self.switch_to(State::BeforeDoctypeSystemIdentifier)
            }
            Some(quote @ (b'"' | b'\'')) => {
                self.error(MissingWhitespaceAfterDoctypeSystemKeyword);
                self.begin_system_identifier(quote)
            }
            Some(b'>') => {
                self.error(MissingDoctypeSystemIdentifier);
                self.emit_doctype()
            }
            None => self.eof_in_doctype(),
            Some(_) => self.missing_quote(MissingQuoteBeforeDoctypeSystemIdentifier),
        }
    }

    /// Before DOCTYPE system identifier state
    pub(crate) fn before_doctype_system_identifier(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(quote @ (b'"' | b'\'')) => self.begin_system_identifier(quote),
            Some(b'>') => {
                self.error(MissingDoctypeSystemIdentifier);
                self.emit_doctype()
            }
            None => self.eof_in_doctype(),
            Some(_) => self.missing_quote(MissingQuoteBeforeDoctypeSystemIdentifier),
        }
    }

    /// Before DOCTYPE public identifier state
    pub(crate) fn before_doctype_public_identifier(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(quote @ (b'"' | b'\'')) => self.begin_public_identifier(quote),
            Some(b'>') => {
                self.error(MissingDoctypePublicIdentifier);
                self.emit_doctype()
            }
            None => self.eof_in_doctype(),
            Some(_) => self.missing_quote(MissingQuoteBeforeDoctypePublicIdentifier),
        }
    }

    /// DOCTYPE public identifier (single-quoted) state
    pub(crate) fn doctype_public_identifier_single_quoted(&mut self) -> Step {
        self.public_identifier(b'\'')
    }

    /// DOCTYPE public identifier (double-quoted) state
    pub(crate) fn doctype_public_identifier_double_quoted(&mut self) -> Step {
        self.public_identifier(b'"')
    }

    fn public_identifier(&mut self, quote: u8) -> Step {
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
                self.tokenizer.doctype.public_id.push_str(self.current_text());
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
                self.begin_system_identifier(quote)
            }
            next => self.after_lone_public_identifier(next),
        }
    }

    /// Between DOCTYPE public and system identifiers state
    pub(crate) fn between_doctype_public_and_system_identifiers(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(quote @ (b'"' | b'\'')) => self.begin_system_identifier(quote),
            next => self.after_lone_public_identifier(next),
        }
    }

    /// Continues either state where no system identifier follows, which XML 1.0 requires.
    fn after_lone_public_identifier(&mut self, next: Option<u8>) -> Step {
        match next {
            Some(b'>') => {
                self.error(MissingDoctypeSystemIdentifier);
                self.emit_doctype()
            }
            Some(b'[') => {
                self.error(MissingDoctypeSystemIdentifier);
                self.begin_internal_subset()
            }
            None => self.eof_in_doctype(),
            Some(_) => self.missing_quote(MissingQuoteBeforeDoctypeSystemIdentifier),
        }
    }

    /// DOCTYPE system identifier (single-quoted) state
    pub(crate) fn doctype_system_identifier_single_quoted(&mut self) -> Step {
        self.system_identifier(b'\'')
    }

    /// DOCTYPE system identifier (double-quoted) state
    pub(crate) fn doctype_system_identifier_double_quoted(&mut self) -> Step {
        self.system_identifier(b'"')
    }

    fn system_identifier(&mut self, quote: u8) -> Step {
        match self.consume()? {
            Some(byte) if byte == quote => self.switch_to(State::AfterDoctypeSystemIdentifiers),
            // In XML 1.0 a `>` is data; without a closing quote the draft's reading is the better guess.
            None => {
                self.tokenizer.doctype.system_id.truncate_at('>');
                self.eof_in_doctype()
            }
            Some(_) => {
                self.tokenizer.doctype.system_id.push_str(self.current_text());
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
            Some(_) => self.missing_quote(UnexpectedCharacterAfterDoctypeSystemIdentifier),
        }
    }

    fn begin_public_identifier(&mut self, quote: u8) -> Step {
        self.tokenizer.doctype.public_id.begin();
        self.switch_to(match quote {
            b'"' => State::DoctypePublicIdentifierDoubleQuoted,
            _ => State::DoctypePublicIdentifierSingleQuoted,
        })
    }

    fn begin_system_identifier(&mut self, quote: u8) -> Step {
        self.tokenizer.doctype.system_id.begin();
        self.switch_to(match quote {
            b'"' => State::DoctypeSystemIdentifierDoubleQuoted,
            _ => State::DoctypeSystemIdentifierSingleQuoted,
        })
    }

    fn missing_quote(&mut self, code: ErrorCode) -> Step {
        self.error(code);
        self.switch_to(State::BogusDoctype)
    }
}

/// Whether a [public identifier](https://www.w3.org/TR/xml/#NT-PubidChar) may hold it.
pub(crate) const fn is_public_identifier_character(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b' ' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9')
        || matches!(byte, b'-' | b'\'' | b'(' | b')' | b'+' | b',' | b'.' | b'/' | b':' | b'=')
        || matches!(byte, b'?' | b';' | b'!' | b'*' | b'#' | b'@' | b'$' | b'_' | b'%')
}
