//! Ids for the unknown names of a document.

use crate::{KeyedHash, NameId};

/// Numbers the unknown names of a document.
///
/// The same text gets the same id, and ids count up from [`NameId::FIRST_DYNAMIC`] without gaps. An
/// interner that was never used has neither memory nor a key for its hash.
///
/// ```
/// use sapwood_names::{Interner, NameId};
///
/// let mut interner = Interner::new();
/// let id = interner.intern("my-element");
/// assert_eq!(id, NameId::FIRST_DYNAMIC);
/// assert_eq!(interner.intern("my-element"), id);
/// assert_eq!(interner.text(id), "my-element");
/// assert_eq!(interner.get("other-element"), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interner {
    /// All texts, one after the other.
    texts: String,
    /// Hash table with open addressing and linear probing: one more than a text's index, or 0 for a free slot. After its
    /// slots, the end of each text: one allocation serves both.
    table: Vec<u32>,
    /// Number of slots: zero or a power of two, at least twice the number of texts.
    slots: usize,
    /// Drawn at the first insertion.
    hash: Option<KeyedHash>,
}

impl Interner {
    /// Returns an empty interner; allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { texts: String::new(), table: Vec::new(), slots: 0, hash: None }
    }

    /// Returns the id of `text`, a new one if it has none; [`NameId::UNKNOWN`] if all 2³² ids are taken, or the texts
    /// would exceed 4 GiB.
    #[inline]
    pub fn intern(&mut self, text: &str) -> NameId {
        let hash = *self.hash.get_or_insert_with(KeyedHash::new_random);
        if self.len() * 2 >= self.slots {
            self.grow(hash);
        }
        let slot = match self.find(hash, text) {
            Ok(index) => return dynamic(index),
            Err(slot) => slot,
        };
        let index = self.len();
        let id = dynamic(index);
        let Ok(end) = u32::try_from(self.texts.len() + text.len()) else { return NameId::UNKNOWN };
        if id != NameId::UNKNOWN {
            self.texts.push_str(text);
            self.table.push(end);
            self.table[slot] = index as u32 + 1;
        }
        id
    }

    /// Returns the id of `text`, if it has one.
    #[must_use]
    pub fn get(&self, text: &str) -> Option<NameId> {
        if self.is_empty() {
            return None;
        }
        self.find(self.hash?, text).ok().map(dynamic)
    }

    /// Returns the text of a dynamic id; `""` if it isn't one of this interner's.
    #[inline]
    #[must_use]
    pub fn text(&self, id: NameId) -> &str {
        match id.index().checked_sub(NameId::FIRST_DYNAMIC.index()) {
            Some(index) if index < self.len() => self.text_at(index),
            _ => "",
        }
    }

    /// Returns the number of names.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len() - self.slots
    }

    /// Returns `true` if there are no names.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all names and keeps the capacity.
    #[inline]
    pub fn clear(&mut self) {
        if !self.is_empty() {
            self.clear_filled();
        }
    }

    #[inline(never)]
    fn clear_filled(&mut self) {
        if let Some(hash) = self.hash {
            // One slot at a time, so that a large document doesn't make each later clearing slow. The last name
            // goes first: no other name was displaced past its slot.
            for index in (0..self.len()).rev() {
                let mut slot = self.first_slot(hash, self.text_at(index));
                while self.table[slot] != index as u32 + 1 {
                    slot = self.next_slot(slot);
                }
                self.table[slot] = 0;
            }
        }
        self.texts.clear();
        self.table.truncate(self.slots);
    }

    /// Returns the heap bytes in use, unused capacity included.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.texts.capacity() + self.table.capacity() * size_of::<u32>()
    }

    /// Returns the index of `text`, or the free slot for it. The table must have a free slot.
    #[inline(always)]
    fn find(&self, hash: KeyedHash, text: &str) -> Result<usize, usize> {
        let mut slot = self.first_slot(hash, text);
        loop {
            match self.table[slot] {
                0 => return Err(slot),
                entry if self.text_at(entry as usize - 1) == text => return Ok(entry as usize - 1),
                _ => slot = self.next_slot(slot),
            }
        }
    }

    #[inline]
    fn first_slot(&self, hash: KeyedHash, text: &str) -> usize {
        hash.hash(text.as_bytes()) as usize & (self.slots - 1)
    }

    #[inline]
    fn next_slot(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots - 1)
    }

    #[inline(always)]
    fn text_at(&self, index: usize) -> &str {
        let ends = &self.table[self.slots..];
        let start = if index == 0 { 0 } else { ends[index - 1] };
        &self.texts[start as usize..ends[index] as usize]
    }

    /// Doubles the table.
    #[cold]
    fn grow(&mut self, hash: KeyedHash) {
        // A page that has names of its own has some dozens: one allocation each serves most.
        if self.slots == 0 {
            self.texts.reserve(512);
        }
        let slots = (self.slots * 2).max(128);
        let mut table = Vec::with_capacity(slots + slots / 2);
        table.resize(slots, 0);
        table.extend_from_slice(&self.table[self.slots..]);
        (self.table, self.slots) = (table, slots);
        for index in 0..self.len() {
            let mut slot = self.first_slot(hash, self.text_at(index));
            while self.table[slot] != 0 {
                slot = self.next_slot(slot);
            }
            self.table[slot] = index as u32 + 1;
        }
    }
}

/// The id of the text at `index`; [`NameId::UNKNOWN`] past the last one there can be.
#[inline]
fn dynamic(index: usize) -> NameId {
    NameId::from_index(NameId::FIRST_DYNAMIC.index().saturating_add(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(i: usize) -> String {
        format!("x-{i}")
    }

    #[test]
    fn ids_count_up_and_stay() {
        let mut interner = Interner::new();
        for _ in 0..2 {
            for i in 0..5000 {
                let id = interner.intern(&name(i));
                assert_eq!(id.index(), NameId::FIRST_DYNAMIC.index() + i);
                assert_eq!(interner.text(id), name(i));
            }
        }
        assert_eq!(interner.len(), 5000);
        assert_eq!(interner.get("x-4999").map(|id| interner.text(id)), Some("x-4999"));
        assert_eq!(interner.get("x-5000"), None);
    }

    #[test]
    fn texts_of_foreign_ids_are_empty() {
        let mut interner = Interner::new();
        interner.intern("a-b");
        let beyond = NameId::from_index(NameId::FIRST_DYNAMIC.index() + 1);
        for id in [NameId::UNKNOWN, crate::tag::A, beyond, NameId(u32::MAX)] {
            assert_eq!(interner.text(id), "");
        }
    }

    #[test]
    fn empty_and_nul_texts_are_texts() {
        let mut interner = Interner::new();
        let ids = ["", "\0", "\0\0", "é", "a\0"].map(|text| interner.intern(text));
        assert_eq!(interner.len(), 5);
        assert_eq!(ids.map(|id| interner.text(id)), ["", "\0", "\0\0", "é", "a\0"]);
    }

    #[test]
    fn an_unused_interner_has_nothing() {
        let interner = Interner::default();
        assert_eq!(interner.get("a"), None);
        assert_eq!(interner.heap_bytes(), 0);
        assert!(interner.hash.is_none());
        assert!(interner.is_empty());
    }

    #[test]
    fn clearing_keeps_memory_and_forgets_names() {
        let mut interner = Interner::new();
        for i in 0..1000 {
            interner.intern(&name(i));
        }
        let bytes = interner.heap_bytes();
        interner.clear();
        assert!(interner.is_empty());
        assert!(interner.table.iter().all(|&slot| slot == 0));
        assert_eq!(interner.get("x-1"), None);
        assert_eq!(interner.heap_bytes(), bytes);
        assert_eq!(interner.intern("x-1"), NameId::FIRST_DYNAMIC);
    }

    #[test]
    fn a_clone_is_its_own() {
        let mut first = Interner::new();
        first.intern("a-a");
        let mut second = first.clone();
        second.intern("b-b");
        assert_eq!((first.len(), second.len()), (1, 2));
        assert_eq!(second.get("a-a"), first.get("a-a"));
    }
}
