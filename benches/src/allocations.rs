//! Counts what a program allocates.
//!
//! The program has to make [`INSTRUMENTED_SYSTEM`] its global allocator. Only programs that measure
//! nothing else do: counting takes time.

use stats_alloc::Region;
pub use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

/// What was allocated since a moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allocations {
    /// How often memory was asked for, growing included.
    pub count: usize,
    /// How many bytes are kept.
    pub kept: usize,
}

/// A moment from which on allocations are counted.
pub struct Since(Region<'static, std::alloc::System>);

impl Since {
    /// This moment.
    #[must_use]
    pub fn now() -> Self {
        Self(Region::new(&INSTRUMENTED_SYSTEM))
    }

    /// What was allocated since.
    #[must_use]
    pub fn so_far(&self) -> Allocations {
        let change = self.0.change();
        Allocations {
            count: change.allocations + change.reallocations,
            // What a reallocation grows by is among the bytes allocated.
            kept: change.bytes_allocated.saturating_sub(change.bytes_deallocated),
        }
    }
}

/// What may have room to spare.
pub trait Trim {
    /// Gives back room to spare, and says whether it can.
    fn trim(&mut self) -> bool;
}
