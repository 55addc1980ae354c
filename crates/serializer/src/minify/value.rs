//! Attribute values in few bytes.

use super::text::begins_reference;
use crate::html_writer::HtmlWriter;

/// Writes `=` and a value that isn't empty, with the quotes that take the fewest bytes; returns whether it has
/// no quotes.
#[inline]
pub(super) fn write_value(writer: &mut HtmlWriter, value: &str) -> bool {
    let bytes = value.as_bytes();
    let (mut double, mut single, mut needs_quotes) = (0_usize, 0_usize, false);
    for &byte in bytes {
        match byte {
            b'"' => double += 1,
            b'\'' => single += 1,
            b'`' | b'=' | b'<' | b'>' | b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' => {
                needs_quotes = true;
            }
            _ => {}
        }
    }
    writer.push("=");
    let is_unquoted = !needs_quotes && double + single == 0;
    let quote = match (is_unquoted, double > single) {
        (true, _) => None,
        (false, false) => Some("\""),
        (false, true) => Some("'"),
    };
    writer.push(quote.unwrap_or_default());
    let mut written = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let reference = match byte {
            b'"' if quote == Some("\"") => "&#34;",
            b'\'' if quote == Some("'") => "&#39;",
            b'\r' => "&#13;",
            b'&' if begins_reference(&bytes[at + 1..], true, false) => "&amp;",
            _ => continue,
        };
        writer.push(&value[written..at]);
        writer.push(reference);
        written = at + 1;
    }
    writer.push(&value[written..]);
    writer.push(quote.unwrap_or_default());
    is_unquoted
}
