//! `sapwood`, the command line: trees and tokens of HTML and XML, and HTML and XML again.

#![forbid(unsafe_code)]

mod batch;
mod check;
mod encoding;
mod files;
mod html;
mod input;
mod json;
mod limits;
mod links;
mod many;
mod operation;
mod report;
mod select;
mod state;
mod table;
mod text;
mod tokens;
mod tree;
mod value;
mod xml;

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::{Parser, Subcommand, error::ErrorKind};

/// Parses HTML by the WHATWG standard and shows what comes of it
#[derive(Parser)]
#[command(name = "sapwood", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the tree of a document or a fragment
    Tree(tree::Arguments),
    /// Read HTML and write it, as a browser's `innerHTML` would give it
    Html(html::Arguments),
    /// Tell what is wrong with the syntax of HTML, where, and what would be right; succeeds if nothing is
    Check(check::Arguments),
    /// Print the elements that match a CSS selector
    Select(select::Arguments),
    /// Write a page that shows the source with what is wrong in it beside its tree
    Report(report::Arguments),
    /// Print the tokens of the tokenization stage, as JSON
    Tokens(tokens::Arguments),
    /// Parse XML, well-formed or not, and show, write or check what comes of it
    #[command(subcommand)]
    Xml(xml::Command),
    /// Read attribute values as numbers, dates, colours and so on: a JSON object each
    Value(value::Arguments),
    /// Print the text of pages as a person reads it
    Text(text::Arguments),
    /// Print the URLs that pages refer to, a line each
    Links(links::Arguments),
    /// Print the tables of pages, their spans resolved
    Table(table::Arguments),
    /// Parse many documents: JSON Lines in, JSON Lines out, in the same order
    Batch(batch::Arguments),
    /// Print the encoding of each file, how sure it is and what decides on it, such as
    /// `page.html: UTF-8, tentative, meta-charset`, and whether the file was parsed again because of a
    /// late declaration, and whether something is malformed
    Encoding(encoding::Arguments),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let result = match cli.command {
        Command::Tree(arguments) => tree::run(&arguments),
        Command::Html(arguments) => html::run(&arguments),
        Command::Check(arguments) => return check::run(&arguments),
        Command::Select(arguments) => select::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Tokens(arguments) => tokens::run(&arguments),
        Command::Xml(command) => return xml::run(&command),
        Command::Value(arguments) => return value::run(&arguments),
        Command::Text(arguments) => text::run(&arguments),
        Command::Links(arguments) => links::run(&arguments),
        Command::Table(arguments) => table::run(&arguments),
        Command::Batch(arguments) => batch::run(&arguments),
        Command::Encoding(arguments) => encoding::run(&arguments),
    };
    end(result)
}

/// Tells of what went wrong, if something did.
fn end(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !is_closed_pipe(&error) {
                complain(&format!("{error:#}"));
            }
            ExitCode::FAILURE
        }
    }
}

/// Answers a command line that names no run: a call for help, or a mistake, which is told in a line.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return ExitCode::from(u8::from(error.print().is_err()));
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        complain("no command given; try `sapwood --help`");
        return ExitCode::from(2);
    }
    let text = error.to_string();
    let told: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty())
        .collect();
    let told = told.join(" ");
    complain(told.strip_prefix("error: ").unwrap_or(&told));
    ExitCode::from(2)
}

/// Writes a line to standard error; if that is closed too, there is no one left to tell.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "sapwood: {message}");
}

/// Whether the reader of our output went away, which is no fault to speak of.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = || cause.downcast_ref::<serde_json::Error>()?.io_error_kind();
        io.or_else(json) == Some(io::ErrorKind::BrokenPipe)
    })
}

/// Calls `write` with standard output, buffered, and flushes it.
fn with_stdout(write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    write(&mut out)?;
    out.flush()?;
    Ok(())
}
