//! [CSS tokens](https://drafts.csswg.org/css-syntax/#tokenization), as far as selectors distinguish them.

use std::borrow::Cow;

use crate::{
    error::{Fault, Located},
    syntax::{OPERATORS, Operator},
};

/// A CSS token. Kinds that no selector contains are one, [`Other`](Self::Other).
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token<'a> {
    Ident(Cow<'a, str>),
    /// A name and its `(`.
    Function(Cow<'a, str>),
    /// A hash token of the type "id", without its `#`.
    Hash(Cow<'a, str>),
    String(Cow<'a, str>),
    Number(Number),
    Dimension(Number, Cow<'a, str>),
    /// `~=`, `|=`, `^=`, `$=` or `*=`.
    Match(Operator),
    Delim(char),
    Whitespace,
    Colon,
    Comma,
    /// `(`, `[` or `{`.
    Open(u8),
    /// The end of a block.
    Close,
    /// A bad string, a bad URL, or a bracket that closes nothing.
    Bad,
    Other,
}

/// The value of a number token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Number {
    pub(crate) has_sign: bool,
    /// The value of an integer, clamped to the type.
    pub(crate) integer: Option<i32>,
}

/// A token and its place.
#[derive(Clone, Debug)]
pub(crate) struct Lexeme<'a> {
    pub(crate) token: Token<'a>,
    /// Its byte offset.
    pub(crate) start: usize,
    /// The index of the token that closes a block, for the token that opens it. That index is the number of tokens if
    /// the text ends in the block.
    pub(crate) close: usize,
}

/// The limit on nested brackets: the parser recurses for each.
const MAX_NESTING: usize = 32;

/// Returns the tokens of `text` without comments.
pub(crate) fn tokenize(text: &str) -> Result<Vec<Lexeme<'_>>, Located> {
    let mut tokenizer = Tokenizer { text, at: 0 };
    let mut lexemes: Vec<Lexeme<'_>> = Vec::new();
    // The blocks that are open: the index of the first token and the byte that closes the block.
    let mut open: Vec<(usize, u8)> = Vec::new();
    loop {
        tokenizer.skip_comments();
        let start = tokenizer.at;
        let Some(first) = tokenizer.peek(0) else { break };
        let mut token = tokenizer.token(first);
        let closer = match token {
            Token::Function(_) | Token::Open(b'(') => Some(b')'),
            Token::Open(b'[') => Some(b']'),
            Token::Open(_) => Some(b'}'),
            _ => None,
        };
        if let Some(closer) = closer {
            if open.len() == MAX_NESTING {
                return Err(Located { fault: Fault::TooDeep, offset: tokenizer.at - 1 });
            }
            open.push((lexemes.len(), closer));
        } else if token == Token::Close {
            match open.pop_if(|(_, closer)| *closer == first) {
                Some((index, _)) => lexemes[index].close = lexemes.len(),
                None => token = Token::Bad,
            }
        }
        lexemes.push(Lexeme { token, start, close: 0 });
    }
    for (index, _) in open {
        lexemes[index].close = lexemes.len();
    }
    Ok(lexemes)
}

struct Tokenizer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokenizer<'a> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take(&mut self, prefix: &str) -> bool {
        let is_next = self.rest().starts_with(prefix);
        self.at += if is_next { prefix.len() } else { 0 };
        is_next
    }

    fn skip_while(&mut self, is_it: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&is_it) {
            self.at += 1;
        }
    }

    /// [Consumes comments](https://drafts.csswg.org/css-syntax/#consume-comments)
    fn skip_comments(&mut self) {
        while self.take("/*") {
            self.at = self.rest().find("*/").map_or(self.text.len(), |end| self.at + end + 2);
        }
    }

    /// [Consumes a token](https://drafts.csswg.org/css-syntax/#consume-token) that begins with the byte `first`.
    fn token(&mut self, first: u8) -> Token<'a> {
        if is_whitespace(first) {
            self.skip_while(is_whitespace);
            return Token::Whitespace;
        }
        if self.starts_number() {
            return self.number();
        }
        if self.take("<!--") || self.take("-->") {
            return Token::Other;
        }
        if self.starts_name(0) {
            return self.name_like();
        }
        if let Some((operator, _)) = OPERATORS.iter().find(|(_, text)| self.take(text)) {
            return Token::Match(*operator);
        }
        self.at += 1;
        match first {
            b'"' | b'\'' => self.string(first),
            b'#' => self.hash(),
            b'@' if self.starts_name(0) => {
                self.name();
                Token::Other
            }
            b';' => Token::Other,
            b':' => Token::Colon,
            b',' => Token::Comma,
            b'(' | b'[' | b'{' => Token::Open(first),
            b')' | b']' | b'}' => Token::Close,
            // Bytes beyond ASCII start a name.
            _ => Token::Delim(first.into()),
        }
    }

    fn hash(&mut self) -> Token<'a> {
        if self.starts_name(0) {
            return Token::Hash(self.name());
        }
        match self.peek(0) {
            Some(byte) if is_name(byte) => {
                self.name();
                Token::Other
            }
            _ => Token::Delim('#'),
        }
    }

    /// [Whether an identifier starts](https://drafts.csswg.org/css-syntax/#would-start-an-identifier) `ahead` bytes
    /// later.
    fn starts_name(&self, ahead: usize) -> bool {
        match self.peek(ahead) {
            Some(b'-') => match self.peek(ahead + 1) {
                Some(b'-') => true,
                Some(byte) => is_name_start(byte) || self.starts_escape(ahead + 1),
                None => false,
            },
            Some(byte) => is_name_start(byte) || self.starts_escape(ahead),
            None => false,
        }
    }

    /// [Whether two code points are a valid escape](https://drafts.csswg.org/css-syntax/#check-if-two-code-points-are-a-valid-escape)
    fn starts_escape(&self, ahead: usize) -> bool {
        self.peek(ahead) == Some(b'\\') && !self.peek(ahead + 1).is_some_and(is_newline)
    }

    /// [Whether a number starts](https://drafts.csswg.org/css-syntax/#starts-with-a-number)
    fn starts_number(&self) -> bool {
        let sign = usize::from(matches!(self.peek(0), Some(b'+' | b'-')));
        let dot = usize::from(self.peek(sign) == Some(b'.'));
        self.peek(sign + dot).is_some_and(|byte| byte.is_ascii_digit())
    }

    /// [Consumes a numeric token](https://drafts.csswg.org/css-syntax/#consume-numeric-token)
    fn number(&mut self) -> Token<'a> {
        let start = self.at;
        let has_sign = self.take("+") || self.take("-");
        let is_digit = |byte: u8| byte.is_ascii_digit();
        self.skip_while(is_digit);
        let digits = &self.text[start + usize::from(has_sign)..self.at];
        let mut is_integer = true;
        if self.peek(0) == Some(b'.') && self.peek(1).is_some_and(is_digit) {
            self.at += 1;
            self.skip_while(is_digit);
            is_integer = false;
        }
        if matches!(self.peek(0), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.peek(1), Some(b'+' | b'-')));
            if self.peek(1 + sign).is_some_and(is_digit) {
                self.at += 1 + sign;
                self.skip_while(is_digit);
                is_integer = false;
            }
        }
        let integer = is_integer.then(|| {
            let magnitude = digits.parse().unwrap_or(i64::MAX);
            let value = if self.text.as_bytes()[start] == b'-' { -magnitude } else { magnitude };
            value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
        });
        let number = Number { has_sign, integer };
        if self.starts_name(0) {
            return Token::Dimension(number, self.name());
        }
        if self.take("%") { Token::Other } else { Token::Number(number) }
    }

    /// [Consumes an ident-like token](https://drafts.csswg.org/css-syntax/#consume-ident-like-token)
    fn name_like(&mut self) -> Token<'a> {
        let name = self.name();
        if !self.take("(") {
            return Token::Ident(name);
        }
        let first = self.rest().trim_start_matches(|c| u8::try_from(c).is_ok_and(is_whitespace));
        if name.eq_ignore_ascii_case("url") && !first.starts_with(['"', '\'']) {
            return self.url();
        }
        Token::Function(name)
    }

    /// [Consumes a url token](https://drafts.csswg.org/css-syntax/#consume-url-token)
    fn url(&mut self) -> Token<'a> {
        self.skip_while(is_whitespace);
        let mut token = Token::Other;
        let mut is_over = false;
        while let Some(byte) = self.peek(0) {
            if byte == b')' {
                self.at += 1;
                break;
            }
            let is_escape = self.starts_escape(0);
            let is_bad = matches!(byte, b'"' | b'\'' | b'(' | 0..=8 | 0xb | 0xe..=0x1f | 0x7f)
                || byte == b'\\' && !is_escape;
            if is_bad || is_over && !is_whitespace(byte) {
                token = Token::Bad;
            }
            is_over |= is_whitespace(byte);
            self.at += 1;
            if is_escape {
                self.escape();
            }
        }
        token
    }

    /// [Consumes a string token](https://drafts.csswg.org/css-syntax/#consume-string-token) after its quote.
    fn string(&mut self, quote: u8) -> Token<'a> {
        let mut string = Unescaped::new(self.at);
        loop {
            match self.peek(0) {
                None => return Token::String(string.finish(self.text, self.at)),
                Some(byte) if byte == quote => {
                    let string = string.finish(self.text, self.at);
                    self.at += 1;
                    return Token::String(string);
                }
                Some(byte) if is_newline(byte) => return Token::Bad,
                Some(b'\\') => {
                    string.push(self.text, self.at, "");
                    self.at += 1;
                    match self.peek(0) {
                        None => {}
                        Some(b'\r') => self.at += 1 + usize::from(self.peek(1) == Some(b'\n')),
                        Some(byte) if is_newline(byte) => self.at += 1,
                        Some(_) => string.text.to_mut().push(self.escape()),
                    }
                    string.start = self.at;
                }
                Some(0) => string.replace_null(self),
                Some(_) => self.at += 1,
            }
        }
    }

    /// [Consumes an ident sequence](https://drafts.csswg.org/css-syntax/#consume-name)
    fn name(&mut self) -> Cow<'a, str> {
        let mut name = Unescaped::new(self.at);
        loop {
            match self.peek(0) {
                Some(0) => name.replace_null(self),
                Some(byte) if is_name(byte) => self.at += 1,
                Some(b'\\') if self.starts_escape(0) => {
                    name.push(self.text, self.at, "");
                    self.at += 1;
                    name.text.to_mut().push(self.escape());
                    name.start = self.at;
                }
                _ => return name.finish(self.text, self.at),
            }
        }
    }

    /// [Consumes an escaped code point](https://drafts.csswg.org/css-syntax/#consume-escaped-code-point) after its
    /// `\`.
    fn escape(&mut self) -> char {
        let rest = self.rest();
        let digits = rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits == 0 {
            let character = rest.chars().next();
            self.at += character.map_or(0, char::len_utf8);
            return character.filter(|&it| it != '\0').unwrap_or(char::REPLACEMENT_CHARACTER);
        }
        self.at += digits;
        if !self.take("\r\n") && self.peek(0).is_some_and(is_whitespace) {
            self.at += 1;
        }
        let code = u32::from_str_radix(&rest[..digits], 16).unwrap_or_default();
        char::from_u32(code).filter(|&it| it != '\0').unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

/// A name or a string: a part of the text, or a copy once an escape differs from it.
struct Unescaped<'a> {
    text: Cow<'a, str>,
    /// The start of what is not yet copied.
    start: usize,
}

impl<'a> Unescaped<'a> {
    fn new(start: usize) -> Self {
        Self { text: Cow::Borrowed(""), start }
    }

    /// Copies the text before `end`, and `more`.
    fn push(&mut self, text: &str, end: usize, more: &str) {
        let copy = self.text.to_mut();
        copy.push_str(&text[self.start..end]);
        copy.push_str(more);
    }

    /// Copies U+0000, which [preprocessing](https://drafts.csswg.org/css-syntax/#input-preprocessing) replaces.
    fn replace_null(&mut self, tokenizer: &mut Tokenizer<'_>) {
        self.push(tokenizer.text, tokenizer.at, "\u{fffd}");
        tokenizer.at += 1;
        self.start = tokenizer.at;
    }

    fn finish(mut self, text: &'a str, end: usize) -> Cow<'a, str> {
        match self.text {
            Cow::Borrowed(_) => Cow::Borrowed(&text[self.start..end]),
            Cow::Owned(_) => {
                self.push(text, end, "");
                self.text
            }
        }
    }
}

fn is_newline(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b'\x0c')
}

fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t') || is_newline(byte)
}

/// U+0000 counts: preprocessing makes it U+FFFD.
fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == 0 || !byte.is_ascii()
}

fn is_name(byte: u8) -> bool {
    is_name_start(byte) || byte.is_ascii_digit() || byte == b'-'
}
