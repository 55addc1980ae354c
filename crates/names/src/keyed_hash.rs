//! A keyed hash.

use std::hash::{BuildHasher, RandomState};

use crate::words::words;

/// A fast hash of short texts, keyed with a secret against texts chosen to collide.
///
/// Multiplies 64-bit words, mixed with the key, to 128 bits and folds the halves (as wyhash does). A text has a
/// different value under each key, and each bit of the value depends on the whole text.
///
/// ```
/// use sapwood_names::KeyedHash;
///
/// let hash = KeyedHash::new_random();
/// assert_eq!(hash.hash(b"data-id"), hash.hash(b"data-id"));
/// assert_ne!(hash.hash(b"data-id"), hash.hash(b"data-ix"));
/// ```
#[derive(Clone, Copy)]
pub struct KeyedHash {
    key: [u64; 2],
}

impl std::fmt::Debug for KeyedHash {
    /// Keeps the key to itself.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeyedHash").finish_non_exhaustive()
    }
}

impl KeyedHash {
    /// Returns a hash with a random key from the standard library.
    #[must_use]
    pub fn new_random() -> Self {
        let random = RandomState::new();
        Self { key: [random.hash_one(0u64), random.hash_one(1u64)] }
    }

    /// Returns a hash with another key.
    pub(crate) fn next(self) -> Self {
        let [first, second] = self.key;
        Self { key: [first.wrapping_add(1), second] }
    }

    /// Returns the hash of a word.
    #[inline]
    pub(crate) fn hash_word(self, word: u64) -> u64 {
        let [first, second] = self.key;
        fold(fold(word ^ first, second) ^ second, first)
    }

    /// Returns the hash of `bytes`.
    #[inline]
    #[must_use]
    pub fn hash(&self, bytes: &[u8]) -> u64 {
        let [mut state, key] = self.key;
        // The length distinguishes texts that differ only in padding.
        state ^= bytes.len() as u64;
        let mut rest = bytes;
        while rest.len() > 16
            && let Some((chunk, after)) = rest.split_first_chunk::<16>()
        {
            let (w0, w1) = words(chunk);
            state = fold(w0 ^ state, w1 ^ key);
            rest = after;
        }
        let (w0, w1) = words(rest);
        // The second round carries every bit of the first to the low bits and the high ones.
        fold(fold(w0 ^ state, w1 ^ key) ^ key, self.key[0])
    }
}

#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn tells_texts_apart() {
        let hash = KeyedHash::new_random();
        let mut seen = HashSet::new();
        for i in 0..20_000 {
            assert!(seen.insert(hash.hash(format!("data-{i}").as_bytes())), "{i}");
        }
        // Lengths on both sides of each way through, with NULs that look like padding.
        for len in 0..100 {
            assert!(seen.insert(hash.hash(&vec![0; len])), "{len} NULs");
            assert!(seen.insert(hash.hash(&vec![b'x'; len + 1])), "{len} times x");
        }
    }

    #[test]
    fn every_byte_counts() {
        let hash = KeyedHash::new_random();
        for len in 1..70 {
            let mut text = vec![b'a'; len];
            let plain = hash.hash(&text);
            for at in 0..len {
                text[at] = b'b';
                assert_ne!(hash.hash(&text), plain, "byte {at} of {len}");
                text[at] = b'a';
            }
        }
    }

    #[test]
    fn keys_differ() {
        assert_ne!(KeyedHash::new_random().hash(b"a"), KeyedHash::new_random().hash(b"a"));
    }

    /// Texts that differ little spread over the slots of a small table.
    #[test]
    fn spreads_over_low_bits() {
        let hash = KeyedHash::new_random();
        let mut load = [0; 256];
        for i in 0..25_600 {
            load[hash.hash(format!("x{i}").as_bytes()) as usize % 256] += 1;
        }
        assert!(load.iter().all(|&n| (40..=170).contains(&n)), "{load:?}");
    }
}
