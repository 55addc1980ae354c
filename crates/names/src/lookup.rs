//! The lookup of a name's id by its text.
//!
//! # Problem
//!
//! Each tag and each attribute of a page is looked up, so a lookup may take only a few nanoseconds: no loop over
//! bytes and no comparison of strings.
//!
//! # Idea
//!
//! A name of at most 16 bytes is two 64-bit words. One multiplication hashes them to a slot that no other known
//! name has (a perfect hash), and comparing the words of the name in that slot decides. `cargo xtask codegen`
//! searches for a multiplier without collisions. Names longer than 16 bytes or with capitals are rare; they have hash
//! tables with linear probing. The hash reads four bytes, because most texts that are looked up there are no known name.
//!
//! # Invariants
//!
//! * The tables are built at compile time, which fails if two names have one slot.
//! * A name that is found by its words has no capitals, because no name with capitals is in the tables.
//!
//! See "Names" in `docs/hot-path.md`.

use crate::{
    NameId,
    generated::names::{
        ATTRIBUTE_MULTIPLIER, ATTRIBUTES, OTHER_ATTRIBUTES, OTHER_TAGS, TAG_MULTIPLIER, TAGS,
        TEXTS, WORDS,
    },
    words::{fold, has_capitals, words},
};

/// The longest name that is looked up by its words.
const SHORT: usize = 16;

/// Returns `true` if a name is looked up by its words.
fn is_short(name: &[u8]) -> bool {
    name.len() <= SHORT && !name.iter().any(u8::is_ascii_uppercase)
}

/// The word of each known name of at most eight bytes, by id; for other names a word that no text has.
static SHORT_WORDS: [u64; WORDS.len()] = {
    let mut table = [u64::MAX; WORDS.len()];
    let mut id = 1;
    while id < TEXTS.len() {
        if WORDS[id].1 == 0 {
            table[id] = WORDS[id].0;
        }
        id += 1;
    }
    table
};

/// By the id of a tag name of at most seven bytes, the name and a `>`; for other names a word that no text has.
static END_WORDS: [u64; 256] = {
    let mut table = [u64::MAX; 256];
    let mut i = 0;
    while i < TAGS.len() {
        let id = TAGS[i] as usize;
        let length = TEXTS[id].len();
        if id < table.len() && length < 8 {
            table[id] = WORDS[id].0 | (b'>' as u64) << (8 * length);
        }
        i += 1;
    }
    table
};

static TAG_TABLE: Table<4096> = Table::new(TAG_MULTIPLIER, &TAGS);
static ATTRIBUTE_TABLE: Table<16384> = Table::new(ATTRIBUTE_MULTIPLIER, &ATTRIBUTES);

/// A perfect hash table of ids; an empty slot is 0, the id of no name.
struct Table<const SLOTS: usize> {
    multiplier: u64,
    slots: [u16; SLOTS],
}

impl<const SLOTS: usize> Table<SLOTS> {
    const fn new(multiplier: u64, ids: &[u16]) -> Self {
        let mut table = Self { multiplier, slots: [0; SLOTS] };
        let mut i = 0;
        while i < ids.len() {
            let (text, (w0, w1)) = (TEXTS[ids[i] as usize], WORDS[ids[i] as usize]);
            // `is_short`, without a step of constant evaluation for each byte.
            if text.len() <= SHORT && !has_capitals(w0) && !has_capitals(w1) {
                let slot = table.slot(fold(w1, w0));
                assert!(table.slots[slot] == 0, "two names in one slot: run `cargo xtask codegen`");
                table.slots[slot] = ids[i];
            }
            i += 1;
        }
        table
    }

    #[inline(always)]
    const fn slot(&self, folded: u64) -> usize {
        (folded.wrapping_mul(self.multiplier) >> (64 - SLOTS.trailing_zeros())) as usize
    }

    /// [`find_short`](Self::find_short) of a name of at most eight bytes.
    #[inline(always)]
    fn find_word(&self, word: u64) -> Option<NameId> {
        let id = self.slots[self.slot(word)];
        let is_name = SHORT_WORDS[id as usize % SHORT_WORDS.len()] == word;
        is_name.then_some(NameId(u32::from(id)))
    }

    #[inline(always)]
    fn find_short(&self, words: (u64, u64)) -> NameId {
        let id = self.slots[self.slot(fold(words.1, words.0))];
        let found = WORDS[id as usize % WORDS.len()];
        if (found.0 ^ words.0) | (found.1 ^ words.1) == 0 {
            NameId(u32::from(id))
        } else {
            NameId::UNKNOWN
        }
    }
}

/// The id of a tag name; [`NameId::UNKNOWN`] if it isn't known.
///
/// `text` is compared as it is: a tag name must be in lower case, but for the SVG names with
/// capitals, which are names of their own.
///
/// ```
/// use sapwood::{NameId, tag, tag_id};
///
/// assert_eq!(tag_id("foreignobject"), tag::FOREIGNOBJECT);
/// assert_eq!(tag_id("foreignObject"), tag::FOREIGN_OBJECT);
/// assert_eq!(tag_id("DIV"), NameId::UNKNOWN);
/// ```
#[inline]
#[must_use]
pub fn tag_id(text: &str) -> NameId {
    find(&TAG_TABLE, &OTHER_TAG_TABLE, text)
}

/// The id of an attribute name; [`NameId::UNKNOWN`] if it isn't known.
///
/// `text` is compared as it is, as by [`tag_id`].
///
/// ```
/// use sapwood_names::{attr, attribute_id, tag};
///
/// assert_eq!(attribute_id("aria-label"), attr::ARIA_LABEL);
/// assert_eq!(attr::STYLE, tag::STYLE);
/// ```
#[inline]
#[must_use]
pub fn attribute_id(text: &str) -> NameId {
    find(&ATTRIBUTE_TABLE, &OTHER_ATTRIBUTE_TABLE, text)
}

/// [`tag_id`] of a name of at most 16 bytes, none of them NUL, given as two little-endian words
/// padded with zero bytes. A name with capitals isn't found.
///
/// ```
/// use sapwood_names::{tag, tag_id_by_words};
///
/// assert_eq!(tag_id_by_words(u64::from_le_bytes(*b"ul\0\0\0\0\0\0"), 0), tag::UL);
/// ```
#[inline(always)]
#[must_use]
pub fn tag_id_by_words(w0: u64, w1: u64) -> NameId {
    TAG_TABLE.find_short((w0, w1))
}

/// [`attribute_id`] of a name of at most 16 bytes, none of them NUL, given as two little-endian
/// words padded with zero bytes. A name with capitals isn't found.
#[inline(always)]
#[must_use]
pub fn attribute_id_by_words(w0: u64, w1: u64) -> NameId {
    ATTRIBUTE_TABLE.find_short((w0, w1))
}

/// [`tag_id_by_words`] of a name of at most eight bytes; `None` if it isn't known.
#[inline(always)]
#[must_use]
pub fn tag_id_by_word(word: u64) -> Option<NameId> {
    TAG_TABLE.find_word(word)
}

/// [`attribute_id_by_words`] of a name of at most eight bytes; `None` if it isn't known.
#[inline(always)]
#[must_use]
pub fn attribute_id_by_word(word: u64) -> Option<NameId> {
    ATTRIBUTE_TABLE.find_word(word)
}

/// Returns the length of the tag name `name` if it has at most seven bytes, and `bytes` begins with it and a `>`.
///
/// ```
/// use sapwood_names::{end_tag_length, tag};
///
/// assert_eq!(end_tag_length(tag::UL, *b"ul></div"), Some(2));
/// assert_eq!(end_tag_length(tag::UL, *b"ul ></di"), None);
/// ```
#[inline(always)]
#[must_use]
pub fn end_tag_length(name: NameId, bytes: [u8; 8]) -> Option<usize> {
    let word = *END_WORDS.get(name.index())?;
    // The bits after the `>`, whose own two highest bits are 0.
    let beyond = word.leading_zeros() & !7;
    let is_equal = (word ^ u64::from_le_bytes(bytes)) << beyond == 0;
    is_equal.then_some(7 - beyond as usize / 8)
}

#[inline(always)]
fn find<const N: usize>(short: &Table<N>, other: &OtherTable, text: &str) -> NameId {
    if !is_short(text.as_bytes()) {
        return other.find(text);
    }
    let id = short.find_short(words(text.as_bytes()));
    // A NUL at the end looks like padding.
    if id.as_str().len() == text.len() { id } else { NameId::UNKNOWN }
}

static OTHER_TAG_TABLE: OtherTable = OtherTable::new(&OTHER_TAGS);
static OTHER_ATTRIBUTE_TABLE: OtherTable = OtherTable::new(&OTHER_ATTRIBUTES);

/// Slots of an [`OtherTable`], more than four times as many as names.
const OTHER_SLOTS: usize = 512;

/// A hash table of the ids of names that aren't [short](is_short); an empty slot is 0, the id of no name.
struct OtherTable([u16; OTHER_SLOTS]);

impl OtherTable {
    const fn new(ids: &[u16]) -> Self {
        assert!(ids.len() * 4 < OTHER_SLOTS);
        let mut slots = [0; OTHER_SLOTS];
        let mut i = 0;
        while i < ids.len() {
            let mut slot = Self::slot(TEXTS[ids[i] as usize].as_bytes());
            while slots[slot] != 0 {
                slot = (slot + 1) % OTHER_SLOTS;
            }
            slots[slot] = ids[i];
            i += 1;
        }
        Self(slots)
    }

    const fn slot(text: &[u8]) -> usize {
        let [first, .., last] = text else { return 0 };
        let inner = text[text.len() / 2] as usize + 3 * text[text.len() / 4] as usize;
        (text.len() + 5 * *first as usize + 7 * *last as usize + inner) % OTHER_SLOTS
    }

    #[cold]
    fn find(&self, text: &str) -> NameId {
        let mut slot = Self::slot(text.as_bytes());
        while self.0[slot] != 0 && TEXTS[usize::from(self.0[slot])] != text {
            slot = (slot + 1) % OTHER_SLOTS;
        }
        NameId(u32::from(self.0[slot]))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::words::words_naive;

    type Lookup =
        (fn(&str) -> NameId, fn(u64, u64) -> NameId, fn(u64) -> Option<NameId>, &'static [u16]);

    const LOOKUPS: [Lookup; 2] = [
        (tag_id, tag_id_by_words, tag_id_by_word, &TAGS),
        (attribute_id, attribute_id_by_words, attribute_id_by_word, &ATTRIBUTES),
    ];

    fn texts(ids: &[u16]) -> HashSet<&'static str> {
        ids.iter().map(|&id| TEXTS[usize::from(id)]).collect()
    }

    #[test]
    fn words_are_those_of_the_texts() {
        for (id, words) in WORDS.iter().enumerate() {
            let text = TEXTS.get(id).copied().unwrap_or_default();
            assert_eq!(*words, words_naive(text.as_bytes()), "{text:?}");
        }
    }

    #[test]
    fn every_name_is_found() {
        for (by_text, by_words, by_word, ids) in LOOKUPS {
            for id in ids.iter().map(|&id| NameId(u32::from(id))) {
                let text = id.as_str();
                assert_eq!(by_text(text), id, "{text}");
                if is_short(text.as_bytes()) {
                    let (w0, w1) = words_naive(text.as_bytes());
                    assert_eq!(by_words(w0, w1), id, "{text}");
                    assert!(w1 != 0 || by_word(w0) == Some(id), "{text}");
                }
            }
        }
    }

    /// The lists themselves, read anew: nothing was lost on the way to the tables.
    #[test]
    fn every_listed_name_is_found() {
        let check = |list: &'static str, by_text: fn(&str) -> NameId| {
            for name in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
                for spelling in [name, &name.to_ascii_lowercase()] {
                    assert_eq!(by_text(spelling).as_str(), spelling);
                }
            }
        };
        check(include_str!("../../../fixtures/tag_names.txt"), tag_id);
        check(include_str!("../../../fixtures/svg_tag_adjustments.txt"), tag_id);
        check(include_str!("../../../fixtures/attribute_names.txt"), attribute_id);
        check(include_str!("../../../fixtures/svg_attribute_adjustments.txt"), attribute_id);
    }

    #[test]
    fn texts_have_one_id() {
        assert_eq!(TEXTS.iter().collect::<HashSet<_>>().len(), TEXTS.len());
        assert_eq!(tag_id("title"), attribute_id("title"));
    }

    /// Each name with one byte less, one more, and one changed.
    #[test]
    fn neighbours_of_names_are_not_found() {
        for (by_text, by_words, by_word, ids) in LOOKUPS {
            let known = texts(ids);
            let check = |text: &str| {
                let expected = if known.contains(text) { text } else { "" };
                assert_eq!(by_text(text).as_str(), expected, "{text:?}");
                if is_short(text.as_bytes()) && !text.contains('\0') {
                    let (w0, w1) = words_naive(text.as_bytes());
                    assert_eq!(by_words(w0, w1).as_str(), expected, "{text:?}");
                    let found = by_word(w0).map_or("", NameId::as_str);
                    assert!(w1 != 0 || found == expected, "{text:?}");
                }
            };
            for name in &known {
                for end in 0..name.len() {
                    check(&name[..end]);
                    check(&name[end..]);
                    for byte in ["\0", "-", "A", "q", "\u{7f}"] {
                        check(&format!("{}{byte}{}", &name[..end], &name[end..]));
                        check(&format!("{}{byte}{}", &name[..end], &name[end + 1..]));
                        check(&format!("{name}{byte}"));
                    }
                }
                check(&name.to_ascii_uppercase());
                check(&name.repeat(2));
                check(&name.repeat(1000));
            }
        }
    }

    #[test]
    fn random_texts_are_not_found() {
        let mut seed = 1u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        for (by_text, by_words, by_word, ids) in LOOKUPS {
            let known = texts(ids);
            for _ in 0..100_000 {
                let text: String =
                    (0..random(24)).map(|_| char::from(b'a' + random(26) as u8)).collect();
                assert_eq!(by_text(&text) != NameId::UNKNOWN, known.contains(&*text), "{text}");
                // Words that aren't a text at all are no name either.
                let (w0, w1) = (random(1 << 31) << 32 | random(1 << 31), random(1 << 31));
                assert_eq!(by_words(w0 | 1 << 63, w1), NameId::UNKNOWN);
                assert_eq!(by_word(w0 | 1 << 63), None);
            }
        }
    }
}
