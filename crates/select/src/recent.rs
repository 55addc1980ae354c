//! The selectors that a thread compiled last.
//!
//! *Problem.* Selectors are mostly given as text, the same ones for each page or element. To compile one takes longer than to
//! search a small document for it.
//!
//! *Idea.* A thread keeps the last few that it compiled, with their text, and the form for streams once that was needed.
//!
//! *Invariant.* A selector depends on nothing but its text, because only those with the default prefixes are kept. The memory
//! is bounded: few selectors, and short ones.

use std::cell::RefCell;

use crate::{NotStreamable, Selector, SelectorError, StreamSelector};

/// The number of selectors that a thread keeps.
const MOST: usize = 16;
/// The length in bytes of the longest text that is kept.
const LONGEST: usize = 256;

struct Recent {
    text: Box<str>,
    selector: Selector,
    stream: Option<StreamSelector>,
    /// The number of the last use.
    used: u64,
}

struct Cache {
    all: Vec<Recent>,
    /// The number of uses so far.
    uses: u64,
}

thread_local! {
    static CACHE: RefCell<Cache> = const { RefCell::new(Cache { all: Vec::new(), uses: 0 }) };
}

/// Returns the selector with this text, which `compile` compiles if the thread doesn't have it.
pub(crate) fn selector(
    text: &str,
    compile: impl FnOnce() -> Result<Selector, SelectorError>,
) -> Result<Selector, SelectorError> {
    if let Some(selector) = with(text, |recent| recent.selector.clone()) {
        return Ok(selector);
    }
    let selector = compile()?;
    keep(text, &selector);
    Ok(selector)
}

/// Returns the form for streams of the selector with this text.
pub(crate) fn stream_selector(text: &str) -> Result<StreamSelector, NotStreamable> {
    if let Some(Some(stream)) = with(text, |recent| recent.stream.clone()) {
        return Ok(stream);
    }
    let stream = StreamSelector::new(&Selector::new(text)?)?;
    with(text, |recent| recent.stream = Some(stream.clone()));
    Ok(stream)
}

/// Uses the entry of `text`, if there is one.
fn with<T>(text: &str, read: impl FnOnce(&mut Recent) -> T) -> Option<T> {
    // A thread that ends has none any more.
    let found = CACHE.try_with(|cache| {
        let Cache { all, uses } = &mut *cache.borrow_mut();
        let found = all.iter_mut().find(|recent| *recent.text == *text)?;
        *uses += 1;
        found.used = *uses;
        Some(read(found))
    });
    found.ok().flatten()
}

fn keep(text: &str, selector: &Selector) {
    if text.len() > LONGEST {
        return;
    }
    let _ = CACHE.try_with(|cache| {
        let Cache { all, uses } = &mut *cache.borrow_mut();
        *uses += 1;
        let selector = selector.clone();
        let recent = Recent { text: text.into(), selector, stream: None, used: *uses };
        if all.len() < MOST {
            all.push(recent);
        } else if let Some(oldest) = all.iter_mut().min_by_key(|recent| recent.used) {
            *oldest = recent;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_kept(text: &str) -> bool {
        CACHE.with_borrow(|cache| cache.all.iter().any(|recent| *recent.text == *text))
    }

    #[test]
    fn the_last_selectors_are_kept() {
        let long = ".a".repeat(LONGEST);
        assert!(Selector::new(&long).is_ok());
        assert!(!is_kept(&long));
        assert!(Selector::new("a b").is_ok());
        for number in 0..2 * MOST {
            assert!(Selector::new(&format!("i{number}")).is_ok());
            // One that is used stays.
            assert_eq!(Selector::new("a b").map(|it| it.to_string()), Ok("a b".to_owned()));
        }
        assert!(is_kept("a b"));
        assert!(!is_kept("i0"));
        assert_eq!(CACHE.with_borrow(|cache| cache.all.len()), MOST);
    }

    #[test]
    fn errors_stay_errors() {
        for _ in 0..2 {
            assert!(Selector::new("a[").is_err());
            assert!(StreamSelector::try_from("a:empty").is_err());
            assert!(StreamSelector::try_from("a").is_ok());
        }
    }
}
