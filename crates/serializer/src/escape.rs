//! [Escaping a string](https://html.spec.whatwg.org/multipage/parsing.html#escapingString).

use std::fmt::{self, Write};

use scan::{BLOCK, EscapedInAttribute, EscapedInText, Stops, run};

/// Writes a text, escaped.
#[inline]
pub(crate) fn write_text(out: &mut impl Write, text: &str) -> fmt::Result {
    write_escaped::<EscapedInText>(out, text)
}

/// Writes an attribute's value, escaped for double quotes.
#[inline]
pub(crate) fn write_value(out: &mut impl Write, value: &str) -> fmt::Result {
    write_escaped::<EscapedInAttribute>(out, value)
}

#[inline]
fn write_escaped<S: Stops>(out: &mut impl Write, text: &str) -> fmt::Result {
    let length = run_of::<S>(text.as_bytes());
    if length == text.len() {
        return out.write_str(text);
    }
    write_with_stops::<S>(out, text, length)
}

/// Writes a text whose first stop is at `at`.
#[inline(never)]
fn write_with_stops<S: Stops>(out: &mut impl Write, text: &str, mut at: usize) -> fmt::Result {
    let bytes = text.as_bytes();
    let mut written = 0;
    while let Some(&stop) = bytes.get(at) {
        let (reference, length) = match stop {
            b'&' => ("&amp;", 1),
            b'<' => ("&lt;", 1),
            b'>' => ("&gt;", 1),
            b'"' => ("&quot;", 1),
            _ => ("&nbsp;", 2),
        };
        out.write_str(&text[written..at])?;
        out.write_str(reference)?;
        written = at + length;
        at = written + run_of::<S>(&bytes[written..]);
    }
    out.write_str(&text[written..])
}

/// How far the next character is that is escaped: a byte of `S`, or U+00A0.
#[inline]
fn run_of<S: Stops>(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        let rest = &bytes[at..];
        at += if rest.len() < BLOCK { short_run::<S>(rest) } else { run::<S>(rest) };
        // The first byte of U+00A0 begins other characters, too.
        match bytes[at..] {
            [0xc2, 0xa0, ..] => return at,
            [0xc2, ..] => at += 2,
            _ => return at,
        }
    }
}

/// [`run`] over less than a block, as most values are.
#[inline]
fn short_run<S: Stops>(bytes: &[u8]) -> usize {
    let table = const { &table::<S>() };
    bytes.iter().position(|&byte| table[usize::from(byte)]).unwrap_or(bytes.len())
}

/// Which bytes are in `S`.
const fn table<S: Stops>() -> [bool; 256] {
    let mut table = [false; 256];
    let mut index = 0;
    while index < S::BYTES.len() {
        table[S::BYTES[index] as usize] = true;
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> (String, String) {
        let (mut in_text, mut in_value) = (String::new(), String::new());
        write_text(&mut in_text, text).unwrap();
        write_value(&mut in_value, text).unwrap();
        (in_text, in_value)
    }

    #[test]
    fn what_is_escaped() {
        let (text, value) = escaped("a&b<c>d\"e'f\u{a0}g\u{a9}h\u{80}");
        assert_eq!(text, "a&amp;b&lt;c&gt;d\"e'f&nbsp;g\u{a9}h\u{80}");
        assert_eq!(value, "a&amp;b&lt;c&gt;d&quot;e'f&nbsp;g\u{a9}h\u{80}");
    }

    #[test]
    fn escaping_at_every_place() {
        for character in ["&", "<", ">", "\"", "\u{a0}", "\u{c2}", "\u{e9}", "\u{20ac}"] {
            for before in 0..70 {
                let text =
                    "x".repeat(before) + character + character + &"\u{a1}".repeat(before % 7);
                let plain = |quote: &str| {
                    text.replace('&', "&amp;")
                        .replace('<', "&lt;")
                        .replace('>', "&gt;")
                        .replace('\u{a0}', "&nbsp;")
                        .replace('"', quote)
                };
                assert_eq!(escaped(&text), (plain("\""), plain("&quot;")), "{text:?}");
            }
        }
    }
}
