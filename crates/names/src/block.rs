//! Blocks of names with two spellings.

/// The numbers of names with capitals, and those of the same names in lower case, in the same order.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    pub(crate) adjusted: u32,
    pub(crate) lower: u32,
    pub(crate) len: u32,
}

impl Block {
    /// Returns the number of the spelling with capitals, if `id` is of a name in lower case.
    #[inline(always)]
    pub(crate) const fn adjust(self, id: u32) -> u32 {
        move_between(id, self.lower, self.adjusted, self.len)
    }

    /// Returns the number of the spelling in lower case, if `id` is of a name with capitals.
    #[inline(always)]
    pub(crate) const fn lowercase(self, id: u32) -> u32 {
        move_between(id, self.adjusted, self.lower, self.len)
    }
}

/// The number at the same place among the `len` numbers from `to`, if `id` is one of those from `from`.
#[inline(always)]
const fn move_between(id: u32, from: u32, to: u32, len: u32) -> u32 {
    let place = id.wrapping_sub(from);
    if place < len { to + place } else { id }
}
