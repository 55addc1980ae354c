//! Checks thirty-two bytes at a time whether they are UTF-8.
//!
//! *Problem.* In Cyrillic text every second byte begins a character. Looked at one by one, these would cost more than their parse.
//!
//! *Idea* (Keiser and Lemire, [Validating UTF-8 in less than one instruction per byte](https://arxiv.org/abs/2010.03090)). Nearly
//! every mistake is a pair of neighbouring bytes, and the two halves of the first byte and the high half of the second tell which
//! one. A table for each of the three has a bit for each mistake that such a half may be part of; the pair is a mistake if all
//! three have its bit. What pairs don't tell is whether a byte must continue a character that began two or three bytes before. So
//! two continuations in a row count as a mistake, which that one undoes.
//!
//! *Invariant.* `error` isn't zero if there was a mistake, and `unfinished` isn't zero if the last block ends within a character.

use core::arch::x86_64::{
    __m256i, _mm256_alignr_epi8, _mm256_and_si256, _mm256_or_si256, _mm256_permute2x128_si256,
    _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16,
    _mm256_subs_epu8, _mm256_testz_si256, _mm256_xor_si256,
};

use super::{BLOCK, broadcast, load, mask};

/// The number of bytes that are skipped at once if they are ASCII, as most of a page is.
const LONG: usize = 16 * BLOCK;

/// A first byte of a character, and no continuation.
const SHORT: u8 = 1;
/// ASCII, and a continuation.
const LONG_ASCII: u8 = 1 << 1;
/// E0, and a continuation below A0: a character that takes two bytes.
const OVERLONG_3: u8 = 1 << 2;
/// A character above U+10FFFF.
const LARGE: u8 = 1 << 3;
/// ED, and a continuation from A0 on.
const SURROGATE: u8 = 1 << 4;
/// C0 or C1, and a continuation: a character of ASCII.
const OVERLONG_2: u8 = 1 << 5;
/// F0, or F5 and above, and a continuation below 90: one that takes three bytes, or one above U+10FFFF.
const OVERLONG_4: u8 = 1 << 6;
/// Two continuations, which is no mistake where a character has so many.
const CONTINUATIONS: u8 = 1 << 7;
/// The mistakes that don't depend on the low half of the first byte.
const ANY_LOW: u8 = SHORT | LONG_ASCII | CONTINUATIONS;

const FIRST_HIGH: [u8; 16] = {
    let mut table = [LONG_ASCII; 16];
    table[0x8] = CONTINUATIONS;
    table[0x9] = CONTINUATIONS;
    table[0xa] = CONTINUATIONS;
    table[0xb] = CONTINUATIONS;
    table[0xc] = SHORT | OVERLONG_2;
    table[0xd] = SHORT;
    table[0xe] = SHORT | OVERLONG_3 | SURROGATE;
    table[0xf] = SHORT | LARGE | OVERLONG_4;
    table
};

const FIRST_LOW: [u8; 16] = {
    let mut table = [ANY_LOW | LARGE | OVERLONG_4; 16];
    table[0x0] = ANY_LOW | OVERLONG_2 | OVERLONG_3 | OVERLONG_4;
    table[0x1] = ANY_LOW | OVERLONG_2;
    table[0x2] = ANY_LOW;
    table[0x3] = ANY_LOW;
    table[0x4] = ANY_LOW | LARGE;
    table[0xd] |= SURROGATE;
    table
};

const SECOND_HIGH: [u8; 16] = {
    const CONTINUED: u8 = LONG_ASCII | OVERLONG_2 | CONTINUATIONS;
    let mut table = [SHORT; 16];
    table[0x8] = CONTINUED | OVERLONG_3 | OVERLONG_4;
    table[0x9] = CONTINUED | OVERLONG_3 | LARGE;
    table[0xa] = CONTINUED | SURROGATE | LARGE;
    table[0xb] = CONTINUED | SURROGATE | LARGE;
    table
};

/// The greatest bytes that may end a block: no first byte of four in the last three, of three in the last two, of two at the end.
const GREATEST_AT_END: [u8; BLOCK] = {
    let mut bytes = [0xff; BLOCK];
    bytes[BLOCK - 3] = 0xef;
    bytes[BLOCK - 2] = 0xdf;
    bytes[BLOCK - 1] = 0xbf;
    bytes
};

/// Whether bytes are UTF-8.
#[target_feature(enable = "avx2")]
pub(crate) fn is_utf8(bytes: &[u8]) -> bool {
    let mut check = Check::new();
    let mut rest = bytes;
    while let Some((long, after)) = rest.split_first_chunk::<LONG>() {
        let (blocks, _) = long.as_chunks();
        if is_ascii(blocks) {
            check.see_ascii();
            rest = after;
            // Most of them follow each other.
            while let Some((long, after)) = rest.split_first_chunk::<LONG>()
                && is_ascii(long.as_chunks().0)
            {
                rest = after;
            }
        } else {
            let (parts, _) = blocks.as_chunks::<4>();
            for part in parts {
                if is_ascii(part) {
                    check.see_ascii();
                } else {
                    part.iter().for_each(|block| check.see(load(block)));
                }
            }
            if check.has_failed() {
                return false;
            }
            rest = after;
        }
    }
    let (blocks, tail) = rest.as_chunks();
    blocks.iter().for_each(|block| check.see(load(block)));
    // The zeros after the end are ASCII, so that the last character has to end.
    let mut last = [0; BLOCK];
    last[..tail.len()].copy_from_slice(tail);
    check.see(load(&last));
    !check.has_failed()
}

#[inline]
#[target_feature(enable = "avx2")]
fn is_ascii(blocks: &[[u8; BLOCK]]) -> bool {
    let mut any = _mm256_setzero_si256();
    for block in blocks {
        any = _mm256_or_si256(any, load(block));
    }
    mask(any) == 0
}

struct Check {
    error: __m256i,
    unfinished: __m256i,
    /// The last block, or zeros if it was ASCII.
    previous: __m256i,
}

impl Check {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new() -> Self {
        let zero = _mm256_setzero_si256();
        Self { error: zero, unfinished: zero, previous: zero }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn see_ascii(&mut self) {
        self.error = _mm256_or_si256(self.error, self.unfinished);
        self.unfinished = _mm256_setzero_si256();
        self.previous = _mm256_setzero_si256();
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn see(&mut self, block: __m256i) {
        if mask(block) == 0 {
            return self.see_ascii();
        }
        // The bytes one, two and three places before those of the block.
        let joint = _mm256_permute2x128_si256::<0x21>(self.previous, block);
        let first = _mm256_alignr_epi8::<15>(block, joint);
        let second = _mm256_alignr_epi8::<14>(block, joint);
        let third = _mm256_alignr_epi8::<13>(block, joint);

        let halves = _mm256_set1_epi8(0x0f);
        let high = |bytes| _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), halves);
        let by_first_high = _mm256_shuffle_epi8(broadcast(&FIRST_HIGH), high(first));
        let by_first_low =
            _mm256_shuffle_epi8(broadcast(&FIRST_LOW), _mm256_and_si256(first, halves));
        let by_second_high = _mm256_shuffle_epi8(broadcast(&SECOND_HIGH), high(block));
        let pair = _mm256_and_si256(_mm256_and_si256(by_first_high, by_first_low), by_second_high);

        // The high bit is set for a first byte of three or four bytes, two places before, and of four, three places before.
        let after_second = _mm256_subs_epu8(second, set(0xe0 - 0x80));
        let after_third = _mm256_subs_epu8(third, set(0xf0 - 0x80));
        let continues = _mm256_and_si256(_mm256_or_si256(after_second, after_third), set(0x80));

        self.error = _mm256_or_si256(self.error, _mm256_xor_si256(pair, continues));
        self.unfinished = _mm256_subs_epu8(block, load(&GREATEST_AT_END));
        self.previous = block;
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn has_failed(&self) -> bool {
        _mm256_testz_si256(self.error, self.error) == 0
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn set(byte: u8) -> __m256i {
    _mm256_set1_epi8(byte.cast_signed())
}
