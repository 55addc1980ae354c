//! The files of a command that reads each as a document.

use std::{num::NonZero, path::Path};

use anyhow::Result;
use clap::Args;
use sapwood::{Document, Limit, Selector};

use crate::{
    content::Syntax,
    in_order::for_each_file_between,
    input::{self, Expected},
    json::PlacedError,
    limits::TreeLimits,
    output::{Output, OutputOptions},
    records::{Printing, Records},
    sources::Sources,
    status::Status,
    values::selector,
};

/// Options on parsing documents in one of the languages.
pub(crate) trait Parse: Args + Send + Sync + 'static {
    const SYNTAX: Syntax;

    /// Facts about each input before it is read.
    fn expected(&self) -> Expected;

    /// The limits of a parse.
    fn limits(&self) -> &TreeLimits;

    /// Parses the input called `name`.
    fn parse(&self, bytes: &[u8], name: String, wanted: Wanted) -> Result<Input>;
}

/// Parts of a parse that a command needs besides the document.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wanted {
    pub(crate) errors: bool,
    /// Whether declarative shadow roots are attached.
    pub(crate) shadow_roots: bool,
    /// Whether positions are kept.
    pub(crate) positions: bool,
    /// Whether the document keeps its source.
    pub(crate) source: bool,
}

/// A file that was parsed.
pub(crate) struct Input {
    /// For messages.
    pub(crate) name: String,
    pub(crate) len: usize,
    pub(crate) document: Document,
    pub(crate) errors: Vec<PlacedError>,
    pub(crate) limit: Option<Limit>,
    /// Whether there may be other files.
    pub(crate) is_several: bool,
}

/// The files of a command, how they are parsed, and what is printed of them.
#[derive(Args)]
pub(crate) struct Files<P: Parse> {
    #[command(flatten)]
    pub(crate) sources: Sources,
    #[command(flatten)]
    pub(crate) parsing: P,
    /// Remove the elements that match this CSS selector before anything is printed; may be repeated
    #[arg(
        short = 'x',
        long,
        value_name = "SELECTOR",
        value_parser = selector,
        help_heading = "Output"
    )]
    pub(crate) remove: Vec<Selector>,
    #[command(flatten)]
    pub(crate) printing: Printing,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
}

/// Prints what a command has to say of an input.
type Answer = dyn Fn(&mut Records<'_, '_>, Input) -> Result<Status> + Send + Sync;

impl<P: Parse> Files<P> {
    /// Parses each file, removes what `--remove` names, and calls `answer` to print what it has to say, in the
    /// order of the files.
    pub(crate) fn each(
        &'static self,
        wanted: Wanted,
        answer: impl Fn(&mut Records<'_, '_>, Input) -> Result<Status> + Send + Sync + 'static,
    ) -> Result<Status> {
        self.each_between(b"", wanted, Box::new(answer))
    }

    /// Does the same for answers of which each is a document: an empty line separates them, unless they have names or
    /// end with NUL.
    pub(crate) fn each_document(
        &'static self,
        wanted: Wanted,
        answer: impl Fn(&mut Records<'_, '_>, Input) -> Result<Status> + Send + Sync + 'static,
    ) -> Result<Status> {
        self.each_between(self.printing.between_documents(), wanted, Box::new(answer))
    }

    fn each_between(
        &'static self,
        between: &'static [u8],
        wanted: Wanted,
        answer: Box<Answer>,
    ) -> Result<Status> {
        // Errors go to standard error at once, and belong in the order of the files.
        let threads =
            if wanted.errors { Some(NonZero::<usize>::MIN) } else { self.sources.threads };
        let work = move |out: &mut Output<'_>, path: &Path| {
            self.answer(out, path, wanted, &mut |records, mut input| {
                remove(&mut input.document, &self.remove);
                answer(records, input)
            })
        };
        for_each_file_between(between, &self.sources, threads, P::SYNTAX, Box::new(work))
    }

    /// Parses a file and calls `answer` to print what it has to say.
    pub(crate) fn answer(
        &self,
        out: &mut Output<'_>,
        path: &Path,
        wanted: Wanted,
        answer: &mut dyn FnMut(&mut Records<'_, '_>, Input) -> Result<Status>,
    ) -> Result<Status> {
        let bytes = self.sources.input.read(path, &self.parsing.expected())?;
        let mut input = self.parsing.parse(&bytes, input::name(path), wanted)?;
        drop(bytes);
        input.is_several = self.sources.are_several();
        let (name, len, limit) = (input.name.clone(), input.len, input.limit);
        let status = self
            .output
            .limited(out, len, &name, |out| answer(&mut self.records(out, &name), input))?;
        self.parsing.limits().check(limit, &name)?;
        Ok(status)
    }

    /// Begins the records of the file `name`.
    pub(crate) fn records<'p, 'o>(
        &self,
        out: &'p mut Output<'o>,
        name: &'p str,
    ) -> Records<'p, 'o> {
        self.printing.records(out, name, self.sources.are_several())
    }
}

/// Removes the elements that match any of `selectors`.
pub(crate) fn remove(document: &mut Document, selectors: &[Selector]) {
    for selector in selectors {
        let ids: Vec<_> = selector.select(document.root()).map(|it| it.node_id()).collect();
        for id in ids {
            // An element can be removed from any parent.
            let _ = document.remove(id);
        }
    }
}
