//! The files of a command that reads each as a document.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use sapwood::{Document, Options};

use crate::{
    encoding::Known,
    input,
    limits::TreeLimits,
    many::{self, Done},
    tree,
};

/// The files of a command, and how they are read.
#[derive(Args)]
pub(crate) struct Files {
    /// The files; standard input if none or `-`
    files: Vec<PathBuf>,
    #[command(flatten)]
    known: Known,
    #[command(flatten)]
    limits: TreeLimits,
}

/// A file that was read.
pub(crate) struct Input {
    /// For messages.
    pub(crate) name: String,
    pub(crate) document: Document,
}

impl Files {
    /// Parses each file and writes what `answer` makes of it to standard output, in the files' order.
    pub(crate) fn each(
        &self,
        answer: impl Fn(&mut Vec<u8>, &Input) -> Result<()> + Sync,
    ) -> Result<()> {
        many::for_each(&many::or_standard_input(&self.files), None, |file| {
            let mut output = Vec::new();
            let error = self.one(file, &mut output, &answer).err();
            Done { output, error }
        })
    }

    fn one(
        &self,
        file: &Path,
        out: &mut Vec<u8>,
        answer: &impl Fn(&mut Vec<u8>, &Input) -> Result<()>,
    ) -> Result<()> {
        let bytes = input::read(Some(&file.to_owned()), self.limits.input.max_input_bytes)?;
        let options = Options::default().limits(self.limits.limits());
        let parsed = tree::parse(&bytes, None, options, self.known.sniffing())?;
        let name = input::name(Some(file));
        self.known.note(&bytes, parsed.source, &name);
        let input = Input { name, document: parsed.document };
        answer(out, &input)?;
        self.limits.check(parsed.limit, &input.name)
    }
}
