//! The command line `sapwood`, as a library for programs that contain it: [`run`].

#![forbid(unsafe_code)]

mod colors;
mod commands;
mod content;
mod decompress;
mod deferred;
mod encoding_options;
mod files;
mod html_options;
mod in_order;
mod input;
mod json;
mod json_writer;
mod limits;
mod matches;
mod messages;
mod mistaken;
mod output;
mod overview;
mod parse;
mod pieces;
mod progress;
mod records;
mod sources;
mod status;
mod terminal;
mod values;
mod xml_options;

use std::{ffi::OsString, iter};

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

#[cfg(feature = "warc")]
use self::commands::warc;
use self::{
    commands::{
        article, batch, check, chunks, documentation, edit, encoding, html, links, markdown,
        report, sanitize, select, table, text, tokens, tree, value, xml, xpath,
    },
    deferred::Deferred,
    messages::{complain, is_closed_pipe, is_unexplained, usage},
    status::Status,
};

/// Parse, query, check and write HTML (by the WHATWG standard) and XML
///
/// Exit status: 0 if all went well; 1 if nothing matched, or `check` found errors; 2 if an input could not be read
/// or parsed as a whole, or the arguments are wrong.
#[derive(Parser)]
#[command(name = "sapwood", version, long_version = overview::VERSION)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    terminal: terminal::TerminalOptions,
}

#[derive(Subcommand)]
enum Command {
    /// Print the tree of each document or fragment
    Tree(Deferred<tree::Arguments>),
    /// Read HTML and write it as `innerHTML` would, minified, or indented
    Html(Deferred<html::Arguments>),
    /// Check HTML syntax; exits 0 if there are no errors, 1 if there are, 2 if a file cannot be checked
    Check(Deferred<check::Arguments>),
    /// Print the elements that match a CSS selector; exits 1 if there are none
    Select(Deferred<select::Arguments>),
    /// Print the nodes that an XPath expression yields, or its value; exits 1 if there are none
    Xpath(Deferred<xpath::Arguments>),
    /// Write an HTML page that shows the source with its findings, next to its tree
    Report(Deferred<report::Arguments>),
    /// Print the tokens of the tokenization stage as JSON
    Tokens(Deferred<tokens::Arguments>),
    /// Parse XML, well-formed or not; print, write, query or check it
    #[command(subcommand)]
    Xml(xml::Command),
    /// Read attribute values as numbers, dates, colors and so on; prints a JSON object for each
    Value(Deferred<value::Arguments>),
    /// Print the text of pages as a reader sees it
    Text(Deferred<text::Arguments>),
    /// Write pages as Markdown
    Markdown(Deferred<markdown::Arguments>),
    /// Cut the main content of pages into Markdown chunks for search and language models, as JSON Lines
    Chunks(Deferred<chunks::Arguments>),
    /// Remove scripts, and all else that isn't allowed, from untrusted pages or fragments; the result stays
    /// safe when it is parsed again
    Sanitize(Deferred<sanitize::Arguments>),
    /// Edit pages: only the edited bytes change, and everything else stays byte for byte as it was
    Edit(Deferred<edit::Arguments>),
    /// Write the main content of pages, without navigation, advertisements and other surroundings
    Article(Deferred<article::Arguments>),
    /// Print the URLs that pages refer to, one a line; exits 1 if there are none
    Links(Deferred<links::Arguments>),
    /// Print the tables of pages, with spans resolved; exits 1 if there are none
    Table(Deferred<table::Arguments>),
    /// Parse many documents: reads JSON Lines, writes JSON Lines in the same order
    Batch(Deferred<batch::Arguments>),
    /// Extract the pages of web archives (WARC) into Parquet or JSON Lines
    #[cfg(feature = "warc")]
    Warc(Deferred<warc::Arguments>),
    /// Print each file's encoding, its confidence and its source, such as `page.html: UTF-8, tentative,
    /// meta-charset`; `restarted` if a late declaration restarted the parse, `malformed` if some bytes
    /// cannot be decoded
    Encoding(Deferred<encoding::Arguments>),
    /// Print a script that completes commands and options in a shell
    Completions(Deferred<documentation::Completions>),
    /// Write the manual pages into a directory
    Man(Deferred<documentation::Man>),
}

/// The command line as `clap` describes it.
fn command_line() -> clap::Command {
    // A repeated option takes its last value, as an alias in a shell expects.
    Cli::command().args_override_self(true)
}

/// Runs the command line with its arguments, without the name of the program, and returns the exit code.
///
/// It reads and writes as a process does, and keeps its options until the process ends: call it once in a process. Threads that
/// wait for standard input may still run when it returns.
///
/// ```no_run
/// let code = sapwood_cli::run(std::env::args_os().skip(1));
/// std::process::exit(code.into());
/// ```
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = iter::once("sapwood".into()).chain(arguments);
    let parsed = command_line().try_get_matches_from(arguments);
    match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => run_parsed(cli),
        Err(error) => usage(&error),
    }
    .exit_code()
}

fn run_parsed(cli: Cli) -> Status {
    terminal::set(&cli.terminal);
    progress::start();
    // Threads borrow the arguments until the process ends.
    let result = match Box::leak(Box::new(cli.command)) {
        Some(command) => run_command(command),
        None => overview::print(&command_line()),
    };
    if let Some(summary) = progress::finish(cli.terminal.summary) {
        complain(&summary);
    }
    match result {
        Ok(status) => status,
        // Whoever closed the pipe has read enough.
        Err(error) if is_closed_pipe(&error) => Status::Success,
        Err(error) => {
            match is_unexplained(&error) {
                true => complain(&format!("cannot write the output: {error}")),
                false => complain(&format!("{error:#}")),
            }
            Status::Failed
        }
    }
}

fn run_command(command: &'static Command) -> Result<Status> {
    match command {
        Command::Tree(arguments) => tree::run(arguments),
        Command::Html(arguments) => html::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Select(arguments) => select::run(arguments),
        Command::Xpath(arguments) => xpath::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Tokens(arguments) => tokens::run(arguments),
        Command::Xml(command) => xml::run(command),
        Command::Value(arguments) => value::run(arguments),
        Command::Text(arguments) => text::run(arguments),
        Command::Markdown(arguments) => markdown::run(arguments),
        Command::Chunks(arguments) => chunks::run(arguments),
        Command::Sanitize(arguments) => sanitize::run(arguments),
        Command::Edit(arguments) => edit::run(arguments),
        Command::Article(arguments) => article::run(arguments),
        Command::Links(arguments) => links::run(arguments),
        Command::Table(arguments) => table::run(arguments),
        Command::Batch(arguments) => batch::run(arguments),
        #[cfg(feature = "warc")]
        Command::Warc(arguments) => warc::run(arguments),
        Command::Encoding(arguments) => encoding::run(arguments),
        Command::Completions(arguments) => documentation::completions(arguments, command_line()),
        Command::Man(arguments) => documentation::man(arguments, command_line()),
    }
}
