//! Attributes on the fast path.
//!
//! See "The room and its ranges" in `docs/hot-path.md`.

use sapwood_lexer::LINEAR;
use sapwood_names::NameId;
use sapwood_scan::{
    AttributeName, CommonUnquoted, Cursor, DoubleQuoted, Found, Simd, SingleQuoted, Taken,
    TextBuffer,
};
use sapwood_tree::{AttributeRange, Span};

use super::{
    name::{ReadName, read_attribute_name, read_common_attribute_name, read_other},
    value::Unvalued,
};

/// Reads the attribute after the white space at the cursor to `room`, if it is a short name and a value, as most are;
/// returns its end. A value in quotes may have character references; it goes to `decoded`.
#[inline(always)]
pub(super) fn read_common_attribute<V: Simd, const TAIL: bool>(
    chunk: &str,
    cursor: Cursor<'_, V, TAIL>,
    room: &mut AttributeRange,
    decoded: &mut TextBuffer,
    reports: bool,
) -> Option<usize> {
    let read = read_common_attribute_name(cursor)?;
    let ReadName { id, length } = read;
    let offset = 3 + length;
    let quote = cursor.byte(offset - 1);
    let found = match quote {
        b'"' => cursor.find::<DoubleQuoted>(offset)?,
        b'\'' => cursor.find::<SingleQuoted>(offset)?,
        _ if !reports => return read_common_unquoted(cursor, read, room),
        _ => return None,
    };
    let start = cursor.at() + offset;
    let name = (cursor.at() + 1, length);
    if found.stop != quote {
        if found.stop != b'&' {
            return None;
        }
        let attribute = Unvalued { name: read, start: name.0, is_lowered: false };
        *room = attribute.with_references(chunk, start, found.at, quote, decoded)?;
        return Some(room.end());
    }
    *room = AttributeRange::in_chunk(id, name, (start, found.at - start), found.at + 1);
    Some(found.at + 1)
}

/// Reads the attribute called `name` after the white space at the cursor, if its value is one without quotes and without
/// character references. Errors in the value aren't looked for.
#[inline(never)]
fn read_common_unquoted<V: Simd, const TAIL: bool>(
    cursor: Cursor<'_, V, TAIL>,
    name: ReadName,
    room: &mut AttributeRange,
) -> Option<usize> {
    let offset = 2 + name.length;
    let start = cursor.at() + offset;
    match cursor.find::<CommonUnquoted>(offset)? {
        Found { at: end, stop: b'>' | b' ' | b'\n' } if end > start => {
            let range = (cursor.at() + 1, name.length);
            *room = AttributeRange::in_chunk(name.id, range, (start, end - start), end);
            Some(end)
        }
        _ => None,
    }
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
    decoded: &mut TextBuffer,
    reports: bool,
) -> Option<Part> {
    let bytes = chunk.as_bytes();
    let at = cursor.at();
    let start = at + sapwood_scan::whitespace_run(&bytes[at..]);
    match *bytes.get(start)? {
        b'>' => Some(Part::End(start + 1)),
        b'/' => (*bytes.get(start + 1)? == b'>').then_some(Part::SelfClosingEnd(start + 2)),
        // White space separates attributes. Without it, a letter here comes right after a value in quotes.
        byte if start == at => {
            if reports || !byte.is_ascii_alphabetic() {
                return None;
            }
            let name = read_other::<AttributeName>(chunk, start)?;
            let attribute = Unvalued { name, start, is_lowered: false };
            read_attribute(chunk, attribute, decoded).map(Part::Attribute)
        }
        _ if start > at + 1 => Some(Part::Space(start - 1)),
        _ => match read_attribute_name(chunk, cursor) {
            Some(name) => {
                read_attribute(chunk, Unvalued { name, start, is_lowered: false }, decoded)
            }
            None => read_attribute_with_capitals(chunk, start, decoded),
        }
        .map(Part::Attribute),
    }
}

/// Reads the attribute at `start` whose name is an unknown one with capitals. The name goes to `decoded` in lower case.
#[inline(never)]
fn read_attribute_with_capitals(
    chunk: &str,
    start: usize,
    decoded: &mut TextBuffer,
) -> Option<AttributeRange> {
    let Taken { text, .. } = sapwood_scan::take::<AttributeName>(chunk, start)?;
    if text.is_empty() {
        return None;
    }
    let lowered_start = decoded.len();
    decoded.push_lowercase(text);
    let id = sapwood_names::attribute_id(&decoded.as_str()[lowered_start..]);
    let name = ReadName { id, length: text.len() };
    read_attribute(chunk, Unvalued { name, start, is_lowered: id == NameId::UNKNOWN }, decoded)
}

/// Reads the value of an attribute, whatever its form.
fn read_attribute(
    chunk: &str,
    attribute: Unvalued,
    decoded: &mut TextBuffer,
) -> Option<AttributeRange> {
    let bytes = chunk.as_bytes();
    let Unvalued { name, start, is_lowered } = attribute;
    let name_end = start + name.length;
    let mut at = name_end + sapwood_scan::whitespace_run(&bytes[name_end..]);
    if *bytes.get(at)? != b'=' {
        // White space that no `=` follows separates two attributes.
        if is_lowered {
            let name_start = decoded.len() - name.length;
            let span = Span::new(start, name_end);
            return Some(AttributeRange::buffered(name.id, name_start, (name.length, 0), span));
        }
        let name_range = (start, name.length);
        return Some(AttributeRange::in_chunk(name.id, name_range, (name_end, 0), name_end));
    }
    at += 1;
    at += sapwood_scan::whitespace_run(&bytes[at..]);
    match *bytes.get(at)? {
        quote @ (b'"' | b'\'') => attribute.with_references(chunk, at + 1, at + 1, quote, decoded),
        _ => attribute.with_unquoted(chunk, at, decoded),
    }
}

/// Whether a name may come twice.
#[inline(always)]
pub(super) fn may_have_duplicates(ranges: &[AttributeRange]) -> bool {
    if let [one, two] = ranges {
        return one.name() == two.name();
    }
    // The low bits of the names' ids, which tell most names apart.
    let (mut seen, mut twice) = (0u64, 0);
    for range in ranges {
        let bit = 1 << (range.name().index() % 64);
        twice |= seen & bit;
        seen |= bit;
    }
    twice != 0
}

/// Drops the attributes whose names come earlier; returns the number of the others, which move to the front.
#[inline(never)]
pub(super) fn drop_duplicates(chunk: &str, decoded: &str, ranges: &mut [AttributeRange]) -> usize {
    // No known name has this key, and no name that is so long reaches this.
    let mut keys = [u32::MAX; LINEAR];
    let mut kept = 0;
    for at in 0..ranges.len() {
        let range = ranges[at];
        let key = range.name_key();
        let is_same = |earlier: &AttributeRange| {
            earlier.name_key() == key
                && (range.name().is_known()
                    || earlier.name_text(chunk, decoded) == range.name_text(chunk, decoded))
        };
        // All keys are compared, so that the compiler uses vectors.
        if keys.iter().fold(false, |any, &earlier| any | (earlier == key))
            && ranges[..kept].iter().any(is_same)
        {
            continue;
        }
        keys[kept] = key;
        if kept < at {
            ranges[kept] = range;
        }
        kept += 1;
    }
    kept
}
