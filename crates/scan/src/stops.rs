//! The search itself, over any small set of stop bytes.

use crate::{BLOCK, block};

/// A set of bytes: some listed ones, and all below a certain one.
#[derive(Clone, Copy, Debug)]
pub struct Stops<const N: usize> {
    pub(crate) bytes: [u8; N],
    pub(crate) below: u8,
}

impl<const N: usize> Stops<N> {
    /// The set of `bytes`, all of them ASCII.
    #[must_use]
    pub const fn of(bytes: [u8; N]) -> Self {
        let mut at = 0;
        while at < N {
            assert!(bytes[at].is_ascii(), "a run must end between characters");
            at += 1;
        }
        Self { bytes, below: 0 }
    }

    /// This set and all bytes less than `below`, which is ASCII.
    #[must_use]
    pub const fn and_below(self, below: u8) -> Self {
        assert!(below.is_ascii(), "a run must end between characters");
        Self { bytes: self.bytes, below }
    }

    /// Whether `byte` is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(&self, byte: u8) -> bool {
        let mut at = 0;
        while at < N {
            if self.bytes[at] == byte {
                return true;
            }
            at += 1;
        }
        byte < self.below
    }
}

/// The length of the longest prefix of `bytes` without a byte of `stops`.
///
/// Made for runs that mostly end within the first 32 bytes: that much is inlined.
#[inline(always)]
#[must_use]
pub fn run<const N: usize>(bytes: &[u8], stops: Stops<N>) -> usize {
    let Some(first) = bytes.first_chunk::<BLOCK>() else { return run_naive(bytes, stops) };
    let mask = block::stop_mask(first, stops);
    if mask != 0 {
        return mask.trailing_zeros() as usize;
    }
    long_run(bytes, stops)
}

/// [`run`] over a single block.
#[inline(always)]
#[must_use]
pub fn block_run<const N: usize>(block: &[u8; BLOCK], stops: Stops<N>) -> usize {
    // The bit beyond stands for the end.
    (block::stop_mask(block, stops) | 1 << BLOCK).trailing_zeros() as usize
}

/// Goes on with [`run`] after the first block.
#[inline(never)]
fn long_run<const N: usize>(bytes: &[u8], stops: Stops<N>) -> usize {
    let mut at = BLOCK;
    // The next few blocks one by one: most runs that come here end there.
    while at < 4 * BLOCK
        && let Some(one) = bytes[at..].first_chunk::<BLOCK>()
    {
        let mask = block::stop_mask(one, stops);
        if mask != 0 {
            return at + mask.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    // Then four at a time, asking only whether there is a stop among them.
    while let Some(four) = bytes[at..].first_chunk::<{ 4 * BLOCK }>()
        && !block::any_stop(four, stops)
    {
        at += 4 * BLOCK;
    }
    while let Some(one) = bytes[at..].first_chunk::<BLOCK>() {
        let mask = block::stop_mask(one, stops);
        if mask != 0 {
            return at + mask.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    at + run_naive(&bytes[at..], stops)
}

/// What [`run`] returns, a byte at a time.
#[must_use]
pub fn run_naive<const N: usize>(bytes: &[u8], stops: Stops<N>) -> usize {
    bytes.iter().position(|&byte| stops.contains(byte)).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::*;

    /// Every byte at every offset in every length, so that each lane and each tail is met.
    fn fast_matches_naive<const N: usize>(stops: Stops<N>) {
        for byte in 0..=u8::MAX {
            for offset in 0..140 {
                let mut bytes = [b'x'; 150];
                bytes[offset] = byte;
                // A second stop must not hide the first.
                bytes[149] = stops.bytes[0];
                for length in [offset + 1, offset + 9, 150] {
                    let bytes = &bytes[..length];
                    assert_eq!(run(bytes, stops), run_naive(bytes, stops), "{byte:#x} at {offset}");
                }
            }
        }
    }

    #[test]
    fn fast_matches_naive_everywhere() {
        fast_matches_naive(TEXT);
        fast_matches_naive(RAW_TEXT);
        fast_matches_naive(PLAINTEXT);
        fast_matches_naive(TAG_NAME);
        fast_matches_naive(ATTRIBUTE_NAME);
        fast_matches_naive(DOUBLE_QUOTED);
        fast_matches_naive(SINGLE_QUOTED);
        fast_matches_naive(UNQUOTED);
        fast_matches_naive(COMMENT);
        fast_matches_naive(BOGUS_COMMENT);
        fast_matches_naive(CDATA);
        fast_matches_naive(PROCESSING_INSTRUCTION);
        fast_matches_naive(DOCTYPE_IDENTIFIER);
    }

    #[test]
    fn portable_matches_naive() {
        fn check<const N: usize>(stops: Stops<N>) {
            for byte in 0..=u8::MAX {
                for filler in [b'x', b'<' + 1, 0x80, 0xff, b'-' - 1] {
                    for offset in 0..BLOCK {
                        let mut bytes = [filler; BLOCK];
                        bytes[offset] = byte;
                        let expected = run_naive(&bytes, stops);
                        let mask = portable::stop_mask(&bytes, stops);
                        assert_eq!(mask.trailing_zeros().min(16) as usize, expected);
                        assert_eq!(block_run(&bytes, stops), expected);
                        let mut four = [filler; 4 * BLOCK];
                        four[40 + offset] = byte;
                        let stop = run_naive(&four, stops) < four.len();
                        assert_eq!(portable::any_stop(&four, stops), stop);
                    }
                }
            }
        }
        check(TEXT);
        check(ATTRIBUTE_NAME);
        check(UNQUOTED);
    }
}
