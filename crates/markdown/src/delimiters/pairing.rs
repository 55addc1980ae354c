//! A check of nested emphasis against CommonMark's pairing of delimiters.
//!
//! # Problem
//!
//! A reader pairs [runs](https://spec.commonmark.org/0.31.2/#delimiter-run) of delimiters. A run ends where the character
//! changes, and its length and its neighbours decide what it opens and closes. So the character of one pair can change the
//! meaning of another: `*a**_*` is no emphasis in strong emphasis in emphasis.
//!
//! # Idea
//!
//! The check reads the runs in order, as [the standard's procedure](https://spec.commonmark.org/0.31.2/#process-emphasis)
//! does, with a stack of the runs that are open. Each run must open or close the pairs that it is written for. If it does,
//! the stack has only the intended openers, which are properly nested, so a closing run must always pair with the last one.
//! Otherwise the pair at fault is noted, and the check goes on as if the run were read as intended.
//!
//! [`MAX_NESTED`](super::super::inline) bounds the stack, so the check takes linear time.

use std::ops::Range;

use super::chooser::{Chooser, Class};
use crate::inline::{Kind, Piece};

/// An opening run of delimiters of which some are not closed.
pub(super) struct Run {
    delimiter: char,
    /// The number of delimiters in the run.
    length: usize,
    /// The number of delimiters that are not closed.
    left: usize,
    /// Whether it can both open and close emphasis.
    is_both: bool,
}

impl Run {
    /// Whether the [rule of three](https://spec.commonmark.org/0.31.2/#can-open-emphasis) lets the closing run pair with this.
    fn pairs_with(&self, closing: &Self) -> bool {
        let is_three = |length: usize| length.is_multiple_of(3);
        self.delimiter == closing.delimiter
            && (!(self.is_both || closing.is_both)
                || !is_three(self.length + closing.length)
                || is_three(self.length) && is_three(closing.length))
    }
}

impl Chooser<'_> {
    /// Appends to `misread` the opening delimiters of pairs that a reader would not pair.
    ///
    /// A reader with GitHub's extensions `skips_strike`: the character beside a run is the one beyond a `~~`.
    pub(super) fn check_pairing(
        &self,
        skips_strike: bool,
        stack: &mut Vec<Run>,
        misread: &mut Vec<usize>,
    ) {
        stack.clear();
        let mut at = 0;
        while at < self.inline.pieces.len() {
            let Some((delimiter, count)) = self.emphasis(at) else {
                at += 1;
                continue;
            };
            let (start, mut length) = (at, count);
            at += 1;
            while let Some((_, count)) = self.emphasis(at).filter(|(next, _)| *next == delimiter) {
                length += count;
                at += 1;
            }
            let (mut first, mut last) = (start, at - 1);
            if skips_strike {
                while first > 0 && self.is_strike(first - 1) {
                    first -= 1;
                }
                while self.is_strike(last + 1) {
                    last += 1;
                }
            }
            let (before, after) = (self.before(first), self.after(last));
            let is_left = after.opens_after(before);
            let is_right = before.opens_after(after);
            let is_inside_word = delimiter == '_';
            let can_open =
                is_left && (!is_inside_word || !is_right || before == Class::Punctuation);
            let can_close =
                is_right && (!is_inside_word || !is_left || after == Class::Punctuation);
            let run = Run { delimiter, length, left: length, is_both: can_open && can_close };
            self.check_run(start..at, run, [can_open, can_close], stack, misread);
        }
    }

    /// Checks the run of the pieces `range`, which all open or all close.
    fn check_run(
        &self,
        range: Range<usize>,
        mut run: Run,
        [can_open, can_close]: [bool; 2],
        stack: &mut Vec<Run>,
        misread: &mut Vec<usize>,
    ) {
        let closing =
            range.clone().take_while(|at| matches!(self.inline.pieces[*at], Piece::Close(_)));
        let closing = closing.count();
        for at in range.clone().take(closing) {
            let Some((_, count)) = self.emphasis(at) else { continue };
            let Some(last) = stack.last_mut() else { continue };
            let is_read = can_close
                && last.pairs_with(&run)
                && count == if last.left >= 2 && run.left >= 2 { 2 } else { 1 };
            if !is_read {
                misread.push(self.starts[at]);
            }
            run.left = run.left.saturating_sub(count);
            last.left = last.left.saturating_sub(count);
            if last.left == 0 {
                stack.pop();
            }
        }
        if closing == range.len() {
            return;
        }
        let closes_outer = can_close && stack.iter().any(|outer| outer.pairs_with(&run));
        if !can_open || closes_outer || closing > 0 {
            misread.push(range.end - 1);
        }
        stack.push(run);
    }

    /// Whether the piece at `at` writes `~~`.
    fn is_strike(&self, at: usize) -> bool {
        let is_kind = matches!(
            self.inline.pieces.get(at),
            Some(Piece::Open(Kind::Strike) | Piece::Close(Kind::Strike))
        );
        is_kind && self.forms[at].delimiter.is_some()
    }

    /// The character and number of delimiters that the piece at `at` writes for emphasis or strong emphasis.
    fn emphasis(&self, at: usize) -> Option<(char, usize)> {
        match self.inline.pieces.get(at)? {
            Piece::Open(kind @ (Kind::Emphasis | Kind::Strong))
            | Piece::Close(kind @ (Kind::Emphasis | Kind::Strong)) => {
                Some((self.forms[at].delimiter?, kind.delimiter()?.1))
            }
            _ => None,
        }
    }
}
