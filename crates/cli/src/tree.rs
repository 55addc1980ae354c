//! `sapwood tree`

use std::{io::Write, path::PathBuf};

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::{
    ByteOptions, Document, FragmentContext, Limit, Options, UnknownContext,
    encoding::{Confidence, Encoding, SniffOptions, Sniffed, Source, decode, sniff},
    parse_bytes,
};

use crate::{
    files::{Input, Reading},
    json::{self, Names, PlacedError},
    json_writer::write_line,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Read this file; standard input if none or `-`
    file: Option<PathBuf>,
    /// Parse the file as a fragment inside this element, such as `td`, `svg desc` or `math mi`
    #[arg(long, value_name = "CONTEXT", value_parser = context)]
    fragment: Option<String>,
    /// Parse as if scripts could run: the content of `noscript` is text
    #[arg(long, value_enum, default_value = "off")]
    scripting: Switch,
    /// Print the parse errors: on standard error as `code line column start end`, or in the JSON
    #[arg(long)]
    errors: bool,
    /// Print the tree in this format
    #[arg(long, value_enum, default_value = "dat")]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Clone, Copy, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Format {
    /// The format of the conformance suites, one line a node
    Dat,
    /// Nested objects
    Json,
}

/// Checks that the context of a fragment names an element.
pub(crate) fn context(name: &str) -> Result<String, UnknownContext> {
    FragmentContext::parse(name).map(|_| name.to_owned())
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

/// Parses bytes, as a fragment if there is a context.
///
/// A fragment is decoded in the encoding that is sniffed: its declarations come too late to count.
pub(crate) fn parse(
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
    let parsed = parse_bytes(bytes, &ByteOptions::default().parsing(options).sniffing(sniffing));
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
        Some(name) => sapwood::parse_fragment(html, &FragmentContext::parse(name)?, options),
        None => sapwood::parse_with(html, options),
    };
    let errors = json::place(&parsed.errors, html);
    Ok((parsed.document, errors, parsed.limit))
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { file, fragment, scripting, format, reading, .. } = arguments;
    let options =
        Options::default().scripting(matches!(scripting, Switch::On)).errors(arguments.errors);
    let input = reading.parse(file.as_deref(), fragment.as_deref(), options)?;
    let Input { document, errors, .. } = &input;
    reading.with_stdout(&input, |out| {
        match format {
            Format::Dat => write!(out, "{}", document.dump())?,
            Format::Json => {
                let errors = arguments.errors.then_some(&errors[..]);
                write_line(out, |json| {
                    Ok(json::write_document(json, document, Names::Html, errors)?)
                })?;
            }
        }
        Ok(())
    })?;
    if matches!(format, Format::Dat) {
        write_errors(errors)?;
    }
    reading.check(&input)
}

/// Writes errors to standard error, one line each.
pub(crate) fn write_errors(errors: &[PlacedError]) -> Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stderr().lock());
    for PlacedError { code, line, col, start, end } in errors {
        writeln!(out, "{code} {line} {col} {start} {end}")?;
    }
    out.flush()?;
    Ok(())
}
