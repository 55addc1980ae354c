//! The result of constraint validation.

/// Whether an element satisfies its constraints. The greater of two verdicts counts for both elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    Valid,
    /// It depends on a regular expression that can't be evaluated, so neither `:valid` nor `:invalid` matches.
    #[cfg_attr(not(feature = "validity"), expect(dead_code, reason = "only `:valid` needs it"))]
    Unknown,
    Invalid,
}
