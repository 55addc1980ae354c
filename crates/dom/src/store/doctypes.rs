//! The parts of doctypes.

use crate::store::texts::Run;

/// The parts of a doctype.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doctype {
    pub(crate) name: Run,
    pub(crate) public_id: Run,
    pub(crate) system_id: Run,
}

/// The doctypes of a document by number. Most documents have one, which needs no allocation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doctypes {
    first: Option<Doctype>,
    others: Vec<Doctype>,
}

impl Doctypes {
    /// Appends a doctype and returns its number.
    pub(crate) fn push(&mut self, doctype: Doctype) -> u32 {
        if self.first.is_none() {
            self.first = Some(doctype);
            return 0;
        }
        self.others.push(doctype);
        self.others.len() as u32
    }

    /// Returns the doctype of this number; a number that no doctype has is a bug.
    pub(crate) fn get(&self, number: u32) -> Doctype {
        match (number, self.first) {
            (0, Some(first)) => first,
            _ => self.others[number as usize - 1],
        }
    }

    /// All doctypes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Doctype> {
        self.first.iter().chain(&self.others).copied()
    }

    /// Applies `moved` to each part of all doctypes.
    pub(crate) fn move_all(&mut self, moved: impl Fn(Run) -> Run) {
        for Doctype { name, public_id, system_id } in self.first.iter_mut().chain(&mut self.others)
        {
            for part in [name, public_id, system_id] {
                *part = moved(*part);
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.first = None;
        self.others.clear();
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.others.shrink_to_fit();
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.others.capacity() * size_of::<Doctype>()
    }
}
