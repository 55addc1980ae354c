//! Questions that have one answer, whichever way they are asked.
//!
//! The harnesses `ways` of this package and of the command line, and `bindings/python/tests/test_ways.py`, ask the same
//! [selectors](Selectors) of the same [documents](documents::pages) in all ways, and compare the answers with
//! those of [`Selector::select`] on the document.

pub mod documents;
mod selectors;

use sapwood::{Document, NodeRef, Selector};

pub use self::{documents::Page, selectors::Selectors};

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

/// Counts comparisons of one way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// The number of comparisons.
    pub asked: usize,
    /// The number of those whose answer wasn't empty.
    pub found: usize,
}

impl Tally {
    /// Counts a comparison.
    pub fn add(&mut self, is_empty: bool) {
        self.asked += 1;
        self.found += usize::from(!is_empty);
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} answers, {} of them not empty", self.asked, self.found)
    }
}
