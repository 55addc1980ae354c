//! Names on the fast path: read sixteen bytes at a time and looked up as two words.

use names::{Name, NameId};
use scan::{AttributeName, BLOCK, Stops, TagName, Taken, Word};

/// A name that was read.
pub(super) struct ReadName<'c> {
    pub(super) name: Name<'c>,
    /// Index of its end in the chunk.
    pub(super) end: usize,
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

/// Reads the tag's name at `start`; `None` if there is none, or an unknown one with capitals, or if
/// the chunk ends with it.
#[inline(always)]
pub(super) fn read_tag_name(chunk: &str, start: usize) -> Option<ReadName<'_>> {
    read::<TagName>(chunk, start)
}

/// Reads the attribute's name at `start`, as [`read_tag_name`] does.
pub(super) fn read_attribute_name(chunk: &str, start: usize) -> Option<ReadName<'_>> {
    read::<AttributeName>(chunk, start)
}

/// Reads the attribute's name at `start`, if it is a short one in lower case.
#[inline(always)]
pub(super) fn read_common_attribute_name(chunk: &str, start: usize) -> Option<ReadName<'_>> {
    read_common::<AttributeName>(chunk, start)
}

#[inline(always)]
fn read<K: Kind>(chunk: &str, start: usize) -> Option<ReadName<'_>> {
    match read_common::<K>(chunk, start) {
        Some(name) => Some(name),
        None => read_rare::<K>(chunk, start),
    }
}

#[inline(always)]
fn read_common<K: Kind>(chunk: &str, start: usize) -> Option<ReadName<'_>> {
    let Word { taken, w0, w1 } = scan::take_word::<K>(chunk, start)?;
    let id = K::id_by_words(w0, w1);
    if !id.is_known() && may_have_capitals(w0, w1) {
        return None;
    }
    Some(ReadName { name: Name { id, text: taken.text }, end: taken.end })
}

/// A name that is long, near the end of the chunk, or not in lower case.
#[inline(never)]
fn read_rare<K: Kind>(chunk: &str, start: usize) -> Option<ReadName<'_>> {
    let Taken { text, end, .. } = scan::take::<K>(chunk, start)?;
    if text.is_empty() {
        return None;
    }
    if !text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Some(ReadName { name: Name { id: K::id(text), text }, end });
    }
    let mut block = [0; BLOCK];
    let lowered = block.get_mut(..text.len())?;
    lowered.copy_from_slice(text.as_bytes());
    lowered.make_ascii_lowercase();
    let (w0, w1) = scan::words(&block, text.len());
    let id = K::id_by_words(w0, w1);
    id.is_known().then_some(ReadName { name: Name::known(id), end })
}

/// Whether a byte may be a capital: one of `@` to `_`, or not ASCII.
fn may_have_capitals(w0: u64, w1: u64) -> bool {
    const LETTERS: u64 = 0x4040_4040_4040_4040;
    // Bit 6 set and bit 5 not: shifted by one, bit 5 of a byte lies under its bit 6.
    (w0 & !(w0 << 1) | w1 & !(w1 << 1)) & LETTERS != 0
}

#[cfg(test)]
mod tests {
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
                let read = read_tag_name(&chunk, start.len()).unwrap();
                assert_eq!(read.name.text, name.to_lowercase());
                assert_eq!(read.name.id, names::tag_id(read.name.text));
                assert_eq!(read.end, start.len() + name.len());
            }
        }
        for none in ["X-Y>", "", ">", "x", "feComponentTransferX>"] {
            assert!(read_tag_name(none, 0).is_none());
        }
    }
}
