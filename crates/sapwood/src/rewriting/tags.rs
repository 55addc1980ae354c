//! Changing a tag in its source.
//!
//! The tag is read again here, by the rules of the tokenizer's attribute states, because the source has more than its token:
//! duplicate attributes, white space, and the quotes of each value. All that isn't changed is kept.

use super::{
    content::push_value,
    edits::{Edits, TagChange},
};

/// A part of a changed tag.
pub(super) enum Part<'p> {
    /// This range of its source.
    Source(usize, usize),
    /// Text in its place.
    New(&'p str),
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// The index of the first byte from `at` on that `is` isn't true for.
fn skip(source: &[u8], mut at: usize, is: impl Fn(u8) -> bool) -> usize {
    while source.get(at).is_some_and(|&byte| is(byte)) {
        at += 1;
    }
    at
}

/// An attribute in the source of a tag.
struct Attribute {
    /// The white space before it begins here.
    start: usize,
    name: (usize, usize),
    end: usize,
    /// Whether a `=` isn't followed by a value.
    lacks_value: bool,
}

/// Reads the attribute at `start`; `None` if the tag ends.
fn attribute(source: &[u8], start: usize) -> Option<Attribute> {
    let name_start = skip(source, start, |byte| is_space(byte) || byte == b'/');
    if source.get(name_start).is_none_or(|&byte| byte == b'>') {
        return None;
    }
    // A `=` at the start belongs to the name.
    let name_end =
        skip(source, name_start + 1, |byte| !is_space(byte) && !matches!(byte, b'/' | b'>' | b'='));
    let name = (name_start, name_end);
    let equals = skip(source, name_end, is_space);
    if source.get(equals) != Some(&b'=') {
        return Some(Attribute { start, name, end: name_end, lacks_value: false });
    }
    let value = skip(source, equals + 1, is_space);
    let end = match source.get(value) {
        Some(&quote @ (b'"' | b'\'')) => skip(source, value + 1, |byte| byte != quote) + 1,
        Some(b'>') | None => {
            return Some(Attribute { start, name, end: equals + 1, lacks_value: true });
        }
        Some(_) => skip(source, value, |byte| !is_space(byte) && byte != b'>'),
    };
    Some(Attribute { start, name, end: end.min(source.len()), lacks_value: false })
}

/// Memory for changing tags.
#[derive(Default)]
pub(super) struct Scratch {
    new: String,
    /// For each change of an attribute, whether it was written.
    is_written: Vec<bool>,
}

/// Calls `emit` with the parts of a tag that was changed.
pub(super) fn change(
    source: &[u8],
    change: TagChange,
    edits: &Edits,
    scratch: &mut Scratch,
    mut emit: impl FnMut(Part<'_>),
) {
    let Scratch { new, is_written } = scratch;
    let name_start = if change.is_end_tag { 2 } else { 1 };
    let name_end = skip(source, name_start, |byte| !is_space(byte) && !matches!(byte, b'/' | b'>'));
    match change.name {
        Some(name) => {
            emit(Part::Source(0, name_start));
            emit(Part::New(edits.text(name)));
        }
        None => emit(Part::Source(0, name_end)),
    }
    let changes = &edits.attributes[change.attributes.0..change.attributes.1];
    is_written.clear();
    is_written.resize(changes.len(), false);
    let mut at = name_end;
    let mut has_gap = false;
    let mut lacks_value = false;
    while let Some(attribute) = attribute(source, at).filter(|_| !changes.is_empty()) {
        at = attribute.end;
        let name = &source[attribute.name.0..attribute.name.1];
        let is_it =
            |index: &usize| edits.text(changes[*index].name).as_bytes().eq_ignore_ascii_case(name);
        let found = (0..changes.len()).find(is_it);
        if found.is_some_and(|index| changes[index].value.is_none()) {
            has_gap = true;
            continue;
        }
        // Removed bytes may have separated their neighbours.
        if has_gap && attribute.start == attribute.name.0 {
            emit(Part::New(" "));
        }
        has_gap = false;
        match found {
            Some(index) if !is_written[index] => {
                is_written[index] = true;
                emit(Part::Source(attribute.start, attribute.name.1));
                new.clear();
                push_equals(changes[index].value.map_or("", |value| edits.text(value)), new);
                emit(Part::New(new));
                lacks_value = false;
            }
            _ => {
                emit(Part::Source(attribute.start, attribute.end));
                lacks_value = attribute.lacks_value;
            }
        }
    }
    for (index, added) in changes.iter().enumerate() {
        let Some(value) = added.value.filter(|_| !is_written[index]) else { continue };
        new.clear();
        if lacks_value {
            new.push_str("\"\"");
        }
        lacks_value = false;
        new.push(' ');
        new.push_str(edits.text(added.name));
        push_equals(edits.text(value), new);
        emit(Part::New(new));
    }
    if change.opens
        && let Some(solidus) = source[at..].iter().rposition(|&byte| byte == b'/')
    {
        emit(Part::Source(at, at + solidus));
        at += solidus + 1;
    }
    emit(Part::Source(at, source.len()));
}

/// Appends `="value"`.
fn push_equals(value: &str, into: &mut String) {
    into.push_str("=\"");
    push_value(value, into);
    into.push('"');
}

/// Appends a start tag that isn't in the source.
pub(super) fn push_start_tag<'a>(
    name: &str,
    attributes: impl Iterator<Item = (&'a str, &'a str)>,
    into: &mut String,
) {
    into.push('<');
    into.push_str(name);
    for (name, value) in attributes {
        into.push(' ');
        into.push_str(name);
        push_equals(value, into);
    }
    into.push('>');
}
