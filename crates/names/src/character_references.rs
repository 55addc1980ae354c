//! The [named character
//! references](https://html.spec.whatwg.org/multipage/named-characters.html#named-character-references).
//!
//! # Problem
//!
//! The tokenizer needs the longest of 2,231 names at a place, and it may get the name one byte at a time. A hash
//! table finds whole names only, and a trie with a pointer for each byte is large.
//!
//! # Idea
//!
//! The names are the words of an acyclic automaton (a DAWG), whose common endings, such as `arrow;`, are shared.
//! A shared ending can't hold the characters of each name that has it. Therefore each edge has the number of
//! names on its earlier siblings: the sum along the way to a name is the name's index in sorted order, and the
//! characters are in a table by that index.
//!
//! # Invariants
//!
//! The edges of a node are adjacent and sorted. A test looks up each name of the standard's list.

use crate::generated::character_references::{CHARACTERS, EDGES, FIRST, VALUES};

/// A prefix of names after `&`, matched byte by byte.
///
/// ```
/// use sapwood_names::character_references::Matcher;
///
/// let mut matcher = Matcher::START;
/// let mut longest = None;
/// for (at, byte) in "notit;".bytes().enumerate() {
///     let Some(next) = matcher.step(byte) else { break };
///     matcher = next;
///     longest = matcher.value().map(|value| (at + 1, value)).or(longest);
/// }
/// assert_eq!(longest, Some((3, "¬")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matcher {
    /// The edge that was taken last; 0 at the start.
    edge: u16,
    /// The number of names that sort before this prefix.
    place: u16,
}

impl Matcher {
    /// After `&`.
    pub const START: Matcher = Matcher { edge: 0, place: 0 };

    /// Matches one more byte; `None` if no name begins so.
    #[inline]
    #[must_use]
    pub fn step(self, byte: u8) -> Option<Matcher> {
        if self == Self::START {
            // Names begin with a letter.
            let &(edge, place) = FIRST.get(usize::from(byte.wrapping_sub(b'A')))?;
            return (edge != 0).then_some(Matcher { edge, place });
        }
        let last = Edge(EDGES[usize::from(self.edge)]);
        let mut edge = last.target();
        if edge == 0 {
            return None;
        }
        loop {
            let next = Edge(EDGES[usize::from(edge)]);
            if next.byte() == byte {
                let place = self.place + u16::from(last.ends_name()) + next.skipped();
                return Some(Matcher { edge, place });
            }
            if next.is_last() {
                return None;
            }
            edge += 1;
        }
    }

    /// Returns the one or two characters of the reference, if the prefix is a whole name: one with its `;`, or one
    /// of the names that may lack it.
    #[inline]
    #[must_use]
    pub fn value(self) -> Option<&'static str> {
        if !Edge(EDGES[usize::from(self.edge)]).ends_name() {
            return None;
        }
        let value = VALUES[usize::from(self.place)];
        let start = usize::from(value >> 3);
        CHARACTERS.get(start..start + usize::from(value & 7))
    }
}

/// An edge of the automaton; the edges of a node are adjacent.
///
/// From the lowest bit: 7 bits of the byte that it matches, whether it is its node's last, whether a
/// name ends here, 12 bits of the first edge of the node it leads to (0 if none leaves it), 11 bits
/// of the number of names on its earlier siblings.
#[derive(Clone, Copy)]
struct Edge(u32);

impl Edge {
    #[inline(always)]
    const fn byte(self) -> u8 {
        self.0 as u8 & 0x7f
    }

    #[inline(always)]
    const fn is_last(self) -> bool {
        self.0 & 1 << 7 != 0
    }

    #[inline(always)]
    const fn ends_name(self) -> bool {
        self.0 & 1 << 8 != 0
    }

    #[inline(always)]
    const fn target(self) -> u16 {
        (self.0 >> 9) as u16 & 0xfff
    }

    #[inline(always)]
    const fn skipped(self) -> u16 {
        (self.0 >> 21) as u16
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use super::*;

    /// The project's own table of names and characters.
    fn table() -> BTreeMap<&'static str, String> {
        include_str!("../../../fixtures/entities.txt")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| {
                let (name, codes) = line.split_once(' ').unwrap();
                let character =
                    |code| char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap();
                (name, codes.split(' ').map(character).collect())
            })
            .collect()
    }

    fn matched(name: &[u8]) -> Option<Matcher> {
        name.iter().try_fold(Matcher::START, |matcher, &byte| matcher.step(byte))
    }

    #[test]
    fn every_name_has_its_value() {
        let table = table();
        assert_eq!(table.len(), 2231);
        for (name, value) in &table {
            assert_eq!(matched(name.as_bytes()).unwrap().value(), Some(&**value), "{name}");
        }
        assert_eq!(Matcher::START.value(), None);
    }

    /// From every prefix of a name every byte is tried: the matcher goes on exactly where a name
    /// does, and has a value exactly where one ends.
    #[test]
    fn steps_are_the_prefixes_of_names() {
        let table = table();
        let prefixes: HashSet<&str> =
            table.keys().flat_map(|name| (0..=name.len()).map(|end| &name[..end])).collect();
        for prefix in &prefixes {
            let matcher = matched(prefix.as_bytes()).unwrap();
            for byte in 0..=u8::MAX {
                let text = format!("{prefix}{}", char::from(byte));
                let next = matcher.step(byte);
                assert_eq!(next.is_some(), prefixes.contains(&*text), "{text}");
                let value = next.and_then(Matcher::value);
                assert_eq!(value, table.get(&*text).map(|value| &**value), "{text}");
            }
        }
    }
}
