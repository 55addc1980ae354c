//! Reads what a document says: text as a person sees it, links, forms, tables and metadata.
//!
//! All of it is in the methods of [`Reading`], which documents and nodes have. Nothing here changes a
//! document, recurses on its depth, or takes more than linear time.

#![forbid(unsafe_code)]

mod inner_text;
mod reading;

pub use reading::Reading;
