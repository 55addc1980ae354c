//! `sapwood xml tree`

use anyhow::Result;
use clap::Args;

use super::Source;
use crate::{
    json::{self, Names},
    limits::TreeLimits,
    tree::{Format, write_errors},
    with_stdout,
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// List what departs from well-formed XML: on standard error as `code line col start end`, or in the
    /// JSON
    #[arg(long)]
    errors: bool,
    /// How to print the tree
    #[arg(long, value_enum, default_value = "dat")]
    format: Format,
    #[command(flatten)]
    limits: TreeLimits,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { source, errors, format, limits } = arguments;
    let (bytes, name) = source.read(limits.input.max_input_bytes)?;
    let options = source.reading.options().errors(*errors).limits(limits.limits());
    let decoded = source.reading.decode(&bytes);
    let parsed = decoded.parse(&options);
    let placed = json::place(&parsed.errors, &decoded.text);
    with_stdout(|out| {
        match format {
            Format::Dat => write!(out, "{}", parsed.document.xml_outline())?,
            Format::Json => {
                let errors = errors.then_some(&placed[..]);
                json::write_document(out, &parsed.document, Names::Xml, errors)?;
            }
        }
        Ok(())
    })?;
    if matches!(format, Format::Dat) {
        write_errors(&placed)?;
    }
    limits.check(parsed.limit, &name)
}
