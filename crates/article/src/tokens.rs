//! Reads the values of `class` and `id` attributes by the tables of [`vocabulary`](super::vocabulary).

use std::{collections::HashMap, sync::LazyLock};

use sapwood_extract::as_text;
use sapwood_tree::Node;

use crate::{
    measure::hash,
    vocabulary::{Concept, Concepts, FIRST_WORDS, HEADINGS, LAYOUT, LEADS, PAIRS, TOKENS, WORDS},
};

/// The meaning of one word.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    alone: Concepts,
    /// Its concepts as the first word of a token.
    as_first: Concepts,
    /// Its concepts as a whole token.
    as_token: Concepts,
    /// The pairs that it begins, one bit each.
    begins: u64,
    /// The pairs that it ends.
    ends: u64,
    is_layout: bool,
}

const _: () = assert!(PAIRS.len() <= 64, "one bit of a word for each pair");

/// The length of the longest word that is looked up.
const LONGEST_WORD: usize = 16;
/// Ids of more words are no names (+1).
const MOST_WORDS_OF_ID: usize = 3;
/// Longer tokens are no names.
const LONGEST_TOKEN: usize = 80;

/// A word in lower case, padded with zeros.
type Key = [u64; 2];

/// The key of a word, which isn't longer than the longest.
#[inline]
fn key_of(word: &[u8]) -> Key {
    let eight = |at: usize| word[at..].first_chunk().map_or(0, |it| u64::from_le_bytes(*it));
    let four = |at: usize| word[at..].first_chunk().map_or(0, |it| u32::from_le_bytes(*it));
    let length = word.len();
    // Two words of the machine that overlap, in place of a loop over the bytes.
    let key = match length {
        9.. => [eight(0), eight(length - 8) >> (8 * (LONGEST_WORD - length))],
        8 => [eight(0), 0],
        4..8 => [u64::from(four(0)) | u64::from(four(length - 4)) << (8 * (length - 4)), 0],
        _ => [word.iter().rev().fold(0, |key, byte| key << 8 | u64::from(*byte)), 0],
    };
    key.map(lower_case)
}

/// Eight bytes with ASCII letters in lower case.
#[inline]
fn lower_case(bytes: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let low = bytes & (ONES * 0x7f);
    // The high bit of each byte: whether it is at least `A`, and whether it is past `Z`.
    let from_a = low + ONES * (0x80 - b'A' as u64);
    let past_z = low + ONES * (0x7f - b'Z' as u64);
    let is_capital = (from_a ^ past_z) & !bytes & (ONES * 0x80);
    bytes | is_capital >> 2
}

/// The tables by word: open addressing, at a load of less than half.
struct Dictionary {
    /// The index of the word plus one, or 0, by the hash of its key.
    places: Vec<u16>,
    words: Vec<(Key, Word)>,
    /// The lengths of words, one bit each, by the first byte: most words of a page are rejected by it.
    lengths: [u32; 256],
    headings: HashMap<&'static str, Concept>,
}

const PLACES_OF_WORDS: usize = 1024;

static DICTIONARY: LazyLock<Dictionary> = LazyLock::new(Dictionary::new);

impl Dictionary {
    fn new() -> Self {
        let headings = HEADINGS
            .iter()
            .flat_map(|(concept, texts)| texts.split(", ").map(move |text| (text, *concept)));
        let mut all = Self {
            places: vec![0; PLACES_OF_WORDS],
            words: Vec::new(),
            lengths: [0; 256],
            headings: headings.collect(),
        };
        for (concept, list) in WORDS {
            all.define(list, |word| word.alone = word.alone.with(Concepts::of(*concept)));
        }
        for (pair, (_, first, second)) in PAIRS.iter().enumerate() {
            all.define(first, |word| word.begins |= 1 << pair);
            all.define(second, |word| word.ends |= 1 << pair);
        }
        for (concept, word) in TOKENS {
            all.define(word, |word| word.as_token = word.as_token.with(Concepts::of(*concept)));
        }
        for (concept, word) in FIRST_WORDS {
            all.define(word, |word| word.as_first = word.as_first.with(Concepts::of(*concept)));
        }
        for word in LAYOUT {
            all.define(word, |word| word.is_layout = true);
        }
        all
    }

    fn define(&mut self, list: &str, add: impl Fn(&mut Word)) {
        for text in list.split_ascii_whitespace() {
            self.lengths[usize::from(text.as_bytes()[0])] |= 1 << text.len();
            let key = key_of(text.as_bytes());
            let place = self.place(&key);
            if self.places[place] == 0 {
                self.words.push((key, Word::default()));
                self.places[place] = self.words.len() as u16;
            }
            add(&mut self.words[usize::from(self.places[place]) - 1].1);
        }
        assert!(self.words.len() * 2 < PLACES_OF_WORDS, "the table of words is full");
    }

    /// The place that has the word, or else the empty one where it would be.
    #[inline]
    fn place(&self, key: &Key) -> usize {
        let mut place = start_of(key);
        loop {
            match self.places[place] {
                0 => return place,
                word if self.words[usize::from(word) - 1].0 == *key => return place,
                _ => place = (place + 1) % PLACES_OF_WORDS,
            }
        }
    }

    #[inline]
    fn get(&self, word: &[u8]) -> Option<&Word> {
        let first = word.first()?.to_ascii_lowercase();
        if word.len() > LONGEST_WORD || self.lengths[usize::from(first)] >> word.len() & 1 == 0 {
            return None;
        }
        match self.places[self.place(&key_of(word))] {
            0 => None,
            word => Some(&self.words[usize::from(word) - 1].1),
        }
    }
}

/// The place at which the search for a word starts.
#[inline]
fn start_of(key: &Key) -> usize {
    let hash = (key[0] ^ key[1].rotate_left(29)).wrapping_mul(FACTOR);
    (hash >> 54) as usize % PLACES_OF_WORDS
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The most characters of a heading in the table.
pub(crate) const LONGEST_HEADING: u32 = 48;
/// The most nodes of a heading that is read.
const MOST_PARTS: usize = 16;

/// The concept that a heading stands for.
pub(crate) fn of_heading<'d>(heading: impl Node<'d>) -> Option<Concept> {
    let mut words = String::new();
    for (at, node) in heading.descendants().enumerate() {
        if at == MOST_PARTS {
            return None;
        }
        let text = as_text(node).unwrap_or_default().trim_ascii();
        if text.len() > 4 * LONGEST_HEADING as usize {
            return None;
        }
        let its = text.split(|it: char| !it.is_alphanumeric()).filter(|word| !word.is_empty());
        for word in its {
            words.push_str(if words.is_empty() { "" } else { " " });
            words.push_str(word);
        }
    }
    words.make_ascii_lowercase();
    DICTIONARY.headings.get(&*words).copied()
}

/// The most bytes before the colon of a lead.
const LONGEST_LEAD: usize = 24;

/// Whether a text begins with a lead such as `Also read:`.
pub(crate) fn leads_to_another_page(text: &str) -> bool {
    let text = text.trim_ascii_start();
    let head = &text.as_bytes()[..text.len().min(LONGEST_LEAD)];
    let Some(colon) = head.iter().position(|it| *it == b':') else { return false };
    let lead = text[..colon].trim_ascii();
    LEADS.iter().any(|it| lead.eq_ignore_ascii_case(it))
}

/// The concepts of a class or an id.
fn of_token(dictionary: &Dictionary, token: &str) -> Concepts {
    if token.len() >= LONGEST_TOKEN {
        return Concepts::NONE;
    }
    let bytes = token.as_bytes();
    let mut reader = TokenReader::new(dictionary);
    let (mut start, mut previous) = (0, Class::Separator);
    for (at, &byte) in bytes.iter().enumerate() {
        let class = CLASSES[usize::from(byte)];
        match class {
            Class::Small | Class::Other => {}
            Class::Capital if previous != Class::Small => {}
            // `hidden md:block` and `top-[3px]` are instructions of utility style sheets.
            Class::Stop => return Concepts::NONE,
            Class::Capital | Class::Separator => {
                if at > start && !reader.word(&bytes[start..at]) {
                    return Concepts::NONE;
                }
                start = at + usize::from(class == Class::Separator);
                // `block__element--modifier`: the modifier is a matter of looks.
                if byte == b'-' && at > 1 && bytes[at - 1] == b'-' && !token.starts_with("--") {
                    if token[at..].contains([':', '[']) {
                        return Concepts::NONE;
                    }
                    return reader.end();
                }
            }
        }
        previous = class;
    }
    if start < bytes.len() && !reader.word(&bytes[start..]) {
        return Concepts::NONE;
    }
    reader.end()
}

/// The part of a byte in the division of a token into words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Part of a word; a capital letter after it begins another.
    Small,
    /// Part of a word.
    Other,
    Capital,
    Separator,
    /// No part of a name.
    Stop,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | b'0'..=b'9' => Class::Small,
            b'A'..=b'Z' => Class::Capital,
            b'-' | b'_' => Class::Separator,
            b':' | b'[' => Class::Stop,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// The concepts of the words of one token so far.
struct TokenReader<'d> {
    dictionary: &'d Dictionary,
    found: Concepts,
    /// The meaning of the token if it has one word.
    as_token: Concepts,
    count: u32,
    /// The pairs that the last word begins.
    begun: u64,
    was_layout: bool,
    is_exempt: bool,
}

impl<'d> TokenReader<'d> {
    fn new(dictionary: &'d Dictionary) -> Self {
        Self {
            dictionary,
            found: Concepts::NONE,
            as_token: Concepts::NONE,
            count: 0,
            begun: 0,
            was_layout: false,
            is_exempt: false,
        }
    }

    /// Reads a word; returns whether the token can still be a name.
    #[inline]
    fn word(&mut self, word: &[u8]) -> bool {
        if self.was_layout && !self.is_exempt {
            return false;
        }
        if self.count == 0 {
            self.is_exempt = [&b"site"[..], b"js"].iter().any(|it| word.eq_ignore_ascii_case(it));
        }
        self.count += 1;
        (self.was_layout, self.as_token) = (false, Concepts::NONE);
        let begun = std::mem::take(&mut self.begun);
        let Some(word) = self.dictionary.get(word) else { return true };
        self.found = self.found.with(word.alone);
        if self.count == 1 {
            self.found = self.found.with(word.as_first);
            self.as_token = word.as_token;
        }
        let mut pairs = begun & word.ends;
        while pairs != 0 {
            self.found = self.found.with(Concepts::of(PAIRS[pairs.trailing_zeros() as usize].0));
            pairs &= pairs - 1;
        }
        (self.begun, self.was_layout) = (word.begins, word.is_layout);
        true
    }

    fn end(self) -> Concepts {
        self.found.with(self.as_token)
    }
}

/// Values and tokens that were looked up.
pub(crate) struct Tokens<'a> {
    values: Cache<'a>,
    tokens: Cache<'a>,
}

/// Concepts by text. The cache has a fixed size: each text has one place, so that a page of many distinct names costs
/// what they are long.
struct Cache<'a> {
    places: Vec<(&'a str, Concepts)>,
}

impl<'a> Cache<'a> {
    fn new() -> Self {
        Self { places: vec![("", Concepts::NONE); PLACES] }
    }

    #[inline]
    fn get(&mut self, text: &'a str, concepts: impl FnOnce() -> Concepts) -> Concepts {
        // Texts are slices of one buffer, but equal ones lie at many places.
        let place = &mut self.places[(hash(text) >> 40) as usize % PLACES];
        if place.0 != text {
            *place = (text, concepts());
        }
        place.1
    }
}

const PLACES: usize = 512;

impl<'a> Tokens<'a> {
    pub(crate) fn new() -> Self {
        Self { values: Cache::new(), tokens: Cache::new() }
    }

    /// The concepts of a value of `class`.
    pub(crate) fn classes(&mut self, value: &'a str) -> Concepts {
        let Self { values, tokens } = self;
        values.get(value, || {
            let dictionary = &*DICTIONARY;
            value
                .split_ascii_whitespace()
                .map(|token| tokens.get(token, || of_token(dictionary, token)))
                .fold(Concepts::NONE, Concepts::with)
        })
    }

    /// The concepts of an `id`. One of many words is made of a heading, as a target of links: `respond-to-review-comments`.
    pub(crate) fn id(value: &str) -> Concepts {
        let words = value.split(['-', '_']).filter(|word| !word.is_empty()).count();
        if words > MOST_WORDS_OF_ID {
            return Concepts::NONE;
        }
        of_token(&DICTIONARY, value.trim_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Concept::{self, Fold, Footer, Meta, Navigation, Related, Widget};

    #[test]
    fn keys_are_words_in_lower_case() {
        for length in 0..=LONGEST_WORD {
            for byte in 0..=255_u8 {
                let word: Vec<u8> = (0..length).map(|at| byte.wrapping_add(at as u8 * 7)).collect();
                let mut expected = [0; LONGEST_WORD];
                expected[..length].copy_from_slice(&word.to_ascii_lowercase());
                let key = key_of(&word).map(u64::to_le_bytes);
                assert_eq!(key.as_flattened(), expected, "{word:?}");
            }
        }
    }

    #[test]
    fn tokens_stand_for_concepts() {
        #[rustfmt::skip]
        let cases: &[(&str, &[Concept])] = &[
            ("navbar", &[Navigation]),
            ("SiteFooter__links", &[Footer]),
            ("post-meta", &[Meta]),
            ("meta", &[Meta]),
            ("meta-box", &[]),
            ("widget_text", &[Widget]),
            ("elementor-widget-wrap", &[]),
            ("has-sidebar", &[]),
            ("readNext", &[Related]),
            ("md:hidden", &[]),
            ("page--with-sidebar", &[]),
            ("tab-panel", &[Fold]),
            ("überschrift", &[]),
        ];
        for (token, concepts) in cases {
            let expected =
                concepts.iter().fold(Concepts::NONE, |all, it| all.with(Concepts::of(*it)));
            assert_eq!(Tokens::new().classes(token), expected, "{token}");
        }
    }
}
