//! Names on the fast path: read sixteen bytes at a time and looked up as two words.

use names::{Name, NameId};
use scan::{AttributeName, BLOCK, Stops, TagName};

/// A name that was read.
pub(super) struct ReadName<'c> {
    pub(super) name: Name<'c>,
    /// Where in the chunk it ends.
    pub(super) end: usize,
    /// One bit out of 64, chosen by the name.
    pub(super) bit: u64,
}

/// Reads the tag's name at `start`; `None` if there is none, or an unknown one with capitals.
#[inline(always)]
pub(super) fn read_tag_name(chunk: &str, start: usize) -> Option<ReadName<'_>> {
    read::<TagName>(chunk, start, names::tag_id_by_words, names::tag_id)
}

/// Reads the attribute's name at `start`; `None` if there is none, or an unknown one with capitals.
#[inline(always)]
pub(super) fn read_attribute_name(chunk: &str, start: usize) -> Option<ReadName<'_>> {
    read::<AttributeName>(chunk, start, names::attribute_id_by_words, names::attribute_id)
}

#[inline(always)]
fn read<'c, S: Stops>(
    chunk: &'c str,
    start: usize,
    id_by_words: impl Fn(u64, u64) -> NameId,
    id: impl Fn(&str) -> NameId,
) -> Option<ReadName<'c>> {
    let bytes = chunk.as_bytes();
    let block = match bytes.get(start..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        Some(block) => *block,
        None => padded_block(bytes, start),
    };
    let length = scan::block_run::<S>(&block);
    let (w0, w1) = words(&block, length);
    let bit = bit(w0, w1);
    if length == BLOCK {
        let (text, id) = read_long::<S>(chunk, start, id)?;
        return Some(ReadName { name: Name { id, text }, end: start + text.len(), bit });
    }
    let end = start + length;
    if length == 0 {
        return None;
    }
    if may_have_capitals(w0, w1) {
        let lowered = (to_lowercase(w0), to_lowercase(w1));
        if lowered != (w0, w1) {
            let id = id_by_words(lowered.0, lowered.1);
            let bit = self::bit(lowered.0, lowered.1);
            return id.is_known().then_some(ReadName { name: Name::known(id), end, bit });
        }
    }
    let id = id_by_words(w0, w1);
    let text = scan::slice(chunk, start, end);
    Some(ReadName { name: Name { id, text }, end, bit })
}

/// A name that fills a block, or more.
#[inline(never)]
fn read_long<'c, S: Stops>(
    chunk: &'c str,
    start: usize,
    id: impl Fn(&str) -> NameId,
) -> Option<(&'c str, NameId)> {
    let length = scan::run::<S>(&chunk.as_bytes()[start..]);
    let text = scan::slice(chunk, start, start + length);
    let has_capitals = text.bytes().any(|byte| byte.is_ascii_uppercase());
    (!has_capitals).then(|| (text, id(text)))
}

/// The last bytes of a chunk, and zero bytes after them: no name goes on there.
#[cold]
fn padded_block(bytes: &[u8], start: usize) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let rest = &bytes[start.min(bytes.len())..];
    block[..rest.len()].copy_from_slice(rest);
    block
}

/// The first `length` bytes of a block as two little-endian words.
#[inline(always)]
fn words(block: &[u8; BLOCK], length: usize) -> (u64, u64) {
    /// By length, up to a power of two so that it needs no bounds check.
    static MASKS: [(u64, u64); 32] = {
        let mut masks = [(u64::MAX, u64::MAX); 32];
        let mut length = 0;
        while length < BLOCK {
            masks[length] = if length < 8 {
                ((1 << (8 * length)) - 1, 0)
            } else {
                (u64::MAX, (1 << (8 * (length - 8))) - 1)
            };
            length += 1;
        }
        masks
    };
    let block = u128::from_le_bytes(*block);
    let (m0, m1) = MASKS[length % MASKS.len()];
    (block as u64 & m0, (block >> 64) as u64 & m1)
}

/// Whether a byte may be a capital: one of `@` to `_`, or not ASCII.
#[inline(always)]
fn may_have_capitals(w0: u64, w1: u64) -> bool {
    const CAPITALS: u64 = 0x4040_4040_4040_4040;
    // Bit 6 set and bit 5 not: shifted by one, bit 5 of a byte lies under its bit 6.
    ((w0 & !(w0 << 1)) | (w1 & !(w1 << 1))) & CAPITALS != 0
}

fn to_lowercase(word: u64) -> u64 {
    u64::from_le_bytes(word.to_le_bytes().map(|byte| byte.to_ascii_lowercase()))
}

/// One bit out of 64, chosen by the words of a name.
#[inline(always)]
fn bit(w0: u64, w1: u64) -> u64 {
    1 << ((w0 ^ w1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals() {
        for byte in 0..=u8::MAX {
            let lowered = to_lowercase(u64::from(byte) << 24) >> 24;
            assert_eq!(lowered, u64::from(byte.to_ascii_lowercase()));
            if byte.is_ascii_uppercase() {
                assert!(may_have_capitals(0, u64::from(byte) << 56));
            }
            if matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b':') {
                assert!(!may_have_capitals(u64::from(byte), u64::from(byte) << 8));
            }
        }
    }

    #[test]
    fn names_of_all_lengths() {
        let names = ["p", "P", "div", "ColGroup", "foreignObject", "annotation-xml", "x-y", "é-x"];
        for name in names.map(str::to_string).into_iter().chain((1..40).map(|n| "x".repeat(n))) {
            for (start, end) in [("", ""), ("<", ">"), ("</", " a='b'>--------------------")] {
                let chunk = [start, &name, end].concat();
                let read = read_tag_name(&chunk, start.len()).unwrap();
                assert_eq!(read.name.text, name.to_lowercase());
                assert_eq!(read.name.id, names::tag_id(read.name.text));
                assert_eq!(read.end, start.len() + name.len());
            }
        }
        assert!(read_tag_name("X-Y", 0).is_none());
        assert!(read_tag_name("", 0).is_none());
    }
}
