//! Questions that have one answer, whichever way they are asked.
//!
//! The harnesses `ways` of this package and of the command line, and those of Python, JavaScript and C, ask the same
//! [selectors](Selectors) and [tasks](tasks::TASKS) of the same [documents](documents::pages) in all ways, and compare the
//! answers with those of [`Selector::select`] and of the other methods of the document.

pub mod documents;
mod selectors;
pub mod tasks;
mod unstreamable;

use std::{
    collections::BTreeMap,
    fmt,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use sapwood::{Document, NodeRef, Selector};

pub use self::{documents::Page, selectors::Selectors, unstreamable::Unstreamable};
use crate::harness::say;

/// An element that was found.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Match {
    /// Its text.
    pub text: String,
    /// Its markup.
    pub html: String,
}

impl Match {
    /// The match of an element.
    #[must_use]
    pub fn of(element: NodeRef<'_>) -> Self {
        Self { text: element.text_content(), html: element.outer_html() }
    }
}

/// Returns the elements that `selector` finds in a document.
#[must_use]
pub fn answer(document: &Document, selector: &Selector) -> Vec<Match> {
    selector.select(document.root()).map(Match::of).collect()
}

/// Calls `work` with each number below `count`, on as many threads as there are processors.
pub fn each(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    work(number);
                }
            });
        }
    });
}

/// Comparisons of answers, counted by way.
#[derive(Debug, Default)]
pub struct Comparisons(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The numbers of answers, and of those that weren't empty.
    tallies: BTreeMap<&'static str, [usize; 2]>,
    failures: Vec<String>,
}

impl Comparisons {
    /// Counts a comparison; `question` describes it if the answers differ.
    ///
    /// # Panics
    ///
    /// Panics if another comparison has panicked.
    pub fn compare<T: fmt::Debug + PartialEq>(
        &self,
        way: &'static str,
        question: impl FnOnce() -> String,
        [found, expected]: [&[T]; 2],
    ) {
        let mut state = self.0.lock().unwrap();
        let tally = state.tallies.entry(way).or_default();
        tally[0] += 1;
        tally[1] += usize::from(!expected.is_empty());
        if found != expected {
            let question = question();
            state
                .failures
                .push(format!("{way}: {question} finds {found:?} in place of {expected:?}"));
        }
    }

    /// Notes a failure of another kind.
    ///
    /// # Panics
    ///
    /// Panics if a comparison has panicked.
    pub fn fail(&self, failure: String) {
        self.0.lock().unwrap().failures.push(failure);
    }

    /// Prints the counts of each way.
    ///
    /// # Errors
    ///
    /// Returns the shortest failures, or a way without answers.
    pub fn finish(self) -> Result<(), String> {
        let State { tallies, mut failures } = self.0.into_inner().unwrap_or_default();
        for (way, [asked, found]) in tallies {
            say(&format!("ways: {way}: {asked} answers, {found} of them not empty"));
            if found * 100 < asked {
                failures.push(format!("{way}: too few answers"));
            }
        }
        if failures.is_empty() {
            return Ok(());
        }
        let count = failures.len();
        failures.sort_by_key(String::len);
        failures.truncate(5);
        Err(format!("{count} answers differ, among them:\n{}", failures.join("\n")))
    }
}
