//! `sapwood xml check`

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sapwood_check::xml::{ADVICE, check_bytes};

use super::InputOptions;
use crate::{
    check::{Reporting, check_files},
    limits::TreeLimits,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Check these files; standard input if none or `-`
    files: Vec<PathBuf>,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    input: InputOptions,
    #[command(flatten)]
    limits: TreeLimits,
}

/// Exits with 1 if there are errors, and with 2 if a file cannot be checked.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let Arguments { files, reporting, input, limits } = arguments;
    let options = input.options().limits(limits.limits());
    check_files(files, reporting, limits, ADVICE, |bytes, _| {
        let checked = check_bytes(bytes, input.encoding, &options);
        (checked.text, checked.findings, checked.limit)
    })
}
