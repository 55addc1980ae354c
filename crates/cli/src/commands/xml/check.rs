//! `sapwood xml check`

use anyhow::Result;
use clap::Args;
use sapwood_check::xml::{ADVICE, check_bytes};

use crate::{
    commands::check::{Reporting, check_files},
    sources::Sources,
    status::Status,
    xml_options::XmlOptions,
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    parsing: XmlOptions,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let Arguments { sources, reporting, parsing } = arguments;
    let options = parsing.options();
    check_files(sources, reporting, parsing, ADVICE, |bytes, _| {
        let checked = check_bytes(bytes, parsing.decoding.encoding, &options);
        (checked.text, checked.findings, checked.limit)
    })
}
