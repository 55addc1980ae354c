//! What a tree builder is made from.

/// How to build a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How deep elements may nest.
    pub max_depth: u32,
    /// How many bytes of attributes may come from defaults, beyond eight for each byte of the input.
    pub max_expansion: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_depth: u32::MAX, max_expansion: 8 << 20 }
    }
}
