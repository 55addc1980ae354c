//! Reasons why a question about an expression has no answer.

/// The answer is not known: it costs too much, or needs data that isn't at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unknown;

/// A reason why an expression isn't compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// A syntax error.
    Syntax,
    /// It is too large, or its data isn't at hand.
    Unknown,
}

impl From<Unknown> for Failure {
    fn from(_: Unknown) -> Self {
        Self::Unknown
    }
}
