//! Checks that bytes are UTF-8.
//!
//! *Problem.* The standard library reads sixteen bytes at a time, which costs a twelfth of what a parse of the same bytes does.
//!
//! *Idea.* Nearly all of a page is ASCII, even where its language isn't: markup, scripts, and URLs. So runs of ASCII are skipped
//! by vector instructions, and the characters between them are looked at one by one.
//!
//! *Invariant.* All before the offset is UTF-8, and a character starts there.

use core::str::{self, Utf8Error};

#[cfg(target_arch = "x86_64")]
use crate::avx2;

/// A length below which the choice of instructions isn't worth its cost.
const SHORT: usize = 64;

/// Returns the bytes as text, as [`str::from_utf8`] does, in a fraction of its time where most of them are ASCII.
///
/// # Errors
///
/// As those of [`str::from_utf8`].
#[inline]
pub fn from_utf8(bytes: &[u8]) -> Result<&str, Utf8Error> {
    if bytes.len() < SHORT || !is_utf8(bytes) {
        return str::from_utf8(bytes);
    }
    // SAFETY: `is_utf8` found them valid.
    Ok(unsafe { str::from_utf8_unchecked(bytes) })
}

fn is_utf8(bytes: &[u8]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::is_utf8(bytes) };
    }
    is_utf8_by(bytes, ascii_run)
}

/// Whether bytes are UTF-8; `ascii_run` returns the length of the longest prefix that is ASCII.
#[inline(always)]
pub(crate) fn is_utf8_by(bytes: &[u8], ascii_run: impl Fn(&[u8]) -> usize) -> bool {
    let mut rest = bytes;
    while let Some(first) = rest.first() {
        let length = if first.is_ascii() { Some(ascii_run(rest)) } else { character_length(rest) };
        match length {
            Some(length) => rest = &rest[length..],
            None => return false,
        }
    }
    true
}

/// Returns the length of the longest prefix that is ASCII, with the instructions that every processor has.
fn ascii_run(bytes: &[u8]) -> usize {
    const BLOCK: usize = 64;
    let mut length = 0;
    while let Some(block) = bytes[length..].first_chunk::<BLOCK>() {
        // Without a branch for each byte, so that it is compiled to vector instructions.
        let mut has_other = false;
        for byte in block {
            has_other |= !byte.is_ascii();
        }
        if has_other {
            break;
        }
        length += BLOCK;
    }
    while let Some(word) = bytes[length..].first_chunk() {
        let others = u64::from_le_bytes(*word) & u64::from_ne_bytes([0x80; 8]);
        if others != 0 {
            return length + others.trailing_zeros() as usize / 8;
        }
        length += word.len();
    }
    length + bytes[length..].iter().take_while(|byte| byte.is_ascii()).count()
}

/// The length of the character of several bytes at the start of `bytes`, by table 3-7 of the
/// [Unicode Standard](https://www.unicode.org/versions/latest/core-spec/chapter-3/#G27506).
#[inline(always)]
fn character_length(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [0xc2..=0xdf, 0x80..=0xbf, ..] => Some(2),
        [0xe1..=0xec | 0xee..=0xef, 0x80..=0xbf, 0x80..=0xbf, ..]
        | [0xe0, 0xa0..=0xbf, 0x80..=0xbf, ..]
        | [0xed, 0x80..=0x9f, 0x80..=0xbf, ..] => Some(3),
        [0xf0, 0x90..=0xbf, 0x80..=0xbf, 0x80..=0xbf, ..]
        | [0xf1..=0xf3, 0x80..=0xbf, 0x80..=0xbf, 0x80..=0xbf, ..]
        | [0xf4, 0x80..=0x8f, 0x80..=0xbf, 0x80..=0xbf, ..] => Some(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{ascii_run, character_length, from_utf8, is_utf8_by};

    /// The longest block that is looked at at once.
    const LONG: usize = 512;
    const SHORT: usize = 32;

    /// Characters of each length, sequences that no text has, and starts and ends of characters alone.
    const PIECES: [&[u8]; 12] = [
        b"a",
        "\u{e9}".as_bytes(),
        "\u{20ac}".as_bytes(),
        "\u{1f600}".as_bytes(),
        b"\xc3",
        b"\xa9",
        b"\xe2\x82",
        b"\xf0\x9f\x98",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xff",
    ];

    fn check(bytes: &[u8]) {
        let expected = str::from_utf8(bytes);
        assert_eq!(from_utf8(bytes), expected, "{bytes:x?}");
        assert_eq!(is_utf8_by(bytes, ascii_run), expected.is_ok(), "{bytes:x?}");
    }

    #[test]
    fn is_that_of_the_standard_library_at_each_offset() {
        for length in [0, 1, SHORT, LONG - 1, LONG, LONG + SHORT, 2 * LONG + 5] {
            for piece in PIECES {
                for at in 0..length.saturating_sub(piece.len()) {
                    let mut bytes = vec![b'x'; length];
                    bytes[at..at + piece.len()].copy_from_slice(piece);
                    check(&bytes);
                }
            }
        }
    }

    #[test]
    fn pieces_in_a_row_are_judged_together() {
        for first in PIECES {
            for second in PIECES {
                for at in [LONG - 8..LONG + 8, 2 * SHORT - 8..2 * SHORT + 8].into_iter().flatten() {
                    let mut bytes = vec![b'x'; at];
                    bytes.extend([first, second].concat());
                    bytes.resize(2 * LONG + SHORT, b'y');
                    check(&bytes);
                    // The same at the very end.
                    let bytes = &bytes[..at + first.len() + second.len()];
                    let long = [vec![b'z'; LONG], bytes.to_vec()].concat();
                    check(&long);
                }
            }
        }
    }

    #[test]
    fn characters_are_those_of_the_standard_library() {
        let interesting = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
        let expected = |bytes: &[u8]| {
            let valid = bytes.utf8_chunks().next()?.valid();
            valid.chars().next().map(char::len_utf8)
        };
        for first in 0x80..=0xff {
            for second in 0..=0xff {
                for third in interesting {
                    for fourth in interesting {
                        let bytes = [first, second, third, fourth];
                        for length in 1..=4 {
                            let bytes = &bytes[..length];
                            assert_eq!(character_length(bytes), expected(bytes), "{bytes:x?}");
                        }
                    }
                }
            }
        }
    }
}
