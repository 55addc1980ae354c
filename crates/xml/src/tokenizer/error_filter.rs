//! Errors that are reported once.

use sapwood_tree::{ErrorCode, ParseError, Span};

/// Drops an error that equals one reported for the same place just before.
///
/// All of an expansion has the place of the reference, so an entity with a thousand errors, replaced a
/// thousand times inside one reference, reports each code once. The number of findings is then bounded by the
/// input, not by what the entities expand to.
#[derive(Clone, Debug, Default)]
pub(crate) struct ErrorFilter {
    span: Span,
    codes: Vec<ErrorCode>,
}

impl ErrorFilter {
    /// Returns `true` if `error` was not reported for its place, and notes it.
    pub(crate) fn is_new(&mut self, error: ParseError) -> bool {
        if error.span != self.span {
            self.span = error.span;
            self.codes.clear();
        }
        let is_new = !self.codes.contains(&error.code);
        if is_new {
            self.codes.push(error.code);
        }
        is_new
    }
}
