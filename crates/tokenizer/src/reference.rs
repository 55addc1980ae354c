//! Character references, for the states and for the fast path.

use sapwood_lexer::{push_digit, windows_1252};
use sapwood_names::character_references::Matcher;

use crate::code_point::is_noncharacter;

/// The character reference in progress.
#[derive(Debug)]
pub(crate) struct Reference {
    /// Offset of its `&` in the input.
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

/// An error in a character reference code.
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
