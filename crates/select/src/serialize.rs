//! [Serialization](https://drafts.csswg.org/cssom/#common-serializing-idioms) of identifiers and strings.

use std::fmt::{self, Write};

/// [Serializes an identifier](https://drafts.csswg.org/cssom/#serialize-an-identifier)
pub(crate) fn write_identifier(name: &str, out: &mut impl Write) -> fmt::Result {
    if name == "-" {
        return out.write_str("\\-");
    }
    for (index, c) in name.chars().enumerate() {
        let starts = index == 0 || index == 1 && name.starts_with('-');
        match c {
            '\0' => out.write_char(char::REPLACEMENT_CHARACTER)?,
            '\x01'..='\x1f' | '\x7f' => write_code(c, out)?,
            '0'..='9' if starts => write_code(c, out)?,
            '\u{80}'.. | '-' | '_' => out.write_char(c)?,
            c if c.is_ascii_alphanumeric() => out.write_char(c)?,
            c => write!(out, "\\{c}")?,
        }
    }
    Ok(())
}

/// [Serializes a string](https://drafts.csswg.org/cssom/#serialize-a-string)
pub(crate) fn write_string(text: &str, out: &mut impl Write) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '\0' => out.write_char(char::REPLACEMENT_CHARACTER)?,
            '\x01'..='\x1f' | '\x7f' => write_code(c, out)?,
            '"' | '\\' => write!(out, "\\{c}")?,
            c => out.write_char(c)?,
        }
    }
    out.write_char('"')
}

/// [Escapes a character as a code point](https://drafts.csswg.org/cssom/#escape-a-character-as-code-point)
fn write_code(c: char, out: &mut impl Write) -> fmt::Result {
    write!(out, "\\{:x} ", u32::from(c))
}
