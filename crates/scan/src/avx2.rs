//! Searches with AVX2, thirty-two bytes at a time.
//!
//! # The shuffle table
//!
//! Problem: a comparison for each member of the set and each vector makes a search through `<`, `&`, NUL and
//! CR four times as dear as one through `<` alone.
//!
//! Idea: a shuffle (`vpshufb`) looks up sixteen bytes at once in a table of sixteen entries, by the low half
//! of each. If no two members of the set share a low half, the table holds, at each low half, the one member
//! that has it. A byte is a stop if it equals what it looked up, so a shuffle and a comparison are enough
//! for any such set:
//!
//! ```text
//! set  <  &  NUL  CR        low half      0     6     C     D    any other
//!      3C 26 00   0D        table entry   00    26    3C    0D   80
//!
//! byte 3C '<'   looks up entry C = 3C   equal: a stop
//! byte 4C 'L'   looks up entry C = 3C   different
//! byte 41 'A'   looks up entry 1 = 80   different
//! ```
//!
//! Invariants: `vpshufb` yields 0 for an index byte of 0x80 or more, which never equals that byte, so a byte
//! past ASCII is no stop, and an entry of 0x80 equals no byte that looks it up. One member past ASCII, 0xC2
//! of the escaped sets, is compared separately. A set that doesn't fit has no [`Table`] and is searched with
//! SSE2.
//!
//! See "Searching for a stop" in `docs/hot-path.md`.

mod utf8;

use core::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_andnot_si256, _mm256_broadcastsi128_si256,
    _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_loadu2_m128i, _mm256_min_epu8,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_storeu_si256, _mm256_testz_si256,
};

use crate::{
    Stops,
    input_errors::naive::{CANDIDATES, input_error_run_naive},
    prose::naive::{IS_ENCODED_IN_URL, MarkdownMark, Words, is_plain_url_naive, words_run_naive},
    sse2,
    stops::{self, run_naive},
    window::{WINDOW, window},
};

pub(crate) use utf8::is_utf8;

/// The number of bytes in a vector.
const BLOCK: usize = 32;

/// A set of stops as a shuffle table.
pub(crate) struct Table {
    /// The stop with each low half, or 0x80 if there is none.
    ascii: [u8; 16],
    /// The stop past ASCII.
    other: Option<u8>,
    /// All stops.
    bytes: &'static [u8],
}

impl Table {
    /// Returns the length of the longest prefix of `bytes` without a stop.
    #[cold]
    fn run_naive(&self, bytes: &[u8]) -> usize {
        bytes.iter().position(|byte| self.bytes.contains(byte)).unwrap_or(bytes.len())
    }
}

/// Returns the table of `S`; `None` if two stops share a low half, if two aren't ASCII, or if `S` has a range.
pub(crate) const fn table<S: Stops>() -> Option<Table> {
    let mut table = Table { ascii: [0x80; 16], other: None, bytes: S::BYTES };
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

/// Returns one bit for each byte of `block`, set if the byte is in `table`.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn stop_mask(block: &[u8; BLOCK], table: &Table) -> u32 {
    mask(Lanes::of(table).stops_in(load(block)))
}

/// Appends to `to` the first `length` bytes of `from`, or those before the first byte of `S` if that is less;
/// returns their number. `table` is that of `S`.
///
/// Each vector is stored whole before it is searched; the length of `to` then counts only the run, and the
/// next push overwrites the rest.
#[target_feature(enable = "avx2")]
pub(crate) fn copy_run<S: Stops>(
    to: &mut Vec<u8>,
    from: &[u8],
    length: usize,
    table: &Table,
) -> usize {
    let lanes = Lanes::of(table);
    to.reserve(length + BLOCK);
    let end = to.len();
    let mut run = 0;
    while let Some(block) = window::<{ WINDOW }>(from, run) {
        let bytes = load(block);
        // SAFETY: `to` has room for `length + BLOCK` bytes after `end`, and `run` is 0 or less than `length`.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().add(end + run).cast(), bytes) };
        let mask = mask(lanes.stops_in(bytes));
        if mask != 0 {
            run += mask.trailing_zeros() as usize;
        } else {
            run += BLOCK;
            if run < length {
                continue;
            }
        }
        run = run.min(length);
        // SAFETY: the blocks stored so far hold at least `run` bytes after `end`.
        unsafe { to.set_len(end + run) };
        return run;
    }
    // SAFETY: each block stored so far was counted whole in `run`.
    unsafe { to.set_len(end + run) };
    run + copy_run_naive::<S>(to, &from[run..length])
}

#[inline(never)]
fn copy_run_naive<S: Stops>(to: &mut Vec<u8>, from: &[u8]) -> usize {
    let run = run_naive::<S>(from);
    to.extend_from_slice(&from[..run]);
    run
}

/// A [`Table`] in registers.
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

    /// Returns all ones in each lane of `bytes` that holds a stop.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn stops_in(self, bytes: __m256i) -> __m256i {
        let ascii = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(self.ascii, bytes), bytes);
        match self.other {
            Some(other) => _mm256_or_si256(ascii, _mm256_cmpeq_epi8(bytes, other)),
            None => ascii,
        }
    }
}

/// Returns the length of the longest prefix of `bytes` without a stop. The first [`BLOCK`] bytes hold none.
///
/// It isn't generic, so it is compiled once and not for each set.
#[inline(never)]
pub(crate) fn long_run_by_table(bytes: &[u8], table: &Table) -> usize {
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { long_run(bytes, table) };
    }
    long_run_without_avx2(bytes, table)
}

/// [`long_run_by_table`] of a processor without AVX2.
fn long_run_without_avx2(bytes: &[u8], table: &Table) -> usize {
    let (blocks, _) = bytes.as_chunks::<{ crate::BLOCK }>();
    for (place, block) in blocks.iter().enumerate().skip(2) {
        let mask = sse2::mask_of(block, table.bytes);
        if mask != 0 {
            return place * crate::BLOCK + mask.trailing_zeros() as usize;
        }
    }
    let Some(last) = bytes.last_chunk() else { return table.run_naive(bytes) };
    end_of_run(bytes, sse2::mask_of(last, table.bytes), crate::BLOCK)
}

/// Returns the length of the run that ends in the last `block` bytes, by their `mask`; that of `bytes` if it is 0. The block
/// overlaps the one before it, which has no stop.
#[inline]
fn end_of_run(bytes: &[u8], mask: u32, block: usize) -> usize {
    if mask == 0 { bytes.len() } else { bytes.len() - block + mask.trailing_zeros() as usize }
}

/// [`long_run_by_table`] of a processor with AVX2.
#[target_feature(enable = "avx2")]
pub(crate) fn long_run(bytes: &[u8], table: &Table) -> usize {
    let lanes = Lanes::of(table);
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let (fours, _) = bytes.as_chunks::<{ 4 * BLOCK }>();
    let mut place = 1;
    while place < blocks.len() && place < 4 {
        let mask = mask(lanes.stops_in(load(&blocks[place])));
        if mask != 0 {
            return place * BLOCK + mask.trailing_zeros() as usize;
        }
        place += 1;
    }
    let mut four = 1;
    while let Some(blocks) = fours.get(four) {
        let [a, b, c, d] = blocks.as_chunks::<BLOCK>().0 else { break };
        let any = _mm256_or_si256(
            _mm256_or_si256(lanes.stops_in(load(a)), lanes.stops_in(load(b))),
            _mm256_or_si256(lanes.stops_in(load(c)), lanes.stops_in(load(d))),
        );
        if mask(any) != 0 {
            break;
        }
        four += 1;
    }
    place = place.max(4 * four);
    while let Some(block) = blocks.get(place) {
        let mask = mask(lanes.stops_in(load(block)));
        if mask != 0 {
            return place * BLOCK + mask.trailing_zeros() as usize;
        }
        place += 1;
    }
    let Some(last) = bytes.last_chunk() else { return table.run_naive(bytes) };
    end_of_run(bytes, mask(lanes.stops_in(load(last))), BLOCK)
}

/// [`input_error_run`](crate::input_error_run), thirty-two bytes at a time.
#[target_feature(enable = "avx2")]
pub(crate) fn input_error_run(bytes: &[u8]) -> usize {
    const HALVES: [[u8; 16]; 2] = halves(&CANDIDATES);
    let halves = Halves::of(&HALVES);
    let (blocks, tail) = bytes.as_chunks::<BLOCK>();
    for (place, block) in blocks.iter().enumerate() {
        if halves.has_member(load(block)) {
            return place * BLOCK + input_error_run_naive(block);
        }
    }
    blocks.len() * BLOCK + input_error_run_naive(tail)
}

/// [`is_plain_url`](crate::is_plain_url) thirty-two bytes at a time.
#[target_feature(enable = "avx2")]
pub(crate) fn is_plain_url(bytes: &[u8]) -> bool {
    const HALVES: [[u8; 16]; 2] = halves(&IS_ENCODED_IN_URL);
    let halves = Halves::of(&HALVES);
    let Some(last) = bytes.last_chunk::<BLOCK>() else {
        // Both ends, which overlap.
        return match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => !halves.has_member(load_both(first, last)),
            _ => is_plain_url_naive(bytes),
        };
    };
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    !halves.has_member(load(last)) && !blocks.iter().any(|block| halves.has_member(load(block)))
}

/// [`words_run`](crate::words_run), which explains the masks.
#[target_feature(enable = "avx2")]
pub(crate) fn words_run(bytes: &[u8], length: usize) -> Words {
    const MARKS: [[u8; 16]; 2] = halves(&stops::table::<MarkdownMark>());
    let marks = Halves::of(&MARKS);
    let [space, colon, slash, w] =
        [b' ', b':', b'/', b'w'].map(|byte| _mm256_set1_epi8(byte.cast_signed()));
    let is_low = |bytes| _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, space), bytes);
    // Upper and lower case differ in the bit of the space.
    let is_w = |bytes| _mm256_cmpeq_epi8(_mm256_or_si256(bytes, space), w);
    let (mut at, mut has_marks) = (0, false);
    while at < length
        && let Some(window) = window::<{ BLOCK + 1 }>(bytes, at)
        && let (Some(first), Some(second)) = (window.first_chunk(), window.last_chunk())
    {
        let (first, second) = (load(first), load(second));
        let others = mask(_mm256_cmpeq_epi8(marks.in_common(first), _mm256_setzero_si256()));
        let is_url =
            _mm256_and_si256(_mm256_cmpeq_epi8(first, colon), _mm256_cmpeq_epi8(second, slash));
        let pairs = mask(_mm256_or_si256(is_url, _mm256_and_si256(is_w(first), is_w(second))));
        let is_between = _mm256_andnot_si256(is_low(second), _mm256_cmpeq_epi8(first, space));
        let low = is_low(first);
        let past = if length - at <= BLOCK { u64::MAX << (length - at) } else { 0 };
        let (past, before_past) = (past as u32, (past >> 1) as u32);
        let ends = mask(_mm256_andnot_si256(is_between, low)) | mask(low) & before_past | past;
        let marks = !others | pairs & !before_past;
        if ends != 0 {
            let end = ends.trailing_zeros();
            has_marks |= marks & ((1 << end) - 1) != 0;
            return Words { length: at + end as usize, has_marks };
        }
        has_marks |= marks != 0;
        at += BLOCK;
    }
    words_run_naive(&bytes[..length], at, has_marks)
}

/// Returns a set of bits for each upper and each lower half, such that those of the two halves of a byte have a bit in
/// common exactly if the byte is a member.
///
/// Upper halves with the same members among their lower halves share a bit.
const fn halves(is_member: &[bool; 256]) -> [[u8; 16]; 2] {
    let mut halves = [[0; 16]; 2];
    let (mut bit, mut upper) = (1_u8, 0);
    while upper < 16 {
        let (mut earlier, mut has_members) = (0, false);
        while earlier < upper && !are_equal(is_member, earlier, upper) {
            earlier += 1;
        }
        let mut lower = 0;
        while lower < 16 {
            if is_member[upper * 16 + lower] && earlier == upper {
                assert!(bit != 0, "eight bits are enough");
                halves[1][lower] |= bit;
                has_members = true;
            }
            lower += 1;
        }
        halves[0][upper] = if has_members { bit } else { halves[0][earlier] };
        bit = if has_members { bit << 1 } else { bit };
        upper += 1;
    }
    halves
}

/// Whether two upper halves have the same members.
const fn are_equal(is_member: &[bool; 256], a: usize, b: usize) -> bool {
    let mut lower = 0;
    while lower < 16 && is_member[a * 16 + lower] == is_member[b * 16 + lower] {
        lower += 1;
    }
    lower == 16
}

/// The shuffle tables of [`halves`] in registers.
#[derive(Clone, Copy)]
struct Halves {
    upper: __m256i,
    lower: __m256i,
}

impl Halves {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn of([upper, lower]: &[[u8; 16]; 2]) -> Self {
        Self { upper: broadcast(upper), lower: broadcast(lower) }
    }

    /// Returns the bits of the upper halves and those of the lower halves of `bytes`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn bits(self, bytes: __m256i) -> [__m256i; 2] {
        let half = _mm256_set1_epi8(0x0f);
        let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), half);
        let upper = _mm256_shuffle_epi8(self.upper, upper);
        [upper, _mm256_shuffle_epi8(self.lower, _mm256_and_si256(bytes, half))]
    }

    /// Returns for each byte the bits in common, zero if it is no member.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn in_common(self, bytes: __m256i) -> __m256i {
        let [upper, lower] = self.bits(bytes);
        _mm256_and_si256(upper, lower)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn has_member(self, bytes: __m256i) -> bool {
        let [upper, lower] = self.bits(bytes);
        _mm256_testz_si256(upper, lower) == 0
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(block: &[u8; BLOCK]) -> __m256i {
    // SAFETY: `block` is a reference to thirty-two bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(block.as_ptr().cast()) }
}

/// Returns a vector of two blocks of half its size.
#[inline]
#[target_feature(enable = "avx2")]
fn load_both(first: &[u8; BLOCK / 2], second: &[u8; BLOCK / 2]) -> __m256i {
    // SAFETY: both are references to sixteen bytes, and the loads need no alignment.
    unsafe { _mm256_loadu2_m128i(second.as_ptr().cast(), first.as_ptr().cast()) }
}

/// Returns a vector with `table` in both halves: a shuffle looks up each half of a vector in its own half.
#[inline]
#[target_feature(enable = "avx2")]
fn broadcast(table: &[u8; 16]) -> __m256i {
    // SAFETY: `table` is a reference to sixteen bytes, and the load needs no alignment.
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

    /// Compares for every byte at every offset after the first block, in several lengths.
    fn assert_long_run_equals_naive<S: Stops>() {
        let table = table::<S>().unwrap();
        for byte in 0..=u8::MAX {
            for filler in [b'x', 0x80, 0xff, b'<' + 16] {
                for offset in (BLOCK..300).step_by(if S::contains(byte) { 1 } else { 29 }) {
                    let mut bytes = [filler; 310];
                    bytes[offset] = byte;
                    for length in [offset + 1, offset + 9, 310] {
                        let bytes = &bytes[..length];
                        let expected = run_naive::<S>(bytes);
                        let found = long_run_without_avx2(bytes, &table);
                        assert_eq!(found, expected, "{byte:#x} at {offset}, no AVX2");
                        if is_x86_feature_detected!("avx2") {
                            // SAFETY: the processor has AVX2.
                            let found = unsafe { long_run(bytes, &table) };
                            assert_eq!(found, expected, "{byte:#x} at {offset}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn halves_have_bits_in_common_for_members() {
        for members in [CANDIDATES, IS_ENCODED_IN_URL, stops::table::<MarkdownMark>()] {
            let [upper, lower] = halves(&members);
            for byte in 0..=u8::MAX {
                let in_common = upper[usize::from(byte >> 4)] & lower[usize::from(byte & 15)];
                assert_eq!(in_common != 0, members[usize::from(byte)], "{byte:#x}");
            }
        }
    }

    #[test]
    fn long_run_equals_naive_for_every_byte_and_place() {
        assert!(table::<TagName>().is_none());
        assert_long_run_equals_naive::<Text>();
        assert_long_run_equals_naive::<RawText>();
        assert_long_run_equals_naive::<Plaintext>();
        assert_long_run_equals_naive::<DoubleQuoted>();
        assert_long_run_equals_naive::<SingleQuoted>();
        assert_long_run_equals_naive::<EscapedInText>();
        assert_long_run_equals_naive::<EscapedInAttribute>();
    }
}
