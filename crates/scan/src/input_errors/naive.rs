//! The search for input errors, one byte at a time, and what it searches for.

/// [`input_error_run`](crate::input_error_run), one byte at a time.
#[must_use]
pub fn input_error_run_naive(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| is_candidate(byte)).unwrap_or(bytes.len())
}

/// Returns `true` if a control character or a noncharacter can begin with `byte`.
pub(super) const fn is_candidate(byte: u8) -> bool {
    matches!(byte, 0x01..=0x08 | 0x0b | 0x0e..=0x1f | 0x7f | 0xc2 | 0xef..)
}

/// The [candidates](is_candidate) as a table.
#[cfg(target_arch = "x86_64")]
pub(crate) const CANDIDATES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_candidate(byte as u8);
        byte += 1;
    }
    table
};
