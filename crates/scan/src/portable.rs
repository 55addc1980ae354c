//! Comparisons of sixteen bytes as two 64-bit words, for targets without SSE2.

use crate::{BLOCK, Stops};

/// A one in each byte of a word.
const ONES: u64 = u64::MAX / 0xff;
/// The highest bit of each byte of a word.
const HIGHS: u64 = ONES << 7;

/// Returns one bit for each byte of `block`, set if it is in `S`.
#[inline(always)]
pub(crate) fn stop_mask<S: Stops>(block: &[u8; BLOCK]) -> u32 {
    let [low, high] = words(block).map(|word| gather(lanes::<S>(word)));
    low | high << 8
}

/// Returns one bit for each byte of `block`, set if it is that of `other` once the bits of `fold` are set.
#[inline(always)]
pub(crate) fn mask_of_folded(block: &[u8; BLOCK], fold: &[u8; BLOCK], other: &[u8; BLOCK]) -> u32 {
    let ([low, high], fold, other) = (words(block), words(fold), words(other));
    let same = |word: u64, at: usize| gather(below((word | fold[at]) ^ other[at], 1));
    same(low, 0) | same(high, 1) << 8
}

/// Returns `true` if `blocks` hold a byte of `S`.
#[inline(always)]
pub(crate) fn any_stop<S: Stops>(blocks: &[u8; 4 * BLOCK]) -> bool {
    let (blocks, _) = blocks.as_chunks::<BLOCK>();
    blocks.iter().flat_map(words).fold(0, |found, word| found | lanes::<S>(word)) != 0
}

/// Returns the highest bit of each byte of `word` that is in `S`.
#[inline(always)]
fn lanes<S: Stops>(word: u64) -> u64 {
    let mut found = below(word, S::BELOW);
    for &stop in S::BYTES {
        found |= below(word ^ (ONES * u64::from(stop)), 1);
    }
    found
}

/// Returns the highest bit of each byte of `word` that is less than `limit`, which is at most 128.
#[inline(always)]
fn below(word: u64, limit: u8) -> u64 {
    // With the highest bit of each byte set, no subtraction borrows from the next byte: that bit of the
    // difference is clear where the low seven bits are less than `limit`. A byte of 128 or more is
    // excluded afterwards.
    let compared = (word & !HIGHS | HIGHS) - ONES * u64::from(limit);
    !compared & !word & HIGHS
}

/// Gathers the highest bit of each byte into the low eight bits, the first byte's lowest.
#[inline(always)]
fn gather(lanes: u64) -> u32 {
    ((lanes >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

#[inline(always)]
fn words(block: &[u8; BLOCK]) -> [u64; 2] {
    let [low, high] = block.as_chunks::<8>().0 else { unreachable!("sixteen bytes are two words") };
    [u64::from_le_bytes(*low), u64::from_le_bytes(*high)]
}
