//! References on the fast path.

use lexer::push_digit;

use crate::tokenizer::reference::character;

/// A reference that was read.
pub(super) struct Read {
    pub(super) character: char,
    pub(super) length: usize,
}

/// Reads the reference at the beginning of `bytes`, a `&`, if it is a predefined one, or a number that
/// nothing is wrong with.
pub(super) fn read(bytes: &[u8]) -> Option<Read> {
    let (character, length) = match bytes {
        [_, b'a', b'm', b'p', b';', ..] => ('&', 5),
        [_, b'l', b't', b';', ..] => ('<', 4),
        [_, b'g', b't', b';', ..] => ('>', 4),
        [_, b'q', b'u', b'o', b't', b';', ..] => ('"', 6),
        [_, b'a', b'p', b'o', b's', b';', ..] => ('\'', 6),
        [_, b'#', b'x', rest @ ..] => numeric(rest, 16, 3)?,
        [_, b'#', rest @ ..] => numeric(rest, 10, 2)?,
        _ => return None,
    };
    Some(Read { character, length })
}

fn numeric(digits: &[u8], radix: u32, before: usize) -> Option<(char, usize)> {
    let mut code = 0;
    for (count, &byte) in digits.iter().enumerate() {
        if byte == b';' && count > 0 {
            // What HTML reads differently is left to the state machine, too.
            return match character(code, true) {
                (character, None) => Some((character, before + count + 1)),
                _ => None,
            };
        }
        code = push_digit(code, radix, char::from(byte).to_digit(radix)?);
    }
    None
}
