//! Conversion of names to atoms.

use std::ops::Deref;

use sapwood_names::{Name, NameId};

/// Number of slots in the cache of names that have no id.
const RECENT: usize = 128;

/// Cache of the atoms that one parse uses.
///
/// Creating an atom hashes its text. If the text is longer than seven bytes and not a static atom of
/// `markup5ever`, it is then looked up in a process-wide set behind a lock. This cache creates the atom
/// of a known name once per process, and that of nearly every other name once per parse.
#[derive(Clone, Debug)]
pub(crate) struct Names<L: 'static> {
    /// Atoms of the known names, by name id.
    known: &'static [L],
    /// Atoms of the names that got an id during this parse, by that id.
    dynamic: Vec<Option<L>>,
    /// Direct-mapped cache by a hash of the text; empty until first used, then [`RECENT`] slots.
    recent: Vec<Option<L>>,
}

impl<L> Names<L>
where
    L: Clone + Deref<Target = str> + for<'a> From<&'a str>,
{
    /// Returns the atoms of all known names by their ids, to be passed to [`new`](Self::new). Call this
    /// once per process.
    pub(crate) fn known() -> Vec<L> {
        (0..NameId::FIRST_DYNAMIC.index())
            .map(|index| L::from(NameId::from_index(index).as_str()))
            .collect()
    }

    /// Creates a cache that holds only the `known` atoms.
    pub(crate) fn new(known: &'static [L]) -> Self {
        Self { known, dynamic: Vec::new(), recent: Vec::new() }
    }

    /// Returns the atom of a name.
    #[inline]
    pub(crate) fn atom(&mut self, name: Name<'_>) -> L {
        match self.known.get(name.id.index()) {
            Some(known) if name.id != NameId::UNKNOWN => known.clone(),
            _ => self.unknown(name),
        }
    }

    #[inline(never)]
    fn unknown(&mut self, name: Name<'_>) -> L {
        let Some(index) = name.id.index().checked_sub(NameId::FIRST_DYNAMIC.index()) else {
            return self.recent(name.text);
        };
        if let Some(Some(atom)) = self.dynamic.get(index) {
            return atom.clone();
        }
        let atom = L::from(name.text);
        // Ids are assigned without gaps, but some of them never reach this cache.
        if index < self.dynamic.len() + RECENT {
            self.dynamic.resize(self.dynamic.len().max(index + 1), None);
            self.dynamic[index] = Some(atom.clone());
        }
        atom
    }

    /// Returns the atom of a text that has no id.
    pub(crate) fn recent(&mut self, text: &str) -> L {
        if self.recent.is_empty() {
            self.recent.resize(RECENT, None);
        }
        let slot = &mut self.recent[hash(text)];
        match slot {
            Some(atom) if **atom == *text => atom.clone(),
            _ => slot.insert(L::from(text)).clone(),
        }
    }
}

/// Hashes the length and the first and last eight bytes of `text` to a slot index below [`RECENT`].
fn hash(text: &str) -> usize {
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let bytes = text.as_bytes();
    let length = bytes.len().min(8);
    let ends = word(&bytes[..length]) ^ word(&bytes[bytes.len() - length..]).rotate_left(29);
    let mixed = (ends ^ bytes.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (64 - RECENT.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use markup5ever::{LocalName, local_name};
    use sapwood_names::{attr, tag};

    use super::*;

    static KNOWN: LazyLock<Vec<LocalName>> = LazyLock::new(Names::known);

    #[test]
    fn atoms_equal_their_texts() {
        let mut names = Names::new(&KNOWN);
        assert_eq!(names.atom(Name::known(tag::DIV)), local_name!("div"));
        for id in (1..NameId::FIRST_DYNAMIC.index()).map(NameId::from_index) {
            assert_eq!(names.atom(Name::known(id)), LocalName::from(id.as_str()));
        }
        assert_eq!(&*names.atom(Name::known(attr::ARIA_LABEL)), "aria-label");
    }

    #[test]
    fn unknown_names_are_cached_by_id_and_by_text() {
        let mut names = Names::new(&KNOWN);
        let first = NameId::FIRST_DYNAMIC.index();
        for round in 0..2 {
            for at in (0..500).rev() {
                let text = format!("my-element-{at}");
                let id = NameId::from_index(first + at);
                assert_eq!(*names.atom(Name { id, text: &text }), *text, "{round}");
                let id = NameId::UNKNOWN;
                assert_eq!(*names.atom(Name { id, text: &text }), *text, "{round}");
            }
        }
        assert_eq!(&*names.recent(""), "");
        assert_eq!(&*names.recent("\u{1f600}"), "\u{1f600}");
    }
}
