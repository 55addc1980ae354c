//! The directions of characters.

use anyhow::{Context, Result};

use super::{array, entries};

/// Ranges of code points with their directions.
pub(super) fn table(sources: &[String]) -> Result<String> {
    let mut ranges = Vec::new();
    for entry in sources.iter().flat_map(|source| entries(source)) {
        let (start, direction) = entry.split_once(' ').context("a code point and a direction")?;
        let start = u32::from_str_radix(start, 16).context("a hexadecimal code point")?;
        let direction = "-LR".find(direction).context("`L`, `R` or `-`")?;
        ranges.push(start << 2 | direction as u32);
    }
    let mut text = String::from("//! The directions of characters.\n\n");
    text += "/// The first code point of each range of characters with one direction, times four, plus 1 if it is left-to-right and 2 if\n";
    text += "/// it is right-to-left.\n";
    text += &array("DIRECTIONS", "u32", &ranges)?;
    Ok(text)
}
