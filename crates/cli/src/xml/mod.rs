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
    /// Print the tokens of the tokenization stage, as JSON
    Tokens(tokens::Arguments),
    /// Write it as HTML, such as a page of XHTML
    Html(write::HtmlArguments),
    /// Write it as XML, which gives the same tree when it is read again
    Write(write::Arguments),
    /// Tell where it departs from well-formed XML, and what would be right; succeeds if it doesn't
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

/// What is to be read.
#[derive(Args)]
struct Source {
    /// The XML; standard input if none or `-`
    file: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

/// How it is read.
#[derive(Args, Clone)]
pub(crate) struct Reading {
    /// Read the input in this encoding, whatever it declares; only a byte order mark comes first
    #[arg(long, visible_alias = "transport-charset", value_name = "LABEL", value_parser = label)]
    encoding: Option<&'static Encoding>,
    /// Let HTML's named references, such as `&eacute;`, stand for what they do in HTML
    #[arg(long)]
    html_references: bool,
    /// Leave references to entities as they are that nest deeper; 16 if not given
    #[arg(long, value_name = "N")]
    entity_depth: Option<usize>,
    /// Leave references to entities as they are once these have added so many bytes to what eight times the
    /// input has; 8 MiB if not given
    #[arg(long, value_name = "N")]
    entity_expansion: Option<usize>,
}

impl Source {
    /// Reads no more than one byte more than `most`; returns the bytes and their name.
    fn read(&self, most: Option<usize>) -> Result<(Vec<u8>, String)> {
        Ok((input::read(self.file.as_ref(), most)?, input::name(self.file.as_deref())))
    }
}

impl Reading {
    pub(crate) fn options(&self) -> Options {
        let mut options = Options::default().html_references(self.html_references);
        if let Some(most) = self.entity_depth {
            options = options.entity_depth(most);
        }
        if let Some(most) = self.entity_expansion {
            options = options.entity_expansion(most);
        }
        options
    }

    /// The same for a tokenizer.
    fn tokenizer(&self) -> tokenizer::Options {
        let default = tokenizer::Options::default();
        tokenizer::Options {
            html_references: self.html_references,
            max_entity_depth: self.entity_depth.unwrap_or(default.max_entity_depth),
            max_expansion: self.entity_expansion.unwrap_or(default.max_expansion),
            ..default
        }
    }

    pub(crate) fn decode<'a>(&self, bytes: &'a [u8]) -> Decoded<'a> {
        decode(bytes, self.encoding)
    }
}
