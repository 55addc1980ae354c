//! The trait of values that attributes hold.

/// A value that an attribute can hold.
pub trait FromAttribute: Sized {
    /// Reads it by the standard's rules for parsing; `None` if these give an error.
    fn from_attribute(value: &str) -> Option<Self>;
}
