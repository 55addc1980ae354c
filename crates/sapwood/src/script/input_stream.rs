//! The [input stream](https://html.spec.whatwg.org/multipage/parsing.html#input-stream) with its insertion
//! points.

use std::{collections::VecDeque, mem};

/// The text that is still to be parsed.
///
/// It is a stack of sections, since text must be inserted at the insertion points of running scripts, and inserting
/// into the middle of a string takes quadratic time. Each section but the lowest holds the text before the insertion
/// point of a running script; the text after that point is in the section below. So text is only ever added to the end
/// of a section.
#[derive(Debug, Default)]
pub(super) struct InputStream {
    /// The text after the insertion points of all running scripts.
    rest: Section,
    /// The text before each of these points, the innermost last.
    sections: Vec<Section>,
    /// Whether the text behind `rest` was dropped, because of the limit on the input.
    is_cut: bool,
}

/// Texts, one after the other.
#[derive(Debug, Default)]
struct Section {
    texts: VecDeque<String>,
    /// The number of bytes of the first text that were taken.
    taken: usize,
    /// The number of bytes in all texts that weren't.
    len: usize,
}

impl Section {
    /// Adds the beginning of `text`, so much that the section has no more than `most` bytes. Returns whether all of it
    /// was added.
    #[inline]
    fn push(&mut self, text: &str, most: usize) -> bool {
        let mut end = text.len().min(most.saturating_sub(self.len));
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let added = &text[..end];
        self.len += end;
        match self.texts.back_mut() {
            _ if added.is_empty() => {}
            Some(last) => last.push_str(added),
            None => self.texts.push_back(added.to_owned()),
        }
        end == text.len()
    }

    /// Puts `before` in front. The smaller of both moves, so that no text moves often.
    #[inline]
    fn prepend(&mut self, mut before: Self) {
        if before.texts.is_empty() {
            return;
        }
        if self.taken > 0
            && let Some(first) = self.texts.front_mut()
        {
            first.drain(..mem::take(&mut self.taken));
        }
        let len = self.len + before.len;
        if before.texts.len() < self.texts.len() {
            self.taken = before.taken;
            before.texts.into_iter().rev().for_each(|text| self.texts.push_front(text));
        } else {
            before.texts.append(&mut self.texts);
            *self = before;
        }
        self.len = len;
    }
}

impl InputStream {
    /// Adds to the end. Of all the text, no more than `most` bytes will be parsed.
    #[inline]
    pub(super) fn append(&mut self, text: &str, most: usize) {
        let before: usize = self.sections.iter().map(|section| section.len).sum();
        self.is_cut |= !self.rest.push(text, most.saturating_sub(before));
    }

    /// Adds at the innermost insertion point; if no script is running, at the end. Of all the text, no more than
    /// `most` bytes will be parsed.
    #[inline]
    pub(super) fn insert(&mut self, text: &str, most: usize) {
        if !self.top().push(text, most) {
            // Text behind the cut won't be parsed either.
            self.is_cut = true;
            self.sections
                .iter_mut()
                .rev()
                .skip(1)
                .for_each(|section| *section = Section::default());
            if !self.sections.is_empty() {
                self.rest = Section::default();
            }
        }
    }

    /// Begins a script, whose insertion point is before the next character.
    #[inline]
    pub(super) fn begin_insertion_point(&mut self) {
        self.sections.push(Section::default());
    }

    /// Ends the innermost script and with it its insertion point.
    #[inline]
    pub(super) fn end_insertion_point(&mut self) {
        if let Some(section) = self.sections.pop() {
            self.top().prepend(section);
        }
    }

    /// The next text before the insertion point, if any.
    #[inline]
    pub(super) fn next(&mut self) -> Option<&str> {
        let section = self.top();
        Some(&section.texts.front()?[section.taken..])
    }

    /// Removes so many bytes of the next text.
    #[inline]
    pub(super) fn take(&mut self, bytes: usize) {
        let section = self.top();
        section.taken += bytes;
        section.len -= bytes;
        if section.texts.front().is_some_and(|text| text.len() == section.taken) {
            section.texts.pop_front();
            section.taken = 0;
        }
    }

    /// Whether no text is left, before or after insertion points, and no script is running.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.rest.texts.is_empty() && self.sections.is_empty()
    }

    /// Whether no text is left because the rest of it was dropped.
    #[inline]
    pub(super) fn ends_in_cut(&self) -> bool {
        self.is_cut && self.rest.len == 0 && self.sections.iter().all(|section| section.len == 0)
    }

    #[inline]
    fn top(&mut self) -> &mut Section {
        self.sections.last_mut().unwrap_or(&mut self.rest)
    }
}
