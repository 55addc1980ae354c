//! The sizes of the pieces that searches and copies read at once.

/// The number of bytes that a search compares in one step.
pub const BLOCK: usize = 16;

/// The fixed width at which a short piece of text is copied.
pub(crate) const WINDOW: usize = 2 * BLOCK;

/// Returns the `LENGTH` bytes from `at` on, if `bytes` has so many.
#[inline(always)]
pub(crate) fn window<const LENGTH: usize>(bytes: &[u8], at: usize) -> Option<&[u8; LENGTH]> {
    let last = bytes.len().wrapping_sub(LENGTH).cast_signed();
    if at.cast_signed() > last || at.cast_signed() < 0 {
        return None;
    }
    // SAFETY: a slice has at most `isize::MAX` bytes, so `last` is negative only if `bytes` is shorter than
    // `LENGTH`. Here `0 <= at <= last`, so `at + LENGTH <= bytes.len()`.
    Some(unsafe { &*bytes.as_ptr().add(at).cast::<[u8; LENGTH]>() })
}
