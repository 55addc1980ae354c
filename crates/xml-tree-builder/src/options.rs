//! Options of the tree builder.

/// Options of a [`TreeBuilder`](crate::TreeBuilder).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The maximum depth of elements.
    pub max_depth: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_depth: u32::MAX }
    }
}
