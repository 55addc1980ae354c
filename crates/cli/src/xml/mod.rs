//! `sapwood xml`

mod check;
mod tokens;
mod tree;
mod write;

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::{Args, Subcommand};
use sapwood::{
    encoding::Encoding,
    xml::{Decoded, Options, decode, tokenizer},
};

use crate::{encoding::label, end, input};

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Print the tree
    Tree(tree::Arguments),
    /// Print the tokens of the tokenization stage as JSON
    Tokens(tokens::Arguments),
    /// Write XML as HTML, such as a page of XHTML
    Html(write::HtmlArguments),
    /// Write XML as XML that gives the same tree when it is parsed again
    Write(write::Arguments),
    /// Check well-formedness; exits 0 if there are no errors, 1 if there are, 2 if a file cannot be checked
    Check(check::Arguments),
}

pub(crate) fn run(command: &Command) -> ExitCode {
    end(match command {
        Command::Tree(arguments) => tree::run(arguments),
        Command::Tokens(arguments) => tokens::run(arguments),
        Command::Html(arguments) => write::run_html(arguments),
        Command::Write(arguments) => write::run(arguments),
        Command::Check(arguments) => return check::run(arguments),
    })
}

/// The input of a command.
#[derive(Args)]
struct Source {
    /// Read this file; standard input if none or `-`
    file: Option<PathBuf>,
    #[command(flatten)]
    input: InputOptions,
}

/// Options on reading XML.
#[derive(Args, Clone)]
pub(crate) struct InputOptions {
    /// Read the input in this encoding, whatever it declares; only a byte order mark takes precedence
    #[arg(long, visible_alias = "http-charset", alias = "transport-charset", value_name = "LABEL", value_parser = label)]
    encoding: Option<&'static Encoding>,
    /// Define HTML's named character references, such as `&eacute;`
    #[arg(long)]
    html_references: bool,
    /// Keep entity references that nest more than N deep as text [default: 16]
    #[arg(long, value_name = "N")]
    entity_depth: Option<usize>,
}

impl Source {
    /// Reads at most one byte more than `most`; returns the bytes and their name.
    fn read(&self, most: Option<usize>) -> Result<(Vec<u8>, String)> {
        Ok((input::read(self.file.as_deref(), most)?, input::name(self.file.as_deref())))
    }
}

impl InputOptions {
    pub(crate) fn options(&self) -> Options {
        let mut options = Options::default().html_references(self.html_references);
        if let Some(most) = self.entity_depth {
            options = options.entity_depth(most);
        }
        options
    }

    /// The options for a tokenizer.
    fn tokenizer(&self) -> tokenizer::Options {
        let default = tokenizer::Options::default();
        tokenizer::Options {
            html_references: self.html_references,
            max_entity_depth: self.entity_depth.unwrap_or(default.max_entity_depth),
            ..default
        }
    }

    pub(crate) fn decode<'a>(&self, bytes: &'a [u8]) -> Decoded<'a> {
        decode(bytes, self.encoding)
    }
}
