//! Multipliers under which no two names share a slot.

use anyhow::{Result, bail};

/// Number of multipliers to try: some hundred times more than the lists need; it takes a second.
const TRIES: usize = 20_000_000;

/// An odd number that sends `names` to different ones of `slots` slots, as
/// `crates/names/src/lookup.rs` hashes them. Always the same for the same names.
pub(crate) fn multiplier<'a>(names: impl Iterator<Item = &'a str>, slots: u32) -> Result<u64> {
    let folded: Vec<u64> = names.map(fold).collect();
    let shift = 64 - slots.trailing_zeros();
    // For each slot the try that last filled it, so that nothing is cleared between tries.
    let mut filled = vec![0; slots as usize];
    let mut seed = 0;
    for attempt in 1..=TRIES {
        let multiplier = split_mix(&mut seed) | 1;
        let free = |word: &u64| {
            let slot = (word.wrapping_mul(multiplier) >> shift) as usize;
            std::mem::replace(&mut filled[slot], attempt) != attempt
        };
        if folded.iter().all(free) {
            return Ok(multiplier);
        }
    }
    bail!("no perfect hash of {} names in {slots} slots", folded.len());
}

/// The little-endian words of a name, folded to one from the last to the first.
fn fold(name: &str) -> u64 {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let chunks = name.as_bytes().chunks(8).rev();
    chunks.fold(0u64, |folded, chunk| folded.rotate_left(23) ^ word(chunk))
}

/// The next number of the SplitMix64 sequence.
fn split_mix(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_one_or_says_so() {
        assert!(multiplier(["a", "b", "annotation-xml"].into_iter(), 4).is_ok());
        assert!(multiplier(["a", "b", "c"].into_iter(), 2).is_err());
    }
}
