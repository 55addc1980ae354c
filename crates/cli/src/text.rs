//! `sapwood text`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use sapwood::{Document, Reading};

use crate::files::Files;

#[derive(Args)]
pub(crate) struct Arguments {
    /// All text as it stands in the source, that of scripts and styles included: the DOM's `textContent`
    #[arg(long)]
    raw: bool,
    #[command(flatten)]
    files: Files,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.files.each(|out, input| {
        out.write_all(text(&input.document, arguments.raw).as_bytes())?;
        if !out.ends_with(b"\n") {
            out.write_all(b"\n")?;
        }
        Ok(())
    })
}

/// The text of a document, as a person reads it or `raw`.
pub(crate) fn text(document: &Document, raw: bool) -> String {
    if raw { document.document().text() } else { document.inner_text() }
}
