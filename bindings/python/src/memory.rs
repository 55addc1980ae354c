//! The memory of documents that were freed, for the next documents of the same thread.
//!
//! A program reads page after page and drops each. If the allocator returns the memory of each page, the next one costs a page
//! fault for every 4 KiB, about a third of the time of a parse, and the faults of several threads wait for one another. So a thread
//! keeps the last short document and the last longer one.
//!
//! A document may outlive many others, so it never takes over memory that is large beside its input.

use std::cell::Cell;

use sapwood::Document;

/// The most bytes of a short document.
const SHORT: usize = 1 << 14;

/// The most bytes that are kept. A document that takes more is freed.
const MOST_KEPT: usize = 1 << 23;

/// A document takes memory of up to so many times the bytes of its input. Most documents take twice as much.
const MOST_TIMES: usize = 4;

thread_local! {
    static FREED_SHORT: Cell<Option<Document>> = const { Cell::new(None) };
    static FREED: Cell<Option<Document>> = const { Cell::new(None) };
}

/// Keeps the memory of a document that is no longer needed.
pub(crate) fn keep(document: Document) {
    let place = match document.heap_bytes() {
        0..=SHORT => &FREED_SHORT,
        ..=MOST_KEPT => &FREED,
        _ => return,
    };
    // A thread that ends has freed its variables already; then the document is dropped.
    let _ = place.try_with(|freed| freed.set(Some(document)));
}

/// A document whose memory a short one takes over.
pub(crate) fn short() -> Option<Document> {
    FREED_SHORT.take()
}

/// A document whose memory one with an input of `len` bytes takes over.
pub(crate) fn of_len(len: usize) -> Option<Document> {
    let freed = FREED.take()?;
    if freed.heap_bytes() <= len.saturating_mul(MOST_TIMES) {
        return Some(freed);
    }
    FREED.set(Some(freed));
    None
}

/// A document whose memory one takes over that is soon [kept](keep) again.
pub(crate) fn of_any_len() -> Option<Document> {
    FREED.take()
}
