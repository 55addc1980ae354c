//! Vectorized searches for the few bytes at which a tokenizer or a serializer stops.
//!
//! [`run`] returns the length of the longest prefix of its input without a byte of a set of [`Stops`].
//! [`take()`] returns that prefix as text, and [`TextBuffer`] searches and copies in one pass.
//!
//! ```
//! use sapwood_scan::{Text, run};
//!
//! assert_eq!(run::<Text>(b"1 + 1 < 3"), 6);
//! assert_eq!(run::<Text>(b"no markup"), 9);
//! ```
//!
//! This is the only crate of the workspace with `unsafe` code. Other crates can't implement the traits that
//! it relies on, [`Stops`] and [`Simd`].
//!
//! See "Searching for a stop" in `docs/hot-path.md`.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod cursor;
mod input_errors;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable;
mod prose;
mod sealed;
mod search;
mod sets;
mod simd;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod stops;
mod take;
mod text_buffer;
mod utf8;
mod window;
mod word_search;

#[cfg(not(target_arch = "x86_64"))]
use portable as block;
#[cfg(target_arch = "x86_64")]
use sse2 as block;

pub use cursor::{Cursor, Found, Tail, Word};
pub use input_errors::{input_error_run, input_error_run_naive};
pub use prose::{
    Words, collapsed_run, collapsed_run_naive, is_mark_of_two, is_plain_url, is_plain_url_naive,
    markdown_run, markdown_run_naive, whitespace_run_within, words_run,
};
pub use search::{run, stop_bits};
pub use sets::{
    AttributeName, BogusComment, Cdata, Comment, CommonUnquoted, DoctypeIdentifier, DoubleQuote,
    DoubleQuoted, Equals, EscapedInAttribute, EscapedInText, JsonString, LessThan, LineEnd,
    LineFeed, Plaintext, ProcessingInstruction, RawText, SingleQuote, SingleQuoted, TagEnd,
    TagName, Text, Unquoted, UnquotedEnd, ValueOrTagEnd, XmlDoubleQuoted, XmlEscapedInAttribute,
    XmlEscapedInText, XmlInput, XmlProcessingInstruction, XmlSingleQuoted,
};
pub use simd::{Baseline, Simd, SimdTask, dispatch};
pub use stops::{Stops, run_naive};
pub use take::{Taken, take, words};
pub use text_buffer::{Ascii, AsciiPart, TextBuffer};
pub use utf8::from_utf8;
pub use window::BLOCK;
pub use word_search::WordSearch;

use self::window::window;

/// Appends `map` of each item to `to`, and returns `true`. If `to` lacks room, `make_room` is asked for it, with the number
/// of items; if that returns `false`, nothing is appended, and this function does, too.
///
/// [`Vec::extend`] does the same in a call, which costs more than the few short items of most lists.
///
/// # Panics
///
/// Panics if `make_room` returns `true` without having made room.
///
/// ```
/// let mut lengths = vec![0];
/// let make_room = |lengths: &mut Vec<usize>, more| {
///     lengths.reserve(more);
///     true
/// };
/// assert!(sapwood_scan::push_all(&mut lengths, &["a", "bc"], |text| text.len(), make_room));
/// assert_eq!(lengths, [0, 1, 2]);
/// ```
#[inline(always)]
pub fn push_all<T, U: Copy>(
    to: &mut Vec<U>,
    items: &[T],
    mut map: impl FnMut(&T) -> U,
    make_room: impl FnOnce(&mut Vec<U>, usize) -> bool,
) -> bool {
    if items.len() > to.capacity() - to.len() {
        if !make_room(to, items.len()) {
            return false;
        }
        assert!(items.len() <= to.capacity() - to.len(), "no room was made");
    }
    let mut len = to.len();
    for item in items {
        let mapped = map(item);
        // SAFETY: there is room for all items, and `len` counts those that were written.
        unsafe { to.as_mut_ptr().add(len).write(mapped) };
        len += 1;
    }
    // SAFETY: all items up to `len` were written.
    unsafe { to.set_len(len) };
    true
}

/// Returns the length of the white space at the start of `bytes`: TAB, LF, FF, CR and space.
#[inline]
#[must_use]
pub fn whitespace_run(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(block) = window::<BLOCK>(bytes, at) {
        let others = !block::stop_mask::<Whitespace>(block) & 0xffff;
        if others != 0 {
            return at + others.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    let rest = &bytes[at..];
    at + rest.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(rest.len())
}

/// ASCII white space.
enum Whitespace {}

impl sealed::Sealed for Whitespace {}

impl Stops for Whitespace {
    const BYTES: &'static [u8] = b"\t\n\x0c\r ";
}

/// The hyphen, two of which can end a comment.
enum Hyphen {}

impl sealed::Sealed for Hyphen {}

impl Stops for Hyphen {
    const BYTES: &'static [u8] = b"-";
}

/// Returns the length of the longest prefix of `bytes`, inside a comment, without `--`, NUL and CR.
///
/// A lone `-` at the end of `bytes` is part of it: the input after it may or may not begin with `-`.
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

/// [`hyphens_run`], one byte at a time.
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
    fn hyphens_run_equals_naive() {
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
    fn mask_of_folded_finds_exactly_that_byte() {
        for byte in 0..=u8::MAX {
            let block = [byte.wrapping_sub(1), byte, byte.wrapping_add(1), byte ^ 0x80].repeat(4);
            let block = block.first_chunk().unwrap();
            for mask_of_folded in [block::mask_of_folded, portable::mask_of_folded] {
                assert_eq!(mask_of_folded(block, &[0; BLOCK], &[byte; BLOCK]), 0x2222);
                let fold = [0xff ^ byte; BLOCK];
                assert_eq!(mask_of_folded(block, &fold, &[0xff; BLOCK]) & 0x2222, 0x2222);
            }
        }
    }

    #[test]
    fn whitespace_run_ends_at_other_characters() {
        assert_eq!(whitespace_run(b" \t\n\x0c\rx"), 5);
        assert_eq!(whitespace_run(b"\x0b"), 0);
        assert_eq!(whitespace_run(b"  "), 2);
        for before in 0..70 {
            for rest in ["", "x", "\x0b", "\0x\n                                "] {
                let bytes = ["\t".repeat(before).as_str(), rest].concat();
                assert_eq!(whitespace_run(bytes.as_bytes()), before);
            }
        }
    }
}
