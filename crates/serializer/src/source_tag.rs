//! Start tags in the source: the places of attributes and the quotes of their values, which tokens don't have.
//!
//! They are found by the rules of the tokenizer's attribute states, for those who change a source in place. All functions are
//! inline, so that a program that doesn't change one never compiles them.

use std::{iter, ops::Range};

/// An attribute in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceAttribute {
    /// The name and the value, quotes included.
    pub whole: Range<usize>,
    /// The name.
    pub name: Range<usize>,
    /// The value, if there is an equals sign.
    pub value: Option<SourceValue>,
}

/// An attribute's value in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceValue {
    /// The value without its quotes.
    pub range: Range<usize>,
    /// Its quotes, if it has some.
    pub quote: Option<u8>,
}

/// Whether a byte separates the parts of a tag.
#[must_use]
#[inline]
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}

impl SourceAttribute {
    /// Whether an equals sign is followed by no value, so that what follows would become the value.
    #[must_use]
    #[inline]
    pub fn lacks_value(&self) -> bool {
        self.value.as_ref().is_some_and(|value| value.quote.is_none() && value.range.is_empty())
    }
}

/// Returns the range of the name in a start or end tag that begins at `start`.
#[must_use]
#[inline]
pub fn name_in(bytes: &[u8], start: usize) -> Range<usize> {
    let slash = usize::from(bytes.get(start + 1) == Some(&b'/'));
    let first = start + 1 + slash;
    let is_name = |byte: &&u8| !is_space(**byte) && !matches!(**byte, b'/' | b'>');
    let length = bytes[first.min(bytes.len())..].iter().take_while(is_name).count();
    first..first + length
}

/// Reads the attribute at `start` of a tag that ends before `end`, where its `>` is.
#[must_use]
#[inline]
pub fn attribute_at(source: &[u8], start: usize, end: usize) -> SourceAttribute {
    let bytes = &source[..end];
    let skip = |at: usize, is: &dyn Fn(u8) -> bool| {
        at + bytes[at..].iter().take_while(|byte| is(**byte)).count()
    };
    let stops = |byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'=');
    // An equals sign may begin the name.
    let name_end = skip((start + 1).min(end), &|byte| !stops(byte));
    let name = start..name_end;
    let equals = skip(name_end, &is_space);
    if bytes.get(equals) != Some(&b'=') {
        return SourceAttribute { whole: name.clone(), name, value: None };
    }
    let first = skip(equals + 1, &is_space);
    match bytes.get(first) {
        Some(quote @ (b'"' | b'\'')) => {
            let last = skip(first + 1, &|byte| byte != *quote);
            let value = SourceValue { range: first + 1..last, quote: Some(*quote) };
            SourceAttribute { whole: start..(last + 1).min(end), name, value: Some(value) }
        }
        _ => {
            let last = skip(first, &|byte| !is_space(byte) && byte != b'>');
            let value = SourceValue { range: first..last, quote: None };
            SourceAttribute { whole: start..last, name, value: Some(value) }
        }
    }
}

/// Returns an iterator over the attributes of the start tag in this range of the source.
#[inline]
pub fn attributes_in(bytes: &[u8], tag: Range<usize>) -> impl Iterator<Item = SourceAttribute> {
    // In XML the source may end within the tag.
    let end = tag.end - usize::from(bytes[..tag.end].ends_with(b">"));
    let mut at = name_in(bytes, tag.start).end;
    iter::from_fn(move || {
        while at < end && (is_space(bytes[at]) || bytes[at] == b'/') {
            at += 1;
        }
        if at >= end {
            return None;
        }
        let attribute = attribute_at(bytes, at, end);
        at = attribute.whole.end.max(at + 1);
        Some(attribute)
    })
}

/// Returns the range that goes with the attribute in `range` when it is removed: the attribute, with the white space before it where
/// that separates nothing else.
#[must_use]
#[inline]
pub fn removal(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let follows = bytes.get(range.end).is_some_and(|byte| is_space(*byte) || *byte == b'>');
    let spaces = bytes[..range.start].iter().rev().take_while(|byte| is_space(**byte));
    range.start - if follows { spaces.count() } else { 0 }..range.end
}

/// Returns the quotes that a value is written in: these, or none, if it can be; otherwise double quotes.
#[must_use]
#[inline]
pub fn quoted(value: &str, quote: Option<u8>) -> Option<u8> {
    let needs_quotes =
        |byte: u8| is_space(byte) || matches!(byte, b'"' | b'\'' | b'=' | b'<' | b'>' | b'`');
    match quote {
        None if !value.is_empty() && !value.bytes().any(needs_quotes) => None,
        Some(b'\'') if !value.contains('\'') => quote,
        _ => Some(b'"'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An attribute, its name and its value.
    type Parts = (&'static str, &'static str, Option<&'static str>);

    #[test]
    fn finds_the_parts_of_attributes() {
        #[rustfmt::skip]
        let cases: [(&str, &[Parts]); 10] = [
            ("<a>", &[]),
            ("<a/>", &[]),
            ("<a b>", &[("b", "b", None)]),
            ("<a b=c d='e'>", &[("b=c", "b", Some("c")), ("d='e'", "d", Some("e"))]),
            ("<a b = \"c>\"/d=e/>", &[("b = \"c>\"", "b", Some("c>")), ("d=e/", "d", Some("e/"))]),
            ("<a =b=c>", &[("=b=c", "=b", Some("c"))]),
            ("<a =>", &[("=", "=", None)]),
            ("<a b=>", &[("b=", "b", Some(""))]),
            ("<a b=é", &[("b=é", "b", Some("é"))]),
            ("<a\n b=''c>", &[("b=''", "b", Some("")), ("c", "c", None)]),
        ];
        for (tag, expected) in cases {
            let found: Vec<_> = attributes_in(tag.as_bytes(), 0..tag.len())
                .map(|it| (&tag[it.whole], &tag[it.name], it.value.map(|it| &tag[it.range])))
                .collect();
            assert_eq!(found, expected, "{tag}");
        }
    }
}
