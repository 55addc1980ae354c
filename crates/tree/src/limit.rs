//! The limits of a parse.

use std::fmt;

/// Bytes of input between two looks at the clock and at the limits, and the length of the pieces in which readers are read:
/// 64 KiB.
pub const CHUNK_LENGTH: usize = 1 << 16;

/// The limit that ended a parse early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The input is longer than allowed.
    InputBytes,
    /// The tree has more nodes than allowed.
    Nodes,
    /// Elements are nested deeper than allowed.
    Depth,
    /// A tag has more attributes than allowed.
    Attributes,
    /// A tag, comment, processing instruction or DOCTYPE is longer than allowed.
    TokenLength,
    /// The parse takes longer than allowed.
    Time,
    /// The sink is full: a document's indices of nodes or offsets of text would overflow.
    Capacity,
    /// The copies that the standard's algorithms make exceed the parse's [budget](crate::Budget).
    Amplification,
}

impl Limit {
    /// Returns the name of the limit, such as `input-bytes`.
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
            Self::Amplification => "amplification",
        }
    }

    /// Describes input that exceeds the limit: `more than 100 nodes`. The limit `most` is in the unit of `Limits::with`.
    #[must_use]
    pub fn excess(self, most: u64) -> String {
        match self {
            Self::InputBytes => format!("more than {most} bytes"),
            Self::Nodes => format!("more than {most} nodes"),
            Self::Depth => format!("elements more than {most} deep"),
            Self::Attributes => format!("a tag with more than {most} attributes"),
            Self::TokenLength => format!("a token of more than {most} bytes"),
            Self::Time => format!("more than {most} ms"),
            Self::Capacity => "more than a document can hold".to_owned(),
            Self::Amplification => "more copies than the input allows".to_owned(),
        }
    }
}

impl fmt::Display for Limit {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
