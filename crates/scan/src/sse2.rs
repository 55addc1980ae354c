//! Comparisons of sixteen bytes with SSE2, which every x86-64 has.

use core::arch::x86_64::{
    __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_max_epu8, _mm_min_epu8, _mm_movemask_epi8,
    _mm_or_si128, _mm_set1_epi8, _mm_setzero_si128,
};

use crate::{BLOCK, Stops};

/// Returns one bit for each byte of `block`, set if it is in `S`.
#[inline(always)]
pub(crate) fn stop_mask<S: Stops>(block: &[u8; BLOCK]) -> u32 {
    mask(lanes::<S>(load(block)))
}

/// Returns one bit for each byte of `block`, set if it is that of `other` once the bits of `fold` are set.
#[inline(always)]
pub(crate) fn mask_of_folded(block: &[u8; BLOCK], fold: &[u8; BLOCK], other: &[u8; BLOCK]) -> u32 {
    let folded = or(load(block), load(fold));
    // SAFETY: SSE2 is part of x86-64.
    mask(unsafe { _mm_cmpeq_epi8(folded, load(other)) })
}

/// Returns one bit for each byte of `block`, set if it is one of `stops`.
#[inline]
pub(crate) fn mask_of(block: &[u8; BLOCK], stops: &[u8]) -> u32 {
    let bytes = load(block);
    mask(stops.iter().fold(zero(), |found, &stop| or(found, equal(bytes, stop))))
}

/// Returns `true` if `blocks` hold a byte of `S`.
#[inline(always)]
pub(crate) fn any_stop<S: Stops>(blocks: &[u8; 4 * BLOCK]) -> bool {
    let (blocks, _) = blocks.as_chunks::<BLOCK>();
    let [a, b, c, d] = [0, 1, 2, 3].map(|at| lanes::<S>(load(&blocks[at])));
    mask(or(or(a, b), or(c, d))) != 0
}

/// Returns all ones in each lane of `bytes` that is in `S`.
#[inline(always)]
fn lanes<S: Stops>(bytes: __m128i) -> __m128i {
    let mut found = if S::BELOW == 0 { zero() } else { at_most(bytes, S::BELOW - 1) };
    for &stop in S::BYTES {
        found = or(found, equal(bytes, stop));
    }
    found
}

#[inline(always)]
pub(crate) fn load(block: &[u8; BLOCK]) -> __m128i {
    // SAFETY: `block` is sixteen readable bytes, the load needs no alignment, and SSE2 is part of x86-64.
    unsafe { _mm_loadu_si128(block.as_ptr().cast()) }
}

#[inline(always)]
pub(crate) fn equal(bytes: __m128i, byte: u8) -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte.cast_signed())) }
}

/// Returns all ones in each lane that is `most` or less.
#[inline(always)]
pub(crate) fn at_most(bytes: __m128i, most: u8) -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let least = _mm_min_epu8(bytes, _mm_set1_epi8(most.cast_signed()));
        _mm_cmpeq_epi8(bytes, least)
    }
}

/// Returns all ones in each lane that is `least` or more.
#[inline(always)]
pub(crate) fn at_least(bytes: __m128i, least: u8) -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let most = _mm_max_epu8(bytes, _mm_set1_epi8(least.cast_signed()));
        _mm_cmpeq_epi8(bytes, most)
    }
}

#[inline(always)]
pub(crate) fn or(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_or_si128(a, b) }
}

#[inline(always)]
pub(crate) fn mask(lanes: __m128i) -> u32 {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_movemask_epi8(lanes) }.cast_unsigned()
}

#[inline(always)]
fn zero() -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_setzero_si128() }
}
