//! `sapwood xml text`

use anyhow::Result;
use clap::Args;

use crate::{
    files::{Files, Wanted},
    status::Status,
    xml_options::XmlOptions,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Leave out lines of white space, and white space at both ends of lines
    #[arg(short, long)]
    trim: bool,
    #[command(flatten)]
    files: Files<XmlOptions>,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    arguments.files.each(Wanted::default(), |records, input| {
        let text = input.document.root().text_content();
        if arguments.trim {
            for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
                records.text(line)?;
            }
        } else {
            records.text(text.strip_suffix('\n').unwrap_or(&text))?;
        }
        Ok(Status::Success)
    })
}
