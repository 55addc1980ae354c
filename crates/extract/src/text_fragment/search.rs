//! The search for the range of a directive.
//!
//! *Problem.* To make a directive takes a few searches, and each must find out whether the words occur before the range. To read the
//! text each time takes time proportional to the square of a page, if all its passages get directives.
//!
//! *Idea.* Every part that is searched starts where a word may start. An [`Index`] has these places, sorted by the bytes that
//! follow. So the places of a part are next to each other in the index.
//!
//! *Invariant.* A search costs no more than the places whose first bytes are those of a part, and who makes directives limits
//! their number.

use std::ops::Range;

use sapwood_tree::Node;

use super::{
    directive::Directive,
    fold::folded,
    text::{BREAK, Searchable},
};

/// Length of a part of a directive, in bytes, above which it is not searched: to compare it at a place takes no more steps.
pub(super) const LONGEST_PART: usize = 1024;

/// The places of a text where words may start, by the eight bytes that follow.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// The bytes as a number, so that they are in the order of the text; zeros after the end.
    entries: Vec<(u64, usize)>,
}

impl Index {
    pub(super) fn of<'d, N: Node<'d>>(text: &Searchable<N>) -> Self {
        let key = |place| first_bytes(&text.text().as_bytes()[place..]);
        let mut entries: Vec<_> = text.word_starts().map(|place| (key(place), place)).collect();
        entries.sort_unstable();
        Self { entries }
    }

    /// Returns the entries with the first bytes of a part.
    fn candidates(&self, part: &str) -> &[(u64, usize)] {
        let first = first_bytes(part.as_bytes());
        // The bytes after those of a short part are arbitrary.
        let last = first | u64::MAX.checked_shr(8 * part.len().min(8) as u32).unwrap_or(0);
        let start = self.entries.partition_point(|(key, _)| *key < first);
        let end = self.entries.partition_point(|(key, _)| *key <= last);
        &self.entries[start..end]
    }
}

fn first_bytes(text: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let length = text.len().min(8);
    bytes[..length].copy_from_slice(&text[..length]);
    u64::from_be_bytes(bytes)
}

/// [Finds a range from a text
/// directive](https://wicg.github.io/scroll-to-text-fragment/#find-a-range-from-a-text-directive), or nothing if a part may be
/// at more than `most` places.
///
/// The standard's algorithm finds the next text that is like `start`, and goes on if it isn't just behind the prefix. Here
/// the text behind each place of the prefix is compared, which finds the same range.
pub(super) fn find<'d, N: Node<'d>>(
    text: &Searchable<N>,
    index: &Index,
    directive: &Directive,
    most: usize,
) -> Option<Range<usize>> {
    let search = Search { text, index, most };
    let part = |part: &Option<String>| part.as_deref().map(folded);
    let (prefix, start) = (part(&directive.prefix), folded(&directive.start));
    let (end, suffix) = (part(&directive.end), part(&directive.suffix));
    let start_ends_word = end.is_some() || suffix.is_none();
    let ends = match &end {
        Some(end) => Some((search.all(end, suffix.is_none())?, end.len())),
        None => None,
    };
    let starts = match &prefix {
        Some(prefix) => search.all(prefix, false)?,
        None => search.all(&start, start_ends_word)?,
    };
    for place in starts {
        let mut found = match &prefix {
            Some(prefix) => match search.at(&start, place + prefix.len(), start_ends_word) {
                Some(found) => found,
                None => continue,
            },
            None => place..place + start.len(),
        };
        let Some((ends, end_length)) = &ends else {
            match &suffix {
                Some(suffix) if search.at(suffix, found.end, true).is_none() => continue,
                _ => return Some(found),
            }
        };
        // The ends after a later start are among those after this one.
        let mut next = found.end;
        for end in &ends[ends.partition_point(|it| *it < found.end)..] {
            if *end < next {
                continue;
            }
            found.end = end + end_length;
            next = found.end;
            match &suffix {
                Some(suffix) if search.at(suffix, found.end, true).is_none() => {}
                _ => return Some(found),
            }
        }
        return None;
    }
    None
}

struct Search<'t, N> {
    text: &'t Searchable<N>,
    index: &'t Index,
    most: usize,
}

impl<'d, N: Node<'d>> Search<'_, N> {
    /// Returns the places of a part that starts as a word, and ends as one if its end is `bounded`.
    fn all(&self, part: &str, bounded: bool) -> Option<Vec<usize>> {
        let candidates = self.index.candidates(part);
        if part.is_empty() || part.len() > LONGEST_PART || candidates.len() > self.most {
            return None;
        }
        let is_here = |place: &usize| {
            self.text.text()[*place..].starts_with(part)
                && (!bounded || self.text.may_be_bounded(place + part.len()))
        };
        let mut places: Vec<usize> =
            candidates.iter().map(|(_, place)| *place).filter(is_here).collect();
        places.sort_unstable();
        Some(places)
    }

    /// Returns the place of a part if it follows a place, white space between the two aside.
    fn at(&self, part: &str, place: usize, bounded: bool) -> Option<Range<usize>> {
        let rest = &self.text.text()[place..];
        let skips = |character: char| character.is_whitespace() || character == BREAK;
        let start = place + rest.len() - rest.trim_start_matches(skips).len();
        let is_here = !part.is_empty()
            && part.len() <= LONGEST_PART
            && self.text.text()[start..].starts_with(part);
        let found = start..start + part.len();
        (is_here && (!bounded || self.text.may_be_bounded(found.end))).then_some(found)
    }
}
