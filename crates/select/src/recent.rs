//! Cache of the selectors that a thread compiled last.
//!
//! *Problem.* Selectors are mostly given as text, the same ones for each page or element. To compile one takes longer than to
//! search a small document for it.
//!
//! *Idea.* A thread keeps the last few that it compiled, with their texts.
//!
//! *Invariant.* A kept selector depends on nothing but its text: it has the default prefixes. The memory is bounded, because
//! the cache holds few selectors, and short ones.

use std::{cell::RefCell, thread::LocalKey};

/// The number of texts that are kept.
const MOST: usize = 16;
/// The length in bytes of the longest text that is kept.
const LONGEST: usize = 256;

/// Values by the texts that they were made of, those that were used last.
pub(crate) struct Recent<T> {
    all: Vec<Entry<T>>,
    /// The number of uses so far.
    uses: u64,
}

struct Entry<T> {
    text: Box<str>,
    value: T,
    /// The number of the last use.
    used: u64,
}

impl<T: Clone> Recent<T> {
    pub(crate) const fn new() -> RefCell<Self> {
        RefCell::new(Self { all: Vec::new(), uses: 0 })
    }

    fn get(&mut self, text: &str) -> Option<T> {
        let found = self.all.iter_mut().find(|entry| *entry.text == *text)?;
        self.uses += 1;
        found.used = self.uses;
        Some(found.value.clone())
    }

    fn keep(&mut self, text: &str, value: &T) {
        if text.len() > LONGEST {
            return;
        }
        self.uses += 1;
        let entry = Entry { text: text.into(), value: value.clone(), used: self.uses };
        if self.all.len() < MOST {
            self.all.push(entry);
        } else if let Some(oldest) = self.all.iter_mut().min_by_key(|entry| entry.used) {
            *oldest = entry;
        }
    }
}

/// Returns the value of `text` in `recent`, or else the one that `make` makes, and keeps it.
pub(crate) fn get_or_make<T: Clone, E>(
    recent: &'static LocalKey<RefCell<Recent<T>>>,
    text: &str,
    make: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    // A thread that ends has none any more.
    if let Ok(Some(value)) = recent.try_with(|recent| recent.borrow_mut().get(text)) {
        return Ok(value);
    }
    let value = make()?;
    let _ = recent.try_with(|recent| recent.borrow_mut().keep(text, &value));
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local!(static RECENT: RefCell<Recent<usize>> = const { Recent::new() });

    fn length(text: &str) -> Result<usize, ()> {
        get_or_make(&RECENT, text, || if text.is_empty() { Err(()) } else { Ok(text.len()) })
    }

    fn is_kept(text: &str) -> bool {
        RECENT.with_borrow(|recent| recent.all.iter().any(|entry| *entry.text == *text))
    }

    #[test]
    fn the_last_texts_are_kept() {
        let long = "a".repeat(LONGEST + 1);
        assert_eq!(length(&long), Ok(LONGEST + 1));
        assert!(!is_kept(&long));
        assert_eq!(length("a b"), Ok(3));
        for number in 0..2 * MOST {
            assert!(length(&format!("i{number}")).is_ok());
            // One that is used stays.
            assert_eq!(length("a b"), Ok(3));
        }
        assert!(is_kept("a b"));
        assert!(!is_kept("i0"));
        assert_eq!(RECENT.with_borrow(|recent| recent.all.len()), MOST);
    }

    #[test]
    fn errors_are_not_kept() {
        assert_eq!((length(""), length("")), (Err(()), Err(())));
        assert!(!is_kept(""));
    }
}
