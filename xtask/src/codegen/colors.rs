//! The named colours.

use std::fmt::Write;

use anyhow::{Context, Result};

use super::entries;

/// Names with red, green and blue, in the order of the names.
pub(super) fn table(sources: &[String]) -> Result<String> {
    let mut colors = Vec::new();
    for source in sources {
        for entry in entries(source) {
            let (name, digits) = entry.split_once(' ').context("a name and six digits")?;
            let color = u32::from_str_radix(digits, 16).context("six hexadecimal digits")?;
            let [_, red, green, blue] = color.to_be_bytes();
            colors.push((name, [red, green, blue]));
        }
    }
    colors.sort_unstable();
    let mut text = String::new();
    writeln!(text, "//! The named colours.\n")?;
    writeln!(text, "/// Names in lower case with red, green and blue, in the order of the names.")?;
    writeln!(text, "#[rustfmt::skip]")?;
    writeln!(text, "pub(crate) static NAMED_COLORS: [(&str, [u8; 3]); {}] = [", colors.len())?;
    for color in colors {
        writeln!(text, "    {color:?},")?;
    }
    text += "];\n";
    Ok(text)
}
