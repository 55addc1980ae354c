//! Work on many inputs: in parallel, with the output in the order of the inputs.
//!
//! One thread hands out jobs, others work on them, and the main thread writes. Each job has a channel of
//! its own for pieces of its output. The main thread drains the channels one after another, so the output
//! is in order, and the job whose turn it is streams. The other channels take a few pieces and then hold
//! their workers back: memory is bounded by the number of jobs in flight, however long an output is.
//! Nothing can deadlock, as jobs are handed out in the order in which the channels are drained.

use std::{
    io::{self, IsTerminal, Write},
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, SyncSender},
    },
    thread,
    time::Duration,
};

use anyhow::{Context, Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};

use crate::{
    complain, is_closed_pipe,
    output::{self, Output},
};

/// Jobs in flight for each thread.
const AHEAD: usize = 8;

/// Length of a piece of output, and the number of pieces that wait for their turn for each job.
const PIECE_LEN: usize = 1 << 16;
const PIECES: usize = 16;

/// A message from a worker to the main thread.
enum Piece {
    Bytes(Vec<u8>),
    /// The outcome of the job; the last message.
    End(Result<()>),
}

/// Sends output in pieces.
struct PieceWriter {
    to: SyncSender<Piece>,
    buffer: Vec<u8>,
}

impl Write for PieceWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= PIECE_LEN {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let piece = Piece::Bytes(std::mem::take(&mut self.buffer));
        // The main thread ends when standard output is closed.
        self.to.send(piece).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// Calls `work` for each job, writes the output to standard output in the order of the jobs, and calls
/// `ended` with the outcome of each.
///
/// The threads aren't joined: one that waits for standard input mustn't keep the process alive when
/// standard output is closed. Hence `'static`.
pub(crate) fn in_order<J: Send + 'static>(
    jobs: impl Iterator<Item = Result<J>> + Send + 'static,
    threads: Option<NonZero<usize>>,
    work: impl Fn(&mut Output<'_>, J) -> Result<()> + Send + Sync + 'static,
    mut ended: impl FnMut(Result<()>),
) -> Result<()> {
    let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let (to_workers, queue) = mpsc::channel();
    let (to_writer, order) = mpsc::sync_channel(threads.saturating_mul(AHEAD).min(1 << 16));
    let (queue, work) = (Arc::new(Mutex::new(queue)), Arc::new(work));
    for _ in 0..threads {
        let (queue, work) = (Arc::clone(&queue), Arc::clone(&work));
        spawn(move || work_on(&queue, &*work))?;
    }
    spawn(move || {
        for job in jobs {
            let (to, pieces) = mpsc::sync_channel(PIECES);
            let (job, pieces) = match job {
                Ok(job) => (Some((job, to)), Ok(pieces)),
                Err(error) => (None, Err(error)),
            };
            if to_writer.send(pieces).is_err() {
                return;
            }
            let Some(job) = job else { return };
            if to_workers.send(job).is_err() {
                return;
            }
        }
    })?;
    let mut out = output::stdout();
    loop {
        let next = match order.try_recv() {
            Ok(next) => next,
            Err(_) => {
                // Whoever feeds us line by line waits for the answers so far.
                out.flush()?;
                let Ok(next) = order.recv() else { return Ok(()) };
                next
            }
        };
        let mut outcome = Err(anyhow!("internal error: the parser panicked"));
        for piece in next? {
            match piece {
                Piece::Bytes(bytes) => out.write_all(&bytes)?,
                Piece::End(result) => outcome = result,
            }
        }
        ended(outcome);
    }
}

fn spawn(run: impl FnOnce() + Send + 'static) -> Result<()> {
    thread::Builder::new().spawn(run).context("cannot start a thread")?;
    Ok(())
}

fn work_on<J>(
    queue: &Mutex<Receiver<(J, SyncSender<Piece>)>>,
    work: &impl Fn(&mut Output<'_>, J) -> Result<()>,
) {
    loop {
        let Ok(next) = queue.lock().map(|queue| queue.recv()) else { return };
        let Ok((job, to)) = next else { return };
        let mut pieces = PieceWriter { to: to.clone(), buffer: Vec::with_capacity(1 << 10) };
        let worked = catch_unwind(AssertUnwindSafe(|| {
            let worked = work(&mut Output::new(&mut pieces), job);
            worked.and(pieces.flush().map_err(Into::into))
        }));
        // A panic is reported by the absence of an outcome.
        let Ok(outcome) = worked else { continue };
        let _ = to.send(Piece::End(outcome));
    }
}

/// Calls `work` for each file, with the output in the order of the files; standard input if there are none.
///
/// A file that fails doesn't stop the others: every failure is reported, and the last one is returned. A
/// progress bar appears on standard error if the work takes long, if standard error is a terminal and
/// standard output isn't.
pub(crate) fn for_each_file(
    files: &'static [PathBuf],
    threads: Option<NonZero<usize>>,
    work: impl Fn(&mut Output<'_>, &Path) -> Result<()> + Send + Sync + 'static,
) -> Result<()> {
    let standard_input = || [PathBuf::from("-")].into_iter().filter(|_| files.is_empty());
    let bar = Bar::new(files.len());
    let mut failed = None;
    let threads = threads.or_else(|| thread::available_parallelism().ok());
    let threads = threads.and_then(|threads| NonZero::new(threads.get().min(files.len().max(1))));
    let jobs = files.iter().cloned().chain(standard_input()).map(Ok);
    let written = in_order(
        jobs,
        threads,
        move |out, file| work(out, &file),
        |outcome| {
            bar.step();
            if let Err(error) = outcome
                && let Some(earlier) = failed.replace(error)
            {
                bar.suspend(|| complain(&format!("{earlier:#}")));
            }
        },
    );
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

/// A progress bar, if one is useful.
struct Bar(Option<ProgressBar>);

/// Time after which the bar appears.
const BAR_DELAY: Duration = Duration::from_secs(1);

impl Bar {
    fn new(files: usize) -> Self {
        let is_useful = files > 1 && io::stderr().is_terminal() && !io::stdout().is_terminal();
        Self(is_useful.then(|| {
            let template = "{bar:40} {human_pos} of {human_len} files, {eta} left";
            let style = ProgressStyle::with_template(template);
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::hidden().with_style(style);
            bar.set_length(files as u64);
            bar
        }))
    }

    fn step(&self) {
        if let Some(bar) = &self.0 {
            if bar.is_hidden() && bar.elapsed() > BAR_DELAY {
                bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            }
            bar.inc(1);
        }
    }

    /// Hides the bar while `write` writes to standard error.
    fn suspend(&self, write: impl FnOnce()) {
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
