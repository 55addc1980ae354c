//! The operations of `sapwood batch`.

use std::io::Write;

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::{
    FragmentContext, Selector,
    extract::{Base, url::Url},
    sanitizer::Sanitizer,
};

use super::Parsed;
use crate::{
    commands::{article, html, links, text, tree::WithoutLastLineFeed},
    content::Syntax,
    json_writer::JsonWriter,
    matches, values,
};

#[derive(Args)]
pub(crate) struct Operation {
    /// Put the result of this operation into each answer, under the operation's name
    #[arg(long, value_enum, default_value = "tree")]
    op: Kind,
    /// Find elements by this CSS selector; for `--op select`
    #[arg(long, value_name = "SELECTOR", value_parser = values::selector, required_if_eq("op", "select"))]
    selector: Option<Selector>,
    /// Resolve links against this URL of the pages; a `base` element takes precedence; for `--op links`
    #[arg(long, value_name = "URL", value_parser = values::url)]
    base: Option<Url>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The tree in the format of the conformance suites, one line a node
    Tree,
    /// The document as `sapwood html` writes it
    Html,
    /// The text as a reader sees it
    Text,
    /// The document as Markdown
    Markdown,
    /// The document without scripts and all else that the Sanitizer API's default configuration doesn't list, as HTML
    Sanitize,
    /// The main content: title, byline, dates and others, and the text
    Article,
    /// The links, as `sapwood links --json` prints them
    Links,
    /// The elements that match `--selector`, as `sapwood select --json` prints them
    Select,
}

impl Operation {
    /// Whether answers have the tree, which conformance suites compare with its errors.
    pub(crate) fn is_tree(&self) -> bool {
        self.op == Kind::Tree
    }

    /// Writes the result for a document, as a member of the object that is open.
    pub(crate) fn write(&self, json: &mut JsonWriter<'_, '_>, parsed: &Parsed) -> Result<()> {
        let (document, is_xml) = (&parsed.document, parsed.is_xml);
        match self.op {
            Kind::Tree => {
                json.key("tree")?;
                json.stream(|out| {
                    let dump = if is_xml { document.xml_dump() } else { document.dump() };
                    Ok(write!(WithoutLastLineFeed::new(out), "{dump}")?)
                })
            }
            Kind::Html if is_xml => Ok(json.member("html", &document.to_html())?),
            Kind::Html => {
                json.key("html")?;
                json.stream(|out| html::write_document(out, document, parsed.scripting))
            }
            Kind::Text => Ok(json.member("text", &text::text(document, false))?),
            Kind::Markdown => Ok(json.member("markdown", &document.to_markdown())?),
            Kind::Sanitize => {
                let context = parsed.context.as_deref().map(FragmentContext::parse).transpose()?;
                let html = Sanitizer::default().clean_parsed(document.clone(), context);
                Ok(json.member("sanitize", &html)?)
            }
            Kind::Article => {
                json.key("article")?;
                json.begin_object()?;
                article::write_members(json, &document.article())?;
                Ok(json.end()?)
            }
            Kind::Links => {
                json.array("links")?;
                let base = document.base_url(self.base.as_ref()).map(Base::new);
                for link in document.links() {
                    links::write(json, &link, base.as_ref(), None)?;
                }
                Ok(json.end()?)
            }
            Kind::Select => {
                json.array("select")?;
                let syntax = if is_xml { Syntax::Xml } else { Syntax::Html };
                for element in self.selector.iter().flat_map(|it| it.select(document.root())) {
                    matches::write(json, element, None, syntax, &[])?;
                }
                Ok(json.end()?)
            }
        }
    }
}
