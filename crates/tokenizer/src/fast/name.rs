//! Names on the fast path: read sixteen bytes at a time and looked up as two words.
//!
//! See "Names" in `docs/hot-path.md`.

use sapwood_names::{Name, NameId};
use sapwood_scan::{
    AttributeName, BLOCK, Cursor, Equals, Simd, Stops, TagEnd, TagName, Taken, Word,
};

/// A name that was read.
#[derive(Clone, Copy)]
pub(super) struct ReadName {
    pub(super) id: NameId,
    /// Its length in the chunk.
    pub(super) length: usize,
}

impl ReadName {
    /// Returns the name, which begins at `start` in `chunk`.
    #[inline(always)]
    pub(super) fn at(self, chunk: &str, start: usize) -> Name<'_> {
        // An unknown name has no capitals.
        let unknown = || &chunk[start..start + self.length];
        let text = if self.id == NameId::UNKNOWN { unknown() } else { self.id.as_str() };
        Name { id: self.id, text }
    }
}

/// A kind of names, with its stops and its lookup.
pub(super) trait Kind: Stops {
    fn id_by_word(word: Word) -> Option<NameId>;
    fn id(text: &str) -> NameId;
}

impl Kind for TagName {
    #[inline(always)]
    fn id_by_word(Word { length, w0, w1 }: Word) -> Option<NameId> {
        if length <= 8 {
            return sapwood_names::tag_id_by_word(w0);
        }
        Some(sapwood_names::tag_id_by_words(w0, w1)).filter(|id| id.is_known())
    }

    fn id(text: &str) -> NameId {
        sapwood_names::tag_id(text)
    }
}

impl Kind for AttributeName {
    #[inline(always)]
    fn id_by_word(Word { length, w0, w1 }: Word) -> Option<NameId> {
        if length <= 8 {
            return sapwood_names::attribute_id_by_word(w0);
        }
        Some(sapwood_names::attribute_id_by_words(w0, w1)).filter(|id| id.is_known())
    }

    fn id(text: &str) -> NameId {
        sapwood_names::attribute_id(text)
    }
}

/// Reads the start tag's name one byte after the cursor, as [`read_other`] does.
#[inline(always)]
pub(super) fn read_start_tag_name<V: Simd, const TAIL: bool>(
    chunk: &str,
    cursor: Cursor<'_, V, TAIL>,
) -> Option<ReadName> {
    known_name::<TagName, TagName, V, TAIL>(cursor, 1)
        .or_else(|| read_other::<TagName>(chunk, cursor.at() + 1))
}

/// Reads the end tag's name two bytes after the cursor if it is a short known one before a `>`, as most are.
#[inline(always)]
pub(super) fn read_common_end_tag_name<V: Simd, const TAIL: bool>(
    cursor: Cursor<'_, V, TAIL>,
) -> Option<ReadName> {
    known_name::<TagName, TagEnd, V, TAIL>(cursor, 2)
}

/// Reads the name before the first byte of `S`, `offset` bytes after the cursor, if it is a known one of less than 16
/// bytes.
#[inline(always)]
fn known_name<K: Kind, S: Stops, V: Simd, const TAIL: bool>(
    cursor: Cursor<'_, V, TAIL>,
    offset: usize,
) -> Option<ReadName> {
    let word = cursor.word::<S>(offset)?;
    let id = K::id_by_word(word)?;
    Some(ReadName { id, length: word.length })
}

/// Reads the attribute's name one byte after the cursor if it has less than 16 bytes, no capitals, and a `=` after it.
#[inline(always)]
pub(super) fn read_common_attribute_name<V: Simd, const TAIL: bool>(
    cursor: Cursor<'_, V, TAIL>,
) -> Option<ReadName> {
    known_name::<AttributeName, Equals, V, TAIL>(cursor, 1).or_else(|| {
        let name = unknown_name(cursor.word::<AttributeName>(1)?)?;
        (cursor.byte(1 + name.length) == b'=').then_some(name)
    })
}

/// The unknown name in `word`, unless it may have capitals.
#[inline(always)]
fn unknown_name(Word { length, w0, w1 }: Word) -> Option<ReadName> {
    let is_name = length != 0 && !may_have_capitals(w0, w1);
    is_name.then_some(ReadName { id: NameId::UNKNOWN, length })
}

/// Reads the attribute's name one byte after the cursor, as [`read_other`] does.
#[inline(always)]
pub(super) fn read_attribute_name<V: Simd, const TAIL: bool>(
    chunk: &str,
    cursor: Cursor<'_, V, TAIL>,
) -> Option<ReadName> {
    known_name::<AttributeName, AttributeName, V, TAIL>(cursor, 1)
        .or_else(|| unknown_name(cursor.word::<AttributeName>(1)?))
        .or_else(|| read_other::<AttributeName>(chunk, cursor.at() + 1))
}

/// Reads the name at `start`, which may be unknown, long, or not in lower case; `None` if it is an unknown one with
/// capitals, or if the chunk ends with it.
#[inline(never)]
pub(super) fn read_other<K: Kind>(chunk: &str, start: usize) -> Option<ReadName> {
    let Taken { text, .. } = sapwood_scan::take::<K>(chunk, start)?;
    let length = text.len();
    if length > BLOCK {
        // Without an early end, so that the compiler uses vectors.
        let has_capitals = text.bytes().fold(false, |any, byte| any | byte.is_ascii_uppercase());
        return (!has_capitals).then(|| ReadName { id: K::id(text), length });
    }
    if length == 0 {
        return None;
    }
    let mut block = [0; BLOCK];
    block[..length].copy_from_slice(text.as_bytes());
    let (w0, w1) = sapwood_scan::words(&block, length);
    let lowered = (lowercase(w0), lowercase(w1));
    match K::id_by_word(Word { length, w0: lowered.0, w1: lowered.1 }) {
        Some(id) => Some(ReadName { id, length }),
        None if lowered == (w0, w1) => Some(ReadName { id: NameId::UNKNOWN, length }),
        None => None,
    }
}

/// Makes the capitals among the bytes of a word lower case.
fn lowercase(word: u64) -> u64 {
    const EACH: u64 = u64::MAX / 0xff;
    // The highest bit of a byte in each: not below `A`, above `Z`, and ASCII.
    let low_bits = word & (0x7f * EACH);
    let from_a = low_bits + (0x80 - b'A' as u64) * EACH;
    let above_z = low_bits + (0x7f - b'Z' as u64) * EACH;
    let capitals = (from_a ^ above_z) & !word & (0x80 * EACH);
    word | capitals >> 2
}

/// Whether a byte may be a capital: one of `@` to `_`, or not ASCII.
fn may_have_capitals(w0: u64, w1: u64) -> bool {
    const LETTERS: u64 = 0x4040_4040_4040_4040;
    // Bit 6 set and bit 5 not: shifted by one, bit 5 of a byte lies under its bit 6.
    (w0 & !(w0 << 1) | w1 & !(w1 << 1)) & LETTERS != 0
}

#[cfg(test)]
mod tests {
    use sapwood_scan::Baseline;

    use super::*;

    #[test]
    fn capitals() {
        for byte in 0..=u8::MAX {
            for shift in [0, 8, 56] {
                let word = u64::from(byte) << shift;
                assert!(!byte.is_ascii_uppercase() || may_have_capitals(word, 0));
                assert!(!byte.is_ascii_uppercase() || may_have_capitals(0, word));
                let is_plain = matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b':');
                assert!(!is_plain || !may_have_capitals(word, word));
            }
        }
    }

    #[test]
    fn lowercase_of_every_byte() {
        for byte in 0..=u8::MAX {
            for other in *b"\0AZaz\x7f\xff" {
                let bytes = [other, byte, other, other, byte, byte, other, byte];
                let lowered = lowercase(u64::from_le_bytes(bytes)).to_le_bytes();
                assert_eq!(lowered, bytes.map(|byte| byte.to_ascii_lowercase()));
            }
        }
    }

    #[test]
    fn names_of_all_lengths() {
        let names = ["p", "P", "div", "ColGroup", "foreignObject", "annotation-xml", "x-y", "é_x"];
        for name in names.map(str::to_string).into_iter().chain((1..40).map(|n| "x".repeat(n))) {
            for end in ["/", ">", " a='b'>--------------------"] {
                let chunk = ["<", &name, end].concat();
                let padded = format!("{chunk}{:96}", "");
                let cursor = Cursor::<_, false>::new(Baseline, &padded, 0).unwrap();
                for read in [read_other::<TagName>(&chunk, 1), read_start_tag_name(&padded, cursor)]
                {
                    let read = read.unwrap();
                    assert_eq!(read.id, sapwood_names::tag_id(&name.to_lowercase()));
                    assert_eq!(read.length, name.len());
                }
            }
        }
        for none in ["X-Y>", "", ">", "x", "feComponentTransferX>"] {
            assert!(read_other::<TagName>(none, 0).is_none());
        }
    }
}
