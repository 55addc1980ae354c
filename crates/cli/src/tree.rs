//! `sapwood tree`

use std::{io::Write, path::PathBuf};

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::{FragmentContext, Options, Parsed, UnknownContext};

use crate::{input, json, with_stdout};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The HTML, UTF-8; standard input if none or `-`
    file: Option<PathBuf>,
    /// Parse a fragment inside this element: `td`, `svg desc`, `math mi`
    #[arg(long, value_name = "CONTEXT", value_parser = context)]
    fragment: Option<String>,
    /// Whether scripts would run, so that `noscript` is text
    #[arg(long, value_enum, default_value = "off")]
    scripting: Switch,
    /// List the parse errors: on standard error as `code line col start end`, or in the JSON
    #[arg(long)]
    errors: bool,
    /// How to print the tree
    #[arg(long, value_enum, default_value = "dat")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A line a node, as the public test suites write trees
    Dat,
    /// Nested objects
    Json,
}

/// Checks that a fragment's context names an element.
pub(crate) fn context(name: &str) -> Result<String, UnknownContext> {
    FragmentContext::parse(name).map(|_| name.to_owned())
}

/// Parses `html`, as a fragment if there is a context.
pub(crate) fn parse(
    html: &str,
    context: Option<&str>,
    options: &Options,
) -> Result<Parsed, UnknownContext> {
    Ok(match context {
        Some(name) => sapwood::parse_fragment(html, &FragmentContext::parse(name)?, options),
        None => sapwood::parse_with(html, options),
    })
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let html = input::read(arguments.file.as_ref())?;
    let options = Options::default()
        .scripting(matches!(arguments.scripting, Switch::On))
        .errors(arguments.errors);
    let parsed = parse(&html, arguments.fragment.as_deref(), &options)?;
    let errors = json::place(&parsed.errors, &html);
    with_stdout(|out| match arguments.format {
        Format::Dat => write!(out, "{}", parsed.document.outline()),
        Format::Json => {
            json::write_document(out, &parsed.document, arguments.errors.then_some(&errors[..]))
        }
    })?;
    if matches!(arguments.format, Format::Dat) {
        let mut out = std::io::BufWriter::new(std::io::stderr().lock());
        for json::PlacedError { code, line, col, start, end } in &errors {
            writeln!(out, "{code} {line} {col} {start} {end}")?;
        }
        out.flush()?;
    }
    Ok(())
}
