//! Directives that find a range.

use std::ops::Range;

use sapwood_tree::Node;

use super::{
    directive::Directive,
    search::{self, Index, LONGEST_PART},
    text::{BREAK, OBJECT, Searchable, is_space},
};

/// Number of characters of the longest range that is named whole.
const LONGEST_WHOLE: usize = 300;

/// Number of places at which the first bytes of a part may be.
const MOST_PLACES: usize = 10_000;

/// The numbers of words that are tried: of the range at each of its ends, and of what is beside it.
const TRIES: [(usize, usize); 9] =
    [(3, 0), (3, 1), (3, 2), (6, 4), (10, 8), (16, 12), (24, 16), (32, 32), (64, 64)];

/// Proposes directives for a range of the text, from short to long, and returns the first that finds it.
///
/// What browsers do with a directive is known in part only: where words end in languages without spaces, and which letters
/// are alike, depends on their data. So parts begin and end where every browser takes words to end, and a directive is
/// searched as if every text were words that may be, and all letters alike that may be. A browser finds a subset of those
/// ranges, to which the right one belongs; if that is the first of all, it is the first of the browser's.
pub(super) fn directive<'d, N: Node<'d>>(
    text: &Searchable<N>,
    index: &Index,
    range: Range<usize>,
) -> Option<Directive> {
    let maker = Maker { text, range };
    let whole = maker.whole();
    let mut tried = None;
    for (own, beside) in TRIES {
        let Some(directive) = maker.propose(whole.clone(), own, beside) else { continue };
        if tried.as_ref() != Some(&directive) {
            if search::find(text, index, &directive, MOST_PLACES) == Some(maker.range.clone()) {
                return Some(directive);
            }
            tried = Some(directive);
        }
    }
    None
}

struct Maker<'t, N> {
    text: &'t Searchable<N>,
    range: Range<usize>,
}

impl<'d, N: Node<'d>> Maker<'_, N> {
    /// Returns the range if it is named whole.
    fn whole(&self) -> Option<Range<usize>> {
        let text = &self.text.text()[self.range.clone()];
        let is_short = text.chars().take(LONGEST_WHOLE + 1).count() <= LONGEST_WHOLE;
        (is_short && !text.contains([BREAK, OBJECT])).then(|| self.range.clone())
    }

    /// Makes a directive of so many words of the range and beside it.
    fn propose(&self, whole: Option<Range<usize>>, own: usize, beside: usize) -> Option<Directive> {
        let Range { start, end } = self.range;
        let prefix = self.before(start, beside);
        let suffix = self.behind(end, beside);
        // A cut word is named with its other part.
        if prefix.is_none() && !self.is_bounded(start) || suffix.is_none() && !self.is_bounded(end)
        {
            return None;
        }
        let (start, end) = match whole {
            Some(whole) => (whole, None),
            None => {
                let first = start..self.words_after(start, end, own);
                let last = self.words_before(end, start, own)..end;
                // One block without places to cut.
                match !first.is_empty() && first.end <= last.start && !last.is_empty() {
                    true => (first, Some(last)),
                    false => (start..end, None),
                }
            }
        };
        let part = |range: Range<usize>| {
            let is_short = range.len() <= LONGEST_PART;
            let is_one = is_short && !self.text.text()[range.clone()].contains([BREAK, OBJECT]);
            is_one.then(|| self.text.unfolded(range))
        };
        Some(Directive {
            prefix: prefix.and_then(part),
            start: part(start)?,
            end: match end {
                Some(end) => Some(part(end)?),
                None => None,
            },
            suffix: suffix.and_then(part),
        })
    }

    /// Returns the words before a place, of the block before if the place is where one begins.
    fn before(&self, place: usize, words: usize) -> Option<Range<usize>> {
        let text = &self.text.text()[..place];
        let end = text.trim_end_matches(|it| it != OBJECT && is_space(it)).len();
        let start = self.words_before(end, 0, words);
        (start < end).then_some(start..end)
    }

    /// Returns the words after a place, of the next block if the place is where one ends.
    fn behind(&self, place: usize, words: usize) -> Option<Range<usize>> {
        let text = &self.text.text()[place..];
        let rest = text.trim_start_matches(|it| it != OBJECT && is_space(it));
        let start = self.text.text().len() - rest.len();
        let end = self.words_after(start, self.text.text().len(), words);
        (start < end).then_some(start..end)
    }

    /// Returns the end of so many words from `start` on, in the same block and before `limit`; of fewer
    /// words if a part can't be as long.
    fn words_after(&self, start: usize, limit: usize, words: usize) -> usize {
        let text = self.text.text();
        let mut window = limit.min(start + LONGEST_PART);
        while !text.is_char_boundary(window) {
            window -= 1;
        }
        let in_window = &text[start..window];
        let block = &in_window[..in_window.find([BREAK, OBJECT]).unwrap_or(in_window.len())];
        let is_cut = start + block.len() == window && window < limit;
        let mut words = Words { left: words, has_letter: false };
        let mut end = start;
        for (offset, character) in block.char_indices() {
            let place = start + offset;
            if !words.is_enough() && self.is_bounded(place) && words.end_word() {
                end = place;
            }
            words.read(character);
        }
        if words.is_enough() || is_cut {
            end
        } else {
            start + block.trim_end_matches(is_space).len()
        }
    }

    /// Returns the start of so many words up to `end`, in the same block and after `limit`; of fewer
    /// words if a part can't be as long.
    fn words_before(&self, end: usize, limit: usize, words: usize) -> usize {
        let text = self.text.text();
        let mut window = limit.max(end.saturating_sub(LONGEST_PART));
        while !text.is_char_boundary(window) {
            window += 1;
        }
        let in_window = &text[window..end];
        let block = &in_window[in_window.rfind([BREAK, OBJECT]).unwrap_or(0)..];
        let is_cut = block.len() == in_window.len() && window > limit;
        let block = block.trim_start_matches(is_space);
        let mut words = Words { left: words, has_letter: false };
        let mut start = end;
        for (offset, character) in block.char_indices().rev() {
            words.read(character);
            let place = end - block.len() + offset;
            if !words.is_enough() && self.is_bounded(place) && words.end_word() {
                start = place;
            }
        }
        if words.is_enough() || is_cut { start } else { end - block.len() }
    }

    /// Whether every browser takes a place for the start or end of a word: one of the characters beside it is white space, or
    /// a mark that isn't part of a word, number, address or emoji.
    fn is_bounded(&self, place: usize) -> bool {
        let text = self.text.text();
        let mut before = text[..place].chars().rev();
        let mut after = text[place..].chars();
        let (Some(last), Some(next)) = (before.next(), after.next()) else { return true };
        let joins = |character: char, beyond: Option<char>| match character {
            '_' => true,
            '\'' | '.' | ':' | ',' | ';' | '·' | '-' | '/' | '@' | '"' => {
                beyond.is_some_and(char::is_alphanumeric)
            }
            _ if is_space(character) => false,
            _ if character.is_ascii() => character.is_ascii_alphanumeric(),
            _ => !is_mark(character),
        };
        !(joins(last, before.next()) && joins(next, after.next()))
    }
}

/// Counts words: what has a letter or digit.
struct Words {
    left: usize,
    has_letter: bool,
}

impl Words {
    fn is_enough(&self) -> bool {
        self.left == 0
    }

    fn read(&mut self, character: char) {
        self.has_letter |= character.is_alphanumeric();
    }

    /// Returns whether a word was read since the last one.
    fn end_word(&mut self) -> bool {
        let is_word = std::mem::take(&mut self.has_letter);
        self.left -= usize::from(is_word);
        is_word
    }
}

/// Whether a character beyond ASCII is punctuation between words.
fn is_mark(character: char) -> bool {
    matches!(character,
        '¡' | '«' | '»' | '¿' | '‐'..='‗' | '†'..='•' | '…' | '‰'..='⁞'
        | '、'..='〃' | '〈'..='】' | '〔'..='〟')
}
