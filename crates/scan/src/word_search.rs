//! Search for a word in a list of words, such as a class in the value of `class`.

use crate::{BLOCK, block, window::window};

/// A word to search for in lists that ASCII white space separates.
///
/// *Problem.* A search for a class tests the `class` of every element. Most values are short, so a call of a
/// general search costs more than the comparison.
///
/// *Idea.* A value is a range of a longer text, so a whole block can be read at any place in it. One block is
/// compared with the word's first byte, and the block that begins `word.len() - 1` bytes later with its last byte. Where
/// both compare equal, the word may begin; in most values that is nowhere, and no byte is looked at singly.
///
/// ```
/// use sapwood_scan::WordSearch;
///
/// let search = WordSearch::new("active", false).unwrap();
/// let text = b"<li class='item active'>";
/// assert!(search.is_in(text, 11, 11));
/// assert!(!search.is_in(text, 11, 10));
/// assert!(WordSearch::new("two words", false).is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WordSearch<'w> {
    word: &'w [u8],
    first: Byte,
    last: Byte,
    ignores_case: bool,
}

/// A byte of the word, repeated to compare it with a block. It may take other bytes for that one.
#[derive(Clone, Copy, Debug)]
struct Byte {
    /// Bits to set in the block first: that of lower case, if the byte is a letter and case doesn't count.
    fold: [u8; BLOCK],
    folded: [u8; BLOCK],
}

impl Byte {
    fn new(byte: u8, ignores_case: bool) -> Self {
        let fold = if ignores_case && byte.is_ascii_alphabetic() { LOWER_CASE } else { 0 };
        Self { fold: [fold; BLOCK], folded: [byte | fold; BLOCK] }
    }

    #[inline(always)]
    fn mask(&self, block: &[u8; BLOCK]) -> u32 {
        block::mask_of_folded(block, &self.fold, &self.folded)
    }
}

/// The bit that lower-case letters have and upper-case letters don't.
const LOWER_CASE: u8 = b'a' ^ b'A';

impl<'w> WordSearch<'w> {
    /// Prepares the search, which `ignores_case` of ASCII letters or not; `None` if `word` is empty or contains white
    /// space, so that no list has it.
    #[inline]
    #[must_use]
    pub fn new(word: &'w str, ignores_case: bool) -> Option<Self> {
        let word = word.as_bytes();
        let (first, last) = (*word.first()?, *word.last()?);
        if word.iter().any(u8::is_ascii_whitespace) {
            return None;
        }
        let [first, last] = [first, last].map(|byte| Byte::new(byte, ignores_case));
        Some(Self { word, first, last, ignores_case })
    }

    /// Returns `true` if the list of `len` bytes from `start` on in `text` has the word. The bytes of `text` after the
    /// list don't count, but the search is faster with them.
    ///
    /// # Panics
    ///
    /// If the list isn't inside `text`.
    #[inline]
    #[must_use]
    pub fn is_in(&self, text: &[u8], start: usize, len: usize) -> bool {
        // How far after `at` the word can begin.
        let Some(mut left) = len.checked_sub(self.word.len()) else { return false };
        let mut at = start;
        while let Some(first) = window::<BLOCK>(text, at)
            && let Some(last) = window::<BLOCK>(text, at + self.word.len() - 1)
        {
            let mut mask = self.first.mask(first) & self.last.mask(last);
            if left < BLOCK {
                mask &= (2 << left) - 1;
            }
            if mask != 0 && self.is_at_one_of(&text[start..start + len], at - start, mask) {
                return true;
            }
            if left < BLOCK {
                return false;
            }
            at += BLOCK;
            left -= BLOCK;
        }
        self.is_in_tail(&text[start..start + len], at - start, left)
    }

    /// [`is_in`](Self::is_in), one place at a time.
    #[must_use]
    pub fn is_in_naive(&self, text: &[u8], start: usize, len: usize) -> bool {
        let list = &text[start..start + len];
        (0..len).any(|at| self.is_at(list, at))
    }

    #[cold]
    #[inline(never)]
    fn is_in_tail(&self, list: &[u8], from: usize, left: usize) -> bool {
        (from..).take(left + 1).any(|at| self.is_at(list, at))
    }

    /// Whether the word is at one of the places after `from` whose bits are set in `mask`.
    fn is_at_one_of(&self, list: &[u8], from: usize, mut mask: u32) -> bool {
        while mask != 0 {
            if self.is_at(list, from + mask.trailing_zeros() as usize) {
                return true;
            }
            mask &= mask - 1;
        }
        false
    }

    /// Whether the word is at this place of the list, between white space or the list's ends.
    #[inline]
    fn is_at(&self, list: &[u8], at: usize) -> bool {
        let end = at + self.word.len();
        (at == 0 || list[at - 1].is_ascii_whitespace())
            && list.get(end).is_none_or(u8::is_ascii_whitespace)
            && list.get(at..end).is_some_and(|found| match self.ignores_case {
                true => found.eq_ignore_ascii_case(self.word),
                false => found == self.word,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_words_between_white_space_alone() {
        let is_in = |list: &str, word: &str, ignores_case| {
            // Before and after a list, the text continues.
            ["", "word", " word abc a A ", "                                   "].map(|around| {
                let text = [around, list, around].concat();
                let search = WordSearch::new(word, ignores_case);
                let [found, naive] = [WordSearch::is_in, WordSearch::is_in_naive].map(|is_in| {
                    search.is_some_and(|it| is_in(&it, text.as_bytes(), around.len(), list.len()))
                });
                assert_eq!(found, naive, "{text:?}");
                found
            })
        };
        for list in ["a", " a", "a ", "b a", "a\tb", "b\na\x0cc", "b\ra"] {
            assert_eq!(is_in(list, "a", false), [true; 4], "{list:?}");
            assert_eq!(is_in(list, "A", true), [true; 4], "{list:?}");
            assert_eq!(is_in(list, "A", false), [false; 4], "{list:?}");
        }
        for list in ["", " ", "ab", "ba", "b", "a\u{a0}", "\u{b}a"] {
            assert_eq!(is_in(list, "a", false), [false; 4], "{list:?}");
        }
        for list in ["ab abc", "abc ab", "xabc abcx abc", "abc\tabc"] {
            assert_eq!(is_in(list, "abc", false), [true; 4], "{list:?}");
            assert_eq!(is_in(list, "bc", false), [false; 4], "{list:?}");
        }
        // Neither the empty string nor one with white space is a word.
        for (list, word) in [("a b", "a b"), (" ", " "), ("", ""), ("  ", "")] {
            assert_eq!(is_in(list, word, false), [false; 4], "{list:?}");
        }
    }

    #[test]
    fn finds_a_word_at_every_offset() {
        for word in ["w", "wo", "word", "a-word-that-is-longer-than-a-block"] {
            let search = WordSearch::new(word, false).unwrap();
            for before in 0..40 {
                for after in 0..40 {
                    let text = format!("{} {word} {}", "w".repeat(before), "d".repeat(after));
                    let text = text.as_bytes();
                    for len in 0..=text.len() {
                        let found = search.is_in(text, 0, len);
                        assert_eq!(found, search.is_in_naive(text, 0, len), "{before} {after}");
                    }
                    assert!(search.is_in(text, 0, text.len()));
                }
            }
        }
    }
}
