//! Compiled regular expressions, and what a search with one costs.
//!
//! The `regex` crate searches with a lazily built DFA, which takes a nanosecond for a byte, and falls back on a simulation
//! of the NFA if the DFA becomes too large. The simulation takes time for each position of the expression that can be
//! active at once: `(x{1,50}){1,50}` has 2500. A search is therefore charged by the number of positions, with bounded
//! repetitions written out.

use std::ops::Deref;

use regex::{Captures, Regex, RegexBuilder};
use regex_syntax::{
    ParserBuilder,
    hir::{Class, ClassUnicode, Hir, HirKind},
};

/// The limit on the size of a compiled regular expression in bytes.
const SIZE_LIMIT: usize = 1 << 20;

/// Number of bytes that a search for one more match passes in a step.
const BYTES_A_STEP: u64 = 64;

/// A regular expression, and the steps that it takes for a byte of the text.
#[derive(Debug)]
pub(super) struct CostedRegex {
    regex: Regex,
    steps: u64,
}

impl Deref for CostedRegex {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        &self.regex
    }
}

impl CostedRegex {
    /// Compiles a regular expression.
    pub(super) fn compile(pattern: &str, flags: &str) -> Result<Self, regex::Error> {
        let regex = RegexBuilder::new(pattern)
            .case_insensitive(flags.contains('i'))
            .multi_line(flags.contains('m'))
            .dot_matches_new_line(flags.contains('s'))
            .size_limit(SIZE_LIMIT)
            .build()?;
        let steps = Size::of_pattern(pattern, flags).map_or(1, Size::steps);
        Ok(Self { regex, steps })
    }

    /// The steps of compiling a regular expression.
    pub(super) fn compilation(pattern: &str, flags: &str) -> u64 {
        // The size limit ends the compilation of a larger one.
        Size::of_pattern(pattern, flags)
            .map_or(0, |size| 16 * size.states.min(SIZE_LIMIT as u64 / 16))
    }

    /// The steps of a search in a text of `length` bytes.
    pub(super) fn search(&self, length: usize) -> u64 {
        self.steps.saturating_mul(1 + length as u64)
    }

    /// The steps of a search for a match and its groups in a text of `length` bytes.
    pub(super) fn capture(&self, length: usize) -> u64 {
        self.search(length).saturating_mul(1 + self.regex.captures_len() as u64 / 2)
    }

    /// The steps of the search for the match after this one. It may go to the end of the text, and so may that after every
    /// match.
    pub(super) fn next_search(&self, captures: &Captures<'_>, text: &str) -> u64 {
        let after = captures.get(0).map_or(0, |whole| whole.end());
        self.steps.saturating_mul((text.len() - after) as u64 / BYTES_A_STEP)
    }
}

/// The size of a regular expression with its bounded repetitions written out.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// The number of characters and classes: those that are active at once are no more.
    positions: u64,
    /// An estimate of the number of states of the automaton.
    states: u64,
    /// Whether it has neither repetitions nor classes of different letters, so that its DFA is no larger than it.
    is_literal: bool,
}

impl Size {
    fn of_pattern(pattern: &str, flags: &str) -> Option<Self> {
        let mut parser = ParserBuilder::new()
            .case_insensitive(flags.contains('i'))
            .multi_line(flags.contains('m'))
            .dot_matches_new_line(flags.contains('s'))
            .build();
        Some(Self::of(&parser.parse(pattern).ok()?))
    }

    /// Recurses on the nesting of the expression, which the parser of regular expressions limits.
    fn of(hir: &Hir) -> Self {
        let leaf = |positions, states, is_literal| Self { positions, states, is_literal };
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => leaf(0, 1, true),
            HirKind::Literal(literal) => leaf(literal.0.len() as u64, literal.0.len() as u64, true),
            HirKind::Class(Class::Unicode(class)) => {
                leaf(1, class.ranges().len() as u64 * 3, is_letter(class))
            }
            HirKind::Class(Class::Bytes(class)) => leaf(1, class.ranges().len() as u64, false),
            HirKind::Repetition(repetition) => {
                let times = repetition.max.unwrap_or_else(|| repetition.min.saturating_add(1));
                let times = u64::from(times);
                let inner = Self::of(&repetition.sub);
                Self {
                    positions: inner.positions.saturating_mul(times),
                    states: inner.states.saturating_add(1).saturating_mul(times),
                    is_literal: inner.is_literal && repetition.max == Some(1),
                }
            }
            HirKind::Capture(capture) => Self::of(&capture.sub),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => {
                parts.iter().map(Self::of).fold(leaf(0, 1, true), |all, part| Self {
                    positions: all.positions.saturating_add(part.positions),
                    states: all.states.saturating_add(part.states + 1),
                    is_literal: all.is_literal && part.is_literal,
                })
            }
        }
    }

    /// The steps that a byte of the text takes.
    fn steps(self) -> u64 {
        if self.is_literal { 1 } else { 1 + self.positions }
    }
}

/// Whether a class is one letter in its cases.
fn is_letter(class: &ClassUnicode) -> bool {
    let characters = class.ranges().iter().map(|range| (range.start(), range.end()));
    let Some((first, _)) = characters.clone().next() else { return true };
    class.ranges().len() < 4
        && characters.into_iter().all(|(start, end)| {
            start == end
                && (start.to_lowercase().eq(first.to_lowercase())
                    || start.to_uppercase().eq(first.to_uppercase()))
        })
}
