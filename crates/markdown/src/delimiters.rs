//! The delimiters of emphasis.
//!
//! # Problem
//!
//! Whether `*` or `_` opens or closes emphasis depends on the characters around it, and on the delimiters beside it,
//! which form one run with it if they are the same character.
//!
//! # Idea
//!
//! Each pair of delimiters gets its character before anything is written, from the [classes](Class) of what stands
//! at its four sides. Escapes don't change a class: a backslash and what it escapes are punctuation both. Where
//! neither character works, the letter outside or the space inside becomes a character reference, which begins and
//! ends with punctuation.
//!
//! An opening delimiter between punctuation can close as well. It must not have the character of emphasis of its kind
//! around it, which it would close: `_*_<_*_` is `<em>*</em>` and more.
//!
//! Where both characters are taken, or where a reader [pairs](pairing) nested delimiters in another way, a pair is
//! removed from the block. The others are then chosen anew, as for a document without that emphasis. So what is written
//! is what a reader reads, and writing that again changes nothing.

mod chooser;
mod pairing;

pub(super) use self::chooser::{Class, Form};
use self::{
    chooser::{Chooser, Counts, other},
    pairing::Run,
};
use super::inline::{Inline, Kind, Piece};

/// The number of times that delimiters are chosen for a block before nested emphasis is left out.
const MAX_ROUNDS: usize = 12;

/// The forms of the pieces of one block after another, in the same memory.
#[derive(Default)]
pub(super) struct Forms {
    forms: Vec<Form>,
    /// For each opening delimiter the place of the closing one.
    ends: Vec<usize>,
    /// For each closing delimiter the place of the opening one.
    starts: Vec<usize>,
    open: Vec<usize>,
    /// The characters of the emphasis that is open, and where it ends.
    around: Vec<(Kind, char, usize)>,
    counts: Counts,
    /// The runs that are open when the delimiters are read.
    runs: Vec<Run>,
    /// The opening delimiters that would be read in another way.
    misread: Vec<usize>,
}

impl Forms {
    /// Chooses the characters of all delimiters of a block. `preferred`: those of emphasis and of strong emphasis.
    ///
    /// Removes the delimiters that can't be written.
    pub(super) fn choose(&mut self, inline: &mut Inline<'_>, preferred: [char; 2]) -> &[Form] {
        for _ in 0..MAX_ROUNDS {
            if self.choose_once(inline, preferred) {
                return &self.forms;
            }
            let forms = &self.forms;
            inline.retain_delimiters(|at, _| forms[at].delimiter.is_some());
        }
        let mut depth = 0_usize;
        let has_strike = inline.has_strike;
        inline.retain_delimiters(|_, piece| match piece {
            Piece::Open(Kind::Emphasis | Kind::Strong) => {
                depth += 1;
                depth == 1 && !has_strike
            }
            Piece::Close(Kind::Emphasis | Kind::Strong) => {
                depth = depth.saturating_sub(1);
                depth == 0 && !has_strike
            }
            _ => true,
        });
        self.choose_once(inline, preferred);
        &self.forms
    }

    /// Chooses the characters of the delimiters. Returns whether all of them can be written.
    fn choose_once(&mut self, inline: &Inline<'_>, preferred: [char; 2]) -> bool {
        self.find_pairs(inline);
        let Self { forms, ends, starts, around, counts, runs, misread, .. } = self;
        let mut chooser = Chooser { inline, forms, ends, starts, counts };
        let (mut is_complete, mut is_nested) = (true, false);
        for (at, piece) in inline.pieces.iter().enumerate() {
            let Piece::Open(kind) = *piece else { continue };
            while let Some((kind, delimiter, _)) = around.pop_if(|(.., end)| *end < at) {
                chooser.count(kind, delimiter, |count| *count -= 1);
            }
            let first = match (kind, kind.delimiter()) {
                (_, None) => continue,
                (Kind::Emphasis, _) => preferred[0],
                (Kind::Strong, _) => preferred[1],
                (_, Some((first, _))) => first,
            };
            let nested = around.iter().rev().find(|(outer, ..)| *outer == kind);
            let first = nested.map_or(first, |(_, outer, _)| other(*outer));
            is_nested |= chooser.counts.iter().any(|count| *count > 0);
            if let Some(delimiter) = chooser.pair(at, kind, first) {
                around.push((kind, delimiter, chooser.ends[at]));
                chooser.count(kind, delimiter, |count| *count += 1);
            } else {
                is_complete = false;
            }
        }
        if is_nested || inline.has_strike {
            chooser.check_pairing(false, runs, misread);
            if inline.has_strike {
                chooser.check_pairing(true, runs, misread);
            }
            for open in misread.drain(..) {
                is_complete = false;
                forms[open].delimiter = None;
                forms[ends[open]].delimiter = None;
            }
        }
        is_complete
    }

    /// Finds the pairs of delimiters, and forgets what is known of another block.
    fn find_pairs(&mut self, inline: &Inline<'_>) {
        let Self { forms, ends, starts, open, around, counts, .. } = self;
        forms.clear();
        forms.resize(inline.pieces.len(), Form::default());
        for places in [&mut *ends, &mut *starts] {
            places.clear();
            places.resize(inline.pieces.len(), 0);
        }
        open.clear();
        around.clear();
        *counts = Counts::default();
        for (at, piece) in inline.pieces.iter().enumerate() {
            match piece {
                Piece::Open(_) => open.push(at),
                Piece::Close(_) => {
                    if let Some(start) = open.pop() {
                        ends[start] = at;
                        starts[at] = start;
                    }
                }
                _ => {}
            }
        }
    }
}
