//! Comments on the fast path.

use tree_sink::Span;

use super::tag::Sent;
use crate::{Token, TokenSink, machine::Machine};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Reads and emits the comment at `open`.
    #[inline(never)]
    pub(super) fn fast_comment(&mut self, open: usize) -> Option<Sent> {
        let bytes = self.chunk.as_bytes();
        let start = open + 4;
        if !bytes[open..].starts_with(b"<!--")
            || bytes[start..].starts_with(b">")
            || bytes[start..].starts_with(b"->")
        {
            return None;
        }
        let mut at = start;
        loop {
            at += scan::hyphens_run(&bytes[at..]);
            match bytes.get(at..at + 3)? {
                b"-->" => break,
                // Nested comments are an error.
                _ if S::ERRORS && bytes[start..at].ends_with(b"<!") => return None,
                b"---" => at += 1,
                b"--!" => return None,
                [b'-', b'-', _] => at += 2,
                _ => return None,
            }
        }
        let end = at + 3;
        self.report_input_errors(end);
        let span = Span::new(self.offset(open), self.offset(end));
        Some((end, self.sink.token(Token::Comment(&self.chunk[start..at]), span)))
    }
}
