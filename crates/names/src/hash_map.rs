//! Hash maps whose hash function is short.
//!
//! The standard library's hash function is inlined wherever a map is searched, changed or grown: a third of the time that the
//! compiler spends on a map. A [`KeyedHash`] takes two multiplications. Its keys are random, so a page can't choose names that collide;
//! unlike SipHash, it has no cryptographic strength.

use std::{
    cell::Cell,
    hash::{BuildHasher, Hasher},
};

use crate::KeyedHash;

/// A hash map whose hash function is short.
pub type HashMap<K, V> = std::collections::HashMap<K, V, HashState>;

/// A hash set whose hash function is short.
pub type HashSet<K> = std::collections::HashSet<K, HashState>;

/// The keys of a map.
#[derive(Clone, Copy, Debug)]
pub struct HashState(KeyedHash);

impl Default for HashState {
    /// Returns keys that no other map of this thread has. As in the standard library, the random keys of a thread are drawn
    /// once, and changed for each map.
    #[inline(never)]
    fn default() -> Self {
        thread_local!(static HASH: Cell<KeyedHash> = Cell::new(KeyedHash::new_random()));
        HASH.with(|hash| {
            let own = hash.get();
            hash.set(own.next());
            Self(own)
        })
    }
}

impl BuildHasher for HashState {
    type Hasher = KeyedHasher;

    #[inline]
    fn build_hasher(&self) -> KeyedHasher {
        KeyedHasher { hash: self.0, state: 0 }
    }
}

/// The hash of a key that is written in parts.
#[derive(Clone, Debug)]
pub struct KeyedHasher {
    hash: KeyedHash,
    state: u64,
}

impl Hasher for KeyedHasher {
    #[inline(never)]
    fn write(&mut self, bytes: &[u8]) {
        self.write_u64(self.hash.hash(bytes));
    }

    #[inline]
    fn write_u8(&mut self, part: u8) {
        self.write_u64(part.into());
    }

    #[inline]
    fn write_u16(&mut self, part: u16) {
        self.write_u64(part.into());
    }

    #[inline]
    fn write_u32(&mut self, part: u32) {
        self.write_u64(part.into());
    }

    #[inline]
    fn write_u64(&mut self, part: u64) {
        self.state = self.hash.hash_word(self.state ^ part);
    }

    #[inline]
    fn write_usize(&mut self, part: usize) {
        self.write_u64(part as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_have_keys_of_their_own() {
        let [first, second] = [(); 2].map(|()| HashState::default());
        assert_ne!(first.hash_one(1_u64), second.hash_one(1_u64));
        assert_eq!(first.hash_one(1_u64), first.hash_one(1_u64));
    }

    /// Keys that differ little spread over the slots of a small table, by the low bits and by the high ones.
    #[test]
    fn spreads_over_bits() {
        let state = HashState::default();
        let check = |name: &str, hashes: &mut dyn Iterator<Item = u64>| {
            let (mut low, mut high) = ([0; 256], [0; 128]);
            for hash in hashes.take(25_600) {
                low[hash as usize % 256] += 1;
                high[(hash >> 57) as usize] += 1;
            }
            assert!(low.iter().all(|n| (40..=180).contains(n)), "{name}: {low:?}");
            assert!(high.iter().all(|n| (100..=320).contains(n)), "{name}: {high:?}");
        };
        check("counted", &mut (0_usize..).map(|key| state.hash_one(key)));
        check("shifted", &mut (0_u64..).map(|key| state.hash_one(key << 32)));
        check("pairs", &mut (0_u32..).map(|key| state.hash_one((key % 160, u64::from(key / 160)))));
        check("texts", &mut (0..).map(|key| state.hash_one(format!("data-{key}"))));
        check("options", &mut (0..).map(|key| state.hash_one((Some(key), "group"))));
    }
}
