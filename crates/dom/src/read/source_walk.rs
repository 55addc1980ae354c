//! A walk over the data of a text and its source together, which repeats what the tokenizer did.

use std::ops::Range;

use sapwood_names::character_references::Matcher;

/// A walk over a text and its source.
pub(super) struct Walk<'t> {
    source: &'t [u8],
    data: &'t [u8],
    /// The place in the source.
    from: usize,
    /// The place in the data.
    to: usize,
    /// Whether the text is that of a raw text element, which has no references.
    is_raw: bool,
}

impl<'t> Walk<'t> {
    pub(super) fn new(source: &'t [u8], data: &'t str, is_raw: bool) -> Self {
        Self { source, data: data.as_bytes(), from: 0, to: 0, is_raw }
    }

    /// The source of a part of the data; `None` if it doesn't match.
    pub(super) fn part(&mut self, part: &Range<usize>) -> Option<Range<usize>> {
        self.advance(part.start)?;
        self.skip_dropped();
        let start = self.from;
        self.advance(part.end)?;
        Some(start..self.from)
    }

    /// Goes on to a place in the data.
    fn advance(&mut self, place: usize) -> Option<()> {
        while self.to < place {
            self.step(place)?;
        }
        Some(())
    }

    /// Goes on over bytes that are equal, or over one replacement.
    fn step(&mut self, place: usize) -> Option<()> {
        let (source, data) = (&self.source[self.from..], &self.data[self.to..place]);
        let is_same = |(a, b): &(&u8, &u8)| a == b && (**a != b'&' || self.is_raw);
        let length = source.iter().zip(data).take_while(is_same).count();
        if length > 0 {
            (self.from, self.to) = (self.from + length, self.to + length);
            return Some(());
        }
        let data = &self.data[self.to..];
        let (read, written) = match source.first()? {
            b'&' if !self.is_raw => reference(source, data)?,
            b'\r' if source.get(1) != Some(&b'\n') && data[0] == b'\n' => (1, 1),
            0 if data.starts_with("\u{fffd}".as_bytes()) => (1, 3),
            _ => {
                let dropped = self.skip_dropped();
                return (dropped > 0).then_some(());
            }
        };
        (self.from, self.to) = (self.from + read, self.to + written);
        Some(())
    }

    /// Skips what has no part in the data; returns the number of bytes.
    fn skip_dropped(&mut self) -> usize {
        let start = self.from;
        loop {
            let source = &self.source[self.from..];
            let data = self.data.get(self.to);
            self.from += match source.first() {
                Some(b'\r') if source.get(1) == Some(&b'\n') => 1,
                Some(0) if data != Some(&0xef) => 1,
                // The first line feed of a `pre`.
                Some(b'\n') if self.to == 0 && data != Some(&b'\n') => 1,
                Some(b'<') if data != Some(&b'<') && source.starts_with(b"<![CDATA[") => 9,
                Some(b']') if data != Some(&b']') && source.starts_with(b"]]>") => 3,
                _ => return self.from - start,
            };
        }
    }
}

/// The lengths of the character reference that `source` begins with, or of the `&`, and of what is in its place in `data`.
fn reference(source: &[u8], data: &[u8]) -> Option<(usize, usize)> {
    let first_character = || 1 + data[1..].iter().take_while(|it| **it & 0xc0 == 0x80).count();
    if source.get(1) == Some(&b'#') {
        let is_hex = matches!(source.get(2), Some(b'x' | b'X'));
        let start = if is_hex { 3 } else { 2 };
        let is_digit =
            |byte: &&u8| if is_hex { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
        let digits = source[start.min(source.len())..].iter().take_while(is_digit).count();
        if digits > 0 {
            let end = start + digits;
            return Some((end + usize::from(source.get(end) == Some(&b';')), first_character()));
        }
    }
    let mut matcher = Matcher::START;
    let mut longest = None;
    for (at, byte) in source[1..].iter().enumerate() {
        let Some(next) = matcher.step(*byte) else { break };
        matcher = next;
        longest = matcher.value().map(|value| (at + 2, value)).or(longest);
    }
    match longest {
        Some((length, value)) if data.starts_with(value.as_bytes()) => Some((length, value.len())),
        _ => (data[0] == b'&').then_some((1, 1)),
    }
}
