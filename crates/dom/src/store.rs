//! Storage of a document: nodes, attributes, texts, names and positions, each in a table of its own.
//!
//! See "From the sink to the arena" in `docs/hot-path.md`.

pub(crate) mod arena;
pub(crate) mod attributes;
pub(crate) mod copies;
pub(crate) mod doctypes;
pub(crate) mod document;
mod form_owners;
pub(crate) mod id;
pub(crate) mod index;
pub(crate) mod names;
pub(crate) mod node;
pub(crate) mod positions;
#[cfg(feature = "lossless")]
pub(crate) mod source;
pub(crate) mod texts;
pub(crate) mod used_text;
