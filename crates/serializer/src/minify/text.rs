//! Text in few bytes.

use sapwood_names::{NameId, TagSet, character_references::Matcher, tag::*};

use crate::html_writer::HtmlWriter;

/// Elements in which white space alone isn't content.
#[rustfmt::skip]
const STRUCTURE: TagSet = TagSet::new(&[
    COLGROUP, DATALIST, DL, HEAD, HTML, OL, OPTGROUP, SELECT, TABLE, TBODY, TFOOT, THEAD, TR, UL,
]);

/// Writes a text; `is_joined` tells that more text may follow.
#[inline]
pub(super) fn write_text(writer: &mut HtmlWriter, text: &str, is_joined: bool) {
    let bytes = text.as_bytes();
    let mut written = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let reference = match byte {
            b'<' => "&lt;",
            // The parser would read it as a line feed.
            b'\r' => "&#13;",
            b'&' if begins_reference(&bytes[at + 1..], false, is_joined) => "&amp;",
            _ => continue,
        };
        writer.push(&text[written..at]);
        writer.push(reference);
        written = at + 1;
    }
    writer.push(&text[written..]);
}

/// Writes a text in `parent` with each run of white space as one character.
#[inline]
pub(super) fn write_collapsed(
    writer: &mut HtmlWriter,
    text: &str,
    parent: NameId,
    is_joined: bool,
) {
    let is_space = |character: char| character.is_ascii_whitespace();
    if STRUCTURE.contains(parent) && text.chars().all(is_space) {
        return;
    }
    let mut left = text;
    while !left.is_empty() {
        let word = left.find(is_space).unwrap_or(left.len());
        write_text(writer, &left[..word], is_joined && word == left.len());
        let space = &left[word..];
        left = space.trim_start_matches(is_space);
        if !space.is_empty() {
            writer.push(" ");
        }
    }
}

/// Whether an `&` before `rest` begins a character reference or is an [ambiguous
/// ampersand](https://html.spec.whatwg.org/multipage/syntax.html#syntax-ambiguous-ampersand), so that it
/// has to be written as one.
#[inline]
pub(super) fn begins_reference(rest: &[u8], in_value: bool, is_joined: bool) -> bool {
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    match rest.get(name) {
        None if is_joined => return true,
        Some(b'#') if name == 0 => return true,
        Some(b';') if name != 0 => return true,
        _ => {}
    }
    let mut matcher = Matcher::START;
    let mut longest = None;
    for (at, &byte) in rest[..name].iter().enumerate() {
        let Some(next) = matcher.step(byte) else { break };
        matcher = next;
        if matcher.value().is_some() {
            longest = Some(at + 1);
        }
    }
    match longest {
        None => false,
        // [In an attribute](https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state)
        // that isn't one if it goes on.
        Some(end) if in_value => {
            !rest.get(end).is_some_and(|&next| next == b'=' || next.is_ascii_alphanumeric())
        }
        Some(_) => true,
    }
}
