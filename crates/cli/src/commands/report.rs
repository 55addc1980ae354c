//! `sapwood report`

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use clap::Args;
use sapwood_check::{check_bytes, report};

use crate::{
    files::Parse,
    html_options::HtmlOptions,
    input::{self, InputOptions},
    output::{self, with_stdout},
    status::Status,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Check this file; `-` for standard input
    file: PathBuf,
    /// Write the page to FILE; standard output if not given or `-`. A FILE that exists and isn't a report
    /// is kept, unless --force is given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite the file of --output, whatever it is
    #[arg(long)]
    force: bool,
    /// Show at most N findings; 0 for all
    #[arg(short, long, value_name = "N", default_value_t = 1000)]
    max_findings: usize,
    #[command(flatten)]
    parsing: HtmlOptions,
    #[command(flatten)]
    input: InputOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Status> {
    let Arguments { file, output: to, parsing, input, .. } = arguments;
    let to = to.as_deref().filter(|path| *path != "-");
    if let Some(path) = to {
        may_write(path, file, arguments.force)?;
    }
    let bytes = input.read(file, &parsing.expected())?;
    let name = input::name(file);
    let checked = check_bytes(&bytes, &parsing.encoding.sniffing(), &parsing.how());
    parsing.encoding.note(&bytes, checked.source, &name);
    let most = match arguments.max_findings {
        0 => usize::MAX,
        most => most,
    };
    let page = report::render(&name, &checked, most);
    match to {
        Some(path) => {
            // A file may have appeared while the input was read.
            may_write(path, file, arguments.force)?;
            sapwood_output::write(path, page.as_bytes()).map_err(output::of_file)?;
        }
        None => with_stdout(|out| Ok(out.write_all(page.as_bytes())?))?,
    }
    parsing.limits.check(checked.limit, &name)?;
    Ok(Status::Success)
}

/// Returns an error if a report mustn't be written to `path`: it is the file that is checked, or a file that
/// exists and isn't a report.
fn may_write(path: &Path, checked: &Path, force: bool) -> Result<()> {
    // A FIFO isn't even opened.
    if !sapwood_output::replaces(path)? {
        return Ok(());
    }
    // Where files can't be told apart, paths without links are.
    let is_same_path = || {
        let path = fs::canonicalize(path);
        path.is_ok_and(|path| fs::canonicalize(checked).is_ok_and(|checked| path == checked))
    };
    let is_same = || same_file::is_same_file(path, checked).unwrap_or_else(|_| is_same_path());
    if checked != "-" && is_same() {
        bail!("{} is the file that is checked; give --output another name", path.display());
    }
    if force {
        return Ok(());
    }
    let mut beginning = vec![0; report::SIGNATURE.len()];
    let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    if file.read_exact(&mut beginning).is_err() || beginning != report::SIGNATURE.as_bytes() {
        bail!("{} exists and is not a report; --force overwrites it", path.display());
    }
    Ok(())
}
