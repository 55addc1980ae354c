//! Reading files and standard input.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use anyhow::{Context, Result};

/// The name of an input, for messages.
pub(crate) fn name(path: Option<&Path>) -> String {
    match path {
        Some(path) if path != Path::new("-") => path.display().to_string(),
        _ => "standard input".to_owned(),
    }
}

/// Opens a file; standard input for `-` and `None`.
pub(crate) fn open(path: Option<&Path>) -> Result<Box<dyn Read + Send>> {
    match path {
        Some(path) if path != Path::new("-") => {
            Ok(Box::new(File::open(path).with_context(|| cannot_read(Some(path)))?))
        }
        _ => Ok(Box::new(io::stdin())),
    }
}

/// Reads a file, or standard input. At most one byte more than `most` is read, so that the caller can tell
/// whether there was more.
pub(crate) fn read(path: Option<&Path>, most: Option<usize>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = most.map_or(u64::MAX, |most| (most as u64).saturating_add(1));
    open(path)?.take(most).read_to_end(&mut bytes).with_context(|| cannot_read(path))?;
    Ok(bytes)
}

fn cannot_read(path: Option<&Path>) -> String {
    format!("cannot read {}", name(path))
}
