//! The limits that end a parse.

use std::fmt;

/// Why a parse ended before its input did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// There is more input.
    InputBytes,
    /// There are more nodes.
    Nodes,
    /// Elements nest deeper.
    Depth,
    /// A tag has more attributes.
    Attributes,
    /// A tag, comment, processing instruction or DOCTYPE is longer.
    TokenLength,
    /// It takes longer.
    Time,
    /// The sink can hold no more: for a document, of the numbers that it counts nodes and text by.
    Capacity,
}

impl Limit {
    /// The limit in a word, such as `input-bytes`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InputBytes => "input-bytes",
            Self::Nodes => "nodes",
            Self::Depth => "depth",
            Self::Attributes => "attributes",
            Self::TokenLength => "token-length",
            Self::Time => "time",
            Self::Capacity => "capacity",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
