//! `sapwood text`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use sapwood::Document;

use crate::files::Files;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Print all text as it is in the source, that of scripts and styles included (`textContent` of the
    /// DOM)
    #[arg(long)]
    raw: bool,
    #[command(flatten)]
    files: Files,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<()> {
    arguments.files.each(|out, input| {
        let text = text(&input.document, arguments.raw);
        out.write_all(text.as_bytes())?;
        if !text.ends_with('\n') {
            out.write_all(b"\n")?;
        }
        Ok(())
    })
}

/// The text of a document: as a reader sees it, or `raw`.
pub(crate) fn text(document: &Document, raw: bool) -> String {
    if raw { document.root().text_content() } else { document.inner_text() }
}
