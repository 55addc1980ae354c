//! `sapwood report`

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use sapwood_check::{How, check_bytes, report};

use crate::{encoding::Known, input, with_stdout};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The HTML; `-` is standard input
    file: PathBuf,
    /// Where the page goes; standard output if none or `-`
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Take scripting to be enabled
    #[arg(long)]
    scripting: bool,
    #[command(flatten)]
    known: Known,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let bytes = input::read(Some(&arguments.file), None)?;
    let name = input::name(Some(&arguments.file));
    let how = How { scripting: arguments.scripting, ..How::default() };
    let checked = check_bytes(&bytes, &arguments.known.sniffing(), &how);
    arguments.known.note(&bytes, checked.source, &name);
    let page = report::render(&name, &checked, &how);
    match arguments.output.as_deref().filter(|path| *path != "-") {
        Some(path) => fs::write(path, page).with_context(|| path.display().to_string()),
        None => with_stdout(|out| Ok(out.write_all(page.as_bytes())?)),
    }
}
