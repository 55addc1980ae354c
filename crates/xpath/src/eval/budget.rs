//! The number of steps that an evaluation may take.

use crate::error::{Result, XPathError, XPathErrorKind};

/// The steps of an evaluation.
pub(super) struct Budget {
    limit: u64,
    left: u64,
}

impl Budget {
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, left: limit }
    }

    /// Takes `steps` from the budget.
    #[inline]
    pub(super) fn charge(&mut self, steps: u64) -> Result<()> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(self.exceeded()),
        }
    }

    #[cold]
    fn exceeded(&mut self) -> XPathError {
        self.left = 0;
        let message = format!("the evaluation exceeds its budget of {} steps", self.limit);
        XPathError::new(XPathErrorKind::Budget, message)
    }

    /// Returns the number of steps taken so far.
    pub(super) fn taken(&self) -> u64 {
        self.limit - self.left
    }
}
