//! Reading a document: node references, iterators over the tree, and text content.

pub(crate) mod attributes;
mod document;
mod form_owners;
pub(crate) mod input_ranges;
pub(crate) mod iter;
pub(crate) mod node;
pub(crate) mod shadow;
#[cfg(feature = "lossless")]
mod source_walk;
mod text;
mod tree_source;
#[cfg(feature = "microsyntax")]
mod values;
