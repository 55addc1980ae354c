//! `sapwood xml write` and `sapwood xml html`

use anyhow::{Result, bail};
use clap::Args;
use sapwood::serializer::{
    IoWriter, SerializeOptions, write_inner,
    xml::{self, Error, XmlSerializeOptions},
};

use crate::{
    files::{Files, Wanted},
    status::Status,
    xml_options::XmlOptions,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Fail if the tree cannot be written as well-formed XML
    #[arg(long)]
    well_formed: bool,
    /// Choose prefixes and omit namespace declarations as the DOM's XML serialization does
    #[arg(long)]
    usual_prefixes: bool,
    #[command(flatten)]
    files: Files<XmlOptions>,
}

#[derive(Args)]
pub(crate) struct HtmlArguments {
    #[command(flatten)]
    files: Files<XmlOptions>,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let Arguments { well_formed, usual_prefixes, files } = arguments;
    let options =
        XmlSerializeOptions::default().well_formed(*well_formed).usual_prefixes(*usual_prefixes);
    files.each_document(Wanted::default(), move |records, input| {
        records.document(|out| {
            let mut out = IoWriter::new(out);
            let document = &input.document;
            match xml::write(&mut out, &document, &document.root(), &options) {
                Ok(()) => drop(out.finish(Ok(()))?),
                Err(Error::NotWellFormed(fault)) => {
                    let name = &input.name;
                    bail!("{name}: cannot be written as well-formed XML: {fault}")
                }
                Err(_) => drop(out.finish(Err(std::fmt::Error))?),
            }
            Ok(())
        })?;
        Ok(Status::Success)
    })
}

pub(crate) fn run_html(arguments: &'static HtmlArguments) -> Result<Status> {
    arguments.files.each_document(Wanted::default(), |records, input| {
        records.document(|out| {
            let mut out = IoWriter::new(out);
            let options = SerializeOptions::default();
            let document = &input.document;
            let written = write_inner(&mut out, &document, &document.root(), &options);
            out.finish(written)?;
            Ok(())
        })?;
        Ok(Status::Success)
    })
}
