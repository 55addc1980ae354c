//! `sapwood text`

use anyhow::Result;
use clap::Args;
use sapwood::Document;

use crate::{
    files::{Files, Wanted},
    html_options::HtmlOptions,
    status::Status,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Print all text as it is in the source, that of scripts and styles included (`textContent` of the
    /// DOM)
    #[arg(long)]
    raw: bool,
    #[command(flatten)]
    files: Files<HtmlOptions>,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    arguments.files.each(Wanted::default(), |records, input| {
        let text = text(&input.document, arguments.raw);
        records.text(text.strip_suffix('\n').unwrap_or(&text))?;
        Ok(Status::Success)
    })
}

/// The text of a document: as a reader sees it, or `raw`.
pub(crate) fn text(document: &Document, raw: bool) -> String {
    if raw { document.root().text_content() } else { document.inner_text() }
}
