//! The driver that a thread keeps for its next parse.
//!
//! *Problem.* The stages of a parser take 4 KB and allocate tables. To make and to free them takes longer than to parse a
//! fragment of a few words.
//!
//! *Idea.* A thread keeps the driver of its last small document. The next parse, of any document or fragment with any
//! options, restarts it.
//!
//! *Invariant.* A driver that restarted behaves as a new one: `restart` of its stages and of its sink resets what a parse
//! changes. The kept memory is bounded: the tables of a driver grow with the nodes and the input of its documents. Only a driver whose
//! single document was small is kept.

use std::cell::Cell;

use sapwood_driver::Driver;

use super::parser::HtmlStages;
use crate::Document;

/// The most input, in bytes of text, of a document whose driver is kept.
const MOST_INPUT: usize = 1 << 14;
/// The most nodes of such a document.
const MOST_NODES: usize = 1 << 11;

thread_local! {
    static SPARE: Cell<Option<Box<Driver<HtmlStages>>>> = const { Cell::new(None) };
}

/// Takes the thread's spare driver, if it has one.
pub(super) fn take() -> Option<Box<Driver<HtmlStages>>> {
    // A thread that ends has none any more.
    SPARE.try_with(Cell::take).ok().flatten()
}

/// Keeps a driver whose document was taken, if that was small.
pub(super) fn keep(driver: Box<Driver<HtmlStages>>, document: &Document) {
    let is_small = driver.offset() <= MOST_INPUT && document.len() <= MOST_NODES;
    if is_small && !driver.is_recycled() {
        let _ = SPARE.try_with(|spare| spare.set(Some(driver)));
    }
}
