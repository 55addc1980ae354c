#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[path = "../src/driver.rs"]
pub mod driver;
#[path = "../src/serialize.rs"]
pub mod serialize;
#[path = "../src/tokenizer/mod.rs"]
pub mod tokenizer;
#[path = "../src/tree_builder.rs"]
pub mod tree_builder;

pub use driver::{ParseOpts, Parser, parse_document, parse_fragment};
pub use markup5ever::*;
pub use serialize::serialize;

/// The bridge for `markup5ever` 0.39.
mod bridge {
    pub use markup5ever::interface::tree_builder::create_element_with_flags;
    pub(crate) use sapwood_markup5ever::v0_39::{Bridge, Conversion, Detached, context_name};
}
