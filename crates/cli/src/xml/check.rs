//! `sapwood xml check`

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sapwood_check::xml::{ADVICE, check_bytes};

use super::Reading;
use crate::check::{Reporting, check_files, end};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The files; standard input if none or `-`
    files: Vec<PathBuf>,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    reading: Reading,
}

/// Fails with 1 if something departs from well-formed XML and with 2 if a file couldn't be checked.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let Arguments { files, reporting, reading } = arguments;
    end(check_files(files, reporting, ADVICE, |bytes, _| {
        let checked = check_bytes(bytes, reading.encoding, &reading.options());
        (checked.text, checked.findings)
    }))
}
