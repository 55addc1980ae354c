//! From names by number to names as atoms.

use std::ops::Deref;

use names::{Name, NameId};

/// How many names that have no number are remembered.
const RECENT: usize = 128;

/// The atoms of the names that one parse meets.
///
/// An atom of a text is made by hashing it and, if it isn't one of those that `markup5ever` knows and
/// longer than seven bytes, by looking it up in a set behind a lock that the whole process shares. Here
/// that happens once a process for each name that has a number, and once a parse for nearly all others.
#[derive(Clone, Debug)]
pub struct Names<L: 'static> {
    /// By number.
    known: &'static [L],
    /// By the number that the parse gave it.
    dynamic: Vec<Option<L>>,
    /// By a hash, the latest of each hash; as long as [`RECENT`] once it was used.
    recent: Vec<Option<L>>,
}

impl<L> Names<L>
where
    L: Clone + Deref<Target = str> + for<'a> From<&'a str>,
{
    /// The atoms of all names that have a number, by that: what [`new`](Self::new) is given. To be made
    /// once.
    #[must_use]
    pub fn known() -> Vec<L> {
        (0..NameId::FIRST_DYNAMIC.index())
            .map(|index| L::from(NameId::from_index(index).as_str()))
            .collect()
    }

    /// An empty memory beside the `known` atoms.
    #[must_use]
    pub fn new(known: &'static [L]) -> Self {
        Self { known, dynamic: Vec::new(), recent: Vec::new() }
    }

    /// The atom of a name.
    #[inline]
    pub fn atom(&mut self, name: Name<'_>) -> L {
        match self.known.get(name.id.index()) {
            Some(known) if name.id != NameId::UNKNOWN => known.clone(),
            _ => self.unknown(name),
        }
    }

    #[inline(never)]
    fn unknown(&mut self, name: Name<'_>) -> L {
        let Some(at) = name.id.index().checked_sub(NameId::FIRST_DYNAMIC.index()) else {
            return self.recent(name.text);
        };
        if let Some(Some(atom)) = self.dynamic.get(at) {
            return atom.clone();
        }
        let atom = L::from(name.text);
        // The numbers come without gaps, but not all of them have to come here.
        if at < self.dynamic.len() + RECENT {
            self.dynamic.resize(self.dynamic.len().max(at + 1), None);
            self.dynamic[at] = Some(atom.clone());
        }
        atom
    }

    /// The atom of a text that has no number.
    pub fn recent(&mut self, text: &str) -> L {
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

/// A number below [`RECENT`] of the length, the first eight bytes and the last eight.
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
    use names::{attr, tag};

    use super::*;

    static KNOWN: LazyLock<Vec<LocalName>> = LazyLock::new(Names::known);

    #[test]
    fn atoms_are_those_of_the_texts() {
        let mut names = Names::new(&KNOWN);
        assert_eq!(names.atom(Name::known(tag::DIV)), local_name!("div"));
        for id in (1..NameId::FIRST_DYNAMIC.index()).map(NameId::from_index) {
            assert_eq!(names.atom(Name::known(id)), LocalName::from(id.as_str()));
        }
        assert_eq!(&*names.atom(Name::known(attr::ARIA_LABEL)), "aria-label");
    }

    #[test]
    fn unknown_names_are_remembered_by_number_and_by_text() {
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
