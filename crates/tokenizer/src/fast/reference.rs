//! Character references on the fast path.
//!
//! See "Text" in `docs/hot-path.md`.

use sapwood_lexer::push_digit;
use sapwood_names::character_references::Matcher;
use sapwood_scan::TextBuffer;

use super::lookahead::next_character;
use crate::reference::character;

/// The meaning of a `&`.
pub(super) enum Match {
    /// Text as it is, of this length.
    Literal(usize),
    /// A reference of this length.
    Replaced(Replacement, usize),
    /// An error, or something that isn't known before the next chunk.
    Unusual,
}

/// The characters of a reference.
pub(super) enum Replacement {
    Text(&'static str),
    Character(char),
}

impl Replacement {
    /// As text, for which there is `room`.
    pub(super) fn as_str<'a>(&self, room: &'a mut [u8; 4]) -> &'a str {
        match self {
            Self::Text(text) => text,
            Self::Character(character) => character.encode_utf8(room),
        }
    }

    /// Appends the characters to `text`.
    #[inline]
    pub(super) fn push_to(&self, text: &mut TextBuffer) {
        match *self {
            Self::Text(characters) => text.push_str(characters),
            Self::Character(character) => text.push_char(character),
        }
    }
}

/// Reads what stands at the beginning of `bytes`, a `&`.
#[inline(always)]
pub(super) fn read(bytes: &[u8], in_attribute: bool) -> Match {
    // The names that most references are.
    let common = match bytes.first_chunk::<6>() {
        Some([_, b'a', b'm', b'p', b';', _]) => Some(('&', 5)),
        Some(b"&nbsp;") => Some(('\u{a0}', 6)),
        Some(b"&quot;") => Some(('"', 6)),
        Some([_, b'l', b't', b';', ..]) => Some(('<', 4)),
        Some([_, b'g', b't', b';', ..]) => Some(('>', 4)),
        _ => None,
    };
    if let Some((character, length)) = common {
        return Match::Replaced(Replacement::Character(character), length);
    }
    read_other(bytes, in_attribute)
}

#[inline(never)]
fn read_other(bytes: &[u8], in_attribute: bool) -> Match {
    match next_character(&bytes[1..]) {
        Some(b'#') => read_numeric(bytes),
        Some(byte) if byte.is_ascii_alphanumeric() => read_named(bytes, in_attribute),
        Some(_) => Match::Literal(1),
        None => Match::Unusual,
    }
}

fn read_named(bytes: &[u8], in_attribute: bool) -> Match {
    if in_attribute {
        // Most are the parameters of a URL: a name without `;` before a `=` is text, even if it is a reference's.
        let length = bytes[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        if bytes.get(1 + length) == Some(&b'=') {
            return Match::Literal(1 + length);
        }
    }
    let mut matcher = Matcher::START;
    // How long the longest name is that may stand without `;`.
    let mut longest = None;
    let mut at = 1;
    while let Some(&byte) = bytes.get(at)
        && let Some(next) = matcher.step(byte)
    {
        matcher = next;
        at += 1;
        match matcher.value() {
            Some(value) if byte == b';' => {
                return Match::Replaced(Replacement::Text(value), at);
            }
            Some(_) => longest = Some(at),
            None => {}
        }
    }
    at += bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let Some(after) = next_character(&bytes[at..]) else { return Match::Unusual };
    match longest {
        None if after != b';' => Match::Literal(at),
        Some(length) if in_attribute && (length < at || after == b'=') => Match::Literal(at),
        _ => Match::Unusual,
    }
}

fn read_numeric(bytes: &[u8]) -> Match {
    /// Longer ones have leading zeros or are errors.
    const DIGITS: usize = 8;
    let (radix, start) = if matches!(bytes.get(2), Some(b'x' | b'X')) { (16, 3) } else { (10, 2) };
    let mut code = 0;
    for (at, &byte) in bytes.iter().enumerate().skip(start).take(DIGITS) {
        if let Some(digit) = char::from(byte).to_digit(radix) {
            code = push_digit(code, radix, digit);
            continue;
        }
        return match character(code) {
            (character, None) if byte == b';' && at > start => {
                Match::Replaced(Replacement::Character(character), at + 1)
            }
            _ => Match::Unusual,
        };
    }
    Match::Unusual
}
