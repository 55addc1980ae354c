//! Reads what a command is to work on.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow};

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

/// Reads all of a file, or of standard input, as UTF-8; a byte order mark is taken off.
pub(crate) fn read(path: Option<&PathBuf>) -> Result<String> {
    let path = path.map(PathBuf::as_path);
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).with_context(|| name(path))?;
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        anyhow!("{}: not UTF-8 at byte {at}", name(path))
    })?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}
