//! `sapwood select` and `sapwood xml select`

mod base;
mod stream;

use std::{collections::HashSet, path::Path};

use anyhow::Result;
use clap::Args;
use sapwood::{Document, NodeId, NodeRef, Selector, extract::url::Url};

use crate::{
    content::Syntax,
    files::{Files, Wanted, remove},
    html_options::HtmlOptions,
    in_order::for_each_file,
    input,
    matches::{Nesting, Printer, Shown},
    records::Records,
    status::Status,
    values,
    xml_options::XmlOptions,
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// Resolve URLs in attributes against this URL of the pages; a `base` element takes precedence
    #[arg(short, long, value_name = "URL", value_parser = values::url)]
    base: Option<Url>,
    /// Read standard input and pipes to their end before anything is printed. By default, matches are printed
    /// as they come if the selector doesn't depend on later content; elements that the parser moves after
    /// their start, such as misnested formatting, are then found where they began
    #[arg(long)]
    no_stream: bool,
    #[command(flatten)]
    files: Files<HtmlOptions>,
}

#[derive(Args)]
pub(crate) struct XmlArguments {
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    files: Files<XmlOptions>,
}

/// The elements that are selected.
#[derive(Args)]
struct Selection {
    /// Find elements by this CSS selector, such as `main a[href^="https"]`
    #[arg(value_parser = values::selector)]
    selector: Selector,
    #[command(flatten)]
    shown: Shown,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let Arguments { selection, base, files, .. } = arguments;
    for_each_file(&files.sources, files.sources.threads, Syntax::Html, move |out, path| {
        if let Some(stream) = arguments.stream(path) {
            return stream.run(out, path, &selection.shown, files);
        }
        files.answer(out, path, Wanted::default(), &mut |records, mut input| {
            if let Some(base) = base {
                base::resolve_links(&mut input.document, base);
            }
            selection.print(records, input.document, &files.remove, Syntax::Html)
        })
    })
}

pub(crate) fn run_xml(arguments: &'static XmlArguments) -> Result<Status> {
    let XmlArguments { selection, files } = arguments;
    for_each_file(&files.sources, files.sources.threads, Syntax::Xml, move |out, path| {
        files.answer(out, path, Wanted::default(), &mut |records, input| {
            selection.print(records, input.document, &files.remove, Syntax::Xml)
        })
    })
}

impl Arguments {
    /// How to select while `path` is read, if that is of use and possible.
    fn stream(&self, path: &Path) -> Option<stream::Stream> {
        let is_whole = self.no_stream
            || self.base.is_some()
            || !self.files.remove.is_empty()
            || self.files.parsing.fragment.is_some();
        if is_whole || !input::may_be_slow(path) {
            return None;
        }
        stream::Stream::new(&self.selection.selector)
    }
}

impl Selection {
    /// Prints the matches in a document.
    ///
    /// Elements that match `removed` are removed after `selector` is matched and before anything is printed.
    fn print(
        &self,
        records: &mut Records<'_, '_>,
        mut document: Document,
        removed: &[Selector],
        syntax: Syntax,
    ) -> Result<Status> {
        let mut printer = Printer::new(&self.shown, syntax);
        if removed.is_empty() {
            self.matches(&document).try_for_each(|element| printer.element(records, element))?;
        } else {
            let ids: HashSet<NodeId> = self.matches(&document).map(|it| it.node_id()).collect();
            remove(&mut document, removed);
            let elements = document.descendants().filter(|it| ids.contains(&it.node_id()));
            elements.into_iter().try_for_each(|element| printer.element(records, element))?;
        }
        printer.finish(records)
    }

    fn matches<'d>(&'d self, document: &'d Document) -> impl Iterator<Item = NodeRef<'d>> {
        let mut nesting = Nesting::new(document.root());
        let elements = self.selector.select(document.root());
        elements.filter(move |&it| !self.shown.outermost || nesting.is_outermost(it))
    }
}
