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

/// The bridge for `markup5ever` 0.38.
mod bridge {
    pub(crate) use sapwood_markup5ever::v0_38::{Bridge, Conversion, Detached, context_name};

    /// Creates an element. This version has no flag for attributes that were left out.
    pub fn create_element_with_flags<S: markup5ever::interface::TreeSink>(
        sink: &S,
        name: markup5ever::QualName,
        attrs: Vec<markup5ever::Attribute>,
        _had_duplicate_attributes: bool,
    ) -> S::Handle {
        markup5ever::interface::create_element(sink, name, attrs)
    }
}
