//! `sapwood tree`

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::{
    ByteOptions, Document, FragmentContext, Limit, Options, UnknownContext,
    encoding::{Confidence, Encoding, SniffOptions, Sniffed, Source, decode, sniff},
    parse_bytes_recycling,
};

use crate::{
    Status,
    files::{Files, Wanted},
    html_options::HtmlOptions,
    json::{self, Names, PlacedError},
    progress,
    records::Records,
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

/// The result of a parse, with the lines and columns of its errors.
pub(crate) struct Parsed {
    pub(crate) document: Document,
    pub(crate) errors: Vec<PlacedError>,
    pub(crate) encoding: &'static Encoding,
    /// How the encoding was determined.
    pub(crate) source: Source,
    /// The limit that was reached, if any.
    pub(crate) limit: Option<Limit>,
}

/// Parses bytes, as a fragment if there is a context. A document is parsed into the memory of `recycled`.
///
/// A fragment is decoded in the encoding that is sniffed: its declarations come too late to count.
pub(crate) fn parse(
    recycled: Document,
    bytes: &[u8],
    context: Option<&str>,
    options: Options,
    sniffing: SniffOptions,
) -> Result<Parsed, UnknownContext> {
    if let Some(name) = context {
        let sniffed = sniff(bytes, &sniffing);
        let html = decode(bytes, &sniffed).text;
        let (document, errors, limit) = parse_text(&html, Some(name), &options)?;
        let Sniffed { encoding, source, .. } = sniffed;
        return Ok(Parsed { document, errors, encoding, source, limit });
    }
    let options = ByteOptions::default().parsing(options).sniffing(sniffing);
    let parsed = parse_bytes_recycling(recycled, bytes, &options);
    let (encoding, source, bom_len) = (parsed.encoding, parsed.source, parsed.bom_len);
    let errors = if parsed.errors.is_empty() {
        Vec::new()
    } else {
        let sniffed = Sniffed { encoding, source, confidence: Confidence::Certain, bom_len };
        json::place(&parsed.errors, &decode(bytes, &sniffed).text)
    };
    Ok(Parsed { document: parsed.document, errors, encoding, source, limit: parsed.limit })
}

/// Parses text, as a fragment if there is a context.
pub(crate) fn parse_text(
    html: &str,
    context: Option<&str>,
    options: &Options,
) -> Result<(Document, Vec<PlacedError>, Option<Limit>), UnknownContext> {
    let parsed = match context {
        Some(name) => sapwood::parse_fragment_with(html, FragmentContext::parse(name)?, options),
        None => sapwood::parse_with(html, options),
    };
    let errors = json::place(&parsed.errors, html);
    Ok((parsed.document, errors, parsed.limit))
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
