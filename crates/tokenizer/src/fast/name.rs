//! Names on the fast path: read sixteen bytes at a time and looked up as two words.

use names::{Name, NameId};
use scan::{AttributeName, BLOCK, Cursor, Simd, Stops, TagName, Taken, Word};

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
trait Kind: Stops {
    fn id_by_words(w0: u64, w1: u64) -> NameId;
    fn id(text: &str) -> NameId;
}

impl Kind for TagName {
    #[inline(always)]
    fn id_by_words(w0: u64, w1: u64) -> NameId {
        names::tag_id_by_words(w0, w1)
    }

    fn id(text: &str) -> NameId {
        names::tag_id(text)
    }
}

impl Kind for AttributeName {
    #[inline(always)]
    fn id_by_words(w0: u64, w1: u64) -> NameId {
        names::attribute_id_by_words(w0, w1)
    }

    fn id(text: &str) -> NameId {
        names::attribute_id(text)
    }
}

/// Reads the tag's name `offset` bytes after the cursor; `None` if there is none, or an unknown one with capitals, or
/// if the chunk ends with it.
#[inline(always)]
pub(super) fn read_tag_name<V: Simd, const TAIL: bool>(
    chunk: &str,
    cursor: Cursor<'_, V, TAIL>,
    offset: usize,
) -> Option<ReadName> {
    if let Some(Word { length, w0, w1 }) = cursor.word::<TagName>(offset) {
        let id = names::tag_id_by_words(w0, w1);
        if id != NameId::UNKNOWN {
            return Some(ReadName { id, length });
        }
    }
    read_other::<TagName>(chunk, cursor.at() + offset)
}

/// Reads the attribute's name one byte after the cursor if it has less than 16 bytes and no capitals.
#[inline(always)]
pub(super) fn read_common_attribute_name<V: Simd, const TAIL: bool>(
    cursor: Cursor<'_, V, TAIL>,
) -> Option<ReadName> {
    let Word { length, w0, w1 } = cursor.word::<AttributeName>(1)?;
    let id = names::attribute_id_by_words(w0, w1);
    if id == NameId::UNKNOWN && (length == 0 || may_have_capitals(w0, w1)) {
        return None;
    }
    Some(ReadName { id, length })
}

/// Reads the attribute's name one byte after the cursor, as [`read_tag_name`] does.
#[inline]
pub(super) fn read_attribute_name<V: Simd, const TAIL: bool>(
    chunk: &str,
    cursor: Cursor<'_, V, TAIL>,
) -> Option<ReadName> {
    let common = read_common_attribute_name(cursor);
    common.or_else(|| read_other::<AttributeName>(chunk, cursor.at() + 1))
}

/// Reads the name at `start`, which may be unknown, long, or not in lower case.
#[inline(never)]
fn read_other<K: Kind>(chunk: &str, start: usize) -> Option<ReadName> {
    let Taken { text, .. } = scan::take::<K>(chunk, start)?;
    let length = text.len();
    if text.is_empty() {
        return None;
    }
    if !text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Some(ReadName { id: K::id(text), length });
    }
    let mut block = [0; BLOCK];
    let lowered = block.get_mut(..length)?;
    lowered.copy_from_slice(text.as_bytes());
    lowered.make_ascii_lowercase();
    let (w0, w1) = scan::words(&block, length);
    let id = K::id_by_words(w0, w1);
    id.is_known().then_some(ReadName { id, length })
}

/// Whether a byte may be a capital: one of `@` to `_`, or not ASCII.
fn may_have_capitals(w0: u64, w1: u64) -> bool {
    const LETTERS: u64 = 0x4040_4040_4040_4040;
    // Bit 6 set and bit 5 not: shifted by one, bit 5 of a byte lies under its bit 6.
    (w0 & !(w0 << 1) | w1 & !(w1 << 1)) & LETTERS != 0
}

#[cfg(test)]
mod tests {
    use scan::Baseline;

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
    fn names_of_all_lengths() {
        let names = ["p", "P", "div", "ColGroup", "foreignObject", "annotation-xml", "x-y", "é_x"];
        for name in names.map(str::to_string).into_iter().chain((1..40).map(|n| "x".repeat(n))) {
            for (start, end) in [("", "/"), ("<", ">"), ("</", " a='b'>--------------------")] {
                let chunk = [start, &name, end].concat();
                let padded = format!("{chunk}{:64}", "");
                let cursor = Cursor::<_, false>::new(Baseline, &padded, 0).unwrap();
                for read in [
                    read_other::<TagName>(&chunk, start.len()),
                    read_tag_name(&padded, cursor, start.len()),
                ] {
                    let read = read.unwrap();
                    assert_eq!(read.id, names::tag_id(&name.to_lowercase()));
                    assert_eq!(read.length, name.len());
                }
            }
        }
        for none in ["X-Y>", "", ">", "x", "feComponentTransferX>"] {
            assert!(read_other::<TagName>(none, 0).is_none());
        }
    }
}
