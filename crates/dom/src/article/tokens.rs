//! Reads the values of `class` and `id` attributes by the tables of [`vocabulary`](super::vocabulary).

use std::sync::LazyLock;

use super::{
    measure::hash,
    vocabulary::{Concepts, FIRST_WORDS, LAYOUT, PAIRS, TOKENS, WORDS},
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
type Key = [u8; LONGEST_WORD];

/// The tables by word: open addressing, at a load of less than half.
struct Dictionary {
    /// The index of the word plus one, or 0, by the hash of its key.
    places: Vec<u16>,
    words: Vec<(Key, Word)>,
}

const PLACES_OF_WORDS: usize = 1024;

static DICTIONARY: LazyLock<Dictionary> = LazyLock::new(Dictionary::new);

impl Dictionary {
    fn new() -> Self {
        let mut all = Self { places: vec![0; PLACES_OF_WORDS], words: Vec::new() };
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
            let mut key = [0; LONGEST_WORD];
            key[..text.len()].copy_from_slice(text.as_bytes());
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
    fn get(&self, key: &Key) -> Option<&Word> {
        match self.places[self.place(key)] {
            0 => None,
            word => Some(&self.words[usize::from(word) - 1].1),
        }
    }
}

/// The place at which the search for a word starts.
#[inline]
fn start_of(key: &Key) -> usize {
    let key = u128::from_le_bytes(*key);
    let hash = (key as u64 ^ ((key >> 64) as u64).rotate_left(29)).wrapping_mul(FACTOR);
    (hash >> 54) as usize % PLACES_OF_WORDS
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The concepts of a value of `class`.
fn of_tokens(value: &str) -> Concepts {
    let dictionary = &*DICTIONARY;
    value
        .split_ascii_whitespace()
        .map(|token| of_token(dictionary, token))
        .fold(Concepts::NONE, Concepts::with)
}

/// The concepts of a class or an id.
fn of_token(dictionary: &Dictionary, token: &str) -> Concepts {
    if token.len() >= LONGEST_TOKEN {
        return Concepts::NONE;
    }
    let mut reader = TokenReader::new(dictionary);
    let (mut word, mut length, mut previous) = ([0; LONGEST_WORD], 0, b'-');
    for (at, &byte) in token.as_bytes().iter().enumerate() {
        let is_separator = matches!(byte, b'-' | b'_');
        if is_separator || byte.is_ascii_uppercase() && is_small(previous) {
            if length > 0 {
                if !reader.word(&word, length) {
                    return Concepts::NONE;
                }
                (word, length) = ([0; LONGEST_WORD], 0);
            }
            // `block__element--modifier`: the modifier is a matter of looks.
            if byte == b'-' && previous == b'-' && at > 1 && !token.starts_with("--") {
                if token[at..].contains([':', '[']) {
                    return Concepts::NONE;
                }
                return reader.end();
            }
        }
        if !is_separator {
            // `hidden md:block` and `top-[3px]` are instructions of utility style sheets.
            if matches!(byte, b':' | b'[') {
                return Concepts::NONE;
            }
            if let Some(slot) = word.get_mut(length) {
                *slot = byte.to_ascii_lowercase();
            }
            length += 1;
        }
        previous = byte;
    }
    if length > 0 && !reader.word(&word, length) {
        return Concepts::NONE;
    }
    reader.end()
}

/// Whether a capital letter after this byte begins a word.
fn is_small(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

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
    fn word(&mut self, word: &Key, length: usize) -> bool {
        if self.was_layout && !self.is_exempt {
            return false;
        }
        if self.count == 0 {
            self.is_exempt = matches!(&word[..length.min(LONGEST_WORD)], b"site" | b"js");
        }
        self.count += 1;
        (self.was_layout, self.as_token) = (false, Concepts::NONE);
        let begun = std::mem::take(&mut self.begun);
        // A word that is too long is unknown.
        let Some(word) = self.dictionary.get(word).filter(|_| length <= LONGEST_WORD) else {
            return true;
        };
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

/// Values that were looked up. The cache has a fixed size: each value has one place, so that a page of many distinct
/// names costs what they are long.
pub(super) struct Tokens<'a> {
    places: Vec<(&'a str, Concepts)>,
}

const PLACES: usize = 512;

impl<'a> Tokens<'a> {
    pub(super) fn new() -> Self {
        Self { places: vec![("", Concepts::NONE); PLACES] }
    }

    /// The concepts of a value of `class`.
    pub(super) fn classes(&mut self, value: &'a str) -> Concepts {
        // Values are slices of one buffer, but equal ones lie at many places.
        let place = &mut self.places[(hash(value) >> 40) as usize % PLACES];
        if place.0 != value {
            *place = (value, of_tokens(value));
        }
        place.1
    }

    /// The concepts of an `id`. One of many words is made of a heading, as a target of links: `respond-to-review-comments`.
    pub(super) fn id(value: &str) -> Concepts {
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
    use crate::article::vocabulary::Concept::{
        self, Fold, Footer, Meta, Navigation, Related, Widget,
    };

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
            assert_eq!(of_tokens(token), expected, "{token}");
        }
    }
}
