//! The bound on the work for all expressions of a document.

use super::failure::Unknown;

/// A number of steps that may be taken.
#[derive(Debug)]
pub(crate) struct Fuel(u64);

/// The steps that a document may take whatever its size.
const BASE: u64 = 10_000_000;
/// The steps that each byte of a pattern or value adds.
const PER_BYTE: u64 = 512;

impl Default for Fuel {
    fn default() -> Self {
        Self(BASE)
    }
}

impl Fuel {
    /// Adds the steps that a text of `bytes` bytes is worth.
    pub(super) fn earn(&mut self, bytes: usize) {
        self.0 = self.0.saturating_add(PER_BYTE.saturating_mul(bytes as u64));
    }

    pub(super) fn take(&mut self, steps: usize) -> Result<(), Unknown> {
        self.0 = self.0.checked_sub(steps as u64).ok_or(Unknown)?;
        Ok(())
    }
}
