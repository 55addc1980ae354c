//! The files of a command, and the directories below which it finds more.

use std::{num::NonZero, path::PathBuf};

use anyhow::Result;
use clap::Args;
use ignore::{
    WalkBuilder,
    types::{Types, TypesBuilder},
};

use crate::{content::Syntax, decompress::Format, input::InputOptions};

/// The files of a command that reads many.
#[derive(Args)]
pub(crate) struct Sources {
    /// Read these files; standard input if none or `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read the files below each directory FILE, or below the working directory: for HTML .html, .htm and
    /// .xhtml, for XML .xml, .xhtml, .svg, .rss, .atom, .rdf and .opml, all of them also compressed (.gz,
    /// .zst, .br)
    #[arg(short, long, help_heading = "Input")]
    recursive: bool,
    /// With `-r`, read hidden files and files that `.gitignore` names, too
    #[arg(long, requires = "recursive", help_heading = "Input")]
    no_ignore: bool,
    /// Read N files at once [default: the number of processors]
    #[arg(short = 'j', long, value_name = "N", help_heading = "Input")]
    pub(crate) threads: Option<NonZero<usize>>,
    #[command(flatten)]
    pub(crate) input: InputOptions,
}

impl Sources {
    /// The files as they are given.
    pub(crate) fn given(&self) -> &[PathBuf] {
        &self.files
    }

    /// Returns `true` if there may be several files, so that output should name them.
    pub(crate) fn are_several(&self) -> bool {
        self.recursive || self.files.len() > 1
    }

    /// Whether files below directories are read.
    pub(crate) fn are_recursive(&self) -> bool {
        self.recursive
    }

    /// The number of files, if it is known before they are read.
    pub(crate) fn count(&self) -> Option<usize> {
        (!self.recursive).then_some(self.files.len().max(1))
    }

    /// The files in order: those given, and with `-r` those found below the directories, sorted by name.
    pub(crate) fn paths(
        &'static self,
        syntax: Syntax,
    ) -> impl Iterator<Item = Result<PathBuf>> + Send + 'static {
        let default = if self.recursive { "." } else { "-" };
        let default = self.files.is_empty().then(|| PathBuf::from(default));
        let is_default = default.is_some();
        self.files.iter().cloned().chain(default).flat_map(move |path| {
            let paths: Box<dyn Iterator<Item = Result<PathBuf>> + Send> =
                match self.recursive && path.is_dir() {
                    true => Box::new(self.walk(path, syntax, is_default)),
                    false => Box::new(std::iter::once(Ok(path))),
                };
            paths
        })
    }

    fn walk(
        &self,
        directory: PathBuf,
        syntax: Syntax,
        is_default: bool,
    ) -> impl Iterator<Item = Result<PathBuf>> + Send + use<> {
        let mut walk = WalkBuilder::new(&directory);
        walk.standard_filters(!self.no_ignore).sort_by_file_name(Ord::cmp);
        walk.types(file_types(syntax));
        walk.build().filter_map(move |entry| match entry {
            Ok(entry) if entry.file_type().is_some_and(|it| it.is_file()) => {
                let path = entry.into_path();
                let path = match path.strip_prefix(".") {
                    Ok(rest) if is_default => rest.to_owned(),
                    _ => path,
                };
                Some(Ok(path))
            }
            Ok(_) => None,
            Err(error) => Some(Err(anyhow::Error::new(error).context("cannot read a directory"))),
        })
    }
}

/// The types of files to find. Extensions match in any case.
fn file_types(syntax: Syntax) -> Types {
    let mut types = TypesBuilder::new();
    for extension in syntax.extensions() {
        let any_case = any_case(extension);
        // The globs are valid.
        let _ = types.add("markup", &format!("*.{any_case}"));
        for compressed in Format::EXTENSIONS {
            let _ = types.add("markup", &format!("*.{any_case}.{compressed}"));
        }
    }
    types.select("markup");
    types.build().unwrap_or_else(|_| Types::empty())
}

/// A glob that matches `text` in any case.
fn any_case(text: &str) -> String {
    text.chars().map(|it| format!("[{it}{}]", it.to_ascii_uppercase())).collect()
}
