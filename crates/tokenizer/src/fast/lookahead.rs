//! The input character that decides whether a `<` or a `&` before it is markup.
//!
//! See "Chunks and pieces" in `docs/hot-path.md`.

/// Returns the first byte of the input character at the beginning of `rest`, the end of a chunk, if the chunk holds
/// that character. A CR at the very end is none yet.
#[inline(always)]
pub(super) fn next_character(rest: &[u8]) -> Option<u8> {
    match rest {
        [] | [b'\r'] => None,
        [byte, ..] => Some(*byte),
    }
}
