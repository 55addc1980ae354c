//! The named colours.

use std::fmt::Write;

use anyhow::{Context, Result};

use super::entries;

/// A map from name to red, green and blue.
pub(super) fn table(sources: &[String]) -> Result<String> {
    let mut map = phf_codegen::Map::new();
    for source in sources {
        for entry in entries(source) {
            let (name, digits) = entry.split_once(' ').context("a name and six digits")?;
            let color = u32::from_str_radix(digits, 16).context("six hexadecimal digits")?;
            let [_, red, green, blue] = color.to_be_bytes();
            map.entry(name.to_owned(), format!("[{red}, {green}, {blue}]"));
        }
    }
    let mut text = String::new();
    writeln!(text, "//! The named colours.\n")?;
    writeln!(text, "/// Red, green and blue by name in lower case.")?;
    writeln!(text, "#[rustfmt::skip]")?;
    writeln!(text, "pub(crate) static NAMED_COLORS: phf::Map<&str, [u8; 3]> = {};", map.build())?;
    Ok(text)
}
