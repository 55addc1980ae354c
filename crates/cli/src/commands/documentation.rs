//! `sapwood completions` and `sapwood man`: what `clap` generates from the command line's description.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, ValueHint, builder::PossibleValue};
use clap_complete::Shell;

use crate::{
    output::{self, with_stdout},
    status::Status,
};

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

/// Prints the script for the command line that `command` describes.
pub(crate) fn completions(arguments: &Completions, mut command: clap::Command) -> Result<Status> {
    let mut script = Vec::new();
    // Which adds the arguments of the commands.
    command.build();
    let mut command = completable(command);
    clap_complete::generate(arguments.shell, &mut command, "sapwood", &mut script);
    with_stdout(|out| Ok(out.write_all(&script)?))?;
    Ok(Status::Success)
}

/// Removes lists of values such as `*` from what is completed: `clap_complete` doesn't quote them for the shell.
fn completable(command: clap::Command) -> clap::Command {
    let is_word = |value: &PossibleValue| {
        value.get_name().chars().all(|it| it.is_alphanumeric() || "-_.".contains(it))
    };
    let command =
        command.mut_args(|argument| match argument.get_possible_values().iter().all(is_word) {
            true => argument,
            false => {
                argument.value_parser(clap::value_parser!(String)).value_hint(ValueHint::Other)
            }
        });
    command.mut_subcommands(completable)
}

/// Writes the pages of the command line that `command` describes.
pub(crate) fn man(arguments: &Man, command: clap::Command) -> Result<Status> {
    let directory = &arguments.directory;
    std::fs::create_dir_all(directory)
        .with_context(|| format!("cannot create {}", directory.display()))?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    write_pages(&command, directory)?;
    Ok(Status::Success)
}

/// Writes the pages of a command and of those below it.
fn write_pages(command: &clap::Command, directory: &Path) -> Result<()> {
    for command in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        write_pages(command, directory)?;
    }
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    let path = directory.join(page.get_filename());
    sapwood_output::write(&path, &text).map_err(output::of_file)
}
