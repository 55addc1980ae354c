//! [Common parser idioms](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#common-parser-idioms):
//! an input and a position in it.

/// The rest of an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    pub(crate) rest: &'a str,
}

impl<'a> Cursor<'a> {
    #[inline]
    pub(crate) fn new(input: &'a str) -> Self {
        Self { rest: input }
    }

    /// Whether the position is past the end.
    #[inline]
    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The character at the position.
    #[inline]
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// The character at the position, past which it moves.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    /// Moves past `character` if it comes next.
    #[inline]
    pub(crate) fn take(&mut self, character: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(character)?;
        Some(())
    }

    /// [Collects a sequence of code points](https://infra.spec.whatwg.org/#collect-a-sequence-of-code-points).
    pub(crate) fn collect(&mut self, is: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|character| !is(character)).unwrap_or(self.rest.len());
        let (collected, rest) = self.rest.split_at(end);
        self.rest = rest;
        collected
    }

    /// Collects ASCII digits.
    #[inline]
    pub(crate) fn digits(&mut self) -> &'a str {
        self.collect(|character| character.is_ascii_digit())
    }

    /// Collects ASCII digits; `None` unless there are exactly two.
    #[inline]
    pub(crate) fn two_digits(&mut self) -> Option<u8> {
        let digits = self.digits();
        if digits.len() == 2 { digits.parse().ok() } else { None }
    }

    /// [Skips ASCII whitespace](https://infra.spec.whatwg.org/#skip-ascii-whitespace).
    #[inline]
    pub(crate) fn skip_whitespace(&mut self) {
        self.collect(|character| character.is_ascii_whitespace());
    }

    /// `value`, if the position is past the end.
    pub(crate) fn at_end<T>(&self, value: T) -> Option<T> {
        self.is_at_end().then_some(value)
    }
}
