//! Control characters, which are shown escaped where a terminal would obey them.

use std::{
    borrow::Cow,
    io::{self, IsTerminal, Write},
    sync::atomic::{AtomicBool, Ordering},
};

/// Whether `--raw-control-chars` was given. Set once, before any output.
static RAW: AtomicBool = AtomicBool::new(false);

/// Writes control characters as they are from now on, on terminals too.
pub(crate) fn set_raw() {
    RAW.store(true, Ordering::Relaxed);
}

/// Returns `true` if control characters are escaped on `stream`.
pub(crate) fn escapes(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && !RAW.load(Ordering::Relaxed)
}

/// Writes to `to`; if `escapes`, control characters other than line feed and tab become `\u001b` and so
/// on, which is a string's escape in JSON, too.
pub(crate) struct Escaping<W> {
    to: W,
    escapes: bool,
    /// The first bytes of a character that the next write completes.
    partial: Vec<u8>,
}

impl<W: Write> Escaping<W> {
    pub(crate) fn new(to: W, escapes: bool) -> Self {
        Self { to, escapes, partial: Vec::new() }
    }
}

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.escapes {
            return self.to.write(bytes);
        }
        let mut all = std::mem::take(&mut self.partial);
        all.extend_from_slice(bytes);
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.to.write_all(escape(chunk.valid()).as_bytes())?;
            if chunks.peek().is_none() {
                self.partial = chunk.invalid().to_vec();
            } else {
                self.to.write_all("\u{fffd}".as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Escapes the control characters of `text`.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match is_escaped(character) {
            true => escaped.push_str(&format!("\\u{:04x}", u32::from(character))),
            false => escaped.push(character),
        }
    }
    Cow::Owned(escaped)
}

/// Returns `true` for the controls of Unicode but line feed and tab, and for those that reorder a line.
fn is_escaped(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_control_characters_of_pages() {
        assert_eq!(escape("a\tb\n\u{e9}"), "a\tb\n\u{e9}");
        assert_eq!(
            escape("\u{1b}[2J\r\u{7f}\u{9b}\u{202e}"),
            "\\u001b[2J\\u000d\\u007f\\u009b\\u202e"
        );
    }

    #[test]
    fn escapes_characters_that_are_cut_between_writes() {
        let mut out = Escaping::new(Vec::new(), true);
        for byte in "é\u{9b}😀\u{1b}".bytes() {
            out.write_all(&[byte]).unwrap();
        }
        assert_eq!(String::from_utf8(out.to).unwrap(), "é\\u009b😀\\u001b");
    }
}
