//! Room for the attributes of a tag.
//!
//! See "The room and its ranges" in `docs/hot-path.md`.

use sapwood_lexer::LINEAR;
use sapwood_scan::TextBuffer;
use sapwood_tree::AttributeRange;

/// Room for the attributes of a tag on the fast path; tags with more are the state machine's.
#[derive(Debug, Default)]
pub(crate) struct Room {
    pub(super) ranges: [AttributeRange; LINEAR],
    /// Names and values of attributes with character references in the value.
    pub(super) decoded: TextBuffer,
}
