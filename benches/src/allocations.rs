//! Counts what a program allocates.
//!
//! The program has to make [`INSTRUMENTED_SYSTEM`] its global allocator. Only programs that measure
//! nothing else do: counting takes time.

pub use stats_alloc::INSTRUMENTED_SYSTEM;
use stats_alloc::Region;

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
        Self(Region::new(INSTRUMENTED_SYSTEM))
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
