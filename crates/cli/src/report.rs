//! `sapwood report`

use std::{
    fs::{self, File, OpenOptions},
    io::{Read, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use clap::Args;
use sapwood_check::{check_bytes, report};

use crate::{
    Status,
    files::Parse,
    html_options::HtmlOptions,
    input::{self, InputOptions},
    output::with_stdout,
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
    let Arguments { file, output, parsing, input, .. } = arguments;
    let output = output.as_deref().filter(|path| *path != "-");
    if let Some(path) = output {
        may_write(path, file, arguments.force)?;
    }
    let bytes = input.read(file, &parsing.expected())?;
    let name = input::name(file);
    let checked = check_bytes(&bytes, &parsing.known.sniffing(), &parsing.how());
    parsing.known.note(&bytes, checked.source, &name);
    let most = match arguments.max_findings {
        0 => usize::MAX,
        most => most,
    };
    let page = report::render(&name, &checked, most);
    match output {
        Some(path) => {
            let cannot_write = || format!("cannot write {}", path.display());
            let mut options = OpenOptions::new();
            // A file that appeared meanwhile isn't a report.
            match path.exists() {
                true => options.write(true).truncate(true),
                false => options.write(true).create_new(true),
            };
            let mut file = options.open(path).with_context(cannot_write)?;
            file.write_all(page.as_bytes()).with_context(cannot_write)?;
        }
        None => with_stdout(|out| Ok(out.write_all(page.as_bytes())?))?,
    }
    parsing.limits.check(checked.limit, &name)?;
    Ok(Status::Success)
}

/// Returns an error if a report mustn't be written to `path`: it is the file that is checked, or a file that
/// exists and isn't a report.
fn may_write(path: &Path, checked: &Path, force: bool) -> Result<()> {
    if checked != "-" && same_file::is_same_file(path, checked).unwrap_or(false) {
        bail!("{} is the file that is checked; give --output another name", path.display());
    }
    if force || !fs::metadata(path).is_ok_and(|it| it.is_file()) {
        return Ok(());
    }
    let mut beginning = vec![0; report::SIGNATURE.len()];
    let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    if file.read_exact(&mut beginning).is_err() || beginning != report::SIGNATURE.as_bytes() {
        bail!("{} exists and is not a report; --force overwrites it", path.display());
    }
    Ok(())
}
