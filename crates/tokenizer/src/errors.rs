//! [Parse errors](https://html.spec.whatwg.org/multipage/parsing.html#parse-errors), those of the
//! [input stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream)
//! included.

use sapwood_tree::{ErrorCode, ParseError, Span};

use crate::{
    TokenSink,
    code_point::{is_control, is_noncharacter},
    machine::Machine,
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Reports an error at the current input character.
    #[inline]
    pub(crate) fn error(&mut self, code: ErrorCode) {
        if self.is_reporting() {
            self.report(code, self.current_span(), self.input.at);
        }
    }

    /// Reports an error at the next input character, which must have been peeked at. If that
    /// character is an error itself, that comes first, as if it had been consumed.
    #[inline]
    pub(crate) fn error_at_next(&mut self, code: ErrorCode) {
        if self.is_reporting() {
            let span = self.next_span();
            self.report(code, span, self.input.at + (span.end - span.start));
        }
    }

    /// Reports an error at `span`.
    #[inline]
    pub(crate) fn error_at(&mut self, code: ErrorCode, span: Span) {
        if self.is_reporting() {
            self.report(code, span, self.input.at);
        }
    }

    /// Reports an error after those of the input stream up to `read` in the chunk, and after the
    /// text before it.
    fn report(&mut self, code: ErrorCode, span: Span, read: usize) {
        self.flush_text();
        self.report_input_errors(read);
        self.sink.error(ParseError { code, span });
    }

    /// Reports the control characters and noncharacters up to `read` in the chunk.
    #[inline]
    pub(crate) fn report_input_errors(&mut self, read: usize) {
        if self.is_reporting() {
            self.report_input_errors_of_reporting(read);
        }
    }

    /// [`report_input_errors`](Self::report_input_errors) where errors are known to be reported.
    #[inline(always)]
    pub(crate) fn report_input_errors_of_reporting(&mut self, read: usize) {
        self.input_reported = self.input_reported.max(read);
        if self.input_checked < read {
            self.find_input_errors(read);
        }
    }

    /// Searches ahead of `read`, so that short tokens don't each cost a search of their own; but not
    /// far ahead, because what a pausing sink feeds again is searched again.
    #[inline(never)]
    fn find_input_errors(&mut self, read: usize) {
        const AHEAD: usize = 1024;
        let chunk = self.input.chunk;
        while self.input_checked < read {
            let end = chunk.len().min(self.input_checked + AHEAD);
            self.input_checked +=
                sapwood_scan::input_error_run(&chunk.as_bytes()[self.input_checked..end]);
            if self.input_checked >= read {
                return;
            }
            // Without a candidate the search ended at `end`, perhaps inside a character.
            if self.input_checked < end {
                self.check_input_character();
            }
        }
    }

    /// Reports the character at a place that the search stopped at, if it is wrong.
    fn check_input_character(&mut self) {
        let start = self.input_checked;
        let Some(character) = self.input.chunk[start..].chars().next() else { return };
        self.input_checked += character.len_utf8();
        let code = if is_control(character) {
            ErrorCode::ControlCharacterInInputStream
        } else if is_noncharacter(u32::from(character)) {
            ErrorCode::NoncharacterInInputStream
        } else if self.tokenizer.lone_surrogate && character == char::REPLACEMENT_CHARACTER {
            ErrorCode::SurrogateInInputStream
        } else {
            return;
        };
        let span = Span::new(self.offset(start), self.offset(self.input_checked));
        self.sink.error(ParseError { code, span });
    }
}
