//! Changing a tag in its source.
//!
//! The tag is read again here, by the rules of the tokenizer's attribute states, because the source has more than its token:
//! duplicate attributes, white space, and the quotes of each value. All that isn't changed is kept.

use sapwood_serializer::source_tag::{SourceValue, attributes_in, name_in, quoted, removal};

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
    let name = name_in(source, 0);
    // Everything before this has been emitted.
    let mut at = 0;
    if let Some(new) = change.name {
        emit(Part::Source(0, name.start));
        emit(Part::New(edits.text(new)));
        at = name.end;
    }
    let changes = &edits.attributes[change.attributes.0..change.attributes.1];
    is_written.clear();
    is_written.resize(changes.len(), false);
    let mut last = name.end;
    let mut lacks_value = false;
    let looked_at = if changes.is_empty() { 0 } else { usize::MAX };
    for attribute in attributes_in(source, 0..source.len()).take(looked_at) {
        last = attribute.whole.end;
        lacks_value = attribute.lacks_value();
        let name = &source[attribute.name.clone()];
        let is_it =
            |index: &usize| edits.text(changes[*index].name).as_bytes().eq_ignore_ascii_case(name);
        let Some(index) = (0..changes.len()).find(is_it) else { continue };
        match changes[index].value {
            None => {
                let gap = removal(source, attribute.whole);
                // The white space before it may have gone with the attribute before it.
                emit(Part::Source(at, gap.start.max(at)));
                at = gap.end;
            }
            Some(value) if !is_written[index] => {
                is_written[index] = true;
                lacks_value = false;
                let old = attribute.value.unwrap_or(SourceValue {
                    range: attribute.name.end..attribute.name.end,
                    quote: None,
                });
                let quotes = usize::from(old.quote.is_some());
                emit(Part::Source(at, old.range.start - quotes));
                at = (old.range.end + quotes).min(attribute.whole.end);
                new.clear();
                let quote = match attribute.whole.end == attribute.name.end {
                    true => {
                        new.push('=');
                        Some(b'"')
                    }
                    false => old.quote,
                };
                push_quoted(edits.text(value), quote, new);
                emit(Part::New(new));
            }
            Some(_) => {}
        }
    }
    // Additions follow the last attribute.
    emit(Part::Source(at, last.max(at)));
    at = last.max(at);
    for (index, added) in changes.iter().enumerate() {
        let Some(value) = added.value.filter(|_| !is_written[index]) else { continue };
        new.clear();
        if lacks_value {
            new.push_str("\"\"");
        }
        lacks_value = false;
        new.push(' ');
        new.push_str(edits.text(added.name));
        new.push('=');
        push_quoted(edits.text(value), Some(b'"'), new);
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

/// Appends a value in these quotes, or in none, if they can hold it.
fn push_quoted(value: &str, quote: Option<u8>, into: &mut String) {
    let quote = quoted(value, quote);
    into.extend(quote.map(char::from));
    push_value(value, quote, into);
    into.extend(quote.map(char::from));
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
        into.push('=');
        push_quoted(value, Some(b'"'), into);
    }
    into.push('>');
}
