//! What the measurements share: the pages, the stages that are measured, the count of allocations,
//! the clock, the hostile shapes, and documents of XML.

#![forbid(unsafe_code)]

use sapwood::Document;

pub mod allocations;
pub mod clock;
mod pages;
pub mod shapes;
mod stages;
pub mod xml;

pub use pages::{Page, pages_of_sets, read_pages, sets};
pub use stages::{Runner, Stage};

/// Writes a document.
pub type Writer = fn(&Document) -> String;

/// What writes documents, by the name that it has as a stage.
pub const WRITERS: [(&str, Writer); 2] =
    [("serialize", Document::to_html), ("minify", Document::to_minified_html)];
