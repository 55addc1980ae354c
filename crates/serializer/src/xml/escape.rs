//! Escaping for XML.

use std::fmt::{self, Write};

use sapwood_scan::{Stops, XmlEscapedInAttribute, XmlEscapedInText};

/// Writes a text, escaped.
#[inline]
pub(super) fn write_text(out: &mut impl Write, text: &str) -> fmt::Result {
    write_escaped::<XmlEscapedInText>(out, text)
}

/// Writes an attribute's value, escaped for double quotes.
#[inline]
pub(super) fn write_value(out: &mut impl Write, value: &str) -> fmt::Result {
    write_escaped::<XmlEscapedInAttribute>(out, value)
}

#[inline]
fn write_escaped<S: Stops>(out: &mut impl Write, mut text: &str) -> fmt::Result {
    loop {
        let (run, rest) = text.split_at(sapwood_scan::run::<S>(text.as_bytes()));
        out.write_str(run)?;
        let Some(&stop) = rest.as_bytes().first() else { return Ok(()) };
        out.write_str(match stop {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\t' => "&#9;",
            b'\n' => "&#xA;",
            _ => "&#xD;",
        })?;
        text = &rest[1..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_markup_and_white_space() {
        let (mut text, mut value) = (String::new(), String::new());
        write_text(&mut text, "a&b<c>d\"e'f\tg\nh\ri").unwrap();
        write_value(&mut value, "a&b<c>d\"e'f\tg\nh\ri").unwrap();
        assert_eq!(text, "a&amp;b&lt;c&gt;d\"e'f\tg\nh&#xD;i");
        assert_eq!(value, "a&amp;b&lt;c&gt;d&quot;e'f&#9;g&#xA;h&#xD;i");
    }
}
