//! The same work on many files: in parallel, its output in the order of the files.

use std::{
    collections::BTreeMap,
    io::{self, IsTerminal},
    num::NonZero,
    path::{Path, PathBuf},
    sync::{
        Condvar, Mutex,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use anyhow::{Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};

use crate::{complain, is_closed_pipe, with_stdout};

/// How many files a thread may be ahead of the output: that much is held in memory.
const AHEAD: usize = 4;

/// What the work on a file gave: output, and a complaint if it failed, perhaps after some output.
#[derive(Default)]
pub(crate) struct Done {
    pub(crate) output: Vec<u8>,
    pub(crate) error: Option<anyhow::Error>,
}

/// Standard input, for commands to which no file is given.
pub(crate) fn or_standard_input(files: &[PathBuf]) -> Vec<PathBuf> {
    if files.is_empty() { vec![PathBuf::from("-")] } else { files.to_vec() }
}

/// Works on each file and writes what comes of it to standard output, in the order of the files.
///
/// A file that fails doesn't keep the others from being worked on; all failures are told, and that there
/// were some is the error. When the work is long, a bar on standard error shows how far it is, if that is a
/// terminal and the output goes elsewhere.
pub(crate) fn for_each(
    files: &[PathBuf],
    threads: Option<NonZero<usize>>,
    work: impl Fn(&Path) -> Done + Sync,
) -> Result<()> {
    let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let threads = threads.min(files.len()).max(1);
    let line = Line::default();
    let (sender, receiver) = mpsc::channel::<(usize, Done)>();
    let bar = Bar::new(files.len());
    let mut failed = None;
    let written = thread::scope(|scope| {
        let (line, work) = (&line, &work);
        for _ in 0..threads {
            let sender = sender.clone();
            thread::Builder::new().spawn_scoped(scope, move || {
                while let Some(index) = line.take(files.len(), threads * AHEAD) {
                    // Nobody takes it if our output is closed; then there is no more to take.
                    if sender.send((index, work(&files[index]))).is_err() {
                        return;
                    }
                }
            })?;
        }
        drop(sender);
        let outcome = with_stdout(|out| {
            let mut early = BTreeMap::new();
            for (index, file) in files.iter().enumerate() {
                let done = loop {
                    if let Some(done) = early.remove(&index) {
                        break done;
                    }
                    let Ok((number, done)) = receiver.recv() else {
                        return Err(anyhow!("{}: no answer", file.display()));
                    };
                    early.insert(number, done);
                };
                line.advance();
                bar.step();
                let written = out.write_all(&done.output);
                // Whoever waits at a terminal or reads line by line gets what there is.
                if early.is_empty() {
                    out.flush()?;
                }
                written?;
                if let Some(error) = done.error
                    && let Some(earlier) = failed.replace(error)
                {
                    bar.aside(|| complain(&format!("{earlier:#}")));
                }
            }
            Ok(())
        });
        line.close();
        drop(receiver);
        outcome
    });
    bar.finish();
    match (written, failed) {
        (Err(error), Some(earlier)) if !is_closed_pipe(&error) => {
            complain(&format!("{earlier:#}"));
            Err(error)
        }
        (Err(error), _) | (Ok(()), Some(error)) => Err(error),
        (Ok(()), None) => Ok(()),
    }
}

/// Hands out the numbers of the files, no further ahead than may be.
#[derive(Default)]
struct Line {
    next: AtomicUsize,
    /// How many files' output was written; all there could be when there is to be no more.
    written: Mutex<usize>,
    advanced: Condvar,
}

impl Line {
    /// The number of the next file, once it isn't too far ahead.
    fn take(&self, files: usize, ahead: usize) -> Option<usize> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        if index >= files {
            return None;
        }
        let written = self.written.lock().ok()?;
        let is_ahead = |written: &mut usize| *written != usize::MAX && index >= *written + ahead;
        let written = self.advanced.wait_while(written, is_ahead).ok()?;
        (*written != usize::MAX).then_some(index)
    }

    fn advance(&self) {
        if let Ok(mut written) = self.written.lock() {
            *written += 1;
        }
        self.advanced.notify_all();
    }

    /// Has nothing more handed out.
    fn close(&self) {
        if let Ok(mut written) = self.written.lock() {
            *written = usize::MAX;
        }
        self.advanced.notify_all();
    }
}

/// A bar that shows how far the work is, if somebody may look at it.
struct Bar(Option<ProgressBar>);

/// How long the work has to take before the bar shows.
const LONG: Duration = Duration::from_secs(1);

impl Bar {
    fn new(files: usize) -> Self {
        let is_seen = files > 1 && io::stderr().is_terminal() && !io::stdout().is_terminal();
        Self(is_seen.then(|| {
            let bar = ProgressBar::hidden().with_style(
                ProgressStyle::with_template(
                    "{bar:40} {human_pos} of {human_len} files, {eta} left",
                )
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar.set_length(files as u64);
            bar
        }))
    }

    fn step(&self) {
        if let Some(bar) = &self.0 {
            if bar.is_hidden() && bar.elapsed() > LONG {
                bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            }
            bar.inc(1);
        }
    }

    /// Calls `write`, which writes to standard error, with the bar out of the way.
    fn aside(&self, write: impl FnOnce()) {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
