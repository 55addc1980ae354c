//! The files of a command that reads each as a document.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use sapwood::{Document, Limit, Options};

use crate::{
    encoding::Known,
    in_order::for_each_file,
    input,
    json::PlacedError,
    limits::TreeLimits,
    output::{Output, OutputOptions},
    tree,
};

/// Options on reading files as documents, and on the output.
#[derive(Args)]
pub(crate) struct Reading {
    #[command(flatten)]
    known: Known,
    #[command(flatten)]
    limits: TreeLimits,
    #[command(flatten)]
    output: OutputOptions,
}

/// A file that was parsed.
pub(crate) struct Input {
    /// For messages.
    pub(crate) name: String,
    len: usize,
    pub(crate) document: Document,
    pub(crate) errors: Vec<PlacedError>,
    limit: Option<Limit>,
}

impl Reading {
    /// Reads and parses a file, as a fragment if there is a context.
    pub(crate) fn parse(
        &self,
        file: Option<&Path>,
        context: Option<&str>,
        options: Options,
    ) -> Result<Input> {
        let bytes = input::read(file, self.limits.input.max_input_bytes)?;
        let options = options.limits(self.limits.limits());
        let tree::Parsed { document, errors, source, limit, .. } =
            tree::parse(&bytes, context, options, self.known.sniffing())?;
        let name = input::name(file);
        self.known.note(&bytes, source, &name);
        Ok(Input { name, len: bytes.len(), document, errors, limit })
    }

    /// Calls `write` with standard output, limited for `input`.
    pub(crate) fn with_stdout(
        &self,
        input: &Input,
        write: impl FnOnce(&mut Output<'_>) -> Result<()>,
    ) -> Result<()> {
        self.output.with_stdout(input.len, &input.name, write)
    }

    /// Calls `write` with `out`, limited for `input`.
    pub(crate) fn limited<'o>(
        &self,
        out: &mut Output<'o>,
        input: &Input,
        write: impl FnOnce(&mut Output<'o>) -> Result<()>,
    ) -> Result<()> {
        self.output.limited(out, input.len, &input.name, write)
    }

    /// Returns an error if the parse of `input` stopped at a limit.
    pub(crate) fn check(&self, input: &Input) -> Result<()> {
        self.limits.check(input.limit, &input.name)
    }
}

/// The files of a command, and how they are read.
#[derive(Args)]
pub(crate) struct Files {
    /// Read these files; standard input if none or `-`
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

impl Files {
    /// Parses each file and calls `answer` to write to standard output, in the order of the files.
    pub(crate) fn each(
        &'static self,
        answer: impl Fn(&mut Output<'_>, &Input) -> Result<()> + Send + Sync + 'static,
    ) -> Result<()> {
        for_each_file(&self.files, None, move |out, file| {
            let input = self.reading.parse(Some(file), None, Options::default())?;
            self.reading.limited(out, &input, |out| answer(out, &input))?;
            self.reading.check(&input)
        })
    }
}
