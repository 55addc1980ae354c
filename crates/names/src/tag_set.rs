//! Sets of tag names.

use crate::NameId;

/// A set of tag names with ids below 256, which all tag names that the parser asks for have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TagSet([u64; 4]);

impl TagSet {
    /// The set of these names.
    ///
    /// # Panics
    ///
    /// If an id is [`NameId::UNKNOWN`] or not below 256; in a constant the build fails.
    #[must_use]
    pub const fn new(ids: &[NameId]) -> TagSet {
        let mut set = [0; 4];
        let mut i = 0;
        while i < ids.len() {
            let id = ids[i].0;
            assert!(id != 0 && id < 256, "a tag set holds known names with ids below 256");
            set[(id >> 6) as usize] |= 1 << (id & 63);
            i += 1;
        }
        TagSet(set)
    }

    /// The names that are in either set.
    #[must_use]
    pub const fn union(self, other: TagSet) -> TagSet {
        let (a, b) = (self.0, other.0);
        TagSet([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }

    /// The names that are in this set and not in the other.
    #[must_use]
    pub const fn difference(self, other: TagSet) -> TagSet {
        let (a, b) = (self.0, other.0);
        TagSet([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2], a[3] & !b[3]])
    }

    /// The members: the name with id `i` is bit `i % 64` of word `i / 64`.
    #[must_use]
    pub const fn words(self) -> [u64; 4] {
        self.0
    }

    /// Whether `id` is in the set; [`NameId::UNKNOWN`] and ids from 256 up never are.
    #[inline(always)]
    #[must_use]
    pub const fn contains(&self, id: NameId) -> bool {
        id.0 < 256 && self.0[(id.0 >> 6) as usize & 3] >> (id.0 & 63) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contains_what_was_put_in() {
        let ids = [NameId(1), NameId(63), NameId(64), NameId(255)];
        let set = TagSet::new(&ids[..2]).union(TagSet::new(&ids[2..]));
        for id in (0..1024).chain([u32::MAX]).map(NameId) {
            assert_eq!(set.contains(id), ids.contains(&id), "{id:?}");
            assert!(!TagSet::default().contains(id));
            let rest = set.difference(TagSet::new(&ids[1..]));
            assert_eq!(rest.contains(id), id == ids[0], "{id:?}");
        }
    }

    #[test]
    #[should_panic(expected = "below 256")]
    fn refuses_ids_from_256_up() {
        let _ = TagSet::new(&[NameId(256)]);
    }
}
