//! Sets of characters, and of strings, as in a character class.

use std::collections::BTreeSet;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

/// The characters of a class, and its strings of another length than one.
#[derive(Clone, Debug)]
pub(super) struct ClassSet {
    pub(super) chars: ClassUnicode,
    pub(super) strings: BTreeSet<Vec<char>>,
    /// Whether its syntax allows [strings](https://tc39.es/ecma262/#sec-static-semantics-maycontainstrings).
    pub(super) may_contain_strings: bool,
}

impl From<ClassUnicode> for ClassSet {
    fn from(chars: ClassUnicode) -> Self {
        Self { chars, strings: BTreeSet::new(), may_contain_strings: false }
    }
}

/// Returns the set of these ranges of code points; surrogates, which no string here contains, are left out.
pub(super) fn of_ranges(ranges: impl IntoIterator<Item = (u32, u32)>) -> ClassUnicode {
    let range = |(first, last): (u32, u32)| {
        let first = if (0xD800..0xE000).contains(&first) { 0xE000 } else { first };
        let last = if (0xD800..0xE000).contains(&last) { 0xD7FF } else { last };
        let (first, last) = (char::from_u32(first)?, char::from_u32(last)?);
        (first <= last).then(|| ClassUnicodeRange::new(first, last))
    };
    ClassUnicode::new(ranges.into_iter().filter_map(range))
}

/// Returns the set of the letters, digits and other characters of an escape in lower case, such as `\d`.
pub(super) fn of_escape(letter: char) -> ClassUnicode {
    match letter {
        'd' => of_ranges([(0x30, 0x39)]),
        'w' => of_ranges([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]),
        _ => of_ranges([
            (0x09, 0x0D),
            (0x20, 0x20),
            (0xA0, 0xA0),
            (0x1680, 0x1680),
            (0x2000, 0x200A),
            (0x2028, 0x2029),
            (0x202F, 0x202F),
            (0x205F, 0x205F),
            (0x3000, 0x3000),
            (0xFEFF, 0xFEFF),
        ]),
    }
}

pub(super) fn is_line_terminator(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Adds the characters that differ from a member in case only.
pub(super) fn fold(chars: &mut ClassUnicode) {
    // The tables of case folding are compiled in.
    let _ = chars.try_case_fold_simple();
}

/// Returns the representative of the characters that differ from this one in case only.
pub(super) fn canonical(character: char) -> char {
    let mut set = of_ranges([(u32::from(character), u32::from(character))]);
    fold(&mut set);
    set.iter().next().map_or(character, ClassUnicodeRange::start)
}
