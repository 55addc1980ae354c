//! Counts allocations.
//!
//! The program must declare [`INSTRUMENTED_SYSTEM`] as its global allocator. Programs that measure time don't, because
//! counting takes time.

use stats_alloc::Region;
pub use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

/// Allocations since a moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allocations {
    /// Number of allocations and reallocations.
    pub count: usize,
    /// Bytes that are not freed.
    pub kept: usize,
}

/// The moment from which allocations are counted.
pub struct Since(Region<'static, std::alloc::System>);

impl Since {
    /// Returns the current moment.
    #[must_use]
    pub fn now() -> Self {
        Self(Region::new(&INSTRUMENTED_SYSTEM))
    }

    /// Returns the allocations since.
    #[must_use]
    pub fn so_far(&self) -> Allocations {
        let change = self.0.change();
        Allocations {
            count: change.allocations + change.reallocations,
            // `bytes_allocated` includes the growth of reallocations.
            kept: change.bytes_allocated.saturating_sub(change.bytes_deallocated),
        }
    }
}

/// A value that may have unused capacity.
pub trait Trim {
    /// Frees unused capacity; returns `false` if that is not supported.
    fn trim(&mut self) -> bool;
}
