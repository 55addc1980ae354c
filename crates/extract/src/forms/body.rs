//! Entry lists in the encodings of form submission.

use std::borrow::Cow;

use sapwood_names::HashSet;
use url::form_urlencoded::byte_serialize;

use super::{
    charset::Charset,
    form::{Entry, EntryKind},
};

/// The beginning of each boundary; 16 digits follow.
const BOUNDARY: &str = "----SapwoodFormBoundary";
const DIGITS: usize = 16;

/// Serializes entries as
/// [`application/x-www-form-urlencoded`](https://url.spec.whatwg.org/#concept-urlencoded-serializer).
pub(super) fn urlencoded(entries: &[Entry<'_>], charset: Charset) -> String {
    let mut out = String::new();
    for entry in entries {
        if !out.is_empty() {
            out.push('&');
        }
        out.extend(byte_serialize(&charset.encode(&with_crlf(&entry.name))));
        out.push('=');
        out.extend(byte_serialize(&charset.encode(&with_crlf(&entry.value))));
    }
    out
}

/// Writes entries as
/// [`text/plain`](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#plain-text-form-data).
pub(super) fn plain_text(entries: &[Entry<'_>]) -> String {
    let mut out = String::new();
    for entry in entries {
        out.push_str(&with_crlf(&entry.name));
        out.push('=');
        out.push_str(&with_crlf(&entry.value));
        out.push_str("\r\n");
    }
    out
}

/// Encodes entries as
/// [`multipart/form-data`](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data),
/// and returns the boundary and the body.
pub(super) fn multipart(entries: &[Entry<'_>], charset: Charset) -> (String, Vec<u8>) {
    // The parts, one after another, and the end of each.
    let (mut parts, mut ends) = (Vec::new(), Vec::new());
    for entry in entries {
        parts.extend_from_slice(b"Content-Disposition: form-data; name=\"");
        push_escaped(&charset.encode(&with_crlf(&entry.name)), &mut parts);
        if entry.kind == EntryKind::File {
            parts.extend_from_slice(
                b"\"; filename=\"\"\r\nContent-Type: application/octet-stream\r\n\r\n",
            );
        } else {
            parts.extend_from_slice(b"\"\r\n\r\n");
            parts.extend_from_slice(&charset.encode(&with_crlf(&entry.value)));
        }
        ends.push(parts.len());
    }
    let boundary = boundary(&parts);
    let mut body = Vec::with_capacity(parts.len() + (ends.len() + 1) * (boundary.len() + 6));
    let mut start = 0;
    for end in ends {
        push_all(&[b"--", boundary.as_bytes(), b"\r\n", &parts[start..end], b"\r\n"], &mut body);
        start = end;
    }
    push_all(&[b"--", boundary.as_bytes(), b"--\r\n"], &mut body);
    (boundary, body)
}

fn push_all(pieces: &[&[u8]], out: &mut Vec<u8>) {
    pieces.iter().for_each(|piece| out.extend_from_slice(piece));
}

/// Appends an encoded name, escaped for a quoted string.
fn push_escaped(name: &[u8], out: &mut Vec<u8>) {
    for byte in name {
        match byte {
            b'"' => out.extend_from_slice(b"%22"),
            b'\n' => out.extend_from_slice(b"%0A"),
            b'\r' => out.extend_from_slice(b"%0D"),
            _ => out.push(*byte),
        }
    }
}

/// Returns the boundary with the least number that isn't in `content`.
///
/// It is the same for the same content, and takes linear time: content of n bytes holds fewer than n boundaries.
fn boundary(content: &[u8]) -> String {
    let taken: HashSet<&[u8]> = content
        .windows(BOUNDARY.len() + DIGITS)
        .filter(|window| window.starts_with(BOUNDARY.as_bytes()))
        .collect();
    let mut number = 0_u64;
    loop {
        let boundary = format!("{BOUNDARY}{number:0DIGITS$}");
        if !taken.contains(boundary.as_bytes()) {
            return boundary;
        }
        number += 1;
    }
}

/// Returns a text with each line break as CRLF.
fn with_crlf(text: &str) -> Cow<'_, str> {
    if !text.contains(['\r', '\n']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 1);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' => {
                characters.next_if_eq(&'\n');
                out.push_str("\r\n");
            }
            '\n' => out.push_str("\r\n"),
            _ => out.push(character),
        }
    }
    Cow::Owned(out)
}
