//! References on the fast path.

use crate::tokenizer::reference::{self, character};

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
        [_, b'#', ..] => numeric(bytes)?,
        _ => return None,
    };
    Some(Read { character, length })
}

fn numeric(bytes: &[u8]) -> Option<(char, usize)> {
    const LONGEST: usize = "&#x0010ffff;".len();
    let end = bytes.iter().take(LONGEST).position(|&byte| byte == b';')?;
    let code = reference::numeric(str::from_utf8(&bytes[1..end]).ok()?)?;
    // What HTML reads differently is left to the state machine, too.
    match character(code, true) {
        (character, None) => Some((character, end + 1)),
        _ => None,
    }
}
