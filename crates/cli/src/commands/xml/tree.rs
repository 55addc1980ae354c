//! `sapwood xml tree`

use anyhow::Result;
use clap::Args;

use crate::{
    commands::tree::TreeOptions,
    files::{Files, Wanted},
    json::Names,
    status::Status,
    xml_options::XmlOptions,
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    tree: TreeOptions,
    #[command(flatten)]
    files: Files<XmlOptions>,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let Arguments { tree, files } = arguments;
    let wanted = Wanted { errors: tree.errors, ..Wanted::default() };
    files.each(wanted, |records, input| {
        tree.write(records, &input.document, &input.errors, Names::Xml)?;
        Ok(Status::Success)
    })
}
