//! The search through long runs, thirty-two bytes at a time, for processors that have AVX2.

use core::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8,
    _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_storeu_si256, _mm256_testz_si256,
};

use crate::{
    Stops,
    input_errors::{input_error_run_naive, is_candidate},
    run_naive,
};

/// How many bytes are looked at in one step.
const BLOCK: usize = 32;

/// The stops of a set, as they are looked for.
pub(crate) struct Table {
    /// By the low half of a byte, the only stop that has it, or a byte past ASCII if none has.
    ascii: [u8; 16],
    /// The one stop past ASCII.
    other: Option<u8>,
}

/// `None` if two stops share a half, if two aren't ASCII, or if there are others than those named one by
/// one.
pub(crate) const fn table<S: Stops>() -> Option<Table> {
    let mut table = Table { ascii: [0x80; 16], other: None };
    let mut taken = [false; 16];
    let mut index = 0;
    while index < S::BYTES.len() {
        let byte = S::BYTES[index];
        let half = byte as usize % 16;
        if !byte.is_ascii() && table.other.is_none() {
            table.other = Some(byte);
        } else if taken[half] || !byte.is_ascii() {
            return None;
        } else {
            taken[half] = true;
            table.ascii[half] = byte;
        }
        index += 1;
    }
    if S::BELOW == 0 { Some(table) } else { None }
}

/// One bit for each byte of `block`, set if it is one of those in the table.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn stop_mask(block: &[u8; BLOCK], table: &Table) -> u32 {
    mask(Lanes::of(table).of_bytes(load(block)))
}

/// Adds to `to` the first `length` bytes of `from`, up to a byte of `S`, whose [`table`] this is; returns
/// how much that is.
#[target_feature(enable = "avx2")]
pub(crate) fn copy_run<S: Stops>(
    to: &mut Vec<u8>,
    from: &[u8],
    length: usize,
    table: &Table,
) -> usize {
    let stops = Lanes::of(table);
    to.reserve(length + BLOCK);
    let end = to.len();
    let mut run = 0;
    while let Some(block) = crate::window::<{ crate::WINDOW }>(from, run) {
        let bytes = load(block);
        // SAFETY: there is room for `length` bytes and a block, and `run` is less than `length` or 0.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().add(end + run).cast(), bytes) };
        let mask = mask(stops.of_bytes(bytes));
        if mask != 0 {
            run += mask.trailing_zeros() as usize;
        } else {
            run += BLOCK;
            if run < length {
                continue;
            }
        }
        run = run.min(length);
        // SAFETY: so much was written.
        unsafe { to.set_len(end + run) };
        return run;
    }
    // SAFETY: so much was written.
    unsafe { to.set_len(end + run) };
    run + copy_run_naive::<S>(to, &from[run..length])
}

#[inline(never)]
fn copy_run_naive<S: Stops>(to: &mut Vec<u8>, from: &[u8]) -> usize {
    let run = run_naive::<S>(from);
    to.extend_from_slice(&from[..run]);
    run
}

/// What bytes are compared with.
#[derive(Clone, Copy)]
struct Lanes {
    ascii: __m256i,
    other: Option<__m256i>,
}

impl Lanes {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn of(table: &Table) -> Self {
        let other = table.other.map(|byte| _mm256_set1_epi8(byte.cast_signed()));
        Self { ascii: broadcast(&table.ascii), other }
    }

    /// All ones in each lane of `bytes` that is a stop: that equals the one stop with its low half. A
    /// byte past ASCII is looked up as 0, which it isn't.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn of_bytes(self, bytes: __m256i) -> __m256i {
        let ascii = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(self.ascii, bytes), bytes);
        match self.other {
            Some(other) => _mm256_or_si256(ascii, _mm256_cmpeq_epi8(bytes, other)),
            None => ascii,
        }
    }
}

/// The length of the longest prefix of `bytes` without a byte of `S`, whose [`table`] this is. The
/// first block is taken to hold none.
#[target_feature(enable = "avx2")]
pub(crate) fn long_run<S: Stops>(bytes: &[u8], table: &Table) -> usize {
    let stops = Lanes::of(table);
    let (blocks, tail) = bytes.as_chunks::<BLOCK>();
    let (fours, _) = bytes.as_chunks::<{ 4 * BLOCK }>();
    let mut place = 1;
    while place < blocks.len() && place < 4 {
        let mask = mask(stops.of_bytes(load(&blocks[place])));
        if mask != 0 {
            return place * BLOCK + mask.trailing_zeros() as usize;
        }
        place += 1;
    }
    let mut four = 1;
    while let Some(blocks) = fours.get(four) {
        let [a, b, c, d] = blocks.as_chunks::<BLOCK>().0 else { break };
        let any = _mm256_or_si256(
            _mm256_or_si256(stops.of_bytes(load(a)), stops.of_bytes(load(b))),
            _mm256_or_si256(stops.of_bytes(load(c)), stops.of_bytes(load(d))),
        );
        if mask(any) != 0 {
            break;
        }
        four += 1;
    }
    place = place.max(4 * four);
    while let Some(block) = blocks.get(place) {
        let mask = mask(stops.of_bytes(load(block)));
        if mask != 0 {
            return place * BLOCK + mask.trailing_zeros() as usize;
        }
        place += 1;
    }
    blocks.len() * BLOCK + run_naive::<S>(tail)
}

/// [`input_error_run`](crate::input_error_run): the lanes of one byte's two halves have a bit in common
/// if it is a candidate.
#[target_feature(enable = "avx2")]
pub(crate) fn input_error_run(bytes: &[u8]) -> usize {
    const TABLES: [[u8; 16]; 2] = input_error_tables();
    let [high_halves, low_halves] = [broadcast(&TABLES[0]), broadcast(&TABLES[1])];
    let half = _mm256_set1_epi8(0x0f);
    let (blocks, tail) = bytes.as_chunks::<BLOCK>();
    for (place, block) in blocks.iter().enumerate() {
        let bytes = load(block);
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), half);
        let high = _mm256_shuffle_epi8(high_halves, high);
        let low = _mm256_shuffle_epi8(low_halves, _mm256_and_si256(bytes, half));
        if _mm256_testz_si256(high, low) == 0 {
            return place * BLOCK + input_error_run_naive(block);
        }
    }
    blocks.len() * BLOCK + input_error_run_naive(tail)
}

/// For each upper and each lower half of a byte a set of bits, such that those of a byte's two halves
/// have one in common if [it is a candidate](is_candidate), and none if not.
const fn input_error_tables() -> [[u8; 16]; 2] {
    let mut tables = [[0; 16]; 2];
    // The upper halves that have candidates under them, and a bit for each kind of such.
    let kinds: [(&[u8], u8); 4] = [(&[0x0], 1), (&[0x1, 0xf], 2), (&[0x7, 0xe], 4), (&[0xc], 8)];
    let mut kind = 0;
    while kind < kinds.len() {
        let (uppers, bit) = kinds[kind];
        let mut lower = 0;
        while lower < 16 {
            if is_candidate(uppers[0] << 4 | lower) {
                tables[1][lower as usize] |= bit;
            }
            lower += 1;
        }
        let mut upper = 0;
        while upper < uppers.len() {
            tables[0][uppers[upper] as usize] = bit;
            upper += 1;
        }
        kind += 1;
    }
    tables
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(block: &[u8; BLOCK]) -> __m256i {
    // SAFETY: `block` is thirty-two readable bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(block.as_ptr().cast()) }
}

/// The table in both halves, each of which is looked up in by itself.
#[inline]
#[target_feature(enable = "avx2")]
fn broadcast(table: &[u8; 16]) -> __m256i {
    // SAFETY: `table` is sixteen readable bytes, and the load needs no alignment.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(table.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx2")]
fn mask(lanes: __m256i) -> u32 {
    _mm256_movemask_epi8(lanes).cast_unsigned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        DoubleQuoted, EscapedInAttribute, EscapedInText, Plaintext, RawText, SingleQuoted, TagName,
        Text,
    };

    /// Every byte at every offset after the first block, in every length.
    fn fast_matches_naive<S: Stops>() {
        let table = table::<S>().unwrap();
        for byte in 0..=u8::MAX {
            for filler in [b'x', 0x80, 0xff, b'<' + 16] {
                for offset in (BLOCK..300).step_by(if S::contains(byte) { 1 } else { 29 }) {
                    let mut bytes = [filler; 310];
                    bytes[offset] = byte;
                    for length in [offset + 1, offset + 9, 310] {
                        let bytes = &bytes[..length];
                        // SAFETY: the caller has asked for AVX2.
                        let found = unsafe { long_run::<S>(bytes, &table) };
                        assert_eq!(found, run_naive::<S>(bytes), "{byte:#x} at {offset}");
                    }
                }
            }
        }
    }

    #[test]
    fn input_error_tables_hold_the_candidates() {
        let [upper, lower] = input_error_tables();
        for byte in 0..=u8::MAX {
            let in_common = upper[usize::from(byte >> 4)] & lower[usize::from(byte & 15)];
            assert_eq!(in_common != 0, is_candidate(byte), "{byte:#x}");
        }
    }

    #[test]
    fn fast_matches_naive_everywhere() {
        assert!(table::<TagName>().is_none());
        if is_x86_feature_detected!("avx2") {
            fast_matches_naive::<Text>();
            fast_matches_naive::<RawText>();
            fast_matches_naive::<Plaintext>();
            fast_matches_naive::<DoubleQuoted>();
            fast_matches_naive::<SingleQuoted>();
            fast_matches_naive::<EscapedInText>();
            fast_matches_naive::<EscapedInAttribute>();
        }
    }
}
