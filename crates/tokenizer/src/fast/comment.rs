//! Comments, and the usual DOCTYPE, on the fast path.
//!
//! See "Lanes" in `docs/hot-path.md`.

use sapwood_tree::Span;

use crate::{Doctype, Token, TokenSink, machine::Machine};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Reads and emits the comment or the DOCTYPE at `open`.
    #[inline]
    pub(super) fn fast_markup_declaration(&mut self, open: usize) -> Option<usize> {
        match self.input.chunk.as_bytes().get(open + 2) {
            Some(b'-') => self.fast_comment(open),
            _ => self.fast_doctype(open),
        }
    }

    /// Emits the DOCTYPE at `open` if it is the one of today.
    #[cold]
    fn fast_doctype(&mut self, open: usize) -> Option<usize> {
        const DOCTYPE: &[u8] = b"<!doctype html>";
        let end = open + DOCTYPE.len();
        if !self.input.chunk.as_bytes().get(open..end)?.eq_ignore_ascii_case(DOCTYPE) {
            return None;
        }
        self.report_input_errors(end);
        let span = Span::new(self.offset(open), self.offset(end));
        let html = Doctype { name: Some("html"), ..Doctype::default() };
        let feedback = self.sink.token(Token::Doctype(html), span);
        self.fast_sent(end, feedback)
    }

    /// Reads and emits the comment at `open`.
    #[inline(never)]
    fn fast_comment(&mut self, open: usize) -> Option<usize> {
        let bytes = self.input.chunk.as_bytes();
        let start = open + 4;
        if !bytes[open..].starts_with(b"<!--")
            || bytes[start..].starts_with(b">")
            || bytes[start..].starts_with(b"->")
        {
            return None;
        }
        let mut at = start;
        loop {
            at += sapwood_scan::hyphens_run(&bytes[at..]);
            match bytes.get(at..at + 3)? {
                b"-->" => break,
                // Nested comments are an error.
                _ if self.is_reporting() && bytes[start..at].ends_with(b"<!") => return None,
                b"---" => at += 1,
                b"--!" => return None,
                [b'-', b'-', _] => at += 2,
                _ => return None,
            }
        }
        let end = at + 3;
        self.report_input_errors(end);
        let span = Span::new(self.offset(open), self.offset(end));
        let feedback = self.sink.token(Token::Comment(&self.input.chunk[start..at]), span);
        self.fast_sent(end, feedback)
    }
}
