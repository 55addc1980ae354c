//! `sapwood`, the command line: parses, queries, checks and writes HTML and XML.

#![forbid(unsafe_code)]

mod commands;
mod content;
mod decompress;
mod files;
mod html_options;
mod in_order;
mod input;
mod json;
mod json_writer;
mod limits;
mod mistaken;
mod output;
mod progress;
mod records;
mod sources;
mod terminal;

use std::{
    error::Error,
    io::{self, Write},
    process::ExitCode,
};

use anyhow::Result;
use clap::{
    CommandFactory, FromArgMatches, Parser, Subcommand,
    error::{ContextKind, ErrorKind},
};

#[cfg(feature = "warc")]
use commands::warc;
use commands::{
    article, batch, check, documentation, encoding, html, links, markdown, report, sanitize,
    select, table, text, tokens, tree, value, xml, xpath,
};
use output::with_stdout;

/// Parse, query, check and write HTML (by the WHATWG standard) and XML
///
/// Exit status: 0 if all went well; 1 if nothing matched, or `check` found errors; 2 if an input could not be read
/// or parsed as a whole, or the arguments are wrong.
#[derive(Parser)]
#[command(name = "sapwood", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    terminal: terminal::TerminalOptions,
}

#[derive(Subcommand)]
enum Command {
    /// Print the tree of each document or fragment
    Tree(tree::Arguments),
    /// Read HTML and write it as `innerHTML` would, minified, or indented
    Html(html::Arguments),
    /// Check HTML syntax; exits 0 if there are no errors, 1 if there are, 2 if a file cannot be checked
    Check(check::Arguments),
    /// Print the elements that match a CSS selector; exits 1 if there are none
    Select(select::Arguments),
    /// Print the nodes that an XPath expression yields, or its value; exits 1 if there are none
    Xpath(xpath::Arguments),
    /// Write an HTML page that shows the source with its findings, next to its tree
    Report(report::Arguments),
    /// Print the tokens of the tokenization stage as JSON
    Tokens(tokens::Arguments),
    /// Parse XML, well-formed or not; print, write, query or check it
    #[command(subcommand)]
    Xml(xml::Command),
    /// Read attribute values as numbers, dates, colors and so on; prints a JSON object for each
    Value(value::Arguments),
    /// Print the text of pages as a reader sees it
    Text(text::Arguments),
    /// Write pages as Markdown
    Markdown(markdown::Arguments),
    /// Remove scripts, and all else that isn't allowed, from untrusted pages or fragments; the result stays
    /// safe when it is parsed again
    Sanitize(sanitize::Arguments),
    /// Write the main content of pages, without navigation, advertisements and other surroundings
    Article(article::Arguments),
    /// Print the URLs that pages refer to, one a line; exits 1 if there are none
    Links(links::Arguments),
    /// Print the tables of pages, with spans resolved; exits 1 if there are none
    Table(table::Arguments),
    /// Parse many documents: reads JSON Lines, writes JSON Lines in the same order
    Batch(batch::Arguments),
    /// Extract the pages of web archives (WARC) into Parquet or JSON Lines
    #[cfg(feature = "warc")]
    Warc(warc::Arguments),
    /// Print each file's encoding, its confidence and its source, such as `page.html: UTF-8, tentative,
    /// meta-charset`; `restarted` if a late declaration restarted the parse, `malformed` if some bytes
    /// cannot be decoded
    Encoding(encoding::Arguments),
    /// Print a script that completes commands and options in a shell
    Completions(documentation::Completions),
    /// Write the manual pages into a directory
    Man(documentation::Man),
}

/// The outcome of a command or of one input; a later one takes precedence over an earlier one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// Nothing matched.
    Nothing,
    Success,
    /// `check` found errors.
    Findings,
    /// An error was reported.
    Failed,
}

impl Status {
    /// `Success` if something was found, otherwise `Nothing`.
    fn found(found: bool) -> Self {
        if found { Self::Success } else { Self::Nothing }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        match status {
            Status::Success => Self::SUCCESS,
            Status::Nothing | Status::Findings => Self::from(1),
            Status::Failed => Self::from(2),
        }
    }
}

/// The command line as `clap` describes it.
fn command_line() -> clap::Command {
    // A repeated option takes its last value, as an alias in a shell expects.
    Cli::command().args_override_self(true)
}

fn main() -> ExitCode {
    let parsed = command_line().try_get_matches();
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    terminal::set(&cli.terminal);
    progress::start();
    // Threads borrow the arguments until the process ends.
    let result = run(Box::leak(Box::new(cli.command)));
    progress::finish();
    match result {
        Ok(status) => status.into(),
        // Whoever closed the pipe has read enough.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            match is_unexplained(&error) {
                true => complain(&format!("cannot write the output: {error}")),
                false => complain(&format!("{error:#}")),
            }
            Status::Failed.into()
        }
    }
}

fn run(command: &'static Command) -> Result<Status> {
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
        Command::Sanitize(arguments) => sanitize::run(arguments),
        Command::Article(arguments) => article::run(arguments),
        Command::Links(arguments) => links::run(arguments),
        Command::Table(arguments) => table::run(arguments),
        Command::Batch(arguments) => batch::run(arguments),
        #[cfg(feature = "warc")]
        Command::Warc(arguments) => warc::run(arguments),
        Command::Encoding(arguments) => encoding::run(arguments),
        Command::Completions(arguments) => documentation::completions(arguments),
        Command::Man(arguments) => documentation::man(arguments),
    }
}

/// Prints help, or reports a mistake in the arguments: in one line, and the place in a selector below it.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return ExitCode::from(u8::from(error.print().is_err()));
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        complain("no command given; try `sapwood --help`");
        return ExitCode::from(2);
    }
    // The lines of a cause show a place in the argument.
    if let (Some(cause), Some(argument)) = (error.source(), error.get(ContextKind::InvalidArg))
        && cause.to_string().contains('\n')
    {
        complain(&format!("invalid value for '{argument}': {cause}"));
        return ExitCode::from(2);
    }
    let text = error.to_string();
    let lines = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty());
    let mut message = String::new();
    for line in lines {
        let (separator, line) = line.strip_prefix("tip: ").map_or((" ", line), |tip| ("; ", tip));
        message += if message.is_empty() { "" } else { separator };
        message += line;
    }
    complain(message.strip_prefix("error: ").unwrap_or(&message));
    ExitCode::from(2)
}

/// Writes a line to standard error; errors are ignored, as there is nowhere left to report them.
fn complain(message: &str) {
    progress::suspend(|| {
        let mut stderr = io::stderr().lock();
        let _ = match terminal::escapes(&stderr) {
            true => writeln!(stderr, "sapwood: {}", terminal::escape(message)),
            false => writeln!(stderr, "sapwood: {message}"),
        };
    });
}

/// Returns `true` if `error` is an error of the operating system without context, as those of standard output are. The others
/// say what failed.
fn is_unexplained(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    error.chain().len() == 1 && io.is_some_and(|io| io.raw_os_error().is_some())
}

/// Returns `true` if `error` is that the reader of our output has closed it, which isn't reported.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = || cause.downcast_ref::<serde_json::Error>()?.io_error_kind();
        io.or_else(json) == Some(io::ErrorKind::BrokenPipe)
    })
}
