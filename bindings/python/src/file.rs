//! Files that Python writes.

use std::{io, path::PathBuf};

use pyo3::prelude::*;

/// Writes a file as the command does: a regular file appears whole or not at all, a symbolic link is followed, and a
/// FIFO or device is written directly.
///
/// Raises:
///     OSError: The file can't be written.
#[pyfunction]
pub(crate) fn write_file(py: Python<'_>, path: PathBuf, data: &[u8]) -> io::Result<()> {
    py.detach(|| sapwood_output::write(&path, data))
}
