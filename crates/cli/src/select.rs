//! `sapwood select`

use std::{
    io::{self, Write},
    num::NonZero,
    path::{Path, PathBuf},
};

use anyhow::Result;
use clap::Args;
use sapwood::{
    NodeId, NodeRef, Options, Selector,
    serializer::{self, IoWriter, write_outer},
};

use crate::{
    files::{Input, Reading},
    in_order::for_each_file,
    json_writer::{JsonWriter, write_line},
    output::Output,
    tree::context,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Find elements by this CSS selector, such as `main a[href^="https"]`
    #[arg(value_parser = selector)]
    selector: Selector,
    /// Read these files; standard input if none or `-`
    files: Vec<PathBuf>,
    /// Print the text of each element
    #[arg(long, conflicts_with_all = ["html", "attr", "json"])]
    text: bool,
    /// Print each element as HTML; the default
    #[arg(long, conflicts_with_all = ["attr", "json"])]
    html: bool,
    /// Print the value of the attribute NAME; elements without it are skipped
    #[arg(long, value_name = "NAME", conflicts_with = "json")]
    attr: Option<String>,
    /// Print a JSON object for each element, one a line: `file`, `name`, `attributes`, `text` and `html`
    #[arg(long)]
    json: bool,
    /// Print only the first element of each file
    #[arg(long)]
    first: bool,
    /// Skip elements inside an element that was printed
    #[arg(long)]
    outermost: bool,
    /// Parse the files as fragments inside this element, such as `td`, `svg desc` or `math mi`
    #[arg(long, value_name = "CONTEXT", value_parser = context)]
    fragment: Option<String>,
    /// Parse as if scripts could run: the content of `noscript` is text
    #[arg(long)]
    scripting: bool,
    /// Read N files at once [default: the number of processors]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    #[command(flatten)]
    reading: Reading,
}

/// Compiles a selector; the error says where and what is wrong.
pub(crate) fn selector(text: &str) -> Result<Selector, String> {
    text.parse::<Selector>().map_err(|error| error.to_string())
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<()> {
    for_each_file(&arguments.files, arguments.threads, |out, file| select(out, file, arguments))
}

fn select(out: &mut Output<'_>, file: &Path, arguments: &Arguments) -> Result<()> {
    let reading = &arguments.reading;
    let options = Options::default().scripting(arguments.scripting);
    let input = reading.parse(Some(file), arguments.fragment.as_deref(), options)?;
    let Input { name, document, .. } = &input;
    let most = if arguments.first { 1 } else { usize::MAX };
    let mut nesting = Nesting::new(document.root());
    reading.limited(out, &input, |out| {
        let elements = arguments.selector.select(document.root());
        let elements = elements.filter(|&it| !arguments.outermost || nesting.is_outermost(it));
        for element in elements.take(most) {
            write_element(out, element, name, arguments)?;
        }
        Ok(())
    })?;
    reading.check(&input)
}

/// Tells which of the elements of a tree, given in tree order, are inside an earlier one.
///
/// A second walk of the tree keeps up with the elements and notes where the subtree of the last outermost
/// element ends, so that all elements together take one walk, however deep they are.
struct Nesting<'a> {
    walk: Box<dyn Iterator<Item = NodeRef<'a>> + 'a>,
    /// Whether the walk is inside an outermost element, and the node after it.
    inside: bool,
    end: Option<NodeId>,
}

impl<'a> Nesting<'a> {
    fn new(root: NodeRef<'a>) -> Self {
        Self { walk: Box::new(root.descendants()), inside: false, end: None }
    }

    fn is_outermost(&mut self, element: NodeRef<'a>) -> bool {
        for node in self.walk.by_ref() {
            if self.end == Some(node.id()) {
                self.inside = false;
            }
            if node.id() == element.id() {
                break;
            }
        }
        if self.inside {
            return false;
        }
        let with_ancestors = std::iter::successors(Some(element), NodeRef::parent);
        self.end = with_ancestors.into_iter().find_map(|it| it.next_sibling()).map(|it| it.id());
        self.inside = true;
        true
    }
}

fn write_element(
    out: &mut Output<'_>,
    element: NodeRef<'_>,
    file: &str,
    arguments: &Arguments,
) -> Result<()> {
    if arguments.json {
        return write_line(out, |json| write(json, element, Some(file)));
    }
    if let Some(name) = &arguments.attr {
        let is_it = |own: &sapwood::AttributeRef<'_>| own.qualified_name().to_string() == *name;
        let Some(attribute) = element.attrs().find(is_it) else { return Ok(()) };
        out.write_all(attribute.value().as_bytes())?;
    } else if arguments.text {
        out.write_all(element.text_content().as_bytes())?;
    } else {
        write_html(out, element)?;
    }
    Ok(writeln!(out)?)
}

/// Writes an element as JSON, with the name of its file if there is one.
pub(crate) fn write(
    json: &mut JsonWriter<'_, '_>,
    element: NodeRef<'_>,
    file: Option<&str>,
) -> Result<()> {
    json.begin_object()?;
    if let Some(file) = file {
        json.member("file", file)?;
    }
    json.member("name", element.local_name().unwrap_or_default())?;
    json.key("attributes")?;
    json.begin_object()?;
    for attribute in element.attrs() {
        json.member(&attribute.qualified_name().to_string(), attribute.value())?;
    }
    json.end()?;
    json.member("text", &element.text_content())?;
    json.key("html")?;
    json.stream(|out| Ok(write_html(out, element)?))?;
    Ok(json.end()?)
}

fn write_html(out: &mut dyn Write, element: NodeRef<'_>) -> io::Result<()> {
    let mut out = IoWriter::new(out);
    let options = serializer::Options::default();
    let written = write_outer(&mut out, &element.owner(), &element, &options);
    out.finish(written)?;
    Ok(())
}
