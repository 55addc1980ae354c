//! `sapwood tree`

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::Document;

use crate::{
    files::{Files, Wanted},
    html_options::HtmlOptions,
    json::{self, Names, PlacedError},
    progress,
    records::Records,
    status::Status,
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    tree: TreeOptions,
    #[command(flatten)]
    files: Files<HtmlOptions>,
}

/// Options on printing trees, the same for HTML and XML.
#[derive(Args)]
pub(crate) struct TreeOptions {
    /// Print the errors of syntax: on standard error as `code line column start end`, or in the JSON
    #[arg(short, long)]
    pub(crate) errors: bool,
    /// Print the tree in this format
    #[arg(long, value_enum, default_value = "dat")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Format {
    /// The format of the conformance suites, one line a node
    Dat,
    /// Nested objects
    Json,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let Arguments { tree, files } = arguments;
    let wanted = Wanted { errors: tree.errors, ..Wanted::default() };
    files.each(wanted, |records, input| {
        tree.write(records, &input.document, &input.errors, Names::Html)?;
        Ok(Status::Success)
    })
}

impl TreeOptions {
    /// Writes a tree, and its errors if they are asked for.
    pub(crate) fn write(
        &self,
        records: &mut Records<'_, '_>,
        document: &Document,
        errors: &[PlacedError],
        names: Names,
    ) -> Result<()> {
        let file = records.name().map(str::to_owned);
        match self.format {
            Format::Json => {
                let errors = self.errors.then_some(errors);
                return records.json(|json| {
                    Ok(json::write_document(json, file.as_deref(), document, names, errors)?)
                });
            }
            Format::Dat => {
                let dump = match names {
                    Names::Html => document.dump(),
                    Names::Xml => document.xml_dump(),
                };
                records.write(|out| Ok(write!(WithoutLastLineFeed::new(out), "{dump}")?))?;
            }
        }
        Ok(progress::suspend(|| write_errors(file.as_deref(), errors))?)
    }
}

/// Writes errors to standard error, one line each.
fn write_errors(file: Option<&str>, errors: &[PlacedError]) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stderr().lock());
    for PlacedError { code, line, col, start, end } in errors {
        if let Some(file) = file {
            write!(out, "{file}: ")?;
        }
        writeln!(out, "{code} {line} {col} {start} {end}")?;
    }
    out.flush()
}

/// Writes text but for the line feed at its end.
pub(crate) struct WithoutLastLineFeed<'w> {
    out: &'w mut dyn Write,
    is_due: bool,
}

impl<'w> WithoutLastLineFeed<'w> {
    pub(crate) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, is_due: false }
    }
}

impl Write for WithoutLastLineFeed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        if std::mem::take(&mut self.is_due) {
            self.out.write_all(b"\n")?;
        }
        self.is_due = bytes.ends_with(b"\n");
        self.out.write_all(&bytes[..bytes.len() - usize::from(self.is_due)])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
