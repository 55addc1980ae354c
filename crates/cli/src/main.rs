//! `sapwood`, the command line: parses, queries, checks and writes HTML and XML.

#![forbid(unsafe_code)]

mod batch;
mod check;
mod encoding;
mod files;
mod html;
mod in_order;
mod input;
mod json;
mod json_writer;
mod limits;
mod links;
mod operation;
mod output;
mod report;
mod request;
mod select;
mod state;
mod table;
mod terminal;
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

use output::with_stdout;

/// Parse, query, check and write HTML (by the WHATWG standard) and XML
#[derive(Parser)]
#[command(name = "sapwood", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Write control characters to a terminal as they are; by default they are shown as `\u001b` and so on
    #[arg(long, global = true)]
    raw_control_chars: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Print the tree of a document or a fragment
    Tree(tree::Arguments),
    /// Read HTML and write it as `innerHTML` would, minified, or indented
    Html(html::Arguments),
    /// Check HTML syntax; exits 0 if there are no errors, 1 if there are, 2 if a file cannot be checked
    Check(check::Arguments),
    /// Print the elements that match a CSS selector
    Select(select::Arguments),
    /// Write an HTML page that shows the source with its findings, next to its tree
    Report(report::Arguments),
    /// Print the tokens of the tokenization stage as JSON
    Tokens(tokens::Arguments),
    /// Parse XML, well-formed or not; print, write or check it
    #[command(subcommand)]
    Xml(xml::Command),
    /// Read attribute values as numbers, dates, colors and so on; prints a JSON object for each
    Value(value::Arguments),
    /// Print the text of pages as a reader sees it
    Text(text::Arguments),
    /// Print the URLs that pages refer to, one a line
    Links(links::Arguments),
    /// Print the tables of pages, with spans resolved
    Table(table::Arguments),
    /// Parse many documents: reads JSON Lines, writes JSON Lines in the same order
    Batch(batch::Arguments),
    /// Print each file's encoding, its confidence and its source, such as `page.html: UTF-8, tentative,
    /// meta-charset`; `restarted` if a late declaration restarted the parse, `malformed` if some bytes
    /// cannot be decoded
    Encoding(encoding::Arguments),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    if cli.raw_control_chars {
        terminal::set_raw();
    }
    // Threads borrow the arguments until the process ends.
    let command: &'static Command = Box::leak(Box::new(cli.command));
    let result = match command {
        Command::Tree(arguments) => tree::run(arguments),
        Command::Html(arguments) => html::run(arguments),
        Command::Check(arguments) => return check::run(arguments),
        Command::Select(arguments) => select::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Tokens(arguments) => tokens::run(arguments),
        Command::Xml(command) => return xml::run(command),
        Command::Value(arguments) => return value::run(arguments),
        Command::Text(arguments) => text::run(arguments),
        Command::Links(arguments) => links::run(arguments),
        Command::Table(arguments) => table::run(arguments),
        Command::Batch(arguments) => batch::run(arguments),
        Command::Encoding(arguments) => encoding::run(arguments),
    };
    end(result)
}

/// Reports the error of a command, if any.
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

/// Prints help, or reports a mistake in the arguments in one line.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return ExitCode::from(u8::from(error.print().is_err()));
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        complain("no command given; try `sapwood --help`");
        return ExitCode::from(2);
    }
    let text = error.to_string();
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty())
        .collect();
    let message = lines.join(" ");
    complain(message.strip_prefix("error: ").unwrap_or(&message));
    ExitCode::from(2)
}

/// Writes a line to standard error; errors are ignored, as there is nowhere left to report them.
fn complain(message: &str) {
    let mut stderr = io::stderr().lock();
    let _ = match terminal::escapes(&stderr) {
        true => writeln!(stderr, "sapwood: {}", terminal::escape(message)),
        false => writeln!(stderr, "sapwood: {message}"),
    };
}

/// Returns `true` if `error` is that the reader of our output has closed it, which isn't reported.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = || cause.downcast_ref::<serde_json::Error>()?.io_error_kind();
        io.or_else(json) == Some(io::ErrorKind::BrokenPipe)
    })
}
