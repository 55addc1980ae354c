//! Building a document: the sink that a tree builder fills.

mod attributes;
pub(crate) mod builder;
mod effort;
mod patches;
mod pseudo_attributes;
mod scripted;
mod selectedcontent;
mod shadow;
