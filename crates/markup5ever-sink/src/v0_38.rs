//! Functions and types for tree sinks of `markup5ever` 0.38.

pub use markup5ever_0_38 as markup5ever;

#[expect(clippy::duplicate_mod, reason = "the same source, compiled for two versions of the trait")]
#[path = "bridge.rs"]
mod bridge;

#[expect(clippy::duplicate_mod, reason = "the same source, compiled for two versions of the types")]
#[path = "conversion.rs"]
mod conversion;

pub use bridge::{
    Bridge, Handle, Owned, Parser, SinkAccess, parse_document, parse_fragment,
    parse_fragment_for_element,
};
// Hidden: for html5ever's own tree builder.
#[doc(hidden)]
pub use bridge::{ContextName, Detached, context_name};
pub use conversion::{Conversion, quirks_mode};

/// This version, for the two files above.
mod version {
    pub(super) use markup5ever_0_38 as markup5ever;
    use markup5ever_0_38::interface::ElementFlags;

    /// Does nothing: this version has no such flag.
    pub(super) fn set_had_duplicates(_: &mut ElementFlags, _: bool) {}
}
