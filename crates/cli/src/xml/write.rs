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
use crate::{limits::TreeLimits, output::OutputOptions};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// Fail if the tree cannot be written as well-formed XML
    #[arg(long)]
    well_formed: bool,
    /// Choose prefixes and omit namespace declarations as the DOM's XML serialization does
    #[arg(long)]
    usual_prefixes: bool,
    #[command(flatten)]
    limits: TreeLimits,
    #[command(flatten)]
    output: OutputOptions,
}

#[derive(Args)]
pub(crate) struct HtmlArguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    limits: TreeLimits,
    #[command(flatten)]
    output: OutputOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { source, well_formed, usual_prefixes, limits, output } = arguments;
    let options = xml::Options { well_formed: *well_formed, usual_prefixes: *usual_prefixes };
    write_with(source, limits, *output, |out, document, name| {
        let mut out = IoWriter::new(out);
        match xml::write(&mut out, &document, &document.root(), &options) {
            Ok(()) => writeln!(out.finish(Ok(()))?)?,
            Err(Error::NotWellFormed(fault)) => {
                bail!("{name}: cannot be written as well-formed XML: {fault}")
            }
            Err(_) => drop(out.finish(Err(std::fmt::Error))?),
        }
        Ok(())
    })
}

pub(crate) fn run_html(arguments: &HtmlArguments) -> Result<()> {
    write_with(&arguments.source, &arguments.limits, arguments.output, |out, document, _| {
        let mut out = IoWriter::new(out);
        let options = serializer::Options::default();
        let written = write_inner(&mut out, &document, &document.root(), &options);
        writeln!(out.finish(written)?)?;
        Ok(())
    })
}

fn write_with(
    source: &Source,
    limits: &TreeLimits,
    output: OutputOptions,
    write: impl FnOnce(&mut dyn Write, &Document, &str) -> Result<()>,
) -> Result<()> {
    let (bytes, name) = source.read(limits.input.max_input_bytes)?;
    let options = source.input.options().limits(limits.limits());
    let Parsed { document, limit, .. } = source.input.decode(&bytes).parse(&options);
    output.with_stdout(bytes.len(), &name, |out| write(out, &document, &name))?;
    limits.check(limit, &name)
}
