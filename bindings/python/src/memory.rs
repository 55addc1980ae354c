//! The memory of documents that were freed, for later documents.
//!
//! A program reads page after page and drops each. Memory that is new to the process costs a page fault for every 4 KiB, and the
//! faults of several threads wait for one another. So the last documents that were freed are kept, for any thread, and each thread
//! keeps one short document for itself.
//!
//! A document may outlive many others, so it never takes over memory that is large beside its input.

use std::{cell::Cell, sync::Mutex};

use sapwood::{Document, extract::PageLinks};

/// The most bytes of a short document.
const SHORT: usize = 1 << 14;

/// The most bytes of a document that is kept.
const MOST_KEPT: usize = 1 << 23;

/// The most documents that are kept.
const MOST_DOCUMENTS: usize = 4;

/// A document takes memory of up to so many times the bytes of its input. Most documents take twice as much.
const MOST_TIMES: usize = 4;

thread_local! {
    static SHORT_ONE: Cell<Option<Document>> = const { Cell::new(None) };
    static LINKS: Cell<Option<PageLinks>> = const { Cell::new(None) };
}

/// The last one comes last. Nobody waits for the lock: without it, memory is freed and allocated as usual.
static FREED: Mutex<Vec<Document>> = Mutex::new(Vec::new());

/// Keeps the memory of a document that is no longer needed.
pub(crate) fn keep(document: Document) {
    let bytes = document.heap_bytes();
    if bytes <= SHORT {
        // A thread that ends has freed its variables already; then the document is dropped.
        let _ = SHORT_ONE.try_with(|freed| freed.set(Some(document)));
    } else if bytes <= MOST_KEPT {
        drop(exchange(document));
    }
}

/// Keeps a document, and returns one that is to be freed.
fn exchange(document: Document) -> Option<Document> {
    let Ok(mut freed) = FREED.try_lock() else { return Some(document) };
    let oldest = (freed.len() == MOST_DOCUMENTS).then(|| freed.remove(0));
    freed.push(document);
    oldest
}

/// The memory of the last page that this thread parsed for its links.
pub(crate) fn links() -> PageLinks {
    LINKS.take().unwrap_or_default()
}

/// Keeps the memory of a page whose links are no longer needed.
pub(crate) fn keep_links(page: PageLinks) {
    if page.heap_bytes() <= MOST_KEPT {
        LINKS.set(Some(page));
    }
}

/// A document whose memory a short one takes over.
pub(crate) fn short() -> Option<Document> {
    SHORT_ONE.take()
}

/// A document whose memory one with an input of `len` bytes takes over.
pub(crate) fn of_len(len: usize) -> Option<Document> {
    let mut freed = FREED.try_lock().ok()?;
    let fits = |it: &Document| it.heap_bytes() <= len.saturating_mul(MOST_TIMES);
    let index = freed.iter().rposition(fits)?;
    Some(freed.remove(index))
}

/// A document whose memory one takes over that is soon [kept](keep) again.
pub(crate) fn of_any_len() -> Option<Document> {
    FREED.try_lock().ok()?.pop()
}
