//! Searches over bytes for the few at which a tokenizer or a serializer stops.
//!
//! [`run`] returns the length of the longest prefix of its input that holds none of a set of
//! [`Stops`]. Each of these begins a character, so in UTF-8 text the prefix ends between characters. [`Output`] searches and copies at once.
//!
//! ```
//! use sapwood_scan::{Text, run};
//!
//! assert_eq!(run::<Text>(b"1 + 1 < 3"), 6);
//! assert_eq!(run::<Text>(b"no markup"), 9);
//! ```

#[cfg(target_arch = "x86_64")]
mod avx2;
mod input_errors;
mod level;
mod output;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable;
mod sets;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod stops;
mod take;

#[cfg(not(target_arch = "x86_64"))]
use portable as block;
#[cfg(target_arch = "x86_64")]
use sse2 as block;

pub use input_errors::{input_error_run, input_error_run_naive};
#[cfg(target_arch = "x86_64")]
pub use level::Avx2;
pub use level::{Baseline, Level, Work, at_best_level};
pub use output::{Ascii, AsciiPart, Output};
pub use sets::{
    AttributeName, BogusComment, Cdata, Comment, DoctypeIdentifier, DoubleQuoted,
    EscapedInAttribute, EscapedInText, Plaintext, ProcessingInstruction, RawText, SingleQuoted,
    TagName, Text, Unquoted, XmlDoubleQuoted, XmlEscapedInAttribute, XmlEscapedInText, XmlInput,
    XmlProcessingInstruction, XmlSingleQuoted,
};
pub use stops::{Stops, run, run_naive};
pub use take::{Taken, Word, take, take_word, words};

/// How many bytes are looked at in one step.
pub const BLOCK: usize = 16;

/// How many bytes a short piece is copied as.
const WINDOW: usize = 2 * BLOCK;

/// The bytes from `at` on, if that isn't too near to the end.
#[inline(always)]
fn window<const LENGTH: usize>(bytes: &[u8], at: usize) -> Option<&[u8; LENGTH]> {
    let last = bytes.len().wrapping_sub(LENGTH).cast_signed();
    if at.cast_signed() > last || at.cast_signed() < 0 {
        return None;
    }
    // SAFETY: a window that begins at the last place or before ends within; both are less than `isize::MAX`.
    Some(unsafe { &*bytes.as_ptr().add(at).cast::<[u8; LENGTH]>() })
}

/// Tag white space: TAB, LF, FF, CR and space.
#[inline]
#[must_use]
pub fn whitespace_run(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(bytes.len())
}

/// The stop that comments end with.
enum Hyphen {}

impl Stops for Hyphen {
    const BYTES: &'static [u8] = b"-";
}

/// A comment that goes on: up to the first of `--`, NUL and CR.
///
/// A lone `-` at the end isn't a stop: whether it is followed by another isn't known.
#[inline]
#[must_use]
pub fn hyphens_run(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(rest) = bytes.get(at..)
        && let Some(first) = rest.first_chunk::<BLOCK>()
        && let Some(second) = rest[1..].first_chunk::<BLOCK>()
    {
        let mask = block::stop_mask::<Hyphen>(first) & block::stop_mask::<Hyphen>(second)
            | block::stop_mask::<Plaintext>(first);
        if mask != 0 {
            return at + mask.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    at + hyphens_run_naive(&bytes[at..])
}

/// What [`hyphens_run`] returns, a byte at a time.
#[must_use]
pub fn hyphens_run_naive(bytes: &[u8]) -> usize {
    (0..bytes.len())
        .find(|&at| Plaintext::contains(bytes[at]) || bytes[at..].starts_with(b"--"))
        .unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_fast_matches_naive() {
        for text in ["--", "-", "-x-", "\0", "\r", "---", "\u{e9}--"] {
            for offset in 0..70 {
                for tail in 0..40 {
                    let bytes = ["x".repeat(offset), text.into(), "y".repeat(tail)].concat();
                    let bytes = bytes.as_bytes();
                    assert_eq!(
                        hyphens_run(bytes),
                        hyphens_run_naive(bytes),
                        "{text:?} {offset} {tail}"
                    );
                }
            }
        }
    }

    #[test]
    fn whitespace() {
        assert_eq!(whitespace_run(b" \t\n\x0c\rx"), 5);
        assert_eq!(whitespace_run(b"\x0b"), 0);
        assert_eq!(whitespace_run(b"  "), 2);
    }
}
