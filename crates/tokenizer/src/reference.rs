//! Character references: what both the states and the fast path need to know.

use names::character_references::Matcher;

use crate::errors::is_noncharacter;

/// The character reference in progress.
#[derive(Debug)]
pub(crate) struct Reference {
    /// Where in the input its `&` stands.
    pub(crate) start: usize,
    pub(crate) matcher: Matcher,
    /// The longest name so far: what it stands for, and its length with the `&`.
    pub(crate) longest: Option<(&'static str, usize)>,
    /// The [character reference
    /// code](https://html.spec.whatwg.org/multipage/parsing.html#character-reference-code); past
    /// U+10FFFF it may stay at any such number.
    pub(crate) code: u32,
}

impl Default for Reference {
    fn default() -> Self {
        Self { start: 0, matcher: Matcher::START, longest: None, code: 0 }
    }
}

impl Reference {
    /// Begins at `start` in the input.
    pub(crate) fn begin(&mut self, start: usize) {
        *self = Self { start, ..Self::default() };
    }

    /// Appends a digit to the code.
    pub(crate) fn push_digit(&mut self, radix: u32, digit: u32) {
        self.code = push_digit(self.code, radix, digit);
    }
}

/// Appends a digit to a character reference code, without an overflow.
pub(crate) fn push_digit(code: u32, radix: u32, digit: u32) -> u32 {
    if code > 0x0010_ffff { code } else { code * radix + digit }
}

/// What is wrong with a character reference code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Null,
    OutsideUnicodeRange,
    Surrogate,
    Noncharacter,
    Control,
}

/// The character that a code stands for, by the [numeric character reference end
/// state](https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state).
pub(crate) fn character(code: u32) -> (char, Option<Fault>) {
    const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;
    match code {
        0 => (REPLACEMENT, Some(Fault::Null)),
        0x0011_0000.. => (REPLACEMENT, Some(Fault::OutsideUnicodeRange)),
        0xd800..=0xdfff => (REPLACEMENT, Some(Fault::Surrogate)),
        0x80..=0x9f => (windows_1252(code), Some(Fault::Control)),
        _ => {
            let character = char::from_u32(code).unwrap_or(REPLACEMENT);
            let fault = if is_noncharacter(code) {
                Some(Fault::Noncharacter)
            } else if matches!(character, '\t' | '\n' | '\x0c') || !character.is_control() {
                None
            } else {
                Some(Fault::Control)
            };
            (character, fault)
        }
    }
}

/// What a C1 control was most likely meant to be.
fn windows_1252(code: u32) -> char {
    #[rustfmt::skip]
    const MEANT: [char; 32] = [
        '\u{20ac}', '\u{0081}', '\u{201a}', '\u{0192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
        '\u{02c6}', '\u{2030}', '\u{0160}', '\u{2039}', '\u{0152}', '\u{008d}', '\u{017d}', '\u{008f}',
        '\u{0090}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}',
        '\u{02dc}', '\u{2122}', '\u{0161}', '\u{203a}', '\u{0153}', '\u{009d}', '\u{017e}', '\u{0178}',
    ];
    MEANT[(code as usize - 0x80) % MEANT.len()]
}
