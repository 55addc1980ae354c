//! The choice of the character of one pair of delimiters, by the classes of what stands at its four sides.

use std::ops::Range;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::inline::{Inline, Kind, Piece};

/// The classes of characters that [flanking](https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run)
/// distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Class {
    /// White space, and the start and end of a line.
    Space,
    Punctuation,
    Other,
}

impl Class {
    pub(in super::super) fn of(character: char) -> Self {
        if character.is_ascii() {
            return match character as u8 {
                b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' => Self::Space,
                byte if byte.is_ascii_punctuation() => Self::Punctuation,
                _ => Self::Other,
            };
        }
        match character.general_category_group() {
            GeneralCategoryGroup::Separator if character.is_whitespace() => Self::Space,
            GeneralCategoryGroup::Punctuation | GeneralCategoryGroup::Symbol => Self::Punctuation,
            _ => Self::Other,
        }
    }

    /// Whether a delimiter between `before` and this class is left-flanking. With the classes exchanged: whether
    /// it is right-flanking.
    pub(in super::super) fn opens_after(self, before: Self) -> bool {
        self != Self::Space && (self != Self::Punctuation || before != Self::Other)
    }
}

/// The way a piece is written.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Form {
    /// The character of a delimiter; `None` if it isn't written.
    pub(in super::super) delimiter: Option<char>,
    /// Whether the first character of a text is written as a reference.
    pub(in super::super) encodes_first: bool,
    /// Whether the last character of a text is written as a reference.
    pub(in super::super) encodes_last: bool,
}

/// The numbers of open pairs of each kind and character, as [`place`] numbers them.
pub(super) type Counts = [usize; 4];

/// The place of a pair in [`Counts`]; `None` if only one character can write its kind.
fn place(kind: Kind, delimiter: char) -> Option<usize> {
    match (kind, delimiter) {
        (Kind::Emphasis, '*') => Some(0),
        (Kind::Emphasis, '_') => Some(1),
        (Kind::Strong, '*') => Some(2),
        (Kind::Strong, '_') => Some(3),
        _ => None,
    }
}

/// Returns the other character of emphasis.
pub(super) fn other(delimiter: char) -> char {
    match delimiter {
        '*' => '_',
        '_' => '*',
        other => other,
    }
}

/// Chooses the characters of the delimiters of one block.
pub(super) struct Chooser<'a> {
    pub(super) inline: &'a Inline<'a>,
    pub(super) forms: &'a mut [Form],
    /// For each opening delimiter the place of the closing one.
    pub(super) ends: &'a [usize],
    /// For each closing delimiter the place of the opening one.
    pub(super) starts: &'a [usize],
    pub(super) counts: &'a mut Counts,
}

impl Chooser<'_> {
    /// Changes the number of open pairs of a kind and character.
    pub(super) fn count(&mut self, kind: Kind, delimiter: char, change: impl FnOnce(&mut usize)) {
        if let Some(place) = place(kind, delimiter) {
            change(&mut self.counts[place]);
        }
    }

    /// Chooses the character of the pair that opens at `open`.
    pub(super) fn pair(&mut self, open: usize, kind: Kind, first: char) -> Option<char> {
        let close = self.ends[open];
        let second = other(first);
        let is_free = |chooser: &Self, delimiter| {
            !chooser.is_beside_its_like(open, kind, delimiter)
                && !chooser.closes_outer(open, kind, delimiter)
        };
        let fits = |chooser: &Self, delimiter| {
            is_free(chooser, delimiter) && chooser.works(open, close, delimiter)
        };
        let delimiter = if fits(self, first) {
            first
        } else if fits(self, second) {
            second
        } else {
            let free = [first, second].into_iter().find(|it| is_free(self, *it))?;
            self.make_work(open, close, free);
            free
        };
        self.forms[open].delimiter = Some(delimiter);
        self.forms[close].delimiter = Some(delimiter);
        Some(delimiter)
    }

    /// Whether a delimiter at `open` would form a run with the one before it that means something else.
    fn is_beside_its_like(&self, open: usize, kind: Kind, delimiter: char) -> bool {
        let is_extension = !matches!(kind, Kind::Emphasis | Kind::Strong);
        let after = self.forms.get(self.ends[open] + 1);
        if is_extension && after.is_some_and(|after| after.delimiter == Some(delimiter)) {
            return true;
        }
        let Some(before) = open.checked_sub(1) else { return false };
        if self.forms[before].delimiter != Some(delimiter) {
            return false;
        }
        match (&self.inline.pieces[before], kind) {
            (Piece::Open(Kind::Emphasis), Kind::Strong) => false,
            // `***a* b**`, but not `***a***`, which is strong emphasis in emphasis.
            (Piece::Open(Kind::Strong), Kind::Emphasis) => self.ends[before] == self.ends[open] + 1,
            _ => true,
        }
    }

    /// Whether a delimiter at `open` could close, too, and so would close emphasis of its kind around it.
    fn closes_outer(&self, open: usize, kind: Kind, delimiter: char) -> bool {
        if place(kind, delimiter).is_none_or(|place| self.counts[place] == 0) {
            return false;
        }
        // A space inside becomes a reference.
        let is_inner_other = self.after(open) == Class::Other;
        match self.before(open) {
            Class::Space => false,
            Class::Punctuation => !is_inner_other,
            Class::Other => delimiter == '*' || !is_inner_other,
        }
    }

    /// Whether `delimiter` opens at `open` and closes at `close`.
    fn works(&self, open: usize, close: usize, delimiter: char) -> bool {
        let [outer_before, inner_before] = [self.before(open), self.after(open)];
        let [inner_after, outer_after] = [self.before(close), self.after(close)];
        inner_before.opens_after(outer_before)
            && inner_after.opens_after(outer_after)
            && (delimiter != '_' || outer_before != Class::Other && outer_after != Class::Other)
    }

    /// Encodes the characters around the delimiters so that they work.
    fn make_work(&mut self, open: usize, close: usize, delimiter: char) {
        if self.after(open) == Class::Space {
            self.forms[open + 1].encodes_first = true;
        }
        if self.before(close) == Class::Space {
            self.forms[close - 1].encodes_last = true;
        }
        let is_inside_word = delimiter == '_';
        if self.before(open) == Class::Other
            && (is_inside_word || self.after(open) == Class::Punctuation)
        {
            self.forms[open - 1].encodes_last = true;
        }
        if self.after(close) == Class::Other
            && (is_inside_word || self.before(close) == Class::Punctuation)
        {
            self.forms[close + 1].encodes_first = true;
        }
    }

    /// Whether the first or the last character of a text is written as a reference. A single character is both.
    fn encodes(&self, at: usize, range: &Range<usize>, is_first: bool) -> bool {
        let Form { encodes_first, encodes_last, .. } = self.forms[at];
        let is_either = encodes_first || encodes_last;
        let is_single = || self.inline.text.as_str()[range.clone()].chars().nth(1).is_none();
        if is_first {
            encodes_first || is_either && is_single()
        } else {
            encodes_last || is_either && is_single()
        }
    }

    pub(super) fn before(&self, at: usize) -> Class {
        let Some(before) = at.checked_sub(1) else { return Class::Space };
        match &self.inline.pieces[before] {
            Piece::Text(range) if self.encodes(before, range, false) => Class::Punctuation,
            Piece::Text(range) => self.inline.text.as_str()[range.clone()]
                .chars()
                .next_back()
                .map_or(Class::Space, Class::of),
            Piece::Break => Class::Space,
            _ => Class::Punctuation,
        }
    }

    pub(super) fn after(&self, at: usize) -> Class {
        match self.inline.pieces.get(at + 1) {
            None => Class::Space,
            Some(Piece::Text(range)) if self.encodes(at + 1, range, true) => Class::Punctuation,
            Some(Piece::Text(range)) => self.inline.text.as_str()[range.clone()]
                .chars()
                .next()
                .map_or(Class::Space, Class::of),
            Some(Piece::Break) => Class::Space,
            Some(_) => Class::Punctuation,
        }
    }
}
