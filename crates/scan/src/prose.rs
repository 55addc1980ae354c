//! Searches in the text of a page: white space to collapse, and characters that Markdown escapes.

pub(crate) mod naive;

use self::naive::{LetterW, MarkdownMark, words_run_naive};
pub use self::naive::{
    Words, collapsed_run_naive, is_mark_of_two, is_plain_url_naive, markdown_run_naive,
};
#[cfg(target_arch = "x86_64")]
use crate::avx2;
use crate::{BLOCK, block, sets::sets, window::window};

sets! {
    /// Control characters.
    Control = b"" and below b' ';

    /// The space.
    Space = b" ";

    /// The space and control characters.
    Low = b"" and below b'!';

    /// The white space between most tags.
    Indentation = b" \n\t";

    /// The colon, which ends the scheme of a URL.
    Colon = b":";

    /// The slash.
    Slash = b"/";
}

/// Returns the length of the longest prefix of `bytes` in which words are one space apart: it ends before a control
/// character, before two spaces, before a space and a control character, and before a space at the end.
#[inline]
#[must_use]
pub fn collapsed_run(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(rest) = bytes.get(at..)
        && let Some(first) = rest.first_chunk::<BLOCK>()
        && let Some(second) = rest[1..].first_chunk::<BLOCK>()
    {
        let white = block::stop_mask::<Space>(second) | block::stop_mask::<Control>(second);
        let mask = block::stop_mask::<Control>(first) | block::stop_mask::<Space>(first) & white;
        if mask != 0 {
            return at + mask.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    at + collapsed_run_naive(&bytes[at..])
}

/// Returns the [`collapsed_run`] of `bytes[..length]`, and whether [`markdown_run`] ends within it, in one pass.
///
/// Most texts are shorter than a block. Where `bytes` goes on after them, they are compared as a block all the same: the
/// bits past the text are ends, and none of its bytes forms a pair with one past it.
///
/// # Panics
///
/// Panics if `length` is more than the length of `bytes`.
#[inline]
#[must_use]
pub fn words_run(bytes: &[u8], length: usize) -> Words {
    assert!(length <= bytes.len());
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::words_run(bytes, length) };
    }
    let (mut at, mut has_marks) = (0, false);
    while at < length
        && let Some(rest) = bytes.get(at..)
        && let Some(first) = rest.first_chunk::<BLOCK>()
        && let Some(second) = rest[1..].first_chunk::<BLOCK>()
    {
        let past = bits_past(length - at);
        // For each byte whether the next one is no part of a word.
        let before_low = block::stop_mask::<Low>(second) | past >> 1;
        let ends = block::stop_mask::<Control>(first)
            | block::stop_mask::<Space>(first) & before_low
            | past;
        let pairs = block::stop_mask::<Colon>(first) & block::stop_mask::<Slash>(second)
            | block::stop_mask::<LetterW>(first) & block::stop_mask::<LetterW>(second);
        let marks = block::stop_mask::<MarkdownMark>(first) | pairs & !before_low;
        if ends != 0 {
            let end = ends.trailing_zeros();
            has_marks |= marks & ((1 << end) - 1) != 0;
            return Words { length: at + end as usize, has_marks };
        }
        has_marks |= marks != 0;
        at += BLOCK;
    }
    words_run_naive(&bytes[..length], at, has_marks)
}

/// The bits of a block from the one at `length` on.
#[inline(always)]
fn bits_past(length: usize) -> u32 {
    if length <= BLOCK { u32::MAX << length } else { 0 }
}

/// Returns the length of the white space at the start of `bytes[..length]`, like [`whitespace_run`](crate::whitespace_run).
///
/// # Panics
///
/// Panics if `length` is more than the length of `bytes`.
#[inline]
#[must_use]
pub fn whitespace_run_within(bytes: &[u8], length: usize) -> usize {
    let text = &bytes[..length];
    let mut at = 0;
    while at < length
        && let Some(block) = window::<BLOCK>(bytes, at)
    {
        let others = !block::stop_mask::<Indentation>(block) & 0xffff;
        if others == 0 {
            at += BLOCK;
            continue;
        }
        at += others.trailing_zeros() as usize;
        if at >= length {
            return length;
        }
        if !matches!(bytes[at], b'\x0c' | b'\r') {
            return at;
        }
        // Parsers keep few of these.
        break;
    }
    let rest = text.get(at..).unwrap_or_default();
    let others = rest.iter().position(|byte| !byte.is_ascii_whitespace());
    others.map_or(length, |others| at + others)
}

/// Returns the length of the longest prefix of `bytes` without a character that can be markup in a line of Markdown:
/// one of ``\`*_[]<&~|^=+``, a `:` before `/`, or a `w` before another one.
#[inline]
#[must_use]
pub fn markdown_run(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(rest) = bytes.get(at..)
        && let Some(first) = rest.first_chunk::<BLOCK>()
        && let Some(second) = rest[1..].first_chunk::<BLOCK>()
    {
        let mask = block::stop_mask::<MarkdownMark>(first)
            | block::stop_mask::<Colon>(first) & block::stop_mask::<Slash>(second)
            | block::stop_mask::<LetterW>(first) & block::stop_mask::<LetterW>(second);
        if mask != 0 {
            return at + mask.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    at + markdown_run_naive(&bytes[at..])
}

/// Returns `true` if a URL is read as it is written as the destination of a link in Markdown: it holds ASCII letters,
/// digits and ``-_.+!*',#@?=;:/$~`` only.
#[inline]
#[must_use]
pub fn is_plain_url(bytes: &[u8]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::is_plain_url(bytes) };
    }
    is_plain_url_naive(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collapsed_run_equals_naive() {
        for text in [" ", "  ", "\n", " \n", "\0", " \x01", "a b", " \u{e9}", "\u{a0} \t"] {
            for offset in 0..70 {
                for tail in 0..40 {
                    let bytes = ["x".repeat(offset), text.into(), "y".repeat(tail)].concat();
                    let bytes = bytes.as_bytes();
                    let naive = collapsed_run_naive(bytes);
                    assert_eq!(collapsed_run(bytes), naive, "{text:?} {offset} {tail}");
                }
            }
        }
    }

    #[test]
    fn runs_within_longer_bytes_equal_those_of_the_text() {
        let texts = [
            "", " ", "  ", "\n", "a b", "a  b", "*", ":/", "ww", "a: b", "\0", "\u{e9}w", "\t \r\n",
        ];
        for text in texts {
            for offset in 0..36 {
                for fill in ["x", " ", "\n"] {
                    let whole = [fill.repeat(offset), text.into(), "w*/ w".repeat(9)].concat();
                    let whole = whole.as_bytes();
                    for length in 0..=whole.len() {
                        let words = words_run(whole, length);
                        let expected = collapsed_run_naive(&whole[..length]);
                        let has_marks = markdown_run_naive(&whole[..expected]) < expected;
                        assert_eq!(
                            words,
                            Words { length: expected, has_marks },
                            "{text:?} {length}"
                        );
                        let white = whitespace_run_within(whole, length);
                        assert_eq!(white, crate::whitespace_run(&whole[..length]), "{text:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn plain_urls_equal_naive() {
        for byte in 0..=u8::MAX {
            for length in [1, 7, 15, 16, 17, 31, 32, 33, 64, 70] {
                for at in 0..length {
                    let mut url = vec![b'/'; length];
                    url[at] = byte;
                    assert_eq!(is_plain_url(&url), is_plain_url_naive(&url), "{byte:#x} {at}");
                }
            }
        }
        assert!(is_plain_url(b"") && is_plain_url(b"https://example.com/a?b=c#d"));
    }

    #[test]
    fn markdown_run_equals_naive() {
        for text in ["*", "&", ":/", ":", "w", "ww", "Ww.", "\u{e9}|", "+", "a:b/", "~~"] {
            for offset in 0..70 {
                for tail in 0..40 {
                    let bytes = ["x".repeat(offset), text.into(), "y".repeat(tail)].concat();
                    let bytes = bytes.as_bytes();
                    let naive = markdown_run_naive(bytes);
                    assert_eq!(markdown_run(bytes), naive, "{text:?} {offset} {tail}");
                }
            }
        }
    }
}
