//! The difference of two versions of a file.

use std::{io::Write, time::Duration};

use anyhow::Result;
use similar::{Algorithm, TextDiff};

use crate::output::Output;

/// The longest time that the search for the smallest difference takes.
const TIME: Duration = Duration::from_secs(2);

/// Writes a unified diff, if the versions differ. Bytes that are not UTF-8 are shown as U+FFFD.
pub(super) fn write(out: &mut Output<'_>, name: &str, old: &[u8], new: &[u8]) -> Result<()> {
    if old == new {
        return Ok(());
    }
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let mut configuration = TextDiff::configure();
    let diff = configuration.algorithm(Algorithm::Myers).timeout(TIME).diff_lines(&*old, &*new);
    let mut diff = diff.unified_diff();
    write!(out, "{}", diff.header(&format!("a/{name}"), &format!("b/{name}")))?;
    Ok(())
}
