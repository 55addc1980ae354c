//! Sets of handlers.

/// The numbers of handlers of texts and comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HandlerSet {
    first: u64,
    /// The numbers from 64 on. Few rewriters have so many.
    others: Vec<u64>,
}

impl HandlerSet {
    pub(super) fn insert(&mut self, number: usize) {
        match (number / 64).checked_sub(1) {
            None => self.first |= 1 << number,
            Some(word) => {
                if self.others.len() <= word {
                    self.others.resize(word + 1, 0);
                }
                self.others[word] |= 1 << (number % 64);
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first == 0 && self.others.is_empty()
    }

    /// Whether the sets have a member in common.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.first & other.first != 0
            || self.others.iter().zip(&other.others).any(|(own, other)| own & other != 0)
    }

    /// The first member from `from` on.
    pub(super) fn next(&self, from: usize) -> Option<usize> {
        let count = 64 * (1 + self.others.len());
        (from..count).find(|number| {
            let word = match (number / 64).checked_sub(1) {
                None => self.first,
                Some(word) => self.others[word],
            };
            word >> (number % 64) & 1 != 0
        })
    }
}
