//! The searches of [`prose`](crate::prose), one byte at a time, and what they search for.

use crate::{Stops, sets::sets, stops::table};

sets! {
    /// The characters that can be markup in a line of Markdown, wherever they are.
    pub(crate) MarkdownMark = b"\\`*_[]<&~|^=+";

    /// The letter of `www.`
    pub(super) LetterW = b"wW";
}

/// [`collapsed_run`](crate::collapsed_run), one byte at a time.
#[must_use]
pub fn collapsed_run_naive(bytes: &[u8]) -> usize {
    let is_low = |at: usize| bytes.get(at).is_none_or(|byte| *byte <= b' ');
    let ends = |at: usize, byte: u8| byte <= b' ' && (byte < b' ' || is_low(at + 1));
    let found = bytes.iter().enumerate().position(|(at, byte)| ends(at, *byte));
    found.unwrap_or(bytes.len())
}

/// Words one space apart, as [`words_run`](crate::words_run) finds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// The number of bytes.
    pub length: usize,
    /// Whether they have a character that can be markup in a line of Markdown.
    pub has_marks: bool,
}

/// Continues [`words_run`](crate::words_run) at `at`, where the last block ended, one byte at a time.
pub(crate) fn words_run_naive(text: &[u8], at: usize, has_marks: bool) -> Words {
    let rest = text.get(at..).unwrap_or_default();
    let rest = &rest[..collapsed_run_naive(rest)];
    let has_marks = has_marks || markdown_run_naive(rest) < rest.len();
    Words { length: at + rest.len(), has_marks }
}

/// Whether two bytes together can be markup in a line of Markdown, wherever they are: `:/` or `ww`.
#[inline]
#[must_use]
pub fn is_mark_of_two(first: u8, second: u8) -> bool {
    first == b':' && second == b'/' || LetterW::contains(first) && LetterW::contains(second)
}

/// [`markdown_run`](crate::markdown_run), one byte at a time.
#[must_use]
pub fn markdown_run_naive(bytes: &[u8]) -> usize {
    let can_be_markup = |at: usize| {
        let pair = bytes.get(at + 1).is_some_and(|next| is_mark_of_two(bytes[at], *next));
        pair || MarkdownMark::contains(bytes[at])
    };
    (0..bytes.len())
        .find(|at| CANDIDATES[bytes[*at] as usize] && can_be_markup(*at))
        .unwrap_or(bytes.len())
}

/// The bytes at which a run may end, as a table for short texts.
const CANDIDATES: [bool; 256] = {
    let mut table = table::<MarkdownMark>();
    let mut marks = b":wW".as_slice();
    while let [mark, rest @ ..] = marks {
        table[*mark as usize] = true;
        marks = rest;
    }
    table
};

/// The bytes of a URL that readers of Markdown encode, and those that can be markup: parentheses, `%` and `&`.
pub(crate) const IS_ENCODED_IN_URL: [bool; 256] = {
    let mut table = [true; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = !byte.is_ascii_alphanumeric();
        byte += 1;
    }
    let mut marks = b"-_.+!*',#@?=;:/$~".as_slice();
    while let [mark, rest @ ..] = marks {
        table[*mark as usize] = false;
        marks = rest;
    }
    table
};

/// [`is_plain_url`](crate::is_plain_url), one byte at a time.
#[must_use]
pub fn is_plain_url_naive(bytes: &[u8]) -> bool {
    !bytes.iter().any(|byte| IS_ENCODED_IN_URL[usize::from(*byte)])
}
