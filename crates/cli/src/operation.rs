//! What `sapwood batch` does with each document.

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::{Document, Selector, reading::url::Url};
use serde::Serialize;

use crate::{
    links,
    select::{self, Found},
    text,
};

#[derive(Args, Clone)]
pub(crate) struct Operation {
    /// What an answer has of the document, under this name
    #[arg(long, value_enum, default_value = "tree")]
    op: Kind,
    /// For `--op select`: a CSS selector
    #[arg(long, value_name = "SELECTOR", value_parser = select::selector, required_if_eq("op", "select"))]
    selector: Option<Selector>,
    /// For `--op links`: the URL of the pages; a `base` element comes first
    #[arg(long, value_name = "URL", value_parser = links::url)]
    base: Option<Url>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The tree, a line a node as the public test suites write it
    Tree,
    /// The HTML that `innerHTML` would give
    Html,
    /// The text as a person reads it
    Text,
    /// The links, as of `sapwood links --json`
    Links,
    /// What `--selector` finds, as of `sapwood select --json`
    Select,
}

/// What came of it, under the operation's name.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome<'a> {
    Tree(String),
    Html(String),
    Text(String),
    Links(serde_json::Value),
    Select(Vec<Found<'a>>),
}

impl Operation {
    pub(crate) fn outcome<'a>(&self, document: &'a Document, is_xml: bool) -> Result<Outcome<'a>> {
        Ok(match self.op {
            Kind::Tree => {
                let tree = if is_xml { document.xml_outline() } else { document.outline() };
                let mut tree = tree.to_string();
                tree.truncate(tree.trim_end_matches('\n').len());
                Outcome::Tree(tree)
            }
            Kind::Html => Outcome::Html(document.to_html()),
            Kind::Text => Outcome::Text(text::text(document, false)),
            Kind::Links => Outcome::Links(links::all(document, self.base.as_ref())?),
            Kind::Select => {
                let found = self.selector.iter().flat_map(|s| s.select(document.document()));
                Outcome::Select(found.map(|element| Found::new(element, None)).collect())
            }
        })
    }
}
