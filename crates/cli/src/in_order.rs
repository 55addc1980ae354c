//! Work on many inputs: in parallel, with the output in the order of the inputs.
//!
//! One thread hands out jobs, others work on them, and the main thread writes. Each job has a channel of
//! its own for pieces of its output. The main thread drains the channels one after another, so the output
//! is in order, and the job whose turn it is streams. The other channels take a few pieces and then hold
//! their workers back: memory is bounded by the number of jobs in flight, however long an output is.
//! Nothing can deadlock, as jobs are handed out in the order in which the channels are drained.

use std::{
    io::{self, Write},
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, SyncSender, TryRecvError},
    },
    thread,
};

use anyhow::{Context, Result, anyhow};

use crate::{
    content::Syntax,
    messages::complain,
    output::{self, Output},
    progress,
    sources::Sources,
    status::Status,
};

/// Whether threads can be started. Without them jobs are done one after the other, each as its turn comes.
pub(crate) const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Jobs in flight for each thread.
const AHEAD: usize = 8;

/// Length of a piece of output, and the number of pieces that wait for their turn for each job.
const PIECE_LEN: usize = 1 << 16;
const PIECES: usize = 16;

/// A message from a worker to the main thread.
enum Piece<T> {
    Bytes(Vec<u8>),
    /// The last bytes and the outcome of the job. One message, because each may wake the main thread.
    End(Vec<u8>, Result<T>),
}

/// Does a job. It is a `dyn`, so that the functions here are compiled once for all commands.
pub(crate) type Work<J, T> = dyn Fn(&mut Output<'_>, J) -> Result<T> + Send + Sync;

/// A job, and where its output goes.
type Job<J, T> = (J, SyncSender<Piece<T>>);

/// Sends output in pieces.
struct PieceWriter<T> {
    to: SyncSender<Piece<T>>,
    buffer: Vec<u8>,
}

impl<T> Write for PieceWriter<T> {
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
        // A job that fills one piece is likely to fill another.
        let next = Vec::with_capacity(if self.buffer.len() < PIECE_LEN {
            0
        } else {
            PIECE_LEN + PIECE_LEN / 16
        });
        let piece = Piece::Bytes(std::mem::replace(&mut self.buffer, next));
        // The main thread ends when standard output is closed.
        self.to.send(piece).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// Calls `work` for each job, writes the output to standard output in the order of the jobs, with `between` between the
/// outputs that aren't empty, and calls `ended` with the outcome of each.
///
/// The threads aren't joined: one that waits for standard input mustn't keep the process alive when
/// standard output is closed. Hence `'static`.
pub(crate) fn in_order<J: Send + 'static, T: Send + 'static>(
    jobs: Box<dyn Iterator<Item = Result<J>> + Send>,
    between: &'static [u8],
    threads: Option<NonZero<usize>>,
    work: Arc<Work<J, T>>,
    ended: &mut dyn FnMut(Result<T>),
) -> Result<()> {
    if !HAS_THREADS {
        return one_by_one(jobs, between, &*work, ended);
    }
    let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let (to_workers, queue) = mpsc::channel();
    let (to_writer, order) = mpsc::sync_channel(threads.saturating_mul(AHEAD).min(1 << 16));
    let queue = Arc::new(Mutex::new(queue));
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
    // Written before the next bytes of a job.
    let mut separator: &[u8] = b"";
    while let Some(next) = receive(&order, &mut out)? {
        let mut is_empty = true;
        let mut outcome = Err(anyhow!("internal error: the parser panicked"));
        let pieces = next?;
        while let Some(piece) = receive(&pieces, &mut out)? {
            let bytes = match piece {
                Piece::Bytes(bytes) => bytes,
                Piece::End(bytes, result) => {
                    outcome = result;
                    bytes
                }
            };
            if is_empty && !bytes.is_empty() {
                out.write_all(separator)?;
                is_empty = false;
            }
            out.write_all(&bytes)?;
        }
        if !is_empty {
            separator = between;
        }
        ended(outcome);
    }
    out.flush()?;
    Ok(())
}

/// Does the jobs one after the other. A panic ends the program.
fn one_by_one<J, T>(
    jobs: impl Iterator<Item = Result<J>>,
    between: &'static [u8],
    work: &Work<J, T>,
    ended: &mut dyn FnMut(Result<T>),
) -> Result<()> {
    let mut out = Separated { to: output::stdout(), before: b"", is_empty: true, failure: None };
    for job in jobs {
        let outcome = work(&mut Output::new(&mut out), job?);
        // No job can write any more.
        if let Some(failure) = out.failure {
            return Err(failure.into());
        }
        ended(outcome);
        // Whoever feeds us line by line waits for the answers so far.
        out.to.flush()?;
        if !out.is_empty {
            (out.before, out.is_empty) = (between, true);
        }
    }
    Ok(())
}

/// Writes something before the first byte, and keeps an error for whoever started the writer.
struct Separated<W> {
    to: W,
    before: &'static [u8],
    is_empty: bool,
    failure: Option<io::Error>,
}

impl<W: Write> Separated<W> {
    fn write_separated(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_empty && !bytes.is_empty() {
            self.to.write_all(self.before)?;
            self.is_empty = false;
        }
        self.to.write_all(bytes)
    }

    fn kept<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|failure| {
            self.failure = Some(failure);
            io::ErrorKind::BrokenPipe.into()
        })
    }
}

impl<W: Write> Write for Separated<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.write_separated(bytes);
        self.kept(written)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.to.flush();
        self.kept(flushed)
    }
}

/// Receives the next message, if there is one. While it waits, nothing is kept from the reader of `out`: whoever
/// feeds us line by line waits for the answers so far.
fn receive<T>(from: &Receiver<T>, out: &mut impl Write) -> io::Result<Option<T>> {
    match from.try_recv() {
        Ok(message) => Ok(Some(message)),
        Err(TryRecvError::Disconnected) => Ok(None),
        Err(TryRecvError::Empty) => {
            out.flush()?;
            Ok(from.recv().ok())
        }
    }
}

fn spawn(run: impl FnOnce() + Send + 'static) -> Result<()> {
    thread::Builder::new().spawn(run).context("cannot start a thread")?;
    Ok(())
}

fn work_on<J, T>(queue: &Mutex<Receiver<Job<J, T>>>, work: &Work<J, T>) {
    loop {
        let Ok(next) = queue.lock().map(|queue| queue.recv()) else { return };
        let Ok((job, to)) = next else { return };
        let mut pieces = PieceWriter { to, buffer: Vec::with_capacity(1 << 10) };
        let worked = catch_unwind(AssertUnwindSafe(|| work(&mut Output::new(&mut pieces), job)));
        // A panic is reported by the absence of an outcome.
        let Ok(outcome) = worked else { continue };
        let _ = pieces.to.send(Piece::End(pieces.buffer, outcome));
    }
}

/// Calls `work` for each file of a command, with the output in the order of the files, on as many threads or one for
/// each processor.
///
/// A file that fails doesn't stop the others: each failure is reported. The status is `Failed` if there was one,
/// otherwise `Success` if it was that of any file.
pub(crate) fn for_each_file(
    sources: &'static Sources,
    threads: Option<NonZero<usize>>,
    syntax: Syntax,
    work: impl Fn(&mut Output<'_>, &Path) -> Result<Status> + Send + Sync + 'static,
) -> Result<Status> {
    for_each_file_between(b"", sources, threads, syntax, Box::new(work))
}

/// Answers for a file.
pub(crate) type FileWork = dyn Fn(&mut Output<'_>, &Path) -> Result<Status> + Send + Sync;

/// Does the same, with `between` between the outputs.
pub(crate) fn for_each_file_between(
    between: &'static [u8],
    sources: &'static Sources,
    threads: Option<NonZero<usize>>,
    syntax: Syntax,
    work: Box<FileWork>,
) -> Result<Status> {
    if let Some(count) = sources.count() {
        progress::expect_inputs(count);
    }
    let threads = threads.or_else(|| thread::available_parallelism().ok());
    let needed = sources.count().unwrap_or(usize::MAX);
    let threads = threads.and_then(|threads| NonZero::new(threads.get().min(needed)));
    let mut status = Status::Nothing;
    let jobs = Box::new(sources.paths(syntax).map(Ok));
    let work = move |out: &mut Output<'_>, path: Result<PathBuf>| work(out, &path?);
    in_order(jobs, between, threads, Arc::new(work), &mut |outcome| {
        progress::input_done(outcome.is_err());
        status = status.max(outcome.unwrap_or_else(|error| {
            complain(&format!("{error:#}"));
            Status::Failed
        }));
    })?;
    Ok(status)
}
