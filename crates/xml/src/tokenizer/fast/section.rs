//! Comments and CDATA sections on the fast path.

use sapwood_scan::Cdata;

use crate::tokenizer::{Token, TokenSink, machine::Machine};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Reads and emits what begins with `<!` here.
    #[inline(never)]
    pub(super) fn fast_section(&mut self) -> Option<()> {
        let rest = &self.input.chunk[self.input.at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            return self.fast_comment(comment);
        }
        self.fast_cdata(rest.strip_prefix("<![CDATA[")?)
    }

    fn fast_comment(&mut self, rest: &str) -> Option<()> {
        const OPEN: usize = "<!--".len();
        let length = sapwood_scan::hyphens_run(rest.as_bytes());
        // A comment that seems to begin inside is an error, which the states report.
        if !rest[length..].starts_with("-->") || S::ERRORS && rest[..length].contains("<!-") {
            return None;
        }
        let start = self.input.at;
        self.input.at = start + OPEN + length + "-->".len();
        self.report_input_errors(self.input.at);
        self.send(Token::Comment(&rest[..length]), self.span(start, self.input.at));
        Some(())
    }

    fn fast_cdata(&mut self, rest: &str) -> Option<()> {
        const OPEN: usize = "<![CDATA[".len();
        let mut length = 0;
        loop {
            length += sapwood_scan::run::<Cdata>(&rest.as_bytes()[length..]);
            match rest.as_bytes().get(length..)? {
                [b']', b']', b'>', ..] => break,
                [b']', ..] => length += 1,
                _ => return None,
            }
        }
        let start = self.input.at + OPEN;
        self.input.at = start + length + "]]>".len();
        self.report_input_errors(self.input.at);
        self.send(Token::EscapedText(""), self.span(start - 1, start));
        if length > 0 {
            self.send(Token::EscapedText(&rest[..length]), self.span(start, start + length));
        }
        Some(())
    }
}
