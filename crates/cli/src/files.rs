//! The files of a command that reads each as a document.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use sapwood::{Document, Options};

use crate::{
    encoding::Known,
    in_order::for_each_file,
    input,
    limits::TreeLimits,
    output::{Output, OutputOptions},
    tree,
};

/// The files of a command, and how they are read.
#[derive(Args)]
pub(crate) struct Files {
    /// Read these files; standard input if none or `-`
    files: Vec<PathBuf>,
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
    pub(crate) document: Document,
}

impl Files {
    /// Parses each file and calls `answer` to write to standard output, in the order of the files.
    pub(crate) fn each(
        &'static self,
        answer: impl Fn(&mut Output<'_>, &Input) -> Result<()> + Send + Sync + 'static,
    ) -> Result<()> {
        for_each_file(&self.files, None, move |out, file| self.one(out, file, &answer))
    }

    fn one(
        &self,
        out: &mut Output<'_>,
        file: &Path,
        answer: &impl Fn(&mut Output<'_>, &Input) -> Result<()>,
    ) -> Result<()> {
        let bytes = input::read(Some(&file.to_owned()), self.limits.input.max_input_bytes)?;
        let options = Options::default().limits(self.limits.limits());
        let parsed = tree::parse(&bytes, None, options, self.known.sniffing())?;
        let name = input::name(Some(file));
        self.known.note(&bytes, parsed.source, &name);
        let input = Input { name, document: parsed.document };
        self.output.limited(out, bytes.len(), &input.name, |out| answer(out, &input))?;
        self.limits.check(parsed.limit, &input.name)
    }
}
