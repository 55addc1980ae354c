//! Shared code of the measurements: pages, stages, counting of allocations, clock, hostile shapes, XML documents.

#![forbid(unsafe_code)]

use sapwood::Document;

pub mod allocations;
pub mod clock;
mod pages;
pub mod shapes;
mod stages;
pub mod xml;

pub use pages::{Page, pages_of_sets, read_pages, sets};
pub use stages::{Runner, SELECTED, Stage};

/// A function that serializes a document.
pub type Writer = fn(&Document) -> String;

/// The serializers, by their names as stages.
pub const WRITERS: [(&str, Writer); 2] =
    [("serialize", Document::to_html), ("minify", Document::to_minified_html)];
