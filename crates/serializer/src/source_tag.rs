//! Start tags in the source.

use std::ops::Range;

/// An attribute in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// The name and the value, quotes included.
    pub(crate) whole: Range<usize>,
    pub(crate) name: Range<usize>,
    pub(crate) value: Option<Value>,
}

/// An attribute's value in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The value without its quotes.
    pub(crate) range: Range<usize>,
    pub(crate) quote: Option<u8>,
}

pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}

/// The range of the name in a start or end tag that begins at `start`.
pub(crate) fn name_in(source: &str, start: usize) -> Range<usize> {
    let bytes = source.as_bytes();
    let slash = usize::from(bytes.get(start + 1) == Some(&b'/'));
    let first = start + 1 + slash;
    let is_name = |byte: &&u8| !is_space(**byte) && !matches!(**byte, b'/' | b'>');
    let length = bytes[first.min(bytes.len())..].iter().take_while(is_name).count();
    first..first + length
}

/// The attribute at `start` of a tag that ends before `end`, where its `>` is.
pub(crate) fn attribute_at(source: &str, start: usize, end: usize) -> Written {
    let bytes = &source.as_bytes()[..end];
    let skip = |at: usize, is: &dyn Fn(u8) -> bool| {
        at + bytes[at..].iter().take_while(|byte| is(**byte)).count()
    };
    let stops = |byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'=');
    // An equals sign may begin the name.
    let name_end = skip((start + 1).min(end), &|byte| !stops(byte));
    let name = start..name_end;
    let equals = skip(name_end, &is_space);
    if bytes.get(equals) != Some(&b'=') {
        return Written { whole: name.clone(), name, value: None };
    }
    let first = skip(equals + 1, &is_space);
    match bytes.get(first) {
        Some(quote @ (b'"' | b'\'')) => {
            let last = skip(first + 1, &|byte| byte != *quote);
            let value = Value { range: first + 1..last, quote: Some(*quote) };
            Written { whole: start..(last + 1).min(end), name, value: Some(value) }
        }
        _ => {
            let last = skip(first, &|byte| !is_space(byte) && byte != b'>');
            let value = Value { range: first..last, quote: None };
            Written { whole: start..last, name, value: Some(value) }
        }
    }
}

/// The attributes of the start tag in this range of the source.
pub(crate) fn attributes_in(source: &str, tag: Range<usize>) -> Vec<Written> {
    let bytes = source.as_bytes();
    // In XML the source may end within the tag.
    let end = tag.end - usize::from(source[..tag.end].ends_with('>'));
    let mut at = name_in(source, tag.start).end;
    let mut found = Vec::new();
    loop {
        while at < end && (is_space(bytes[at]) || bytes[at] == b'/') {
            at += 1;
        }
        if at >= end {
            return found;
        }
        let attribute = attribute_at(source, at, end);
        at = attribute.whole.end.max(at + 1);
        found.push(attribute);
    }
}

/// The value as it is written between these quotes, or without any; and the quotes, which differ if the value can't be
/// between those.
pub(crate) fn quoted(value: &str, quote: Option<u8>) -> Option<u8> {
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
            let found: Vec<_> = attributes_in(tag, 0..tag.len())
                .into_iter()
                .map(|it| (&tag[it.whole], &tag[it.name], it.value.map(|it| &tag[it.range])))
                .collect();
            assert_eq!(found, expected, "{tag}");
        }
    }
}
