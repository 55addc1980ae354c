//! Reads what a command is to work on.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

/// The name of an input, for messages.
pub(crate) fn name(path: Option<&Path>) -> String {
    match path {
        Some(path) if path != Path::new("-") => path.display().to_string(),
        _ => "standard input".to_owned(),
    }
}

/// Opens a file, or standard input for `-` and for none.
pub(crate) fn open(path: Option<&Path>) -> Result<Box<dyn Read + Send>> {
    match path {
        Some(path) if path != Path::new("-") => {
            Ok(Box::new(File::open(path).with_context(|| name(Some(path)))?))
        }
        _ => Ok(Box::new(io::stdin())),
    }
}

/// Reads a file, or standard input: all, or one byte more than `most`.
pub(crate) fn read(path: Option<&PathBuf>, most: Option<usize>) -> Result<Vec<u8>> {
    let path = path.map(PathBuf::as_path);
    let mut bytes = Vec::new();
    let most = most.map_or(u64::MAX, |most| (most as u64).saturating_add(1));
    open(path)?.take(most).read_to_end(&mut bytes).with_context(|| name(path))?;
    Ok(bytes)
}
