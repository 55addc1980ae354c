//! `sapwood select`

use std::{
    collections::BTreeMap,
    io::Write,
    num::NonZero,
    path::{Path, PathBuf},
};

use anyhow::Result;
use clap::Args;
use sapwood::{NodeRef, Options, Selector};
use serde::Serialize;

use crate::{
    encoding::Known,
    input,
    limits::TreeLimits,
    many::{self, Done},
    tree::{self, Parsed, context},
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// A CSS selector, such as `main a[href^="https"]`
    #[arg(value_parser = selector)]
    selector: Selector,
    /// The files; standard input if none or `-`
    files: Vec<PathBuf>,
    /// Print the text in each element
    #[arg(long, conflicts_with_all = ["html", "attr", "json"])]
    text: bool,
    /// Print each element as HTML, as is done if nothing else is said
    #[arg(long, conflicts_with_all = ["attr", "json"])]
    html: bool,
    /// Print the value of this attribute, of those elements that have it
    #[arg(long, value_name = "NAME", conflicts_with = "json")]
    attr: Option<String>,
    /// Print an object for each element: `{"file", "name", "attributes", "text", "html"}`
    #[arg(long)]
    json: bool,
    /// Only the first element of each file
    #[arg(long)]
    first: bool,
    /// Parse fragments inside this element: `td`, `svg desc`, `math mi`
    #[arg(long, value_name = "CONTEXT", value_parser = context)]
    fragment: Option<String>,
    /// Take scripting to be enabled: `noscript` is text
    #[arg(long)]
    scripting: bool,
    /// How many files to work on at once; all processors if not given
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    #[command(flatten)]
    known: Known,
    #[command(flatten)]
    limits: TreeLimits,
}

/// Compiles a selector; the error tells where and what.
pub(crate) fn selector(text: &str) -> Result<Selector, String> {
    text.parse::<Selector>().map_err(|error| error.to_string())
}

/// An element that was found.
#[derive(Serialize)]
pub(crate) struct Found<'a> {
    /// The file that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    name: &'a str,
    attributes: BTreeMap<String, &'a str>,
    text: String,
    html: String,
}

impl<'a> Found<'a> {
    pub(crate) fn new(element: NodeRef<'a>, file: Option<&'a str>) -> Self {
        Self {
            file,
            name: element.local_name().unwrap_or_default(),
            attributes: element
                .attributes()
                .map(|attribute| (attribute.qualified_name().to_string(), attribute.value()))
                .collect(),
            text: element.text_content(),
            html: element.outer_html(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let files = many::or_standard_input(&arguments.files);
    many::for_each(&files, arguments.threads, |file| {
        let mut output = Vec::new();
        let error = select(&mut output, file, arguments).err();
        Done { output, error }
    })
}

fn select(out: &mut Vec<u8>, file: &Path, arguments: &Arguments) -> Result<()> {
    let limits = &arguments.limits;
    let bytes = input::read(Some(&file.to_owned()), limits.input.max_input_bytes)?;
    let options = Options::default().scripting(arguments.scripting).limits(limits.limits());
    let sniffing = arguments.known.sniffing();
    let Parsed { document, source, limit, .. } =
        tree::parse(&bytes, arguments.fragment.as_deref(), options, sniffing)?;
    let name = input::name(Some(file));
    arguments.known.note(&bytes, source, &name);
    let most = if arguments.first { 1 } else { usize::MAX };
    for element in arguments.selector.select(document.document()).take(most) {
        write_element(out, element, &name, arguments)?;
    }
    limits.check(limit, &name)
}

fn write_element(
    out: &mut Vec<u8>,
    element: NodeRef<'_>,
    file: &str,
    arguments: &Arguments,
) -> Result<()> {
    if arguments.json {
        serde_json::to_writer(&mut *out, &Found::new(element, Some(file)))?;
    } else if let Some(name) = &arguments.attr {
        let is_it = |own: &sapwood::AttributeRef<'_>| own.qualified_name().to_string() == *name;
        let Some(attribute) = element.attributes().find(is_it) else { return Ok(()) };
        out.extend_from_slice(attribute.value().as_bytes());
    } else if arguments.text {
        out.extend_from_slice(element.text_content().as_bytes());
    } else {
        out.extend_from_slice(element.outer_html().as_bytes());
    }
    writeln!(out)?;
    Ok(())
}
