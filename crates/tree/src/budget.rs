//! The amplification budget: a bound on the copies that a parser makes.

use std::time::Instant;

use crate::Limit;

/// The budget that a parse draws on for everything that the standard's algorithms copy.
///
/// A few rules of HTML and XML copy parts of the input: the parser reopens formatting elements in
/// each paragraph, clones an `option` into a `selectedcontent`, replaces an entity reference by the
/// entity's text. Small hostile inputs make such copies quadratic or exponential. Therefore each copy
/// has a cost, and all copies together may cost [`BASE`](Self::BASE) plus a multiple of the input
/// before the current token. Real pages stay far below that. An exhausted budget stays exhausted:
/// the parse ends with [`Limit::Amplification`] and the tree so far.
///
/// The allowance depends on the offset of the current token, never on chunk boundaries. Therefore the
/// same copies succeed however the input is split into chunks.
///
/// Copying is also the only reason why a single token may take a long time. Therefore the budget also
/// enforces the deadline of the parse: it reads the clock at intervals and ends the parse with
/// [`Limit::Time`].
///
/// ```
/// use sapwood::{Limit, tree::Budget};
///
/// let mut budget = Budget::new(8);
/// budget.advance_to(1_000);
/// assert_eq!(budget.spend(Budget::BASE + 8 * 1_000), Ok(()));
/// assert_eq!(budget.spend(1), Err(Limit::Amplification));
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    factor: u64,
    spent: u64,
    allowed: u64,
    deadline: Option<Instant>,
    /// The value of `spent` at which the clock is read next.
    next_look: u64,
    limit: Option<Limit>,
}

impl Budget {
    /// The units that may be spent on input of any size: 1 MiB.
    pub const BASE: u64 = 1 << 20;
    /// The units that each byte of input adds by default.
    pub const DEFAULT_FACTOR: u64 = 8;
    /// The cost of a copied node, besides one unit for each byte of its text or attributes.
    pub const NODE: u64 = 32;
    /// The units spent between two reads of the clock.
    const CLOCK_INTERVAL: u64 = 1 << 14;

    /// Creates a budget that grows by `factor` units for each byte of input; `u64::MAX` removes the
    /// limit.
    #[must_use]
    pub const fn new(factor: u64) -> Self {
        Self {
            factor,
            spent: 0,
            allowed: Self::BASE,
            deadline: None,
            next_look: Self::CLOCK_INTERVAL,
            limit: None,
        }
    }

    /// Resets the budget for another input, without a deadline.
    pub fn reset(&mut self) {
        *self = Self::new(self.factor);
    }

    /// Sets the time after which copying ends the parse.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Raises the allowance to that of a token at byte `offset` of the input.
    #[inline]
    pub fn advance_to(&mut self, offset: usize) {
        let allowed = self.factor.saturating_mul(offset as u64).saturating_add(Self::BASE);
        self.allowed = self.allowed.max(allowed);
    }

    /// Pays for a copy that is about to be made.
    ///
    /// # Errors
    ///
    /// Returns the [`limit`](Self::limit) if the budget is exhausted or the deadline has passed. The
    /// caller must not make the copy then.
    #[inline]
    pub fn spend(&mut self, cost: u64) -> Result<(), Limit> {
        if let Some(limit) = self.limit {
            return Err(limit);
        }
        let spent = self.spent.saturating_add(cost);
        if spent > self.allowed {
            return Err(self.end(Limit::Amplification));
        }
        self.spent = spent;
        if spent >= self.next_look { self.look_at_clock() } else { Ok(()) }
    }

    #[cold]
    fn look_at_clock(&mut self) -> Result<(), Limit> {
        self.next_look = self.spent.saturating_add(Self::CLOCK_INTERVAL);
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(self.end(Limit::Time)),
            _ => Ok(()),
        }
    }

    fn end(&mut self, limit: Limit) -> Limit {
        self.limit = Some(limit);
        limit
    }

    /// Returns the limit that a copy exceeded, if any.
    #[inline]
    #[must_use]
    pub const fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Returns the units spent so far.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(Self::DEFAULT_FACTOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exhausted_budget_stays_exhausted() {
        let mut budget = Budget::new(1);
        assert_eq!(budget.spend(Budget::BASE + 1), Err(Limit::Amplification));
        budget.advance_to(1 << 30);
        assert_eq!(budget.spend(0), Err(Limit::Amplification));
        budget.reset();
        assert_eq!(budget.spend(Budget::BASE), Ok(()));
    }

    #[test]
    fn the_allowance_never_shrinks() {
        let mut budget = Budget::new(8);
        budget.advance_to(1_000);
        budget.advance_to(0);
        assert_eq!(budget.spend(Budget::BASE + 8_000), Ok(()));
    }

    #[test]
    fn the_largest_factor_lifts_the_limit() {
        let mut budget = Budget::new(u64::MAX);
        budget.advance_to(1);
        assert_eq!(budget.spend(u64::MAX), Ok(()));
        assert_eq!(budget.spend(u64::MAX), Ok(()));
    }

    #[test]
    fn copying_past_the_deadline_ends_with_the_time_limit() {
        let mut budget = Budget::default();
        budget.set_deadline(Some(Instant::now()));
        let ends = (0..Budget::BASE).find_map(|_| budget.spend(1).err());
        assert_eq!(ends, Some(Limit::Time));
        assert_eq!(budget.spent(), Budget::CLOCK_INTERVAL);
    }
}
