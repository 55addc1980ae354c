//! References, for the states and for the fast path.

use sapwood_lexer::{push_digit, windows_1252};
use sapwood_names::{
    character_references::Matcher,
    xml::{is_character, is_name_character},
};
use sapwood_tree::ErrorCode;

/// The reference in progress.
#[derive(Debug, Default)]
pub(crate) struct Reference {
    /// Offset of its `&` in the input.
    pub(crate) start: usize,
    /// The text read so far, without digits.
    pub(crate) text: String,
    /// The number so far; past U+10FFFF it may stay at any such number.
    pub(crate) code: Option<u32>,
}

impl Reference {
    /// Begins at `start` in the input.
    pub(crate) fn begin(&mut self, start: usize) {
        self.start = start;
        self.text.clear();
        self.text.push('&');
        self.code = None;
    }
}

/// Returns the character of a code, and the error of the code if there is one.
///
/// The draft asks whether to replace as HTML does: with `html` yes, otherwise only what is no character
/// at all, and NUL.
pub(crate) fn character(code: u32, html: bool) -> (char, Option<ErrorCode>) {
    const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;
    match (code, char::from_u32(code)) {
        (0, _) => (REPLACEMENT, Some(ErrorCode::NullCharacterReference)),
        (0x0011_0000.., _) => (REPLACEMENT, Some(ErrorCode::CharacterReferenceOutsideUnicodeRange)),
        (_, None) => (REPLACEMENT, Some(ErrorCode::SurrogateCharacterReference)),
        (0x80..=0x9f, _) if html => {
            (windows_1252(code), Some(ErrorCode::ControlCharacterReference))
        }
        (0xfffe | 0xffff, Some(none)) => (none, Some(ErrorCode::NoncharacterCharacterReference)),
        (_, Some(character)) if !is_character(character) => {
            (character, Some(ErrorCode::ControlCharacterReference))
        }
        (_, Some(character)) => (character, None),
    }
}

/// The character of one of the five entities that every document has.
#[inline]
pub(crate) fn predefined(name: &str) -> Option<&'static str> {
    Some(match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => return None,
    })
}

/// Returns the characters of HTML's reference `name`, given without its `;`.
pub(crate) fn html_reference(name: &str) -> Option<&'static str> {
    let mut matcher = Matcher::START;
    for byte in name.bytes() {
        matcher = matcher.step(byte)?;
    }
    matcher.step(b';')?.value()
}

/// The longest name that HTML knows without a `;` at the beginning of `name`: what it stands for, and its
/// length.
pub(crate) fn html_reference_without_semicolon(name: &str) -> Option<(&'static str, usize)> {
    let mut matcher = Matcher::START;
    let mut longest = None;
    for (at, byte) in name.bytes().enumerate() {
        let Some(next) = matcher.step(byte) else { break };
        matcher = next;
        longest = matcher.value().map(|characters| (characters, at + 1)).or(longest);
    }
    longest
}

/// Splits `rest`, the text after a `&`, into the body of the reference and the text after its `;`.
///
/// Returns `None` if there is no reference. Searches no further than a reference can reach: otherwise many `&`
/// would take quadratic time.
pub(crate) fn split_reference(rest: &str) -> Option<(&str, &str)> {
    let end = rest.find(|next| next != '#' && !is_name_character(next))?;
    Some((&rest[..end], rest[end..].strip_prefix(';')?))
}

/// Returns the code of a reference without `&` and `;`; `None` if it isn't numeric.
pub(crate) fn numeric(body: &str) -> Option<u32> {
    let digits = body.strip_prefix('#')?;
    let (digits, radix) = match digits.strip_prefix('x') {
        Some(digits) => (digits, 16),
        None => (digits, 10),
    };
    if digits.is_empty() {
        return None;
    }
    digits.chars().try_fold(0, |code, digit| Some(push_digit(code, radix, digit.to_digit(radix)?)))
}
