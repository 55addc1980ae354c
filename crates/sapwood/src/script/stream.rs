//! The [input stream](https://html.spec.whatwg.org/multipage/parsing.html#input-stream) with its insertion
//! points.

use std::{collections::VecDeque, mem};

/// How much is parsed between two looks at the clock.
const PIECE: usize = 1 << 16;

/// What is still to be parsed.
///
/// It is a stack of sections. Each but the first is what stands before the insertion point of a script that
/// is running; the insertion point is at its end, and what follows it is the section below. So nothing is
/// ever put into the middle of a text.
#[derive(Debug, Default)]
pub(super) struct Stream {
    /// What follows all insertion points of running scripts.
    rest: Section,
    /// What precedes each of them, the innermost last.
    sections: Vec<Section>,
    /// Whether there was more than may be read.
    is_limited: bool,
}

/// Texts, one after the other.
#[derive(Debug, Default)]
struct Section {
    texts: VecDeque<String>,
    /// How much of the first was taken.
    taken: usize,
}

impl Section {
    fn push(&mut self, text: &str) {
        match self.texts.back_mut() {
            _ if text.is_empty() => {}
            Some(last) => last.push_str(text),
            None => self.texts.push_back(text.to_owned()),
        }
    }

    /// Puts `before` in front. The smaller of both moves, so that no text moves often.
    fn prepend(&mut self, mut before: Self) {
        if before.texts.is_empty() {
            return;
        }
        if self.taken > 0
            && let Some(first) = self.texts.front_mut()
        {
            first.drain(..mem::take(&mut self.taken));
        }
        if before.texts.len() < self.texts.len() {
            self.taken = before.taken;
            before.texts.into_iter().rev().for_each(|text| self.texts.push_front(text));
        } else {
            before.texts.append(&mut self.texts);
            *self = before;
        }
    }
}

impl Stream {
    /// Adds to the end.
    pub(super) fn append(&mut self, text: &str) {
        self.rest.push(text);
    }

    /// Adds just before the insertion point: for want of a running script, that is the end.
    pub(super) fn insert(&mut self, text: &str) {
        self.top().push(text);
    }

    /// A script begins to run: its insertion point is before what comes next.
    pub(super) fn begin_insertion_point(&mut self) {
        self.sections.push(Section::default());
    }

    /// The innermost script has ended: its insertion point is gone.
    pub(super) fn end_insertion_point(&mut self) {
        if let Some(section) = self.sections.pop() {
            self.top().prepend(section);
        }
    }

    /// What comes next, if anything does before the insertion point.
    pub(super) fn next(&mut self) -> Option<&str> {
        let section = self.top();
        let left = &section.texts.front()?[section.taken..];
        let mut end = left.len().min(PIECE);
        while !left.is_char_boundary(end) {
            end -= 1;
        }
        Some(&left[..end])
    }

    /// Takes that many bytes of what comes next.
    pub(super) fn take(&mut self, bytes: usize) {
        let section = self.top();
        section.taken += bytes;
        if section.texts.front().is_some_and(|text| text.len() == section.taken) {
            section.texts.pop_front();
            section.taken = 0;
        }
    }

    /// Whether nothing is left, before or after insertion points.
    pub(super) fn is_empty(&self) -> bool {
        self.rest.texts.is_empty() && self.sections.is_empty()
    }

    /// Notes that what comes after this may not be read.
    pub(super) fn limit(&mut self) {
        self.is_limited = true;
    }

    /// Whether all was taken of what may be read.
    pub(super) fn is_at_limit(&self) -> bool {
        self.is_limited
    }

    fn top(&mut self) -> &mut Section {
        self.sections.last_mut().unwrap_or(&mut self.rest)
    }
}
