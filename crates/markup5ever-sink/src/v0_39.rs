//! Functions and types for tree sinks of `markup5ever` 0.39.

pub use markup5ever_0_39 as markup5ever;

#[expect(clippy::duplicate_mod, reason = "the same source, compiled for two versions of the trait")]
#[path = "bridge.rs"]
mod bridge;

pub use bridge::{
    Bridge, Handle, Parser, QualNames, names, namespace, parse_document, parse_fragment,
    parse_fragment_for_element, prefix, quirks_mode,
};
