//! Matches of selectors and expressions, and how they are printed.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use anyhow::Result;
use clap::Args;
use sapwood::{
    NodeId, NodeRef,
    serializer::{IoWriter, SerializeOptions, write_outer, xml},
};

use crate::{
    colors, content::Syntax, json_writer::JsonWriter, mistaken::word, records::Records,
    status::Status, terminal,
};

/// Options on the matches that are printed, and on the parts of them.
#[derive(Args)]
pub(crate) struct Shown {
    /// Print the text of each element; with --attr, after the values
    #[arg(short, long, conflicts_with_all = ["html", "json"])]
    text: bool,
    /// Print each element as HTML or XML; the default
    #[arg(long, conflicts_with_all = ["attr", "json"])]
    html: bool,
    /// Print the value of the attribute NAME; elements without it are skipped. If it is repeated, the values
    /// are separated by tabs, and elements that have none of them are skipped. White space in the fields of
    /// such a line is collapsed. With --json, no other attributes are printed
    #[arg(short, long, value_name = "NAME", value_parser = word)]
    attr: Vec<String>,
    /// Print a JSON object for each element, one a line: `file`, `name`, `attributes`, `text` and `html`
    #[arg(long)]
    json: bool,
    /// Print only the number of matches in each file
    #[arg(short, long, conflicts_with_all = ["text", "html", "attr", "json"])]
    count: bool,
    /// Print only the names of files with matches
    #[arg(short = 'l', long, conflicts_with_all = ["text", "html", "attr", "json", "count"])]
    files_with_matches: bool,
    /// Print nothing: the exit status is the answer
    #[arg(short, long)]
    quiet: bool,
    /// Stop after N matches in each file
    #[arg(short, long, value_name = "N")]
    max_count: Option<usize>,
    /// Stop after the first match in each file
    #[arg(short = '1', long, conflicts_with = "max_count")]
    first: bool,
    /// Skip elements inside an element that was printed
    #[arg(long)]
    pub(crate) outermost: bool,
}

impl Shown {
    /// The number of matches after which a file is done.
    fn most(&self) -> usize {
        match self.max_count {
            _ if self.first || self.quiet || self.files_with_matches => 1,
            Some(most) => most,
            None => usize::MAX,
        }
    }
}

/// Prints the matches in one file.
pub(crate) struct Printer<'s> {
    shown: &'s Shown,
    syntax: Syntax,
    /// The number of matches.
    count: usize,
    most: usize,
    is_colored: bool,
}

impl<'s> Printer<'s> {
    pub(crate) fn new(shown: &'s Shown, syntax: Syntax) -> Self {
        Self { shown, syntax, count: 0, most: shown.most(), is_colored: terminal::has_colors() }
    }

    /// Whether later matches are of no interest.
    pub(crate) fn is_done(&self) -> bool {
        self.count >= self.most
    }

    /// Whether elements inside an element that was printed are skipped.
    pub(crate) fn skips_inner(&self) -> bool {
        self.shown.outermost
    }

    /// Whether nothing is printed.
    pub(crate) fn is_quiet(&self) -> bool {
        self.shown.quiet
    }

    /// Prints an element, or only counts it.
    pub(crate) fn element(
        &mut self,
        records: &mut Records<'_, '_>,
        element: NodeRef<'_>,
    ) -> Result<()> {
        let Shown { text, attr, json, count, files_with_matches, quiet, .. } = self.shown;
        let has_any = attr.is_empty() || attr.iter().any(|name| element.has_attribute(name));
        if self.is_done() || !has_any {
            return Ok(());
        }
        self.count += 1;
        if *count || *files_with_matches || *quiet {
            return Ok(());
        }
        if *json {
            let file = records.file().to_owned();
            return records.json(|json| write(json, element, Some(&file), self.syntax, attr));
        }
        let value = |name: &String| Cow::Borrowed(element.attr(name).unwrap_or_default());
        let text = text.then(|| Cow::Owned(element.text_content()));
        let fields: Vec<Cow<'_, str>> = attr.iter().map(value).chain(text).collect();
        match &fields[..] {
            [] => self.markup(records, element),
            [one] => records.text(one),
            _ => {
                let words = |field: &Cow<'_, str>| {
                    field.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
                };
                records.text(&fields.iter().map(words).collect::<Vec<_>>().join("\t"))
            }
        }
    }

    /// Prints a match that isn't an element: its `text`, or the markup of the node `markup`.
    ///
    /// It has no attributes, so `--attr` skips it.
    pub(crate) fn other(
        &mut self,
        records: &mut Records<'_, '_>,
        name: &str,
        text: &str,
        markup: Option<NodeRef<'_>>,
    ) -> Result<()> {
        let Shown { text: only_text, attr, json, count, files_with_matches, quiet, .. } =
            self.shown;
        if self.is_done() || !attr.is_empty() {
            return Ok(());
        }
        self.count += 1;
        if *count || *files_with_matches || *quiet {
            return Ok(());
        }
        if *json {
            let file = records.file().to_owned();
            return records.json(|json| {
                json.begin_object()?;
                json.member("file", &file)?;
                if !name.is_empty() {
                    json.member("name", name)?;
                }
                json.member("text", text)?;
                Ok(json.end()?)
            });
        }
        match markup {
            Some(node) if !only_text => self.markup(records, node),
            _ => records.text(text),
        }
    }

    /// Prints a node as markup, with colors if standard output has them.
    fn markup(&self, records: &mut Records<'_, '_>, node: NodeRef<'_>) -> Result<()> {
        records.write(|out| {
            if !self.is_colored {
                return Ok(write_markup(out, node, self.syntax)?);
            }
            let mut markup = Vec::new();
            write_markup(&mut markup, node, self.syntax)?;
            Ok(out.write_all(&colors::marked(&String::from_utf8(markup)?))?)
        })
    }

    /// Prints what is known at the end of the file.
    pub(crate) fn finish(self, records: &mut Records<'_, '_>) -> Result<Status> {
        let Shown { count, files_with_matches, .. } = self.shown;
        if *count {
            records.text(&self.count.to_string())?;
        } else if *files_with_matches && self.count > 0 {
            records.write_file()?;
        }
        Ok(Status::found(self.count > 0))
    }
}

/// Tells which of the elements of a tree, given in tree order, are inside an earlier one.
///
/// A second walk of the tree keeps up with the elements and notes where the subtree of the last outermost
/// element ends, so that all elements together take one walk, however deep they are.
pub(crate) struct Nesting<'a> {
    walk: Box<dyn Iterator<Item = NodeRef<'a>> + 'a>,
    /// Whether the walk is inside an outermost element, and the node after it.
    inside: bool,
    end: Option<NodeId>,
}

impl<'a> Nesting<'a> {
    pub(crate) fn new(root: NodeRef<'a>) -> Self {
        Self { walk: Box::new(root.descendants()), inside: false, end: None }
    }

    pub(crate) fn is_outermost(&mut self, element: NodeRef<'a>) -> bool {
        for node in self.walk.by_ref() {
            if self.end == Some(node.node_id()) {
                self.inside = false;
            }
            if node.node_id() == element.node_id() {
                break;
            }
        }
        if self.inside {
            return false;
        }
        let with_ancestors = std::iter::successors(Some(element), NodeRef::parent);
        self.end =
            with_ancestors.into_iter().find_map(|it| it.next_sibling()).map(|it| it.node_id());
        self.inside = true;
        true
    }
}

/// Writes an element as JSON, with the name of its file if there is one; with only the attributes `wanted`, if any are.
pub(crate) fn write(
    json: &mut JsonWriter<'_, '_>,
    element: NodeRef<'_>,
    file: Option<&str>,
    syntax: Syntax,
    wanted: &[String],
) -> Result<()> {
    json.begin_object()?;
    if let Some(file) = file {
        json.member("file", file)?;
    }
    json.member("name", element.local_name().unwrap_or_default())?;
    json.key("attributes")?;
    json.begin_object()?;
    for attribute in element.attrs() {
        let name = attribute.qualified_name().to_string();
        if wanted.is_empty() || wanted.contains(&name) {
            json.member(&name, attribute.value())?;
        }
    }
    json.end()?;
    json.member("text", &element.text_content())?;
    json.key(if syntax == Syntax::Html { "html" } else { "xml" })?;
    json.stream(|out| Ok(write_markup(out, element, syntax)?))?;
    Ok(json.end()?)
}

/// Writes an element as it would be written in its language.
fn write_markup(out: &mut dyn Write, element: NodeRef<'_>, syntax: Syntax) -> io::Result<()> {
    let mut out = IoWriter::new(out);
    let written = match syntax {
        Syntax::Html => {
            let options = SerializeOptions::default();
            write_outer(&mut out, &element.owner(), &element, &options)
        }
        Syntax::Xml => {
            let options = xml::XmlSerializeOptions::default();
            let written = xml::write(&mut out, &element.owner(), &element, &options);
            // Without the option, only writing fails.
            written.map_err(|_| std::fmt::Error)
        }
    };
    out.finish(written)?;
    Ok(())
}
