//! Attribute values with references or white space to replace.

use std::ops::Range;

/// The values of a tag that aren't as they are written.
#[derive(Debug, Default)]
pub(crate) struct Decoded {
    pub(super) text: String,
    /// The place of the attribute in its tag, and the range of its value in `text`.
    pub(super) values: Vec<(usize, Range<usize>)>,
}
