//! Many files: parsed in parallel, answered in order, one that fails doesn't keep the others.

use std::{
    io::{self, BufWriter, IsTerminal, Write},
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use sapwood::{Document, Limit, Options};

use crate::{complain, encoding::Known, input, is_closed_pipe, limits::TreeLimits, tree};

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

/// How many files a thread has before the answers are written.
const AHEAD: usize = 8;
/// When work has become long.
const LONG: Duration = Duration::from_secs(1);

impl Files {
    /// Parses each file and writes what `answer` makes of it to standard output, in the files' order.
    ///
    /// # Errors
    ///
    /// The last of those that befell single files, when all files are done; the others were told. Or at
    /// once that the output can't be written.
    pub(crate) fn each(
        &self,
        answer: impl Fn(&mut Vec<u8>, &Input) -> Result<()> + Sync,
    ) -> Result<()> {
        let standard_input = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &standard_input[..] } else { &self.files };
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let mut progress = Progress::new(files.len());
        let mut failed: Option<anyhow::Error> = None;
        for some in files.chunks(AHEAD * rayon::current_num_threads()) {
            let answers: Vec<_> = some
                .par_iter()
                .map(|file| {
                    let mut bytes = Vec::new();
                    let result = self.one(file, &mut bytes, &answer);
                    progress.one_more();
                    (bytes, result)
                })
                .collect();
            progress.show_if_long();
            for (bytes, result) in answers {
                progress.beside(|| out.write_all(&bytes))?;
                let Err(error) = result else { continue };
                if is_closed_pipe(&error) {
                    return Err(error);
                }
                if let Some(earlier) = failed.replace(error) {
                    progress.beside(|| complain(&format!("{earlier:#}")));
                }
            }
        }
        progress.beside(|| out.flush())?;
        failed.map_or(Ok(()), Err)
    }

    fn one(
        &self,
        file: &PathBuf,
        out: &mut Vec<u8>,
        answer: &impl Fn(&mut Vec<u8>, &Input) -> Result<()>,
    ) -> Result<()> {
        let (input, limit) = self.read(file)?;
        answer(out, &input)?;
        self.limits.check(limit, &input.name)
    }

    fn read(&self, file: &PathBuf) -> Result<(Input, Option<Limit>)> {
        let bytes = input::read(Some(file), self.limits.input.max_input_bytes)?;
        let options = Options::default().limits(self.limits.limits());
        let name = input::name(Some(file));
        let parsed = tree::parse(&bytes, None, options, self.known.sniffing())?;
        self.known.note(&bytes, parsed.source, &name);
        Ok((Input { name, document: parsed.document }, parsed.limit))
    }
}

/// A bar on standard error, if that is a terminal, there are several files, and they take long.
struct Progress {
    start: Instant,
    bar: ProgressBar,
    is_wanted: bool,
    is_shown: bool,
}

impl Progress {
    fn new(files: usize) -> Self {
        let bar = ProgressBar::hidden();
        bar.set_length(files as u64);
        let is_wanted = files > 1 && io::stderr().is_terminal();
        Self { start: Instant::now(), bar, is_wanted, is_shown: false }
    }

    fn one_more(&self) {
        self.bar.inc(1);
    }

    fn show_if_long(&mut self) {
        if self.is_wanted && !self.is_shown && self.start.elapsed() > LONG {
            self.is_shown = true;
            if let Ok(style) =
                ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} left")
            {
                self.bar.set_style(style);
            }
            self.bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
    }

    /// Writes something while the bar is off the screen.
    fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.is_shown { self.bar.suspend(write) } else { write() }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
