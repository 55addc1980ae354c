#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod driver;
pub mod serialize;
pub mod tokenizer;
pub mod tree_builder;

pub use driver::{ParseOpts, Parser, parse_document, parse_fragment};
pub use markup5ever::*;
pub use serialize::serialize;

/// The bridge for `markup5ever` 0.40.
mod bridge {
    pub use markup5ever::interface::tree_builder::create_element_with_flags;
    pub(crate) use sapwood_markup5ever::{Bridge, Conversion, Detached, context_name};
}
