//! Operations on strings, by character.

use std::{borrow::Cow, collections::HashMap};

use sapwood_names::xml::is_whitespace;

/// Whether XML counts this character as white space.
pub(crate) fn is_space(character: char) -> bool {
    u8::try_from(character).is_ok_and(is_whitespace)
}

/// Whether `value` has `token` among its tokens, which ASCII white space separates.
pub(crate) fn has_token(value: &str, token: &str) -> bool {
    value.split_ascii_whitespace().any(|own| own == token)
}

/// [`normalize-space`](https://www.w3.org/TR/xpath-10/#function-normalize-space)
pub(crate) fn normalize_space(text: Cow<'_, str>) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_space = |byte: &u8| is_space(char::from(*byte));
    let is_normal = !bytes.first().is_some_and(is_space)
        && !bytes.last().is_some_and(is_space)
        && !bytes.windows(2).any(|pair| is_space(&pair[1]) && (is_space(&pair[0])))
        && !bytes.iter().any(|byte| matches!(byte, b'\t' | b'\n' | b'\r'));
    if is_normal {
        return text;
    }
    let mut normal = String::with_capacity(text.len());
    for word in text.split(self::is_space).filter(|word| !word.is_empty()) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(word);
    }
    Cow::Owned(normal)
}

/// [`substring`](https://www.w3.org/TR/xpath-10/#function-substring) from the character at `start`, counted from 1;
/// both numbers are rounded.
pub(crate) fn substring(text: Cow<'_, str>, start: f64, length: Option<f64>) -> Cow<'_, str> {
    let end = length.map_or(f64::INFINITY, |length| start + length);
    // A comparison with NaN is false: then nothing is in the range.
    let is_within = |position: f64| position >= start && position < end;
    let mut range: Option<(usize, usize)> = None;
    for (number, (at, character)) in text.char_indices().enumerate() {
        let position = number as f64 + 1.0;
        if is_within(position) {
            let past = at + character.len_utf8();
            range = Some((range.map_or(at, |(from, _)| from), past));
        } else if range.is_some() {
            break;
        }
    }
    let (from, to) = range.unwrap_or_default();
    slice(text, from, to)
}

/// The text from one byte to another, without a copy if it is borrowed.
pub(crate) fn slice(text: Cow<'_, str>, from: usize, to: usize) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[from..to]),
        Cow::Owned(text) => Cow::Owned(text[from..to].to_owned()),
    }
}

/// [`translate`](https://www.w3.org/TR/xpath-10/#function-translate)
pub(crate) fn translate(text: &str, from: &str, to: &str) -> String {
    let mut map = HashMap::new();
    let mut replacements = to.chars();
    for character in from.chars() {
        let replacement = replacements.next();
        map.entry(character).or_insert(replacement);
    }
    text.chars().filter_map(|it| map.get(&it).copied().unwrap_or(Some(it))).collect()
}
