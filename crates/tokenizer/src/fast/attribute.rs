//! Attributes on the fast path.

use lexer::LINEAR;
use names::NameId;
use scan::{BLOCK, Cursor, DoubleQuoted, Simd, SingleQuoted, Taken};
use tree_sink::{Attribute, Namespace, Span};

use super::{
    name::{ReadName, read_attribute_name, read_common_attribute_name},
    value::{Decoded, ReadValue, read_quoted_value, read_unquoted_value},
};

/// Reads the attribute after the white space at the cursor, if it is a short name and a value in double quotes without
/// character references, as most are; returns where it ends.
#[inline(always)]
pub(super) fn read_common_attribute<'c, V: Simd, const TAIL: bool>(
    chunk: &'c str,
    cursor: Cursor<'c, V, TAIL>,
    base: usize,
) -> Option<(Attribute<'c>, usize)> {
    let name = read_common_attribute_name(cursor)?;
    if cursor.pair(1 + name.length) != *b"=\"" {
        return None;
    }
    finish_attribute(chunk, cursor, base, name, cursor.take::<DoubleQuoted>(3 + name.length)?, b'"')
}

/// Returns the attribute of a name and a value, if `quote` ends the value.
#[inline(always)]
fn finish_attribute<'c, V: Simd, const TAIL: bool>(
    chunk: &'c str,
    cursor: Cursor<'c, V, TAIL>,
    base: usize,
    name: ReadName,
    Taken { text: value, end, stop }: Taken<'c>,
    quote: u8,
) -> Option<(Attribute<'c>, usize)> {
    let start = cursor.at() + 1;
    let span = Span::new(base + start, base + end + 1);
    let name = name.at(chunk, start);
    let attribute = Attribute { name, namespace: Namespace::None, value, span };
    (stop == quote).then_some((attribute, end + 1))
}

/// The next part of a tag.
pub(super) enum Part {
    /// An attribute with this name, which ends here.
    Attribute(NameId, usize),
    /// `>`, which ends here.
    End(usize),
    /// `/>`, which ends here.
    SelfClosingEnd(usize),
    /// White space after which the cursor has no room.
    NoRoom,
}

/// Reads what follows the cursor in a tag, white space included.
#[inline(never)]
pub(super) fn read_part<'c, V: Simd, const TAIL: bool>(
    chunk: &'c str,
    mut cursor: Cursor<'c, V, TAIL>,
    base: usize,
    attributes: &mut Vec<Attribute<'c>>,
    decoded: &mut Decoded,
) -> Option<Part> {
    if !cursor.byte(0).is_ascii_whitespace() {
        let ends = cursor.pair(0) == *b"/>";
        return ends.then_some(Part::SelfClosingEnd(cursor.at() + 2));
    }
    while cursor.byte(1).is_ascii_whitespace() {
        let Some(next) = cursor.move_to(cursor.at() + 1) else { return Some(Part::NoRoom) };
        cursor = next;
    }
    let start = cursor.at() + 1;
    match cursor.byte(1) {
        b'>' => return Some(Part::End(start + 1)),
        b'/' if cursor.byte(2) == b'>' => return Some(Part::SelfClosingEnd(start + 2)),
        b'/' => return None,
        _ => {}
    }
    let name = read_attribute_name(chunk, cursor)?;
    if attributes.len() < attributes.capacity()
        && let Some((attribute, end)) = read_quoted_attribute(chunk, cursor, base, name)
    {
        attributes.push(attribute);
        return Some(Part::Attribute(attribute.name.id, end));
    }
    read_attribute(chunk, base, start, name, attributes, decoded)
}

/// Reads the attribute called `name` if it has a value in quotes without character references.
fn read_quoted_attribute<'c, V: Simd, const TAIL: bool>(
    chunk: &'c str,
    cursor: Cursor<'c, V, TAIL>,
    base: usize,
    name: ReadName,
) -> Option<(Attribute<'c>, usize)> {
    if name.length >= BLOCK {
        return None;
    }
    let value = 3 + name.length;
    match &cursor.pair(1 + name.length) {
        b"=\"" => {
            finish_attribute(chunk, cursor, base, name, cursor.take::<DoubleQuoted>(value)?, b'"')
        }
        b"='" => {
            finish_attribute(chunk, cursor, base, name, cursor.take::<SingleQuoted>(value)?, b'\'')
        }
        _ => None,
    }
}

/// Reads the attribute called `name` at `start`, whatever its form.
fn read_attribute<'c>(
    chunk: &'c str,
    base: usize,
    start: usize,
    name: ReadName,
    attributes: &mut Vec<Attribute<'c>>,
    decoded: &mut Decoded,
) -> Option<Part> {
    if attributes.len() == LINEAR {
        return None;
    }
    let ReadValue { value, end } =
        read_value(chunk, start + name.length, attributes.len(), decoded)?;
    let name = name.at(chunk, start);
    let span = Span::new(base + start, base + end);
    attributes.reserve_exact(LINEAR - attributes.len());
    attributes.push(Attribute { name, namespace: Namespace::None, value, span });
    Some(Part::Attribute(name.id, end))
}

/// Whether a name comes twice.
#[inline(never)]
pub(super) fn has_duplicates(attributes: &[Attribute<'_>]) -> bool {
    attributes.iter().enumerate().any(|(place, attribute)| {
        attributes[..place].iter().any(|earlier| earlier.name == attribute.name)
    })
}

/// Reads the value, if there is one, after the name that ends at `name_end`. It belongs to the
/// attribute that is to have this `place` in its tag.
fn read_value<'c>(
    chunk: &'c str,
    name_end: usize,
    place: usize,
    decoded: &mut Decoded,
) -> Option<ReadValue<'c>> {
    let bytes = chunk.as_bytes();
    let mut at = name_end + scan::whitespace_run(&bytes[name_end..]);
    if *bytes.get(at)? != b'=' {
        // White space that no `=` follows separates two attributes.
        return Some(ReadValue { value: "", end: name_end });
    }
    at += 1;
    at += scan::whitespace_run(&bytes[at..]);
    let start = at + 1;
    match *bytes.get(at)? {
        b'"' => read_quoted_value::<DoubleQuoted>(chunk, start, b'"', place, decoded),
        b'\'' => read_quoted_value::<SingleQuoted>(chunk, start, b'\'', place, decoded),
        _ => read_unquoted_value(chunk, at, place, decoded),
    }
}
