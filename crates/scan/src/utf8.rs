//! Checks that bytes are UTF-8.
//!
//! *Problem.* The standard library reads sixteen bytes at a time, which costs a twelfth of what a parse of the same bytes does.
//!
//! *Idea.* Nearly all of a page is ASCII, even where its language isn't: markup, scripts, and URLs. So blocks of ASCII are skipped,
//! and others checked: by vectors where the processor has AVX2, and else by the standard library.
//!
//! *Invariant.* All before the rest is UTF-8, and the rest begins with a character.

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
    is_utf8_by_blocks(bytes)
}

/// Whether bytes are UTF-8, with the instructions that every processor has.
fn is_utf8_by_blocks(bytes: &[u8]) -> bool {
    const BLOCK: usize = 64;
    let mut rest = bytes;
    while let Some((block, after)) = rest.split_first_chunk::<BLOCK>() {
        // Without a branch for each byte, so that it is compiled to vector instructions.
        let mut has_other = false;
        for byte in block {
            has_other |= !byte.is_ascii();
        }
        rest = match has_other.then(|| str::from_utf8(block)) {
            None | Some(Ok(_)) => after,
            // The last character of the block goes on after it.
            Some(Err(error)) if error.error_len().is_none() => &rest[error.valid_up_to()..],
            Some(Err(_)) => return false,
        };
    }
    str::from_utf8(rest).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{from_utf8, is_utf8_by_blocks};

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
        assert_eq!(is_utf8_by_blocks(bytes), expected.is_ok(), "{bytes:x?}");
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
    fn bytes_across_a_block_are_judged_together() {
        let interesting = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
        let mut bytes = [b'x'; 2 * SHORT + 8];
        for first in 0x80..=0xff {
            for second in 0..=0xff {
                for third in interesting {
                    for fourth in interesting {
                        // Across the end of a block.
                        bytes[SHORT - 2..SHORT + 2]
                            .copy_from_slice(&[first, second, third, fourth]);
                        check(&bytes);
                    }
                }
            }
        }
    }
}
