//! Marks: the nodes that parts of a text come from.
//!
//! # Problem
//!
//! Text on its way from a node to the Markdown is collapsed, escaped, put into cells and lines, and moved behind the
//! prefixes of containers. A caller wants to know which bytes of the document a part of the Markdown shows.
//!
//! # Idea
//!
//! Each buffer on the way (the content of a block, a cell, the output) has a list of runs. A run says: these bytes are a
//! copy of those bytes of that node. Code that copies text from one buffer to another carries the runs over, and code that
//! inserts something moves them. Nothing of this exists unless a map was asked for.
//!
//! # Invariants
//!
//! Runs are sorted and don't overlap. The bytes of a run are those of the node, white space aside, unless the lengths
//! differ or the node has no text of its own, such as the `alt` of an image.

use std::ops::Range;

/// Bytes of a text that come from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) start: usize,
    pub(super) length: usize,
    /// The index of the node in the list of the conversion.
    pub(super) node: u32,
    /// The place in the data of the node, and the length there; `None` if it is the node as a whole.
    pub(super) data: Option<(usize, usize)>,
}

impl Run {
    pub(super) fn end(&self) -> usize {
        self.start + self.length
    }

    /// Whether each byte of it is a byte of the data.
    pub(super) fn is_copy(&self) -> bool {
        self.data.is_some_and(|(_, length)| length == self.length)
    }

    /// The part of the run in `range`, which isn't empty.
    fn clipped(&self, range: &Range<usize>) -> Self {
        let start = self.start.max(range.start);
        let length = self.end().min(range.end) - start;
        let data = match self.data {
            Some((offset, _)) if self.is_copy() => Some((offset + start - self.start, length)),
            data => data,
        };
        Self { start, length, data, ..*self }
    }
}

/// A place in a text, and the place to which everything from there on moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Runs of a text, and parts of it that must not be cut: links, code, emphasis.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub(super) runs: Vec<Run>,
    /// Sorted, and none in another.
    pub(super) atoms: Vec<Range<usize>>,
}

impl Marks {
    pub(super) fn clear(&mut self) {
        self.runs.clear();
        self.atoms.clear();
    }

    /// Adds a run at the end.
    pub(super) fn push(&mut self, run: Run) {
        if run.length == 0 {
            return;
        }
        if let Some(last) = self.runs.last_mut()
            && last.end() == run.start
            && last.node == run.node
        {
            match (&mut last.data, run.data) {
                (None, None) => return last.length += run.length,
                (Some((offset, length)), Some((next, more)))
                    if *length == last.length
                        && more == run.length
                        && *offset + *length == next =>
                {
                    *length += more;
                    last.length += more;
                    return;
                }
                _ => {}
            }
        }
        self.runs.push(run);
    }

    /// The runs in `range`, cut at its ends.
    fn within(&self, range: Range<usize>) -> impl Iterator<Item = Run> {
        let first = self.runs.partition_point(|run| run.end() <= range.start);
        let end = range.end;
        let runs = self.runs[first..].iter().take_while(move |run| run.start < end);
        runs.map(move |run| run.clipped(&range))
    }

    /// Adds the runs of `range` of another text, which was written at `to`: the same bytes, or one character as a reference.
    pub(super) fn add_copied(&mut self, from: &Self, range: Range<usize>, to: Range<usize>) {
        for run in from.within(range.clone()) {
            match range.len() == to.len() {
                true => self.push(Run { start: run.start - range.start + to.start, ..run }),
                false => self.push(Run { start: to.start, length: to.len(), ..run }),
            }
        }
    }

    /// Adds the runs and atoms of `range` of another text, which was copied to `to`.
    pub(super) fn copy(&mut self, from: &Self, range: Range<usize>, to: usize) {
        for run in from.within(range.clone()) {
            self.push(Run { start: run.start - range.start + to, ..run });
        }
        let first = from.atoms.partition_point(|atom| atom.start < range.start);
        for atom in from.atoms[first..].iter().take_while(|atom| atom.end <= range.end) {
            self.atoms.push(atom.start - range.start + to..atom.end - range.start + to);
        }
    }

    /// Moves what is at or after the first of `moves`, which are sorted. A run over several of them is split.
    pub(super) fn shift(&mut self, moves: &[Move]) {
        let Some(first) = moves.first() else { return };
        let kept = self.runs.partition_point(|run| run.end() <= first.from);
        let tail = self.runs.split_off(kept);
        let mut at = 0;
        for run in tail {
            let mut rest = Some(run);
            while let Some(run) = rest.take() {
                while moves.get(at + 1).is_some_and(|next| next.from <= run.start) {
                    at += 1;
                }
                // The move of the run's start, if it is after the first place at all.
                let current = Some(moves[at]).filter(|it| it.from <= run.start);
                let next = if current.is_some() { moves.get(at + 1) } else { Some(&moves[at]) };
                let end = next.map_or(run.end(), |next| next.from.min(run.end()));
                let part = run.clipped(&(run.start..end));
                if end < run.end() {
                    rest = Some(run.clipped(&(end..run.end())));
                }
                let start = current.map_or(part.start, |it| part.start - it.from + it.to);
                self.push(Run { start, ..part });
            }
        }
        let kept = self.atoms.partition_point(|atom| atom.end <= first.from);
        for atom in &mut self.atoms[kept..] {
            *atom = shifted_range(atom, moves);
        }
    }
}

/// The place to which `moves` take a place.
fn shifted(at: usize, moves: &[Move]) -> usize {
    let last = moves.partition_point(|it| it.from <= at);
    moves[..last].last().map_or(at, |it| at - it.from + it.to)
}

/// The range to which `moves` take a range that isn't empty.
pub(super) fn shifted_range(range: &Range<usize>, moves: &[Move]) -> Range<usize> {
    shifted(range.start, moves)..shifted(range.end - 1, moves) + 1
}

/// Marks of the content of a block, of which the text is added piece by piece.
#[derive(Debug, Default)]
pub(super) struct Origins {
    pub(super) marks: Marks,
    node: u32,
    /// The addresses of the node's data: text that lies there is a part of it.
    data: Range<usize>,
}

impl Origins {
    /// Sets the node that what follows comes from.
    pub(super) fn set(&mut self, node: u32, data: &str) {
        let start = data.as_ptr() as usize;
        (self.node, self.data) = (node, start..start + data.len());
    }

    /// Notes that what is between `start` and `end` comes from the node as a whole.
    pub(super) fn note_whole(&mut self, start: usize, end: usize) {
        self.marks.push(Run { start, length: end - start, node: self.node, data: None });
    }

    /// Notes that `text` was copied to `start`.
    pub(super) fn note(&mut self, start: usize, text: &str) {
        let address = text.as_ptr() as usize;
        let is_data = address >= self.data.start && address + text.len() <= self.data.end;
        let data = is_data.then(|| (address - self.data.start, text.len()));
        self.marks.push(Run { start, length: text.len(), node: self.node, data });
    }
}

/// Calls `copied` with each place in `out`, the length, and the place and length in `text`, of what was copied from `text`
/// to `out` with escapes and references.
pub(super) fn align(text: &str, out: &str, mut copied: impl FnMut(Range<usize>, Range<usize>)) {
    let is_space = |byte: u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
    let (from, to) = (text.as_bytes(), out.as_bytes());
    let (mut i, mut j) = (0, 0);
    while i < from.len() && j < to.len() {
        let pairs = from[i..].iter().zip(&to[j..]);
        let same = pairs.take_while(|(a, b)| {
            !matches!(b, b'\\' | b'&') && (a == b || is_space(**a) && is_space(**b))
        });
        let length = same.count();
        if length > 0 {
            copied(j..j + length, i..i + length);
            (i, j) = (i + length, j + length);
            continue;
        }
        match (from[i], to[j]) {
            // A run of backslashes is copied, and then some are escapes.
            (b'\\', b'\\') => {
                let run = |bytes: &[u8]| bytes.iter().take_while(|it| **it == b'\\').count();
                let (length, written) = (run(&from[i..]), run(&to[j..]));
                let length = length.min(written);
                copied(j..j + length, i..i + length);
                (i, j) = (i + length, j + written);
            }
            (first, b'&')
                if reference(&to[j..]).is_some() && first != b'&'
                    || to[j..].starts_with(b"&#38;") && !from[i..].starts_with(b"&#38;") =>
            {
                let length = reference(&to[j..]).unwrap_or(1);
                let rest = from[i + 1..].iter();
                let character = 1 + rest.take_while(|it| **it & 0xc0 == 0x80).count();
                copied(j..j + length, i..i + character);
                (i, j) = (i + character, j + length);
            }
            (b'&', b'&') => {
                copied(j..j + 1, i..i + 1);
                (i, j) = (i + 1, j + 1);
            }
            // An escape, or a mark.
            _ => j += 1,
        }
    }
}

/// The length of the character reference that `bytes` begin with.
fn reference(bytes: &[u8]) -> Option<usize> {
    Some(bytes.iter().take(32).position(|byte| *byte == b';')? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aligned(text: &str, out: &str) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        align(text, out, |to, from| pairs.push((text[from].to_owned(), out[to].to_owned())));
        pairs
    }

    #[test]
    fn aligns_escapes_and_references() {
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(aligned("a*b", "a\\*b"), [pair("a", "a"), pair("*b", "*b")]);
        assert_eq!(aligned("\\*", "\\\\\\*"), [pair("\\", "\\"), pair("*", "*")]);
        assert_eq!(aligned("é!", "&#233;!"), [pair("é", "&#233;"), pair("!", "!")]);
        assert_eq!(aligned("&&", "&\\&"), [pair("&", "&"), pair("&", "&")]);
        assert_eq!(aligned("&a", "&#38;a"), [pair("&", "&#38;"), pair("a", "a")]);
    }

    #[test]
    fn shifts_runs_over_lines() {
        let mut marks = Marks::default();
        marks.push(Run { start: 0, length: 10, node: 0, data: Some((5, 10)) });
        marks.atoms.push(2..6);
        marks.shift(&[Move { from: 4, to: 6 }, Move { from: 8, to: 12 }]);
        let parts: Vec<_> = marks.runs.iter().map(|it| (it.start, it.length, it.data)).collect();
        assert_eq!(parts, [(0, 4, Some((5, 4))), (6, 4, Some((9, 4))), (12, 2, Some((13, 2)))]);
        assert_eq!((marks.atoms.len(), &marks.atoms[0]), (1, &(2..8)));
    }
}
