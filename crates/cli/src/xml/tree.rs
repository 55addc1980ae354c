//! `sapwood xml tree`

use std::io::Write;

use anyhow::Result;
use clap::Args;

use super::Source;
use crate::{
    json::{self, Names},
    json_writer::write_line,
    limits::TreeLimits,
    output::OutputOptions,
    tree::{Format, write_errors},
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// Print the errors of well-formedness: on standard error as `code line column start end`, or in the
    /// JSON
    #[arg(long)]
    errors: bool,
    /// Print the tree in this format
    #[arg(long, value_enum, default_value = "dat")]
    format: Format,
    #[command(flatten)]
    limits: TreeLimits,
    #[command(flatten)]
    output: OutputOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { source, errors, format, limits, output } = arguments;
    let (bytes, name) = source.read(limits.input.max_input_bytes)?;
    let options = source.input.options().errors(*errors).limits(limits.limits());
    let decoded = source.input.decode(&bytes);
    let parsed = decoded.parse(&options);
    let placed = json::place(&parsed.errors, &decoded.text);
    output.with_stdout(bytes.len(), &name, |out| {
        match format {
            Format::Dat => write!(out, "{}", parsed.document.xml_dump())?,
            Format::Json => {
                let errors = errors.then_some(&placed[..]);
                write_line(out, |json| {
                    Ok(json::write_document(json, &parsed.document, Names::Xml, errors)?)
                })?;
            }
        }
        Ok(())
    })?;
    if matches!(format, Format::Dat) {
        write_errors(&placed)?;
    }
    limits.check(parsed.limit, &name)
}
