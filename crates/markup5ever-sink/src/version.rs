//! The version of `markup5ever` that `bridge.rs` and `conversion.rs` serve, and what differs between versions.
//!
//! `v0_39` and `v0_38` have a module of this name each, beside their copies of these two files.

pub(crate) use ::markup5ever;
use markup5ever::interface::ElementFlags;

/// Tells the sink whether attributes of an element were left out.
pub(crate) fn set_had_duplicates(flags: &mut ElementFlags, had_duplicates: bool) {
    flags.had_duplicate_attributes = had_duplicates;
}
