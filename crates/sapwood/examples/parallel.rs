//! Parses pages on all threads, and keeps the ids of their links beside the documents.

use std::thread;

use sapwood::{Document, NodeId, SelectorError};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), SelectorError> {
    for page in read(&["<a href=/oak>Oak</a>", "<a href=/elm>Elm</a><a href=/yew>Yew</a>"])? {
        println!("{:?}", page.hrefs());
    }
    Ok(())
}

/// A page, and what was found in it: ids borrow nothing, so both are in one struct.
pub(crate) struct Page {
    document: Document,
    links: Vec<NodeId>,
}

impl Page {
    pub(crate) fn hrefs(&self) -> Vec<&str> {
        self.links.iter().filter_map(|id| self.document.node(*id)?.attr("href")).collect()
    }
}

pub(crate) fn read(pages: &[&str]) -> Result<Vec<Page>, SelectorError> {
    let read = |html: &str| {
        let document = sapwood::parse(html);
        Ok(Page { links: document.select_ids("a[href]")?, document })
    };
    thread::scope(|scope| {
        let threads: Vec<_> = pages.iter().map(|html| scope.spawn(move || read(html))).collect();
        threads.into_iter().map(|it| it.join().expect("parsing doesn't panic")).collect()
    })
}
