//! Attributes on the fast path.

use scan::{DoubleQuoted, SingleQuoted, Taken};
use tree_sink::{Attribute, Namespace, Span};

use super::{
    name::{ReadName, read_attribute_name},
    value::{Decoded, ReadValue, read_quoted_value, read_unquoted_value},
};
use crate::buffer::LINEAR;

/// Reads the attribute at `start`; returns where it ends.
#[inline(always)]
pub(super) fn read_attribute<'c>(
    chunk: &'c str,
    base: usize,
    start: usize,
    attributes: &mut Vec<Attribute<'c>>,
    seen: &mut u64,
    decoded: &mut Decoded,
) -> Option<usize> {
    let bytes = chunk.as_bytes();
    let ReadName { name, end: name_end } = read_attribute_name(chunk, start)?;
    // Unknown names share a bit.
    let bit = 1u64 << (name.id.index() % 64);
    if *seen & bit != 0 && attributes.iter().any(|earlier| earlier.name == name) {
        return None;
    }
    *seen |= bit;
    let ReadValue { value, end } = match bytes.get(name_end..name_end + 2)? {
        b"=\"" => match scan::take::<DoubleQuoted>(chunk, name_end + 2)? {
            Taken { text, end, stop: b'"' } => ReadValue { value: text, end: end + 1 },
            Taken { end, .. } => {
                let place = attributes.len();
                read_quoted_value::<DoubleQuoted>(chunk, name_end + 2, end, b'"', place, decoded)?
            }
        },
        _ => read_other_value(chunk, name_end, attributes.len(), decoded)?,
    };
    if attributes.len() == attributes.capacity() {
        grow(attributes)?;
    }
    attributes.push(Attribute {
        name,
        namespace: Namespace::None,
        value,
        span: Span::new(base + start, base + end),
    });
    Some(end)
}

/// Makes room for as many attributes as the fast path takes; `None` if there are that many.
#[cold]
fn grow(attributes: &mut Vec<Attribute<'_>>) -> Option<()> {
    let more = LINEAR.checked_sub(attributes.len()).filter(|&more| more > 0)?;
    attributes.reserve_exact(more);
    Some(())
}

/// Reads what follows the name that ends at `name_end`, if it isn't `="`. It belongs to the attribute
/// that is to have this `place` in its tag.
#[inline(never)]
fn read_other_value<'c>(
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
        b'"' => read_quoted_value::<DoubleQuoted>(chunk, start, start, b'"', place, decoded),
        b'\'' => read_quoted_value::<SingleQuoted>(chunk, start, start, b'\'', place, decoded),
        _ => read_unquoted_value(chunk, at, place, decoded),
    }
}
