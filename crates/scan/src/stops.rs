//! The search itself, over any small set of stop bytes.

#[cfg(target_arch = "x86_64")]
use crate::avx2;
use crate::{BLOCK, block};

/// A set of bytes, known when the search is compiled: ASCII, or the first bytes of other characters.
pub trait Stops {
    /// Some of them, one by one.
    const BYTES: &'static [u8];
    /// All bytes less than this are in the set, too.
    const BELOW: u8 = 0;
    /// Whether each of them begins a character, so that a run of UTF-8 ends between characters.
    const BEGIN_CHARACTERS: bool = Self::BELOW.is_ascii() && begin_characters(Self::BYTES);

    /// Whether `byte` is in the set.
    #[inline(always)]
    #[must_use]
    fn contains(byte: u8) -> bool {
        byte < Self::BELOW || Self::BYTES.contains(&byte)
    }
}

/// Whether none of `bytes` goes on with a character that another byte begins.
const fn begin_characters(bytes: &[u8]) -> bool {
    let mut index = 0;
    while index < bytes.len() {
        if matches!(bytes[index], 0x80..0xc0) {
            return false;
        }
        index += 1;
    }
    true
}

/// The length of the longest prefix of `bytes` without a byte of `S`.
///
/// Made for runs that mostly end within the first 32 bytes: that much is inlined.
#[inline(always)]
#[must_use]
pub fn run<S: Stops>(bytes: &[u8]) -> usize {
    const { assert!(S::BEGIN_CHARACTERS, "a run must end between characters") };
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

/// [`run`] over all but the first two blocks.
#[inline(never)]
fn long_run<S: Stops>(bytes: &[u8]) -> usize {
    #[cfg(target_arch = "x86_64")]
    if let Some(table) = const { &avx2::table::<S>() }
        && is_x86_feature_detected!("avx2")
    {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::long_run::<S>(bytes, table) };
    }
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let (fours, _) = bytes.as_chunks::<{ 4 * BLOCK }>();
    // The next blocks one by one: most runs that come here end there.
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
    // Then four at a time, asking only whether there is a stop among them.
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

/// What [`run`] returns, a byte at a time.
#[must_use]
pub fn run_naive<S: Stops>(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| S::contains(byte)).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::*;

    /// Every byte at every offset in every length, so that each lane and each tail is met.
    fn fast_matches_naive<S: Stops>() {
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
    fn fast_matches_naive_everywhere() {
        fast_matches_naive::<Text>();
        fast_matches_naive::<RawText>();
        fast_matches_naive::<Plaintext>();
        fast_matches_naive::<TagName>();
        fast_matches_naive::<AttributeName>();
        fast_matches_naive::<DoubleQuoted>();
        fast_matches_naive::<SingleQuoted>();
        fast_matches_naive::<Unquoted>();
        fast_matches_naive::<Comment>();
        fast_matches_naive::<BogusComment>();
        fast_matches_naive::<Cdata>();
        fast_matches_naive::<ProcessingInstruction>();
        fast_matches_naive::<DoctypeIdentifier>();
        fast_matches_naive::<XmlProcessingInstruction>();
        fast_matches_naive::<XmlDoubleQuoted>();
        fast_matches_naive::<XmlSingleQuoted>();
        fast_matches_naive::<XmlInput>();
        fast_matches_naive::<XmlEscapedInText>();
        fast_matches_naive::<XmlEscapedInAttribute>();
    }

    #[test]
    fn portable_matches_naive() {
        fn check<S: Stops>() {
            for byte in 0..=u8::MAX {
                for filler in [b'x', b'<' + 1, 0x80, 0xff, b'-' - 1] {
                    for offset in 0..BLOCK {
                        let mut bytes = [filler; BLOCK];
                        bytes[offset] = byte;
                        let expected = run_naive::<S>(&bytes);
                        let mask = portable::stop_mask::<S>(&bytes);
                        assert_eq!(mask.trailing_zeros().min(16) as usize, expected);
                        assert_eq!(portable::non_ascii_mask(&bytes), block::non_ascii_mask(&bytes));
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
