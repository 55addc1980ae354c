//! The memory of documents that were freed, for later documents.
//!
//! A program reads page after page and drops each. Memory that is new to the process costs a page fault for every 4 KiB, and the
//! faults of several threads wait for one another. So documents that were freed are kept, for any thread, and each thread
//! keeps one short document for itself. Pages of all sizes come in turn: a page takes over the largest document that suits it,
//! so that it needs little new memory, and larger documents are left for larger pages.
//!
//! A document may outlive many others, so it never takes over memory that is large beside its input.

use std::{cell::Cell, ops::RangeInclusive, sync::Mutex};

use sapwood::{Document, extract::PageLinks};

/// The most bytes of a short document.
const SHORT: usize = 1 << 14;

/// The most bytes of a document that is kept.
const MOST_KEPT: usize = 1 << 23;

/// The most bytes of all documents that are kept.
const MOST_TOGETHER: usize = 1 << 25;

/// The most documents that are kept.
const MOST_DOCUMENTS: usize = 64;

/// A document takes memory of up to so many times the bytes of its input. Most documents take three times as much.
const MOST_TIMES: usize = 4;

thread_local! {
    static SHORT_ONE: Cell<Option<Document>> = const { Cell::new(None) };
    static LINKS: Cell<Option<PageLinks>> = const { Cell::new(None) };
}

/// Nobody waits for the lock: without it, memory is freed and allocated as usual.
static FREED: Mutex<Freed> = Mutex::new(Freed { documents: Vec::new(), bytes: 0 });

/// Documents that were freed.
struct Freed {
    /// The bytes of each, and the document; the last one that was freed comes last.
    documents: Vec<(usize, Document)>,
    /// The bytes of all.
    bytes: usize,
}

impl Freed {
    /// Keeps a document, and returns the oldest ones if there are too many.
    fn keep(&mut self, bytes: usize, document: Document) -> Vec<(usize, Document)> {
        let mut count = 0;
        self.bytes += bytes;
        self.documents.push((bytes, document));
        while self.documents.len() - count > MOST_DOCUMENTS || self.bytes > MOST_TOGETHER {
            self.bytes -= self.documents[count].0;
            count += 1;
        }
        self.documents.drain(..count).collect()
    }

    /// Takes the largest document with so many bytes.
    fn take(&mut self, bytes: RangeInclusive<usize>) -> Option<Document> {
        let documents = self.documents.iter().enumerate();
        let fitting = documents.filter(|(_, (size, _))| bytes.contains(size));
        let (index, _) = fitting.max_by_key(|(_, (size, _))| *size)?;
        let (size, document) = self.documents.remove(index);
        self.bytes -= size;
        Some(document)
    }
}

/// Keeps the memory of a document that is no longer needed.
pub(crate) fn keep(document: Document) {
    let bytes = document.heap_bytes();
    if bytes <= SHORT {
        // A thread that ends has freed its variables already; then the document is dropped.
        let _ = SHORT_ONE.try_with(|freed| freed.set(Some(document)));
    } else if bytes <= MOST_KEPT
        && let Ok(mut freed) = FREED.try_lock()
    {
        let oldest = freed.keep(bytes, document);
        drop(freed);
        drop(oldest);
    }
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

/// A document whose memory one with an input of `len` bytes takes over. One with less memory than that would grow, and be missing
/// for a smaller page.
pub(crate) fn of_len(len: usize) -> Option<Document> {
    FREED.try_lock().ok()?.take(len..=len.saturating_mul(MOST_TIMES))
}

/// A document whose memory one takes over that is soon [kept](keep) again.
pub(crate) fn of_any_len() -> Option<Document> {
    FREED.try_lock().ok()?.take(0..=usize::MAX)
}
