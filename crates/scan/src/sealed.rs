//! The bound of the traits that `unsafe` code relies on.

/// Keeps other crates from implementing a trait.
pub trait Sealed {}
