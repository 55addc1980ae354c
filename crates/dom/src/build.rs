//! Building a document: the sink that a tree builder fills.
//!
//! See "From the sink to the arena" in `docs/hot-path.md`.

mod attributes;
pub(crate) mod builder;
mod effort;
mod patches;
mod pseudo_attributes;
mod scripted;
mod selectedcontent;
mod shadow;
