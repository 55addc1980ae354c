//! `sapwood edit`

mod actions;
mod diff;
mod groups;
mod stream;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use self::{groups::Groups, stream::Stream};
use crate::{
    content::Syntax,
    files::{Input, Parse, Wanted},
    html_options::HtmlOptions,
    in_order::for_each_file_between,
    input::{self, is_stdin},
    output::Output,
    sources::Sources,
    status::Status,
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    groups: Groups,
    /// Read more edits from a TOML file, in its order and after those of the command line: tables `[[edit]]` with `select` and the
    /// actions, such as `set = { loading = "lazy" }`, `unset = ["width"]`, `remove = true`
    #[arg(long, value_name = "FILE", help_heading = "Edits")]
    edits: Option<PathBuf>,
    /// Write each changed file in place; a file without a change is not touched
    #[arg(short, long, conflicts_with_all = ["diff", "check"], help_heading = "Output")]
    in_place: bool,
    /// Print a unified diff in place of the page
    #[arg(long, conflicts_with = "check", help_heading = "Output")]
    diff: bool,
    /// Print the names of files that would change; exits 1 if there are any
    #[arg(long, help_heading = "Output")]
    check: bool,
    /// Read standard input and pipes to their end before editing
    #[arg(long, help_heading = "Output")]
    no_stream: bool,
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    parsing: HtmlOptions,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let mut groups = arguments.groups.clone();
    if let Some(path) = &arguments.edits {
        groups.read(path)?;
    }
    ensure!(
        !groups.is_empty(),
        "no edits; begin with a selector and an action: -s img --set loading=lazy"
    );
    if arguments.in_place {
        let from_pipe = arguments.sources.given().iter().any(|path| is_stdin(path))
            || arguments.sources.given().is_empty() && !arguments.sources.are_recursive();
        ensure!(!from_pipe, "--in-place needs files; standard input can't be written");
    }
    let work = move |out: &mut Output<'_>, path: &Path| edit(out, path, arguments, &groups);
    let threads = arguments.sources.threads;
    for_each_file_between(b"", &arguments.sources, threads, Syntax::Html, Box::new(work))
}

impl Arguments {
    /// How to edit while `path` is read, if that is of use and possible.
    fn stream<'g>(&self, path: &Path, groups: &'g Groups) -> Option<Stream<'g>> {
        let is_whole = self.no_stream
            || self.in_place
            || self.diff
            || self.check
            || self.parsing.fragment.is_some();
        if is_whole || !input::may_be_slow(path) {
            return None;
        }
        Stream::new(groups, self.parsing.encoding.is_stated())
    }
}

fn edit(
    out: &mut Output<'_>,
    path: &Path,
    arguments: &Arguments,
    groups: &Groups,
) -> Result<Status> {
    if let Some(stream) = arguments.stream(path, groups) {
        return stream.run(out, path, arguments);
    }
    let bytes = arguments.sources.input.read(path, &arguments.parsing.expected())?;
    let name = input::name(path);
    let wanted = Wanted { source: true, ..Wanted::default() };
    let Input { mut document, limit, .. } =
        arguments.parsing.parse(&bytes, name.clone(), wanted)?;
    arguments.parsing.limits.check(limit, &name)?;
    ensure!(
        document.source() == Some(&*bytes),
        "{name}: a fragment is edited in UTF-8, and this one is not"
    );
    groups.apply(&mut document).with_context(|| name.clone())?;
    let edited = document.to_source().with_context(|| name.clone())?;
    let has_changed = edited != bytes;
    if arguments.check {
        if has_changed {
            writeln!(out, "{name}")?;
        }
        return Ok(if has_changed { Status::Findings } else { Status::Success });
    }
    if arguments.diff {
        diff::write(out, &name, &bytes, &edited)?;
        return Ok(Status::Success);
    }
    if !arguments.in_place {
        out.write_unlimited(&edited)?;
        return Ok(Status::Success);
    }
    if has_changed {
        write_in_place(path, &name, &bytes, &edited)?;
    }
    Ok(Status::Success)
}

/// Writes a file anew, unless it isn't what was read.
fn write_in_place(path: &Path, name: &str, bytes: &[u8], edited: &[u8]) -> Result<()> {
    let now = fs::read(path).with_context(|| name.to_owned())?;
    if now != bytes {
        bail!("{name}: not written: it is compressed, or has changed since it was read");
    }
    sapwood_output::write(path, edited)?;
    Ok(())
}
