//! `sapwood xml`

mod check;
mod links;
mod text;
mod tokens;
mod tree;
mod write;

use anyhow::Result;
use clap::Subcommand;

use crate::{
    commands::{select, xpath},
    deferred::Deferred,
    status::Status,
};

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Print the tree
    Tree(Deferred<tree::Arguments>),
    /// Print the tokens of the tokenization stage as JSON
    Tokens(Deferred<tokens::Arguments>),
    /// Write XML as HTML, such as a page of XHTML
    Html(Deferred<write::HtmlArguments>),
    /// Write XML as XML that gives the same tree when it is parsed again
    Write(Deferred<write::Arguments>),
    /// Check well-formedness; exits 0 if there are no errors, 1 if there are, 2 if a file cannot be checked
    Check(Deferred<check::Arguments>),
    /// Print the elements that match a CSS selector, as XML; exits 1 if there are none
    Select(Deferred<select::XmlArguments>),
    /// Print the nodes that an XPath expression yields, or its value; exits 1 if there are none
    Xpath(Deferred<xpath::XmlArguments>),
    /// Print the text of documents
    Text(Deferred<text::Arguments>),
    /// Print the URLs that feeds, sitemaps and other documents refer to, one a line; exits 1 if there are none
    Links(Deferred<links::Arguments>),
}

pub(crate) fn run(command: &'static Command) -> Result<Status> {
    match command {
        Command::Tree(arguments) => tree::run(arguments),
        Command::Tokens(arguments) => tokens::run(arguments),
        Command::Html(arguments) => write::run_html(arguments),
        Command::Write(arguments) => write::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Select(arguments) => select::run_xml(arguments),
        Command::Xpath(arguments) => xpath::run_xml(arguments),
        Command::Text(arguments) => text::run(arguments),
        Command::Links(arguments) => links::run(arguments),
    }
}
