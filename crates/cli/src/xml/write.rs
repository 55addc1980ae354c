//! `sapwood xml write` and `sapwood xml html`

use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use sapwood::{
    Document,
    serializer::{
        self, IoWriter, write_inner,
        xml::{self, Error},
    },
    xml::Parsed,
};

use super::Source;
use crate::{limits::TreeLimits, with_stdout};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// Fail where what was read can't be written well-formed
    #[arg(long)]
    well_formed: bool,
    /// Choose prefixes and leave out declarations as the standard's algorithm does
    #[arg(long)]
    usual_prefixes: bool,
    #[command(flatten)]
    limits: TreeLimits,
}

#[derive(Args)]
pub(crate) struct HtmlArguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    limits: TreeLimits,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { source, well_formed, usual_prefixes, limits } = arguments;
    let options = xml::Options { well_formed: *well_formed, usual_prefixes: *usual_prefixes };
    write_with(source, limits, |out, document, name| {
        let mut out = IoWriter::new(out);
        match xml::write(&mut out, &document, &document.document(), &options) {
            Ok(()) => writeln!(out.finish(Ok(()))?)?,
            Err(Error::NotWellFormed(fault)) => {
                bail!("{name}: can't be written well-formed: {fault}")
            }
            Err(_) => drop(out.finish(Err(std::fmt::Error))?),
        }
        Ok(())
    })
}

pub(crate) fn run_html(arguments: &HtmlArguments) -> Result<()> {
    write_with(&arguments.source, &arguments.limits, |out, document, _| {
        let mut out = IoWriter::new(out);
        let options = serializer::Options::default();
        let written = write_inner(&mut out, &document, &document.document(), &options);
        writeln!(out.finish(written)?)?;
        Ok(())
    })
}

fn write_with(
    source: &Source,
    limits: &TreeLimits,
    write: impl FnOnce(&mut dyn Write, &Document, &str) -> Result<()>,
) -> Result<()> {
    let (bytes, name) = source.read(limits.input.max_input_bytes)?;
    let options = source.reading.options().limits(limits.limits());
    let Parsed { document, limit, .. } = source.reading.decode(&bytes).parse(&options);
    with_stdout(|out| write(out, &document, &name))?;
    limits.check(limit, &name)
}
