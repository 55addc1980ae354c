//! Protection of a terminal from control characters, which it would obey, and from more lines than a person reads.

use std::{
    borrow::Cow,
    env,
    io::{self, IsTerminal, Write},
    sync::OnceLock,
};

use clap::Args;

use crate::colors::{Style, When};

/// Limit on lines on a terminal unless an option states another.
const DEFAULT_MAX_LINES: u64 = 10_000;

/// Options on output to a terminal, which every command has.
#[derive(Args, Clone, Default)]
pub(crate) struct TerminalOptions {
    /// Write control characters to a terminal as they are; by default they are shown as `\u001b` and so on
    #[arg(long, global = true, help_heading = "Output")]
    raw_control_chars: bool,
    /// Stop after N lines of output; 0 for no limit [default: 10000 on a terminal, else no limit]
    #[arg(long, global = true, value_name = "N", help_heading = "Output")]
    max_lines: Option<u64>,
    /// Report the numbers of inputs, failures and bytes, and the time, on standard error at the end; long work on
    /// several inputs does so on a terminal
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) summary: bool,
    /// Color markup and findings
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        help_heading = "Output"
    )]
    color: When,
}

/// The options, set once, before any output.
static OPTIONS: OnceLock<TerminalOptions> = OnceLock::new();

/// Uses `options` from now on.
pub(crate) fn set(options: &TerminalOptions) {
    OPTIONS.get_or_init(|| options.clone());
}

/// Returns `true` if control characters are escaped on `stream`.
pub(crate) fn escapes(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && !OPTIONS.get().is_some_and(|options| options.raw_control_chars)
}

/// Whether standard output has colors.
pub(crate) fn has_colors() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    match OPTIONS.get().map_or_else(When::default, |options| options.color) {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            let is_dumb = env::var_os("TERM").is_some_and(|name| name == "dumb");
            io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
        }
    }
}

/// The number of lines that may be written to `stream`.
pub(crate) fn max_lines(stream: &impl IsTerminal) -> u64 {
    match OPTIONS.get().and_then(|options| options.max_lines) {
        Some(0) => u64::MAX,
        Some(most) => most,
        None if stream.is_terminal() => DEFAULT_MAX_LINES,
        None => u64::MAX,
    }
}

/// Writes to `to`; if `escapes`, control characters other than line feed and tab become `\u001b` and so
/// on, which is a string's escape in JSON, too. If there are `colors`, marks become what switches the color.
pub(crate) struct Escaping<W> {
    to: W,
    escapes: bool,
    colors: bool,
    /// Whether what is written now has a color.
    is_colored: bool,
    /// The first bytes of a character that the next write completes.
    partial: Vec<u8>,
}

impl<W: Write> Escaping<W> {
    pub(crate) fn new(to: W, escapes: bool, colors: bool) -> Self {
        Self { to, escapes, colors, is_colored: false, partial: Vec::new() }
    }

    /// Writes text of which no characters are cut.
    fn write_text(&mut self, text: &str) -> io::Result<()> {
        for line in text.split_inclusive('\n') {
            if self.is_colored && line.ends_with('\n') {
                self.write_escaped(&line[..line.len() - 1])?;
                self.switch_to(Style::Plain)?;
                self.to.write_all(b"\n")?;
            } else {
                self.write_escaped(line)?;
            }
        }
        Ok(())
    }

    fn write_escaped(&mut self, text: &str) -> io::Result<()> {
        match self.escapes {
            true => self.to.write_all(escape(text).as_bytes()),
            false => self.to.write_all(text.as_bytes()),
        }
    }

    fn switch_to(&mut self, style: Style) -> io::Result<()> {
        self.is_colored = style != Style::Plain;
        self.to.write_all(style.sequence().as_bytes())
    }

    /// Writes bytes that are no text: marks, or what a page has.
    fn write_invalid(&mut self, bytes: &[u8]) -> io::Result<()> {
        match bytes {
            [byte]
                if self.colors
                    && let Some(style) = Style::of_mark(*byte) =>
            {
                self.switch_to(style)
            }
            _ if self.escapes => self.to.write_all("\u{fffd}".as_bytes()),
            _ => self.to.write_all(bytes),
        }
    }
}

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.escapes && !self.colors {
            return self.to.write(bytes);
        }
        let mut all = std::mem::take(&mut self.partial);
        all.extend_from_slice(bytes);
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.write_text(chunk.valid())?;
            let invalid = chunk.invalid();
            let is_cut = chunks.peek().is_none()
                && std::str::from_utf8(invalid).is_err_and(|it| it.error_len().is_none());
            match invalid {
                [] => {}
                _ if is_cut => self.partial = invalid.to_vec(),
                _ => self.write_invalid(invalid)?,
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
        let mut out = Escaping::new(Vec::new(), true, false);
        for byte in "é\u{9b}😀\u{1b}".bytes() {
            out.write_all(&[byte]).unwrap();
        }
        assert_eq!(String::from_utf8(out.to).unwrap(), "é\\u009b😀\\u001b");
    }

    #[test]
    fn colors_end_with_their_line() {
        for (escapes, expected) in [
            (true, "\x1b[90m<!--\\u001b\x1b[0m\nx:\x1b[90m-->\x1b[0m\n\u{fffd}é"),
            (false, "\x1b[90m<!--\x1b\x1b[0m\nx:\x1b[90m-->\x1b[0m\n\u{fffd}é"),
        ] {
            let mut out = Escaping::new(Vec::new(), escapes, true);
            for byte in b"\xff<!--\x1b\nx:\xff-->\n\xef\xbf\xbd\xc3\xa9" {
                out.write_all(&[*byte]).unwrap();
            }
            assert_eq!(String::from_utf8(out.to).unwrap(), expected);
        }
    }
}
