//! Work on many inputs: in parallel, with the output in the order of the inputs.
//!
//! Threads take jobs one after another. The output of a job that isn't at its turn is kept, up to a limit; then the
//! thread waits. A thread whose job is at its turn writes directly, and when its job is done, it also writes what was
//! kept of the next ones, until it comes to one that isn't done. That one has the turn now. So no thread is woken for
//! the sake of writing, the output is in order, and the job whose turn it is streams. Memory is bounded by the number of
//! jobs in flight, however long an output is. Nothing can deadlock: jobs are taken in order, so the first of those that
//! aren't done has the turn or gets it, and never waits for another.

use std::{
    collections::VecDeque,
    io::{self, Write},
    mem,
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use anyhow::{Context, Error, Result, anyhow, bail};

use crate::{
    content::Syntax,
    messages::complain,
    output::{self, Output},
    progress,
    sources::Sources,
    status::Status,
};

/// Whether threads can be started. Without them the main thread does all jobs.
pub(crate) const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Jobs in flight for each thread.
const AHEAD: usize = 8;

/// Length of a piece of output, and the length of the output of a job that is kept until its turn.
const PIECE_LEN: usize = 1 << 16;
const KEPT_LEN: usize = 16 * PIECE_LEN;

/// Jobs in the order of their outputs.
pub(crate) trait Jobs<J>: Iterator<Item = Result<J>> + Send {
    /// Whether the next job and all of its input are in memory. Otherwise someone may wait for the answers so far before
    /// they give more input.
    fn is_buffered(&self) -> bool;
}

impl<J> Jobs<J> for Box<dyn Iterator<Item = Result<J>> + Send> {
    fn is_buffered(&self) -> bool {
        false
    }
}

/// Does a job. It is a `dyn`, so that the functions here are compiled once for all commands.
pub(crate) type Work<J, T> = dyn Fn(&mut Output<'_>, J) -> Result<T> + Send + Sync;

/// Calls `work` for each job, writes the output to standard output in the order of the jobs, with `between` between the
/// outputs that aren't empty, and calls `ended` with the outcome of each, in order, and the total so far. Returns the
/// total.
///
/// On one thread that is the main thread. Others aren't joined: one that waits for standard input mustn't keep the
/// process alive when standard output is closed. Hence `'static`.
pub(crate) fn in_order<J: Send + 'static, T: Send + 'static, A: Send + 'static>(
    jobs: Box<dyn Jobs<J>>,
    between: &'static [u8],
    threads: Option<NonZero<usize>>,
    work: Arc<Work<J, T>>,
    total: A,
    ended: fn(&mut A, Result<T>),
) -> Result<A> {
    let threads =
        if HAS_THREADS { threads.or_else(|| thread::available_parallelism().ok()) } else { None };
    let threads = threads.map_or(1, NonZero::get);
    let shared = Arc::new(Shared {
        queue: Mutex::new(Queue { jobs: Some(jobs), taken: 0 }),
        turns: Mutex::new(Turns {
            first: 0,
            is_direct: true,
            in_flight: VecDeque::new(),
            workers: threads,
            waiting: 0,
            failure: None,
            is_over: false,
        }),
        passed: Condvar::new(),
        over: Condvar::new(),
        out: Mutex::new(Out {
            to: Box::new(output::stdout()),
            between,
            separator: b"",
            is_empty: true,
            total: Some(total),
            ended,
        }),
        most: threads.saturating_mul(AHEAD),
    });
    if threads == 1 {
        shared.work_on(&*work);
    } else {
        for _ in 0..threads {
            let (shared, work) = (Arc::clone(&shared), Arc::clone(&work));
            spawn(move || shared.work_on(&*work))?;
        }
    }
    shared.wait_for_end()?;
    let mut out = lock(&shared.out);
    out.to.flush()?;
    match out.total.take() {
        Some(total) if !shared.queue.is_poisoned() => Ok(total),
        _ => bail!("internal error: the inputs could not be listed"),
    }
}

fn spawn(run: impl FnOnce() + Send + 'static) -> Result<()> {
    thread::Builder::new().spawn(run).context("cannot start a thread")?;
    Ok(())
}

/// Locks a mutex. Nothing is left half done by a panic that holds one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The state of the threads. A thread that holds the queue may lock the turns; nothing else is locked while holding
/// another lock.
struct Shared<J, T, A> {
    queue: Mutex<Queue<J>>,
    turns: Mutex<Turns<T>>,
    /// Notified when a turn passes on, and at the end, if threads wait for that.
    passed: Condvar,
    /// Notified at the end.
    over: Condvar,
    out: Mutex<Out<T, A>>,
    /// Number of jobs in flight at most.
    most: usize,
}

struct Queue<J> {
    /// `None` after the last job: a terminal that was at its end would be read again.
    jobs: Option<Box<dyn Jobs<J>>>,
    taken: usize,
}

struct Turns<T> {
    /// Number of the first job that isn't done or isn't written.
    first: usize,
    /// Whether the thread of that job may write. Otherwise another thread writes what was kept of it.
    is_direct: bool,
    /// The jobs from the first on.
    in_flight: VecDeque<Kept<T>>,
    /// Threads that haven't ended, and those of them that wait.
    workers: usize,
    waiting: usize,
    failure: Option<Error>,
    is_over: bool,
}

/// The output of a job that isn't written yet.
struct Kept<T> {
    pieces: Vec<Vec<u8>>,
    len: usize,
    end: Option<End<T>>,
}

enum End<T> {
    Outcome(Result<T>),
    /// The job could not be taken: the end of all work.
    Failure(Error),
}

/// Standard output, and the outcomes of the jobs whose output was written.
struct Out<T, A> {
    to: Box<dyn Write + Send>,
    between: &'static [u8],
    /// Written before the next bytes of a job.
    separator: &'static [u8],
    /// Whether nothing of the job was written.
    is_empty: bool,
    total: Option<A>,
    ended: fn(&mut A, Result<T>),
}

impl<T, A> Out<T, A> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_empty && !bytes.is_empty() {
            self.to.write_all(self.separator)?;
            self.is_empty = false;
        }
        self.to.write_all(bytes)
    }

    fn end(&mut self, end: End<T>) -> Result<()> {
        let outcome = match end {
            End::Outcome(outcome) => outcome,
            End::Failure(failure) => {
                self.to.flush()?;
                return Err(failure);
            }
        };
        if !mem::replace(&mut self.is_empty, true) {
            self.separator = self.between;
        }
        if let Some(total) = &mut self.total {
            (self.ended)(total, outcome);
        }
        Ok(())
    }
}

impl<J, T, A> Shared<J, T, A> {
    /// Does jobs until there are no more.
    fn work_on(&self, work: &Work<J, T>) {
        let _counted = Counted(self);
        let mut buffer = Vec::new();
        while let Some((number, job)) = self.take() {
            let mut out = JobOutput { shared: self, number, buffer };
            let end = match job {
                Ok(job) => {
                    let worked =
                        catch_unwind(AssertUnwindSafe(|| work(&mut Output::new(&mut out), job)));
                    let panicked = |_| Err(anyhow!("internal error: the parser panicked"));
                    End::Outcome(worked.unwrap_or_else(panicked))
                }
                Err(failure) => End::Failure(failure),
            };
            buffer = out.buffer;
            if let Err(failure) = self.end(number, &mut buffer, end) {
                return self.fail(failure);
            }
        }
    }

    /// Takes the next job and its number. Before that may wait, the answers so far are handed over.
    fn take(&self) -> Option<(usize, Result<J>)> {
        if lock(&self.turns).is_over {
            return None;
        }
        let is_buffered = |queue: &Queue<J>| queue.jobs.as_ref().is_some_and(|it| it.is_buffered());
        let queue = self.queue.try_lock().ok().filter(|queue| is_buffered(queue));
        let mut queue = match queue {
            Some(queue) => queue,
            None => {
                self.flush()?;
                self.queue.lock().ok()?
            }
        };
        let Some(job) = queue.jobs.as_mut()?.next() else {
            queue.jobs = None;
            return None;
        };
        if job.is_err() {
            queue.jobs = None;
        }
        let number = queue.taken;
        queue.taken += 1;
        let mut turns = self.wait_while(lock(&self.turns), |it| number >= it.first + self.most);
        turns.in_flight.push_back(Kept { pieces: Vec::new(), len: 0, end: None });
        (!turns.is_over).then_some((number, job))
    }

    /// Hands the answers so far over, unless another thread is writing: that one will. `None` if that fails.
    fn flush(&self) -> Option<()> {
        let Ok(mut out) = self.out.try_lock() else { return Some(()) };
        let flushed = out.to.flush();
        drop(out);
        flushed.map_err(|failure| self.fail(failure.into())).ok()
    }

    /// Waits while a condition holds, but not beyond the end.
    fn wait_while<'t>(
        &self,
        mut turns: MutexGuard<'t, Turns<T>>,
        is_early: impl Fn(&Turns<T>) -> bool,
    ) -> MutexGuard<'t, Turns<T>> {
        while !turns.is_over && is_early(&turns) {
            turns.waiting += 1;
            turns = self.passed.wait(turns).unwrap_or_else(PoisonError::into_inner);
            turns.waiting -= 1;
        }
        turns
    }

    /// Wakes the threads that wait for a turn.
    fn notify(&self, turns: &Turns<T>) {
        if turns.waiting > 0 {
            self.passed.notify_all();
        }
    }

    /// Writes output of a job if it is at its turn, and empties `buffer`. Otherwise keeps it; waits if too much is kept.
    /// Returns whether it was written.
    fn pass(&self, number: usize, buffer: &mut Vec<u8>) -> io::Result<bool> {
        let mut turns = self.wait_while(lock(&self.turns), |turns| {
            !turns.is_at(number) && turns.in_flight[number - turns.first].len >= KEPT_LEN
        });
        if turns.is_over {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if !turns.is_at(number) {
            turns.keep(number, buffer);
            return Ok(false);
        }
        drop(turns);
        let written = lock(&self.out).write(buffer);
        buffer.clear();
        written.map(|()| true).map_err(|failure| {
            self.fail(failure.into());
            io::ErrorKind::BrokenPipe.into()
        })
    }

    /// Ends a job. If it is at its turn, the turn passes on.
    fn end(&self, number: usize, buffer: &mut Vec<u8>, end: End<T>) -> Result<()> {
        let mut turns = lock(&self.turns);
        if turns.is_over {
            return Ok(());
        }
        if !turns.is_at(number) {
            turns.keep(number, buffer);
            let first = turns.first;
            turns.in_flight[number - first].end = Some(end);
            return Ok(());
        }
        drop(turns);
        let mut out = lock(&self.out);
        out.write(buffer)?;
        out.end(end)?;
        drop(out);
        buffer.clear();
        self.pass_on()
    }

    /// Passes the turn on from a job that is written, to the next one that isn't done; writes what was kept of those on
    /// the way.
    fn pass_on(&self) -> Result<()> {
        let mut turns = lock(&self.turns);
        turns.advance();
        loop {
            self.notify(&turns);
            let Some(kept) = turns.in_flight.front_mut() else { break };
            let (pieces, end) = (mem::take(&mut kept.pieces), kept.end.take());
            kept.len = 0;
            if pieces.is_empty() && end.is_none() {
                break;
            }
            drop(turns);
            let is_done = end.is_some();
            let mut out = lock(&self.out);
            for piece in pieces {
                out.write(&piece)?;
            }
            match end {
                Some(end) => out.end(end)?,
                // Its thread may have to wait for more input.
                None => out.to.flush()?,
            }
            drop(out);
            turns = lock(&self.turns);
            if is_done {
                turns.advance();
            }
        }
        turns.is_direct = true;
        self.notify(&turns);
        Ok(())
    }

    /// Ends all work.
    fn fail(&self, failure: Error) {
        let mut turns = lock(&self.turns);
        turns.is_over = true;
        turns.failure.get_or_insert(failure);
        self.notify(&turns);
        self.over.notify_all();
    }

    /// Waits until the threads have ended, or for a failure, which it returns.
    fn wait_for_end(&self) -> Result<()> {
        let is_going_on = |turns: &mut Turns<T>| !turns.is_over && turns.workers > 0;
        let turns = self.over.wait_while(lock(&self.turns), is_going_on);
        let mut turns = turns.unwrap_or_else(PoisonError::into_inner);
        turns.failure.take().map_or(Ok(()), Err)
    }
}

impl<T> Turns<T> {
    /// Whether the thread of a job may write.
    fn is_at(&self, number: usize) -> bool {
        self.first == number && self.is_direct
    }

    /// Removes the first job.
    fn advance(&mut self) {
        self.in_flight.pop_front();
        self.first += 1;
        self.is_direct = false;
    }

    /// Keeps output of a job until its turn.
    fn keep(&mut self, number: usize, buffer: &mut Vec<u8>) {
        if !buffer.is_empty() {
            let kept = &mut self.in_flight[number - self.first];
            kept.len += buffer.len();
            kept.pieces.push(mem::take(buffer));
        }
    }
}

/// A thread that is counted until it is dropped.
struct Counted<'s, J, T, A>(&'s Shared<J, T, A>);

impl<J, T, A> Drop for Counted<'_, J, T, A> {
    fn drop(&mut self) {
        lock(&self.0.turns).workers -= 1;
        self.0.over.notify_all();
    }
}

/// The output of a job, in pieces.
struct JobOutput<'s, J, T, A> {
    shared: &'s Shared<J, T, A>,
    number: usize,
    buffer: Vec<u8>,
}

impl<J, T, A> Write for JobOutput<'_, J, T, A> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A long text isn't copied as a whole.
        let piece = &bytes[..bytes.len().min(PIECE_LEN)];
        self.buffer.extend_from_slice(piece);
        if self.buffer.len() >= PIECE_LEN {
            self.shared.pass(self.number, &mut self.buffer)?;
            // A job that fills one piece is likely to fill another.
            self.buffer.reserve(PIECE_LEN + PIECE_LEN / 16);
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.shared.pass(self.number, &mut self.buffer)? {
            let flushed = lock(&self.shared.out).to.flush();
            return flushed.map_err(|failure| {
                self.shared.fail(failure.into());
                io::ErrorKind::BrokenPipe.into()
            });
        }
        Ok(())
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
    let jobs: Box<dyn Iterator<Item = _> + Send> = Box::new(sources.paths(syntax).map(Ok));
    let work = move |out: &mut Output<'_>, path: Result<PathBuf>| work(out, &path?);
    let ended = |status: &mut Status, outcome: Result<Status>| {
        progress::input_done(outcome.is_err());
        *status = (*status).max(outcome.unwrap_or_else(|error| {
            complain(&format!("{error:#}"));
            Status::Failed
        }));
    };
    in_order(Box::new(jobs), between, threads, Arc::new(work), Status::Nothing, ended)
}
