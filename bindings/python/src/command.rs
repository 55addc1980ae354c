//! The command line.

use std::ffi::OsString;

use pyo3::{Python, pyfunction};

/// Runs the command line with its arguments, and returns the exit code.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| sapwood_cli::run(arguments))
}
