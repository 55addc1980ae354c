//! Attributes on the fast path.

use lexer::LINEAR;
use scan::{DoubleQuoted, SingleQuoted, Taken};
use tree_sink::{Attribute, Namespace, Span};

use super::{
    name::{ReadName, read_attribute_name, read_common_attribute_name},
    value::{Decoded, ReadValue, read_quoted_value, read_unquoted_value},
};

/// Reads the attribute at `start`; returns where it ends.
///
/// Most are a known name and a value in double quotes as it is; [`read_rare_attribute`] begins again
/// for the others, so that nothing of them burdens these.
#[inline(never)]
pub(super) fn read_attribute<'c>(
    chunk: &'c str,
    base: usize,
    start: usize,
    attributes: &mut Vec<Attribute<'c>>,
    decoded: &mut Decoded,
) -> Option<usize> {
    if let Some(ReadName { name, end }) = read_common_attribute_name(chunk, start)
        && chunk.as_bytes().get(end..end + 2) == Some(b"=\"")
        && let Some(Taken { text, end, stop: b'"' }) = scan::take::<DoubleQuoted>(chunk, end + 2)
        && attributes.len() < attributes.capacity()
    {
        let span = Span::new(base + start, base + end + 1);
        attributes.push(Attribute { name, namespace: Namespace::None, value: text, span });
        return Some(end + 1);
    }
    read_rare_attribute(chunk, base, start, attributes, decoded)
}

/// [`read_attribute`] without expectations.
#[inline(never)]
fn read_rare_attribute<'c>(
    chunk: &'c str,
    base: usize,
    start: usize,
    attributes: &mut Vec<Attribute<'c>>,
    decoded: &mut Decoded,
) -> Option<usize> {
    if attributes.len() == LINEAR {
        return None;
    }
    let ReadName { name, end } = read_attribute_name(chunk, start)?;
    let ReadValue { value, end } = read_value(chunk, end, attributes.len(), decoded)?;
    let span = Span::new(base + start, base + end);
    attributes.reserve_exact(LINEAR - attributes.len());
    attributes.push(Attribute { name, namespace: Namespace::None, value, span });
    Some(end)
}

/// Whether a name comes twice, among no more attributes than [`LINEAR`].
#[inline(always)]
pub(super) fn has_duplicates(attributes: &[Attribute<'_>]) -> bool {
    if attributes.len() < 2 {
        return false;
    }
    // The low bits of the ids; unknown names share one.
    let mut seen = 0u64;
    for attribute in attributes {
        let bit = 1 << (attribute.name.id.index() % 64);
        if seen & bit != 0 {
            return has_duplicates_naive(attributes);
        }
        seen |= bit;
    }
    false
}

#[inline(never)]
fn has_duplicates_naive(attributes: &[Attribute<'_>]) -> bool {
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
