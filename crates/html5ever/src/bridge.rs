//! The bridge for `markup5ever` 0.40. The packages of older versions have a module of this name in their `lib.rs`.

pub use markup5ever::interface::tree_builder::create_element_with_flags;
pub(crate) use sapwood_markup5ever::{Bridge, Conversion, Detached, context_name};
