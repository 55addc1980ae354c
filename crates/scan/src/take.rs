//! Searches that return the text they passed over.
//!
//! A run that begins where a character begins and ends at a stop is whole characters, so it is a `&str`
//! without a second check for UTF-8. That is what each `SAFETY` comment here rests on: `text` is a `&str`,
//! the first byte isn't a continuation byte, and a stop isn't either
//! ([`ends_between_characters`](crate::stops::ends_between_characters)).

use crate::{
    BLOCK, Stops, block, run,
    stops::{ends_between_characters, is_continuation},
};

/// A run and the stop that ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken<'a> {
    /// The run.
    pub text: &'a str,
    /// Index of the end of the run, where `stop` is.
    pub end: usize,
    /// The stop byte after the run.
    pub stop: u8,
}

/// Takes the run at `start` in `text`: the text up to the next byte of `S`.
///
/// Returns `None` if no stop follows in `text`, or if `start` is not a character boundary.
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
    const { assert!(ends_between_characters::<S>(), "a run must end between characters") };
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
    if is_continuation(rest[0]) {
        return None;
    }
    // SAFETY: `start + length < text.len()`. A character begins at `start`, as just checked, and at
    // `start + length`, because there is a stop of `S`, and each begins a character.
    let run = unsafe { text.get_unchecked(start..start + length) };
    Some(Taken { text: run, end: start + length, stop })
}

/// Returns the first `length` bytes of a block as two little-endian words.
#[inline(always)]
#[must_use]
pub fn words(block: &[u8; BLOCK], length: usize) -> (u64, u64) {
    /// Masks by length. The table has a power of two of entries, so that the index needs no bounds check.
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

    fn assert_take_equals_naive<S: Stops>(stop: &str) {
        for filler in ["x", "\u{e9}", "\u{1f600}"] {
            for before in 0..40 {
                for after in 0..40 {
                    let text = [&filler.repeat(before), stop, &filler.repeat(after)].concat();
                    for start in 0..text.len() + 2 {
                        let expected = take_naive::<S>(&text, start);
                        assert_eq!(take::<S>(&text, start), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn taken_runs_equal_naive_at_every_place() {
        assert_take_equals_naive::<Text>("<");
        assert_take_equals_naive::<Text>("");
        assert_take_equals_naive::<AttributeName>("=");
        assert_take_equals_naive::<AttributeName>("\n");
    }
}
