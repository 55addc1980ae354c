//! Searches that return the text they went over.

use crate::{BLOCK, Stops, block, run};

/// A run, and what ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken<'a> {
    /// The run.
    pub text: &'a str,
    /// Where it ends: the place of `stop`.
    pub end: usize,
    /// The stop byte after it.
    pub stop: u8,
}

/// Takes the run at `start` in `text`: the text up to the next byte of `S`.
///
/// `None` if no stop follows in `text`, or if `start` is not where a character begins.
///
/// ```
/// use sapwood_scan::{Taken, Text, take};
///
/// assert_eq!(take::<Text>("<b>bold</b>", 3), Some(Taken { text: "bold", end: 7, stop: b'<' }));
/// assert_eq!(take::<Text>("<b>bold", 3), None);
/// ```
#[inline(always)]
#[must_use]
pub fn take<S: Stops>(text: &str, start: usize) -> Option<Taken<'_>> {
    let rest = text.as_bytes().get(start..)?;
    let first = rest.first_chunk::<BLOCK>();
    let mask = first.map_or(0, block::stop_mask::<S>);
    let (length, stop) = match first {
        Some(first) if mask != 0 => {
            let length = mask.trailing_zeros() as usize;
            (length, first[length % BLOCK])
        }
        _ => {
            let length = run::<S>(rest);
            (length, *rest.get(length)?)
        }
    };
    if !is_first_byte(rest[0]) {
        return None;
    }
    // SAFETY: `start + length < text.len()`; at `start` a character begins, and so it does where the
    // run ends, because a stop begins one.
    let run = unsafe { text.get_unchecked(start..start + length) };
    Some(Taken { text: run, end: start + length, stop })
}

/// A short run as text and as two little-endian words, padded with zero bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The run and its stop.
    pub taken: Taken<'a>,
    /// Its first eight bytes.
    pub w0: u64,
    /// Its next eight bytes.
    pub w1: u64,
}

/// Takes the run at `start` in `text` if it is not empty and has less than [`BLOCK`] bytes.
///
/// `None` if it is not so, if its first character isn't ASCII, or if `text` ends less than [`BLOCK`]
/// bytes after `start`.
#[inline(always)]
#[must_use]
pub fn take_word<S: Stops>(text: &str, start: usize) -> Option<Word<'_>> {
    const { assert!(S::BEGIN_CHARACTERS, "a run must end between characters") };
    let block = text.as_bytes().get(start..)?.first_chunk::<BLOCK>()?;
    let mask = block::stop_mask::<S>(block);
    // Neither empty nor longer, nor begun inside a character.
    if (mask | block::non_ascii_mask(block)) & 1 != 0 || mask == 0 {
        return None;
    }
    let length = mask.trailing_zeros() as usize;
    let (w0, w1) = words(block, length);
    // SAFETY: `start + BLOCK <= text.len()` and `length < BLOCK`; at `start` there is ASCII, and
    // where the run ends a character begins.
    let run = unsafe { text.get_unchecked(start..start + length) };
    let taken = Taken { text: run, end: start + length, stop: block[length % BLOCK] };
    Some(Word { taken, w0, w1 })
}

/// The first `length` bytes of a block as two little-endian words.
#[inline(always)]
#[must_use]
pub fn words(block: &[u8; BLOCK], length: usize) -> (u64, u64) {
    /// By length, up to a power of two so that it needs no bounds check.
    static MASKS: [(u64, u64); 32] = {
        let mut masks = [(u64::MAX, u64::MAX); 32];
        let mut length = 0;
        while length < BLOCK {
            masks[length] = if length < 8 {
                ((1 << (8 * length)) - 1, 0)
            } else {
                (u64::MAX, (1 << (8 * (length - 8))) - 1)
            };
            length += 1;
        }
        masks
    };
    let [w0, w1] = block.as_chunks::<8>().0 else { unreachable!("a block is two words") };
    let (m0, m1) = MASKS[length % MASKS.len()];
    (u64::from_le_bytes(*w0) & m0, u64::from_le_bytes(*w1) & m1)
}

/// Whether `byte` begins a character of UTF-8.
#[inline(always)]
const fn is_first_byte(byte: u8) -> bool {
    // As signed numbers, those that don't are the lowest quarter.
    byte.cast_signed() >= -0x40
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AttributeName, Text, run_naive};

    fn take_naive<S: Stops>(text: &str, start: usize) -> Option<Taken<'_>> {
        let rest = text.get(start..)?;
        let length = run_naive::<S>(rest.as_bytes());
        let stop = *rest.as_bytes().get(length)?;
        Some(Taken { text: &rest[..length], end: start + length, stop })
    }

    fn fast_matches_naive<S: Stops>(stop: &str) {
        for filler in ["x", "\u{e9}", "\u{1f600}"] {
            for before in 0..40 {
                for after in 0..40 {
                    let text = [&filler.repeat(before), stop, &filler.repeat(after)].concat();
                    for start in 0..text.len() + 2 {
                        let expected = take_naive::<S>(&text, start);
                        assert_eq!(take::<S>(&text, start), expected);
                        let expected = expected.filter(|taken| {
                            (1..BLOCK).contains(&taken.text.len())
                                && start + BLOCK <= text.len()
                                && taken.text.as_bytes()[0].is_ascii()
                        });
                        let word = take_word::<S>(&text, start);
                        assert_eq!(word.map(|word| word.taken), expected);
                        if let Some(word) = word {
                            let mut bytes = [0; BLOCK];
                            bytes[..word.taken.text.len()]
                                .copy_from_slice(word.taken.text.as_bytes());
                            let words = (u128::from(word.w1) << 64) | u128::from(word.w0);
                            assert_eq!(words.to_le_bytes(), bytes);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn fast_matches_naive_everywhere() {
        fast_matches_naive::<Text>("<");
        fast_matches_naive::<Text>("");
        fast_matches_naive::<AttributeName>("=");
        fast_matches_naive::<AttributeName>("\n");
    }
}
