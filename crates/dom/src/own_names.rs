//! The names of a document that `names` doesn't know.

use names::{Interner, NameId};

use crate::arena::MAX_NAMES;

/// Numbers them, as long as there are numbers.
#[derive(Clone)]
pub(crate) struct Names {
    interner: Interner,
    /// How many there may be.
    limit: usize,
    /// Whether a name got no number.
    pub(crate) truncated: bool,
}

impl Names {
    const MAX: usize = MAX_NAMES - NameId::FIRST_DYNAMIC.index();

    pub(crate) fn new() -> Self {
        Self { interner: Interner::new(), limit: Self::MAX, truncated: false }
    }

    pub(crate) fn clear(&mut self) {
        self.interner.clear();
        self.limit = Self::MAX;
        self.truncated = false;
    }

    #[cfg(test)]
    pub(crate) fn set_limit(&mut self, names: usize) {
        self.limit = names;
    }

    /// The number of `text`; `None`, and a mark, if there are no numbers left.
    #[inline(never)]
    pub(crate) fn intern(&mut self, text: &str) -> Option<NameId> {
        if self.interner.len() < self.limit {
            return Some(self.interner.intern(text));
        }
        let known = self.interner.get(text);
        self.truncated |= known.is_none();
        known
    }

    /// The text of a name, known or not.
    #[inline]
    pub(crate) fn text(&self, name: NameId) -> &str {
        if name.is_known() { name.as_str() } else { self.interner.text(name) }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.interner.heap_bytes()
    }
}
