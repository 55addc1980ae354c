//! The states of a DOCTYPE's public and system identifiers.

use sapwood_lexer::DoctypePart;
use sapwood_tree::ErrorCode::{self, *};

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

/// One of a DOCTYPE's two identifiers.
#[derive(Clone, Copy)]
enum Identifier {
    Public,
    System,
}

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [After DOCTYPE public keyword state](https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-keyword-state)
    pub(crate) fn after_doctype_public_keyword(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => {
                self.switch_to(State::BeforeDoctypePublicIdentifier)
            }
            Some(quote @ (b'"' | b'\'')) => {
                self.error(MissingWhitespaceAfterDoctypePublicKeyword);
                self.begin_public_identifier(quote)
            }
            Some(b'>') => self.abrupt_doctype(MissingDoctypePublicIdentifier),
            None => self.eof_in_doctype(),
            Some(_) => self.unquoted_identifier(MissingQuoteBeforeDoctypePublicIdentifier),
        }
    }

    /// [Before DOCTYPE public identifier state](https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-public-identifier-state)
    pub(crate) fn before_doctype_public_identifier(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(quote @ (b'"' | b'\'')) => self.begin_public_identifier(quote),
            Some(b'>') => self.abrupt_doctype(MissingDoctypePublicIdentifier),
            None => self.eof_in_doctype(),
            Some(_) => self.unquoted_identifier(MissingQuoteBeforeDoctypePublicIdentifier),
        }
    }

    /// [DOCTYPE public identifier (double-quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(double-quoted)-state)
    pub(crate) fn doctype_public_identifier_double_quoted(&mut self) -> Step {
        self.doctype_identifier(Identifier::Public, b'"')
    }

    /// [DOCTYPE public identifier (single-quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(single-quoted)-state)
    pub(crate) fn doctype_public_identifier_single_quoted(&mut self) -> Step {
        self.doctype_identifier(Identifier::Public, b'\'')
    }

    /// [After DOCTYPE public identifier state](https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-identifier-state)
    pub(crate) fn after_doctype_public_identifier(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => {
                self.switch_to(State::BetweenDoctypePublicAndSystemIdentifiers)
            }
            Some(b'>') => self.emit_doctype(),
            Some(quote @ (b'"' | b'\'')) => {
                self.error(MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers);
                self.begin_system_identifier(quote)
            }
            None => self.eof_in_doctype(),
            Some(_) => self.unquoted_identifier(MissingQuoteBeforeDoctypeSystemIdentifier),
        }
    }

    /// [Between DOCTYPE public and system identifiers state](https://html.spec.whatwg.org/multipage/parsing.html#between-doctype-public-and-system-identifiers-state)
    pub(crate) fn between_doctype_public_and_system_identifiers(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(b'>') => self.emit_doctype(),
            Some(quote @ (b'"' | b'\'')) => self.begin_system_identifier(quote),
            None => self.eof_in_doctype(),
            Some(_) => self.unquoted_identifier(MissingQuoteBeforeDoctypeSystemIdentifier),
        }
    }

    /// [After DOCTYPE system keyword state](https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-keyword-state)
    pub(crate) fn after_doctype_system_keyword(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => {
                self.switch_to(State::BeforeDoctypeSystemIdentifier)
            }
            Some(quote @ (b'"' | b'\'')) => {
                self.error(MissingWhitespaceAfterDoctypeSystemKeyword);
                self.begin_system_identifier(quote)
            }
            Some(b'>') => self.abrupt_doctype(MissingDoctypeSystemIdentifier),
            None => self.eof_in_doctype(),
            Some(_) => self.unquoted_identifier(MissingQuoteBeforeDoctypeSystemIdentifier),
        }
    }

    /// [Before DOCTYPE system identifier state](https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-system-identifier-state)
    pub(crate) fn before_doctype_system_identifier(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(quote @ (b'"' | b'\'')) => self.begin_system_identifier(quote),
            Some(b'>') => self.abrupt_doctype(MissingDoctypeSystemIdentifier),
            None => self.eof_in_doctype(),
            Some(_) => self.unquoted_identifier(MissingQuoteBeforeDoctypeSystemIdentifier),
        }
    }

    /// [DOCTYPE system identifier (double-quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(double-quoted)-state)
    pub(crate) fn doctype_system_identifier_double_quoted(&mut self) -> Step {
        self.doctype_identifier(Identifier::System, b'"')
    }

    /// [DOCTYPE system identifier (single-quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(single-quoted)-state)
    pub(crate) fn doctype_system_identifier_single_quoted(&mut self) -> Step {
        self.doctype_identifier(Identifier::System, b'\'')
    }

    /// [After DOCTYPE system identifier state](https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-identifier-state)
    pub(crate) fn after_doctype_system_identifier(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ') => self.stay(),
            Some(b'>') => self.emit_doctype(),
            None => self.eof_in_doctype(),
            Some(_) => {
                self.error(UnexpectedCharacterAfterDoctypeSystemIdentifier);
                // Without the force-quirks flag.
                self.reconsume_in(State::BogusDoctype)
            }
        }
    }

    /// The four states inside quotes.
    fn doctype_identifier(&mut self, which: Identifier, quote: u8) -> Step {
        let run = self.take_run(sapwood_scan::run::<sapwood_scan::DoctypeIdentifier>);
        self.tokenizer.doctype.push_str(&self.input.chunk[run]);
        match self.consume()? {
            Some(byte) if byte == quote => self.switch_to(match which {
                Identifier::Public => State::AfterDoctypePublicIdentifier,
                Identifier::System => State::AfterDoctypeSystemIdentifier,
            }),
            Some(b'\0') => {
                self.error(UnexpectedNullCharacter);
                self.tokenizer.doctype.push_str("\u{fffd}");
                self.stay()
            }
            Some(b'>') => self.abrupt_doctype(match which {
                Identifier::Public => AbruptDoctypePublicIdentifier,
                Identifier::System => AbruptDoctypeSystemIdentifier,
            }),
            None => self.eof_in_doctype(),
            Some(_) => {
                self.tokenizer.doctype.push_str(self.current_text());
                self.stay()
            }
        }
    }

    fn begin_public_identifier(&mut self, quote: u8) -> Step {
        self.tokenizer.doctype.begin(DoctypePart::PublicId);
        self.switch_to(match quote {
            b'"' => State::DoctypePublicIdentifierDoubleQuoted,
            _ => State::DoctypePublicIdentifierSingleQuoted,
        })
    }

    fn begin_system_identifier(&mut self, quote: u8) -> Step {
        self.tokenizer.doctype.begin(DoctypePart::SystemId);
        self.switch_to(match quote {
            b'"' => State::DoctypeSystemIdentifierDoubleQuoted,
            _ => State::DoctypeSystemIdentifierSingleQuoted,
        })
    }

    /// Emits the DOCTYPE with the force-quirks flag at a `>` that comes too early.
    fn abrupt_doctype(&mut self, code: ErrorCode) -> Step {
        self.error(code);
        self.force_quirks();
        self.emit_doctype()
    }

    /// Skips the rest of the DOCTYPE from the current input character on.
    fn unquoted_identifier(&mut self, code: ErrorCode) -> Step {
        self.error(code);
        self.force_quirks();
        self.reconsume_in(State::BogusDoctype)
    }
}
