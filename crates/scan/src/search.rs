//! The search for the first byte of a small set.
//!
//! # Idea
//!
//! A search looks at [`BLOCK`] bytes at once: a vector comparison yields one bit for each byte, set if the
//! byte is a stop, and the number of trailing zeros of that mask is the length of the run. With SSE2 a set
//! costs one comparison for each member. With AVX2 a set whose members have distinct low halves costs one
//! shuffle and one comparison in all (see the module `avx2`).
//!
//! # Assumptions about pages
//!
//! Most runs are short: names, values and the texts between tags mostly end within 32 bytes. So [`run`]
//! inlines the search of two blocks and calls `long_run` for the rest. `long_run` searches the next blocks one
//! by one, because most runs that reach it end there. After that it takes four blocks at once and only asks
//! whether they hold any stop; the block with the stop is then searched alone.
//!
//! # Invariants
//!
//! * No read goes past the slice. A block is a `&[u8; BLOCK]` taken from the slice, and the bytes after the
//!   last whole block are searched one by one ([`run_naive`]); the test `guard_pages` puts every slice at
//!   the end and at the start of a page whose neighbours can't be read.
//! * A run in UTF-8 text ends between characters, because each stop begins a character
//!   (`ends_between_characters`). The `unsafe` code of [`take`](crate::take()) and
//!   [`TextBuffer`](crate::TextBuffer) rests on this.
//! * Each search equals its naive counterpart; the tests compare them for every byte, place and length.
//!
//! See "Searching for a stop" in `docs/hot-path.md`.

#[cfg(target_arch = "x86_64")]
use crate::avx2;
use crate::{
    BLOCK, Stops, block,
    stops::{ends_between_characters, run_naive},
};

/// Returns the length of the longest prefix of `bytes` without a byte of `S`.
///
/// Made for runs that mostly end within the first 32 bytes: that much is inlined.
#[inline(always)]
#[must_use]
pub fn run<S: Stops>(bytes: &[u8]) -> usize {
    const { assert!(ends_between_characters::<S>(), "a run must end between characters") };
    let Some((first, rest)) = bytes.split_first_chunk::<BLOCK>() else {
        return run_naive::<S>(bytes);
    };
    let mask = block::stop_mask::<S>(first);
    if mask != 0 {
        return mask.trailing_zeros() as usize;
    }
    let Some(second) = rest.first_chunk::<BLOCK>() else {
        return BLOCK + run_naive::<S>(rest);
    };
    let mask = block::stop_mask::<S>(second);
    if mask != 0 {
        return BLOCK + mask.trailing_zeros() as usize;
    }
    long_run::<S>(bytes)
}

/// [`run`], if the first two blocks hold no stop.
#[inline(never)]
pub(crate) fn long_run<S: Stops>(bytes: &[u8]) -> usize {
    // By a constant, so that nothing after it is compiled for a set with a table.
    #[cfg(target_arch = "x86_64")]
    if const { avx2::table::<S>().is_some() } {
        let Some(table) = (const { &avx2::table::<S>() }) else { unreachable!() };
        return avx2::long_run_by_table(bytes, table);
    }
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let (fours, _) = bytes.as_chunks::<{ 4 * BLOCK }>();
    // The next blocks one by one: most runs that get here end there.
    let mut place = 2;
    while place < 4
        && let Some(one) = blocks.get(place)
    {
        let mask = block::stop_mask::<S>(one);
        if mask != 0 {
            return place * BLOCK + mask.trailing_zeros() as usize;
        }
        place += 1;
    }
    // Then four at a time, asking only whether any of them holds a stop.
    let mut place = 1;
    while let Some(four) = fours.get(place)
        && !block::any_stop::<S>(four)
    {
        place += 1;
    }
    let mut place = 4 * place;
    while let Some(one) = blocks.get(place) {
        let mask = block::stop_mask::<S>(one);
        if mask != 0 {
            return place * BLOCK + mask.trailing_zeros() as usize;
        }
        place += 1;
    }
    let tail = blocks.len() * BLOCK;
    tail + run_naive::<S>(&bytes[tail..])
}

/// Returns a bit for each of the 64 bytes, the lowest for the first, set if the byte is in `S`.
///
/// Made for a caller that visits every stop: runs from one to the next cost a search each.
#[inline]
#[must_use]
pub fn stop_bits<S: Stops>(bytes: &[u8; 4 * BLOCK]) -> u64 {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let [a, b, c, d] = [0, 1, 2, 3].map(|at| u64::from(block::stop_mask::<S>(&blocks[at])));
    a | b << BLOCK | c << (2 * BLOCK) | d << (3 * BLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::*;

    #[test]
    fn stop_bits_are_those_of_the_set() {
        for byte in 0..=u8::MAX {
            for at in 0..64 {
                let mut bytes = [b'x'; 64];
                bytes[at] = byte;
                let expected = u64::from(LineEnd::contains(byte)) << at;
                assert_eq!(stop_bits::<LineEnd>(&bytes), expected, "{byte:#x} at {at}");
            }
        }
        assert_eq!(stop_bits::<LineEnd>(&[b'\n'; 64]), u64::MAX);
    }

    /// Compares for every byte at every offset and several lengths, which covers each lane and each tail.
    fn assert_run_equals_naive<S: Stops>() {
        for byte in 0..=u8::MAX {
            for offset in 0..140 {
                let mut bytes = [b'x'; 150];
                bytes[offset] = byte;
                // A second stop must not hide the first.
                bytes[149] = S::BYTES[0];
                for length in [offset + 1, offset + 9, 150] {
                    let bytes = &bytes[..length];
                    assert_eq!(run::<S>(bytes), run_naive::<S>(bytes), "{byte:#x} at {offset}");
                }
            }
        }
    }

    #[test]
    fn run_equals_naive_for_every_byte_and_place() {
        assert_run_equals_naive::<Text>();
        assert_run_equals_naive::<RawText>();
        assert_run_equals_naive::<Plaintext>();
        assert_run_equals_naive::<LessThan>();
        assert_run_equals_naive::<ValueOrTagEnd>();
        assert_run_equals_naive::<UnquotedEnd>();
        assert_run_equals_naive::<DoubleQuote>();
        assert_run_equals_naive::<SingleQuote>();
        assert_run_equals_naive::<TagName>();
        assert_run_equals_naive::<AttributeName>();
        assert_run_equals_naive::<DoubleQuoted>();
        assert_run_equals_naive::<SingleQuoted>();
        assert_run_equals_naive::<Unquoted>();
        assert_run_equals_naive::<CommonUnquoted>();
        assert_run_equals_naive::<Comment>();
        assert_run_equals_naive::<BogusComment>();
        assert_run_equals_naive::<Cdata>();
        assert_run_equals_naive::<ProcessingInstruction>();
        assert_run_equals_naive::<DoctypeIdentifier>();
        assert_run_equals_naive::<LineEnd>();
        assert_run_equals_naive::<XmlProcessingInstruction>();
        assert_run_equals_naive::<XmlDoubleQuoted>();
        assert_run_equals_naive::<XmlSingleQuoted>();
        assert_run_equals_naive::<XmlInput>();
        assert_run_equals_naive::<XmlEscapedInText>();
        assert_run_equals_naive::<XmlEscapedInAttribute>();
    }

    #[test]
    fn portable_blocks_equal_naive() {
        fn check<S: Stops>() {
            for byte in 0..=u8::MAX {
                for filler in [b'x', b'<' + 1, 0x80, 0xff, b'-' - 1] {
                    for offset in 0..BLOCK {
                        let mut bytes = [filler; BLOCK];
                        bytes[offset] = byte;
                        let expected = run_naive::<S>(&bytes);
                        let mask = portable::stop_mask::<S>(&bytes);
                        assert_eq!(mask.trailing_zeros().min(16) as usize, expected);
                        let mut four = [filler; 4 * BLOCK];
                        four[40 + offset] = byte;
                        let stop = run_naive::<S>(&four) < four.len();
                        assert_eq!(portable::any_stop::<S>(&four), stop);
                    }
                }
            }
        }
        check::<Text>();
        check::<AttributeName>();
        check::<Unquoted>();
    }
}
