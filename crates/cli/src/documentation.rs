//! `sapwood completions` and `sapwood man`: what `clap` generates from the command line's description.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use clap_complete::Shell;

use crate::{Status, command_line, output::with_stdout};

#[derive(Args)]
pub(crate) struct Completions {
    /// Shell to complete in
    shell: Shell,
}

#[derive(Args)]
pub(crate) struct Man {
    /// Directory to write `sapwood.1`, `sapwood-tree.1` and so on to; created if it is missing
    directory: PathBuf,
}

pub(crate) fn completions(arguments: &Completions) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command_line(), "sapwood", &mut script);
    with_stdout(|out| Ok(out.write_all(&script)?))?;
    Ok(Status::Success)
}

pub(crate) fn man(arguments: &Man) -> Result<Status> {
    let directory = &arguments.directory;
    let cannot_write = || format!("cannot write to {}", directory.display());
    std::fs::create_dir_all(directory).with_context(cannot_write)?;
    clap_mangen::generate_to(command_line(), directory).with_context(cannot_write)?;
    Ok(Status::Success)
}
