//! Sets of stop bytes.
//!
//! See "Searching for a stop" in `docs/hot-path.md`.

use crate::sealed::Sealed;

/// A set of stop bytes, known at compile time.
///
/// The members are ASCII or the first bytes of longer characters.
///
/// # Sealed
///
/// `unsafe` code relies on a run to end between characters. An implementation that overrides `contains`, or
/// lists a continuation byte, would split a character, so other crates can't implement this trait:
///
/// ```compile_fail,E0277
/// use sapwood_scan::{Stops, take};
///
/// struct Faulty;
///
/// impl Stops for Faulty {
///     const BYTES: &'static [u8] = &[b'<', 0xa9];
/// }
///
/// // The first byte of U+00E9 alone.
/// let split = take::<Faulty>("\u{e9}", 0);
/// ```
///
/// ```compile_fail,E0277
/// struct Faulty;
///
/// impl sapwood_scan::Stops for Faulty {
///     const BYTES: &'static [u8] = b"<";
///
///     fn contains(byte: u8) -> bool {
///         byte == 0xa9
///     }
/// }
/// ```
pub trait Stops: Sealed {
    /// Members listed one by one.
    const BYTES: &'static [u8];
    /// All bytes less than this are members as well; at most 128.
    const BELOW: u8 = 0;

    /// Returns `true` if `byte` is in the set.
    #[inline(always)]
    #[must_use]
    #[expect(clippy::manual_contains, reason = "`memchr` would be called where it isn't inlined")]
    fn contains(byte: u8) -> bool {
        byte < Self::BELOW || Self::BYTES.iter().any(|&member| member == byte)
    }
}

/// Returns `true` if each member of `S` begins a character, so that a run of UTF-8 ends between characters.
///
/// Each search asserts this at compile time.
pub(crate) const fn ends_between_characters<S: Stops>() -> bool {
    let mut index = 0;
    while index < S::BYTES.len() {
        if is_continuation(S::BYTES[index]) {
            return false;
        }
        index += 1;
    }
    S::BELOW <= 128
}

/// Returns `true` if `byte` continues a character of UTF-8 that another byte begins.
#[inline(always)]
pub(crate) const fn is_continuation(byte: u8) -> bool {
    // 0x80..0xC0: as signed numbers, the lowest quarter.
    byte.cast_signed() < -0x40
}

/// Returns the listed members of `S` as a table.
pub(crate) const fn table<S: Stops>() -> [bool; 256] {
    let mut table = [false; 256];
    let mut members = S::BYTES;
    while let [member, rest @ ..] = members {
        table[*member as usize] = true;
        members = rest;
    }
    table
}

/// [`run`](crate::run), one byte at a time.
#[must_use]
pub fn run_naive<S: Stops>(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| S::contains(byte)).unwrap_or(bytes.len())
}
