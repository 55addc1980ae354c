//! Cutting a text at places that a search has found.

/// `&text[start..end]`, quicker where both ends lie before the end of the text.
///
/// # Panics
///
/// Where `&text[start..end]` does.
#[inline(always)]
#[must_use]
pub fn slice(text: &str, start: usize, end: usize) -> &str {
    let bytes = text.as_bytes();
    if start <= end && end < bytes.len() && is_first_byte(bytes[start]) && is_first_byte(bytes[end])
    {
        // SAFETY: `start <= end < bytes.len()`, and at both a character begins.
        return unsafe { text.get_unchecked(start..end) };
    }
    slice_naive(text, start, end)
}

#[cold]
fn slice_naive(text: &str, start: usize, end: usize) -> &str {
    &text[start..end]
}

/// Whether `byte` begins a character of UTF-8.
#[inline(always)]
const fn is_first_byte(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_matches_naive() {
        let text = "aé\u{20ac}\u{1f600}z";
        for start in 0..text.len() + 2 {
            for end in 0..text.len() + 2 {
                let Some(expected) = text.get(start..end) else {
                    assert!(std::panic::catch_unwind(|| slice(text, start, end).len()).is_err());
                    continue;
                };
                assert_eq!(slice(text, start, end), expected);
            }
        }
    }
}
