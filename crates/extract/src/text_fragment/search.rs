//! The search for the range of a directive.

use std::ops::Range;

use sapwood_tree::Node;

use super::{
    directive::Directive,
    fold::folded,
    text::{BREAK, Searchable},
};

/// Length of a part of a directive, in bytes, above which it is not searched: a search takes at most as many steps for each
/// byte of the text.
pub(super) const LONGEST_PART: usize = 1024;

/// [Finds a range from a text
/// directive](https://wicg.github.io/scroll-to-text-fragment/#find-a-range-from-a-text-directive).
///
/// The standard's algorithm finds the next text that is like `start`, and goes on if it isn't just behind the prefix. Here
/// the text behind the prefix is compared, which finds the same range and takes linear time.
pub(super) fn find<'d, N: Node<'d>>(
    text: &Searchable<N>,
    directive: &Directive,
) -> Option<Range<usize>> {
    let search = Search { text };
    let part = |part: &Option<String>| part.as_deref().map(folded);
    let (prefix, start) = (part(&directive.prefix), folded(&directive.start));
    let (end, suffix) = (part(&directive.end), part(&directive.suffix));
    let ends_in_word = suffix.is_some();
    let mut from = 0;
    loop {
        let found = match &prefix {
            Some(prefix) => {
                let before = search.next(prefix, from, true, false)?;
                from = search.after(before.start);
                search.at(&start, before.end, end.is_some() || !ends_in_word)
            }
            None => {
                let found = search.next(&start, from, true, end.is_some() || !ends_in_word)?;
                from = search.after(found.start);
                Some(found)
            }
        };
        let Some(mut found) = found else { continue };
        loop {
            if let Some(end) = &end {
                found.end = search.next(end, found.end, true, !ends_in_word)?.end;
            }
            let Some(suffix) = &suffix else { return Some(found) };
            if search.at(suffix, found.end, true).is_some() {
                return Some(found);
            }
            if end.is_none() {
                break;
            }
        }
    }
}

struct Search<'t, N> {
    text: &'t Searchable<N>,
}

impl<'d, N: Node<'d>> Search<'_, N> {
    /// Returns the next place of a part. Each end that is `bounded` has to be one of a word.
    fn next(
        &self,
        part: &str,
        mut from: usize,
        bounded_start: bool,
        bounded_end: bool,
    ) -> Option<Range<usize>> {
        let text = self.text.text();
        if part.is_empty() || part.len() > LONGEST_PART {
            return None;
        }
        loop {
            let start = from + text[from..].find(part)?;
            let found = start..start + part.len();
            if (!bounded_start || self.text.may_be_bounded(found.start))
                && (!bounded_end || self.text.may_be_bounded(found.end))
            {
                return Some(found);
            }
            from = self.after(start);
        }
    }

    /// Returns the place of a part if it follows a place, white space between the two aside.
    fn at(&self, part: &str, place: usize, bounded_end: bool) -> Option<Range<usize>> {
        let rest = &self.text.text()[place..];
        let skips = |character: char| character.is_whitespace() || character == BREAK;
        let start = place + rest.len() - rest.trim_start_matches(skips).len();
        let is_here = !part.is_empty()
            && part.len() <= LONGEST_PART
            && self.text.text()[start..].starts_with(part);
        let found = start..start + part.len();
        (is_here && (!bounded_end || self.text.may_be_bounded(found.end))).then_some(found)
    }

    /// Returns the place after the character at a place.
    fn after(&self, place: usize) -> usize {
        place + self.text.text()[place..].chars().next().map_or(0, char::len_utf8)
    }
}
