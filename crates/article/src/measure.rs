//! Sizes and hashes of texts.

/// The size of texts, white space collapsed, in characters.
#[derive(Clone, Copy, Default)]
pub(crate) struct Text {
    pub(crate) length: u32,
    /// The part in links.
    pub(crate) linked: u32,
    /// Whether it has the marks of sentences.
    pub(crate) has_marks: bool,
}

/// A running hash of texts, of which a difference is the hash of the texts between.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Print {
    hash: u64,
    texts: u32,
    /// Characters of the texts, white space collapsed in each.
    length: u32,
}

const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

impl Print {
    pub(crate) fn push(&mut self, text: &str, length: u32) {
        let hash = hash(text);
        self.hash = self.hash.wrapping_mul(BASE).wrapping_add(hash ^ hash >> 29);
        self.texts += 1;
        self.length = self.length.saturating_add(length);
    }

    /// The hash of the texts since `earlier`.
    pub(crate) fn since(self, earlier: Self) -> u64 {
        let power = BASE.wrapping_pow(self.texts.wrapping_sub(earlier.texts));
        self.hash.wrapping_sub(earlier.hash.wrapping_mul(power))
    }

    /// The length of the texts since `earlier`.
    pub(crate) fn length_since(self, earlier: Self) -> u32 {
        self.length - earlier.length
    }
}

/// A hash that is fast, and no defence against collisions that somebody seeks.
#[inline]
pub(crate) fn hash(text: &str) -> u64 {
    let mut hash = text.len() as u64;
    let mut chunks = text.as_bytes().chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().unwrap_or_default());
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(BASE);
    }
    for &byte in chunks.remainder() {
        hash = (hash.rotate_left(9) ^ u64::from(byte)).wrapping_mul(BASE);
    }
    hash
}

/// Shorter texts have no marks of sentences.
const SENTENCE: u32 = 20;
/// Bytes that are counted at a time: as many as one byte can count.
const PIECE: usize = 128;

/// The length of a text in characters, white space collapsed, and whether it has marks of sentences.
///
/// Each byte is compared with the one before it, without branches, so that the compiler can take many bytes at a time.
pub(crate) fn measure(text: &str) -> (u32, bool) {
    let bytes = text.as_bytes();
    let Some(first) = bytes.first() else { return (0, false) };
    if bytes.len() <= SENTENCE as usize {
        // Most texts are labels.
        let (mut length, mut is_after_space) = (1, 0);
        for &byte in &bytes[1..] {
            let is_space = SPACES[usize::from(byte)];
            length += u32::from(byte & 0xc0 != 0x80) & !u32::from(is_after_space & is_space);
            is_after_space = is_space;
        }
        return (length, false);
    }
    let (mut length, mut has_marks) = (u32::from(*first & 0xc0 != 0x80), 0);
    let (previous, next) = (&bytes[..bytes.len() - 1], &bytes[1..]);
    for (previous, next) in previous.chunks(PIECE).zip(next.chunks(PIECE)) {
        let mut count = 0_u8;
        for (&a, &b) in previous.iter().zip(next) {
            // Bytes after the first of a character don't count.
            count += u8::from(b & 0xc0 != 0x80) & !(is_space(a) & is_space(b));
            has_marks |= is_mark(a) & (is_space(b) | is_quote(b));
        }
        length = length.saturating_add(count.into());
    }
    // Scripts without spaces have marks of their own.
    let has_marks = length > SENTENCE
        && (has_marks != 0
            || is_mark(bytes[bytes.len() - 1]) != 0
            || !text.is_ascii() && bytes.windows(3).any(is_wide_mark));
    (length, has_marks)
}

/// [`is_space`] of each byte.
static SPACES: [u8; 256] = {
    let mut spaces = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        spaces[byte] = is_space(byte as u8);
        byte += 1;
    }
    spaces
};

#[inline(always)]
const fn is_space(byte: u8) -> u8 {
    (byte == b' ') as u8
        | (byte == b'\n') as u8
        | (byte == b'\t') as u8
        | (byte == b'\r') as u8
        | (byte == 0x0c) as u8
}

#[inline(always)]
fn is_mark(byte: u8) -> u8 {
    u8::from(byte == b'.')
        | u8::from(byte == b',')
        | u8::from(byte == b'!')
        | u8::from(byte == b'?')
        | u8::from(byte == b':')
        | u8::from(byte == b';')
}

/// Whether the byte can follow a mark at the end of a sentence: a quote, or the first byte of one.
#[inline(always)]
fn is_quote(byte: u8) -> u8 {
    u8::from(byte == b'"')
        | u8::from(byte == b'\'')
        | u8::from(byte == b')')
        | u8::from(byte == 0xe2)
}

/// Whether these bytes are `。`, `，`, `！` or `？`.
fn is_wide_mark(bytes: &[u8]) -> bool {
    matches!(bytes, [0xe3, 0x80, 0x82] | [0xef, 0xbc, 0x8c | 0x81 | 0x9f])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_characters_and_marks() {
        for (text, expected) in [
            ("", (0, false)),
            ("a", (1, false)),
            ("a  b\n\tc", (5, false)),
            ("äö.  ä", (5, false)),
            ("a, b. c! d? e: f; g,", (20, false)),
            ("a, b. c! d? e: f; g, h", (22, true)),
            ("oak, and elm", (12, false)),
            ("The oak is a tree, and grows.", (29, true)),
            ("The oak is a tree and it grows", (30, false)),
            ("version 1.2.3 of the program is out", (35, false)),
            ("äöü äöü äöü äöü äöü äöü. ä", (26, true)),
            ("橡树是一种树，它生长缓慢，木材坚硬而且耐久，寿命很长", (26, true)),
        ] {
            assert_eq!(measure(text), expected, "{text}");
        }
        let long = "oak  ".repeat(1000);
        assert_eq!(measure(&long), (4000, false));
    }
}
