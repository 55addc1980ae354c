//! The input of the insertion modes.

use sapwood_tokenizer::{Doctype, Tag};

/// A token, with characters grouped into runs by the kinds that the insertion modes distinguish.
///
/// A mode that distinguishes white space from other characters gets runs of one kind. Any other mode
/// gets mixed runs as [`Text`](Self::Text).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input<'a> {
    /// A run of tabs, line feeds, form feeds, carriage returns and spaces.
    Whitespace(&'a str),
    /// A run of other characters, or a mixed run, without U+0000.
    Text(&'a str),
    /// A run of U+0000 characters.
    Null(&'a str),
    /// A comment.
    Comment(&'a str),
    /// A processing instruction.
    ProcessingInstruction { target: &'a str, data: &'a str },
    /// A DOCTYPE.
    Doctype(&'a Doctype<'a>),
    /// A start tag.
    Start(&'a Tag<'a>),
    /// An end tag.
    End(&'a Tag<'a>),
    /// The end of the input.
    Eof,
}

/// The result of the rules of a mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The token has been processed.
    Done,
    /// The dispatcher must [reprocess](https://html.spec.whatwg.org/multipage/parsing.html#reprocess-the-token)
    /// the token.
    Reprocess,
}

/// The treatment of the next token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum NextToken {
    #[default]
    AsUsual,
    /// A line feed is ignored, because it follows a `pre`, `listing` or `textarea` start tag.
    SkipLineFeed,
    /// Every token is ignored, because a limit was reached.
    Stopped,
}

/// Returns `true` if tree construction treats `character` as white space.
#[inline]
pub(crate) const fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// Returns `true` if `text` is nothing but white space.
///
/// Most of it is the indentation of a tag, so it is compared with eight spaces at a time.
#[inline]
pub(crate) fn is_all_whitespace(text: &str) -> bool {
    let mut bytes = text.as_bytes();
    while let [first, rest @ ..] = bytes {
        if !is_whitespace(*first) {
            return false;
        }
        bytes = rest;
        while let Some(rest) = bytes.strip_prefix(b"        ") {
            bytes = rest;
        }
    }
    true
}

/// Splits off the longest run of either white space or other characters at the start of `text`.
pub(crate) fn split_whitespace_run(text: &str) -> (Input<'_>, &str) {
    let bytes = text.as_bytes();
    let white = bytes.first().is_some_and(|&byte| is_whitespace(byte));
    let end = bytes.iter().position(|&byte| is_whitespace(byte) != white).unwrap_or(bytes.len());
    let (run, rest) = text.split_at(end);
    (if white { Input::Whitespace(run) } else { Input::Text(run) }, rest)
}
