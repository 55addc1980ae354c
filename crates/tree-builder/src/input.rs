//! A token as the insertion modes look at it.

use tokenizer::{Doctype, Tag};

/// A token, its characters sorted into the kinds that the modes tell apart.
///
/// A mode that treats white space apart from other characters gets runs of one kind each; the modes
/// that don't get mixed runs as [`Text`](Self::Text).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input<'a> {
    /// A run of tab, line feed, form feed, carriage return and space.
    Whitespace(&'a str),
    /// A run of other characters, or a mixed run; no U+0000.
    Text(&'a str),
    /// A run of U+0000.
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

/// What becomes of a token after a mode's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It is dealt with.
    Done,
    /// It goes to the dispatcher again.
    Reprocess,
}

/// What is special about the next token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Coming {
    #[default]
    Anything,
    /// A line feed is dropped.
    LineFeedToDrop,
    /// A limit was reached: it isn't looked at.
    Nothing,
}

/// Whether `character` is white space to tree construction.
#[inline]
pub(crate) const fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// Splits off the longest run of one kind, white space or not, at the start of `text`.
pub(crate) fn split_whitespace_run(text: &str) -> (Input<'_>, &str) {
    let bytes = text.as_bytes();
    let white = bytes.first().is_some_and(|&byte| is_whitespace(byte));
    let end = bytes.iter().position(|&byte| is_whitespace(byte) != white).unwrap_or(bytes.len());
    let (run, rest) = text.split_at(end);
    (if white { Input::Whitespace(run) } else { Input::Text(run) }, rest)
}
