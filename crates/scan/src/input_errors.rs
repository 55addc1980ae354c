//! The search for [control characters](https://infra.spec.whatwg.org/#control) and
//! [noncharacters](https://infra.spec.whatwg.org/#noncharacter) in the input stream.

pub(crate) mod naive;

pub use self::naive::input_error_run_naive;
#[cfg(not(target_arch = "x86_64"))]
use self::naive::is_candidate;
use crate::BLOCK;
#[cfg(target_arch = "x86_64")]
use crate::{avx2, sse2};

/// Returns the length of the longest prefix of `bytes` in which no control character and no noncharacter begins.
///
/// The prefix ends before an ASCII control other than NUL and white space, and before each byte that can
/// begin a C1 control or a noncharacter: 0xC2, 0xEF and above. Such a byte may also begin a valid character,
/// so the caller looks at the character.
#[inline]
#[must_use]
pub fn input_error_run(bytes: &[u8]) -> usize {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::input_error_run(bytes) };
    }
    let mut at = 0;
    while let Some(one) = bytes[at..].first_chunk::<BLOCK>() {
        let mask = candidates(one);
        if mask != 0 {
            return at + mask.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    at + input_error_run_naive(&bytes[at..])
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn candidates(block: &[u8; BLOCK]) -> u32 {
    let bytes = sse2::load(block);
    let controls = sse2::mask(sse2::at_most(bytes, 0x1f));
    let rare = sse2::mask(sse2::or(
        sse2::or(sse2::equal(bytes, 0x7f), sse2::equal(bytes, 0xc2)),
        sse2::at_least(bytes, 0xef),
    ));
    // Most blocks hold no control at all, so the allowed ones are compared only where there is one.
    if controls == 0 {
        return rare;
    }
    let allowed = [0x00, 0x0a, 0x0c, 0x0d].map(|byte| sse2::equal(bytes, byte));
    let allowed = allowed.into_iter().fold(sse2::equal(bytes, 0x09), sse2::or);
    controls & !sse2::mask(allowed) | rare
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn candidates(block: &[u8; BLOCK]) -> u32 {
    let mut mask = 0;
    for (at, &byte) in block.iter().enumerate() {
        mask |= u32::from(is_candidate(byte)) << at;
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_error_run_equals_naive() {
        for byte in 0..=u8::MAX {
            for filler in [b'x', b'\n'] {
                for offset in 0..40 {
                    let mut bytes = [filler; 50];
                    bytes[offset] = byte;
                    for length in offset + 1..50 {
                        let bytes = &bytes[..length];
                        assert_eq!(input_error_run(bytes), input_error_run_naive(bytes));
                    }
                }
            }
        }
    }
}
