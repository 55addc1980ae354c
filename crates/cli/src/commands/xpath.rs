//! `sapwood xpath` and `sapwood xml xpath`

use std::collections::HashSet;

use anyhow::{Result, anyhow};
use clap::Args;
use sapwood::{
    Document, NodeId, NodeRef, Selector, XPath, XPathError,
    tree::{Node, NodeKind},
    xpath::{Item, Value, XPathOptions},
};

use crate::{
    content::Syntax,
    files::{Files, Parse, Wanted, remove},
    html_options::HtmlOptions,
    in_order::for_each_file,
    matches::{Nesting, Printer, Shown},
    mistaken::word,
    records::Records,
    status::Status,
    xml_options::XmlOptions,
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    query: Query,
    #[command(flatten)]
    files: Files<HtmlOptions>,
}

#[derive(Args)]
pub(crate) struct XmlArguments {
    #[command(flatten)]
    query: Query,
    #[command(flatten)]
    files: Files<XmlOptions>,
}

#[derive(Args)]
struct Query {
    /// Evaluate this XPath 1.0 expression, such as `//main//a/@href` or `count(//p)`
    #[arg(value_name = "EXPR", value_parser = word)]
    expression: String,
    /// Declare a namespace prefix for names in the expression; may be repeated. `html`, `svg`, `math`, `xlink`,
    /// `xml`, and `re`, `set` and `str` for EXSLT are declared
    #[arg(long, value_name = "PREFIX=URL", value_parser = namespace)]
    namespace: Vec<(String, String)>,
    #[command(flatten)]
    shown: Shown,
}

/// Parses a declaration of a prefix.
fn namespace(text: &str) -> Result<(String, String), String> {
    let (prefix, url) = text.split_once('=').ok_or("expected PREFIX=URL")?;
    Ok((prefix.to_owned(), url.to_owned()))
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let Arguments { query, files } = arguments;
    query.run(files, Syntax::Html)
}

pub(crate) fn run_xml(arguments: &'static XmlArguments) -> Result<Status> {
    let XmlArguments { query, files } = arguments;
    query.run(files, Syntax::Xml)
}

impl Query {
    fn run<P: Parse>(&'static self, files: &'static Files<P>, syntax: Syntax) -> Result<Status> {
        let xpath = self.compile()?;
        for_each_file(&files.sources, files.sources.threads, syntax, move |out, path| {
            files.answer(out, path, Wanted::default(), &mut |records, input| {
                self.print(records, input.document, &xpath, &files.remove, syntax)
            })
        })
    }

    fn compile(&self) -> Result<XPath> {
        let options = self
            .namespace
            .iter()
            .fold(XPathOptions::new(), |options, (prefix, url)| options.prefix(prefix, url));
        XPath::parse_with(&self.expression, &options)
            .map_err(|error| match error.undeclared_prefix() {
                Some(prefix) => anyhow!(
                    "invalid XPath expression: {error:#}\ndeclare the prefix with --namespace {prefix}=URL"
                ),
                None => anyhow!("invalid XPath expression: {error:#}"),
            })
    }

    /// Prints the value of the expression.
    ///
    /// Elements that match `removed` are removed after the expression is evaluated and before anything is printed.
    fn print(
        &self,
        records: &mut Records<'_, '_>,
        mut document: Document,
        xpath: &XPath,
        removed: &[Selector],
        syntax: Syntax,
    ) -> Result<Status> {
        let mut printer = Printer::new(&self.shown, syntax);
        let places: Vec<Place> = match document.xpath(xpath).map_err(shown)? {
            Value::NodeSet(items) => items.into_iter().map(Place::of).collect(),
            Value::Boolean(is) if printer.is_quiet() => return Ok(Status::found(is)),
            Value::String(_) => {
                // `re:match()` is a list of texts; the value of any other expression is one.
                for text in document.xpath_strings(xpath).map_err(shown)? {
                    printer.other(records, "", &text, None)?;
                }
                return printer.finish(records);
            }
            scalar => {
                printer.other(records, "", &scalar.to_text(), None)?;
                return printer.finish(records);
            }
        };
        let mut kept = None;
        if !removed.is_empty() {
            remove(&mut document, removed);
            let ids = document.descendants().map(|node| node.node_id());
            kept = Some(ids.chain([document.root().node_id()]).collect::<HashSet<NodeId>>());
        }
        let mut nesting = Nesting::new(document.root());
        for place in places {
            if printer.is_done() {
                break;
            }
            if kept.as_ref().is_some_and(|kept| !kept.contains(&place.node)) {
                continue;
            }
            let Some(item) = place.item(&document) else { continue };
            let element = item.as_node().filter(|node| node.is_element());
            match element {
                Some(element) if self.shown.outermost && !nesting.is_outermost(element) => {}
                Some(element) => printer.element(records, element)?,
                None => print_other(&mut printer, records, item)?,
            }
        }
        printer.finish(records)
    }
}

/// An error of an evaluation, with its place in the expression.
fn shown(error: XPathError) -> anyhow::Error {
    anyhow!("{error:#}")
}

fn print_other(
    printer: &mut Printer<'_>,
    records: &mut Records<'_, '_>,
    item: Item<NodeRef<'_>>,
) -> Result<()> {
    let name = item.name().map_or_else(String::new, |name| name.to_string());
    // The text of a text node is what it says; other nodes are written as markup.
    let markup = item.as_node().filter(|node| node.kind() != NodeKind::Text);
    printer.other(records, &name, &item.string_value(), markup)
}

/// A node of a result, without a borrow of its document.
struct Place {
    node: NodeId,
    part: Part,
}

enum Part {
    Whole,
    Attribute(u32),
    Namespace(u32),
}

impl Place {
    fn of(item: Item<NodeRef<'_>>) -> Self {
        let part = match item {
            Item::Node(_) => Part::Whole,
            Item::Attribute { index, .. } => Part::Attribute(index),
            Item::Namespace { index, .. } => Part::Namespace(index),
        };
        Self { node: item.node().node_id(), part }
    }

    fn item<'d>(&self, document: &'d Document) -> Option<Item<NodeRef<'d>>> {
        let element = document.node(self.node)?;
        Some(match self.part {
            Part::Whole => Item::Node(element),
            Part::Attribute(index) => Item::Attribute { element, index },
            Part::Namespace(index) => Item::Namespace { element, index },
        })
    }
}
