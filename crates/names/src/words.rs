//! Texts as pairs of 64-bit words.

/// Returns a text of at most 16 bytes as two little-endian words padded with zero bytes, and the first and last
/// eight bytes of a longer text.
#[inline]
pub(crate) fn words(text: &[u8]) -> (u64, u64) {
    // A text of eight bytes or more is two overlapping loads of eight, one of four or more two of four. The shift
    // drops the overlap of the former; in the latter the overlapping bytes are equal, so `|` keeps them.
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        let beyond = 16usize.saturating_sub(text.len()) as u32 * 8;
        let last = u64::from_le_bytes(*last).checked_shr(beyond).unwrap_or(0);
        return (u64::from_le_bytes(*first), last);
    }
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        let last = u64::from(u32::from_le_bytes(*last)) << ((text.len() - 4) * 8);
        return (u64::from(u32::from_le_bytes(*first)) | last, 0);
    }
    (text.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)), 0)
}

/// [`words`] of the first 16 bytes, one byte at a time.
#[cfg(test)]
pub(crate) fn words_naive(text: &[u8]) -> (u64, u64) {
    let mut padded = [0; 16];
    padded.iter_mut().zip(text).for_each(|(place, byte)| *place = *byte);
    let words = u128::from_le_bytes(padded);
    (words as u64, (words >> 64) as u64)
}

/// Returns `true` if a byte of `word` is a capital. All bytes are ASCII.
pub(crate) const fn has_capitals(word: u64) -> bool {
    const fn of_each(byte: u8) -> u64 {
        u64::from_ne_bytes([byte; 8])
    }
    // Bytes from `A` on get their highest bit by the first sum, those past `Z` by the second.
    let from_a = word + of_each(0x80 - b'A');
    let past_z = word + of_each(0x80 - b'Z' - 1);
    from_a & !past_z & of_each(0x80) != 0
}

/// Adds a word of a text to a hash, from the end of the text to its start.
#[inline(always)]
pub(crate) const fn fold(folded: u64, word: u64) -> u64 {
    // Not by whole bytes: the case bits of letters must not cancel each other.
    folded.rotate_left(23) ^ word
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The eight bytes from `start`, padded with zero bytes.
    fn word_at(text: &[u8], start: usize) -> u64 {
        let bytes = text.iter().skip(start).take(8);
        bytes.rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }

    #[test]
    fn words_match_naive() {
        let text: Vec<u8> = (1..=16).collect();
        for len in 0..=text.len() {
            let text = &text[..len];
            assert_eq!(words(text), (word_at(text, 0), word_at(text, 8)), "{len} bytes");
            assert_eq!(words_naive(text), words(text), "{len} bytes");
        }
    }

    #[test]
    fn capitals_are_found_at_each_place() {
        for byte in 0..0x80 {
            for place in 0..8 {
                let mut text = *b"@[`{az~\0";
                text[place] = byte;
                let found = has_capitals(u64::from_le_bytes(text));
                assert_eq!(found, byte.is_ascii_uppercase(), "{byte:#x} at {place}");
            }
        }
    }

    #[test]
    fn words_of_long_texts_are_their_ends() {
        let text: Vec<u8> = (1..=40).collect();
        assert_eq!(words(&text), (word_at(&text, 0), word_at(&text, 32)));
    }
}
