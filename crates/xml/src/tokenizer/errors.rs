//! Parse errors, those of the input stream included.

use sapwood_names::xml::{is_character, is_name};
use sapwood_tree::{ErrorCode, ParseError, Span};

use crate::tokenizer::{TokenSink, machine::Machine};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Reports an error at the current input character.
    #[inline]
    pub(crate) fn error(&mut self, code: ErrorCode) {
        if S::ERRORS {
            let span = self.current_span();
            self.error_at(code, span);
        }
    }

    /// Reports an error at `span`, after those of the input stream before it.
    #[inline]
    pub(crate) fn error_at(&mut self, code: ErrorCode, span: Span) {
        if S::ERRORS {
            self.report_input_errors(self.input.at);
            self.report(ParseError { code, span });
        }
    }

    fn report(&mut self, error: ParseError) {
        if self.tokenizer.error_filter.is_new(error) {
            self.sink.error(error);
        }
    }

    /// Reports a name that XML doesn't allow.
    #[inline]
    pub(crate) fn check_name(&mut self, name: &str, span: Span) {
        if S::ERRORS && !is_name(name) {
            self.error_at(ErrorCode::InvalidCharacterInName, span);
        }
    }

    /// Returns the range of the name that begins at `start`, without what follows a U+FFFD: that may be a NUL in the source,
    /// which is shorter.
    pub(crate) fn name_span(&self, name: &str, start: usize) -> Span {
        let length = name.find(char::REPLACEMENT_CHARACTER).unwrap_or(name.len());
        self.span_of(start, start + length)
    }

    /// Reports the characters up to `read` in the chunk that XML must not hold.
    #[inline]
    pub(crate) fn report_input_errors(&mut self, read: usize) {
        if S::ERRORS && self.input_checked < read && self.reference.is_none() {
            self.find_input_errors(read);
        }
    }

    #[inline(never)]
    fn find_input_errors(&mut self, read: usize) {
        let chunk = self.input.chunk;
        while self.input_checked < read {
            let end = read.min(chunk.len());
            let rest = &chunk.as_bytes()[self.input_checked..end];
            let run = sapwood_scan::input_error_run(rest);
            self.input_checked += sapwood_scan::run::<sapwood_scan::XmlInput>(&rest[..run]);
            if self.input_checked >= end {
                return;
            }
            let start = self.input_checked;
            let Some(character) = chunk[start..].chars().next() else { return };
            self.input_checked += character.len_utf8();
            if !is_character(character) {
                let code = match character {
                    '\u{fffe}' | '\u{ffff}' => ErrorCode::NoncharacterInInputStream,
                    _ => ErrorCode::ControlCharacterInInputStream,
                };
                let span = self.span(start, self.input_checked);
                self.report(ParseError { code, span });
            }
        }
    }
}
