//! Attributes on the fast path.

use scan::{Cursor, DoubleQuoted, Simd, SingleQuoted};
use tree_sink::{AttributeRange, Attributes};

use super::{
    name::{ReadName, read_attribute_name, read_common_attribute_name},
    value::Unvalued,
};

/// Reads the attribute after the white space at the cursor to `room`, if it is a short name and a value in quotes
/// without character references, as most are; returns its end.
#[inline(always)]
pub(super) fn read_common_attribute<V: Simd, const TAIL: bool>(
    cursor: Cursor<'_, V, TAIL>,
    room: &mut AttributeRange,
) -> Option<usize> {
    let ReadName { id, length } = read_common_attribute_name(cursor)?;
    let offset = 3 + length;
    let quote = cursor.byte(offset - 1);
    let found = match quote {
        b'"' => cursor.find::<DoubleQuoted>(offset)?,
        b'\'' => cursor.find::<SingleQuoted>(offset)?,
        _ => return None,
    };
    let start = cursor.at() + offset;
    let name = (cursor.at() + 1, length);
    if found.stop != quote {
        return None;
    }
    *room = AttributeRange::in_chunk(id, name, (start, found.at - start), found.at + 1);
    Some(found.at + 1)
}

/// The next part of a tag.
pub(super) enum Part {
    /// White space before the last white space, which is here.
    Space(usize),
    Attribute(AttributeRange),
    /// `>`, which ends here.
    End(usize),
    /// `/>`, which ends here.
    SelfClosingEnd(usize),
}

/// Reads what is at `at` in a tag and isn't a [common attribute](read_common_attribute).
#[inline(never)]
pub(super) fn read_part<V: Simd, const TAIL: bool>(
    chunk: &str,
    cursor: Cursor<'_, V, TAIL>,
    decoded: &mut String,
) -> Option<Part> {
    let bytes = chunk.as_bytes();
    let at = cursor.at();
    let start = at + scan::whitespace_run(&bytes[at..]);
    match *bytes.get(start)? {
        b'>' => Some(Part::End(start + 1)),
        b'/' => (*bytes.get(start + 1)? == b'>').then_some(Part::SelfClosingEnd(start + 2)),
        // White space separates attributes.
        _ if start == at => None,
        _ if start > at + 1 => Some(Part::Space(start - 1)),
        _ => {
            let name = read_attribute_name(chunk, cursor)?;
            read_attribute(chunk, start, name, decoded).map(Part::Attribute)
        }
    }
}

/// Reads the attribute called `name` at `start`, whatever its form.
fn read_attribute(
    chunk: &str,
    start: usize,
    name: ReadName,
    decoded: &mut String,
) -> Option<AttributeRange> {
    let bytes = chunk.as_bytes();
    let name_end = start + name.length;
    let mut at = name_end + scan::whitespace_run(&bytes[name_end..]);
    if *bytes.get(at)? != b'=' {
        // White space that no `=` follows separates two attributes.
        let name_range = (start, name.length);
        return Some(AttributeRange::in_chunk(name.id, name_range, (name_end, 0), name_end));
    }
    at += 1;
    at += scan::whitespace_run(&bytes[at..]);
    let attribute = Unvalued { name, start };
    match *bytes.get(at)? {
        b'"' => attribute.with_quoted::<DoubleQuoted>(chunk, at + 1, b'"', decoded),
        b'\'' => attribute.with_quoted::<SingleQuoted>(chunk, at + 1, b'\'', decoded),
        _ => attribute.with_unquoted(chunk, at, decoded),
    }
}

/// Whether a name comes twice.
#[inline(always)]
pub(super) fn has_duplicates(chunk: &str, decoded: &str, ranges: &[AttributeRange]) -> bool {
    // The low bits of the names' ids, which tell most names apart.
    let (mut seen, mut twice) = (0u64, 0);
    for range in ranges {
        let bit = 1 << (range.name().index() % 64);
        twice |= seen & bit;
        seen |= bit;
    }
    twice != 0 && has_equal_names(chunk, decoded, ranges)
}

#[inline(never)]
fn has_equal_names(chunk: &str, decoded: &str, ranges: &[AttributeRange]) -> bool {
    let attributes = Attributes::of_ranges(ranges, chunk, decoded, 0);
    let is_same = |one: usize, other: usize| {
        let id = ranges[one].name();
        id == ranges[other].name()
            && (id.is_known()
                || attributes.get(one).map(|it| it.name) == attributes.get(other).map(|it| it.name))
    };
    (1..ranges.len()).any(|one| (0..one).any(|other| is_same(one, other)))
}
