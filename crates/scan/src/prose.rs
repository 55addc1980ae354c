//! Searches in the text of a page: white space to collapse, and characters that Markdown escapes.

use crate::{BLOCK, Stops, block, sets::sets};

sets! {
    /// Control characters.
    Control = b"" and below b' ';

    /// The space.
    Space = b" ";

    /// The characters that can be markup in a line of Markdown, wherever they are.
    MarkdownMark = b"\\`*_[]<&~|^=+";

    /// The colon, which ends the scheme of a URL.
    Colon = b":";

    /// The slash.
    Slash = b"/";

    /// The letter of `www.`
    LetterW = b"wW";
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

/// [`collapsed_run`], one byte at a time.
#[must_use]
pub fn collapsed_run_naive(bytes: &[u8]) -> usize {
    let is_low = |at: usize| bytes.get(at).is_none_or(|byte| *byte <= b' ');
    let ends = |at: usize, byte: u8| byte <= b' ' && (byte < b' ' || is_low(at + 1));
    let found = bytes.iter().enumerate().position(|(at, byte)| ends(at, *byte));
    found.unwrap_or(bytes.len())
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

/// [`markdown_run`], one byte at a time.
#[must_use]
pub fn markdown_run_naive(bytes: &[u8]) -> usize {
    let can_be_markup = |at: usize| match bytes[at] {
        b':' => bytes.get(at + 1) == Some(&b'/'),
        b'w' | b'W' => bytes.get(at + 1).is_some_and(|next| LetterW::contains(*next)),
        _ => true,
    };
    (0..bytes.len())
        .find(|at| CANDIDATES[bytes[*at] as usize] && can_be_markup(*at))
        .unwrap_or(bytes.len())
}

/// The bytes at which a run may end, as a table for short texts.
const CANDIDATES: [bool; 256] = {
    let mut table = [false; 256];
    let mut marks = b":wW".as_slice();
    while let [mark, rest @ ..] = marks {
        table[*mark as usize] = true;
        marks = rest;
    }
    marks = MarkdownMark::BYTES;
    while let [mark, rest @ ..] = marks {
        table[*mark as usize] = true;
        marks = rest;
    }
    table
};

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
