//! Ways to cut an input into chunks.

use std::fmt;

/// A way to cut a text into chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// One chunk.
    Whole,
    /// Two chunks, cut at this byte.
    At(usize),
    /// A chunk for each character.
    EachCharacter,
    /// Chunks of so many bytes, each extended to a character boundary.
    Every(usize),
}

impl Cut {
    /// Returns all cuts of `text`: whole, in two at each character boundary, and one character at a time.
    pub fn all(text: &str) -> impl Iterator<Item = Self> {
        let inner = text.char_indices().map(|(at, _)| Self::At(at));
        [Self::Whole, Self::EachCharacter, Self::At(text.len())].into_iter().chain(inner)
    }

    /// Calls `feed` with each chunk of `text`.
    pub fn each<'a>(self, text: &'a str, mut feed: impl FnMut(&'a str)) {
        match self {
            Self::Whole => feed(text),
            Self::At(at) => {
                feed(&text[..at]);
                feed(&text[at..]);
            }
            Self::Every(length) => {
                let mut rest = text;
                while !rest.is_empty() {
                    let mut end = length.min(rest.len());
                    while !rest.is_char_boundary(end) {
                        end += 1;
                    }
                    let (chunk, after) = rest.split_at(end);
                    feed(chunk);
                    rest = after;
                }
            }
            Self::EachCharacter => {
                let mut rest = text;
                while let Some(c) = rest.chars().next() {
                    let (first, after) = rest.split_at(c.len_utf8());
                    feed(first);
                    rest = after;
                }
            }
        }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("whole"),
            Self::At(at) => write!(f, "cut at byte {at}"),
            Self::Every(length) => write!(f, "cut every {length} bytes"),
            Self::EachCharacter => f.write_str("one character at a time"),
        }
    }
}

/// Cuts `text` into short and long chunks, pseudorandomly by `seed`.
#[must_use]
pub fn scattered(text: &str, seed: u64) -> Vec<&str> {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    let mut chunks = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        // A xorshift generator.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let longest = 1_usize << (state % 13);
        let length = 1 + usize::try_from((state >> 16) % 65_536).unwrap_or(0) % longest;
        let mut end = length.min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let (chunk, after) = rest.split_at(end);
        chunks.push(chunk);
        rest = after;
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::{Cut, scattered};

    #[test]
    fn cuts_cover_the_text() {
        let text = "a\u{e9}b\u{1f600}";
        for cut in Cut::all(text).chain((1..9).map(Cut::Every)) {
            let mut joined = String::new();
            cut.each(text, |chunk| joined.push_str(chunk));
            assert_eq!(joined, text, "{cut}");
        }
        assert_eq!(Cut::all(text).count(), 4 + 3);
        assert_eq!(scattered(text, 1).concat(), text);
    }
}
