//! References: what both the states and the fast path need to know.

use names::character_references::Matcher;
use tree_sink::ErrorCode;

use crate::characters::is_character;

/// The reference in progress.
#[derive(Debug, Default)]
pub(crate) struct Reference {
    /// Where in the input its `&` stands.
    pub(crate) start: usize,
    /// What was read of it, but for digits.
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

/// Appends a digit to a character reference code, without an overflow.
pub(crate) fn push_digit(code: u32, radix: u32, digit: u32) -> u32 {
    if code > 0x0010_ffff { code } else { code * radix + digit }
}

/// The character that a code stands for, and what is wrong with it.
///
/// The draft asks whether to replace as HTML does: with `html` yes, otherwise only what is no character
/// at all, and NUL.
pub(crate) fn character(code: u32, html: bool) -> (char, Option<ErrorCode>) {
    const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;
    match (code, char::from_u32(code)) {
        (0, _) => (REPLACEMENT, Some(ErrorCode::NullCharacterReference)),
        (0x0011_0000.., _) => (REPLACEMENT, Some(ErrorCode::CharacterReferenceOutsideUnicodeRange)),
        (_, None) => (REPLACEMENT, Some(ErrorCode::SurrogateCharacterReference)),
        (0x80..=0x9f, Some(control)) if html => {
            (windows_1252(control), Some(ErrorCode::ControlCharacterReference))
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

/// What HTML's reference of that name, which has no `;` here, stands for.
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

/// What a C1 control was most likely meant to be.
fn windows_1252(control: char) -> char {
    #[rustfmt::skip]
    const MEANT: [char; 32] = [
        '\u{20ac}', '\u{0081}', '\u{201a}', '\u{0192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
        '\u{02c6}', '\u{2030}', '\u{0160}', '\u{2039}', '\u{0152}', '\u{008d}', '\u{017d}', '\u{008f}',
        '\u{0090}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}',
        '\u{02dc}', '\u{2122}', '\u{0161}', '\u{203a}', '\u{0153}', '\u{009d}', '\u{017e}', '\u{0178}',
    ];
    MEANT[(control as usize) % MEANT.len()]
}
