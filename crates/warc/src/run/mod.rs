//! Many records at once: a thread that reads, threads that extract, and one that writes in the order of the records.
//!
//! The reader cuts the records into jobs of a few megabytes. Each job has a channel of its own for its result; the
//! channels are queued in the order of the jobs, and the writer receives from one after another. The queue is
//! bounded, and so is memory, by the number of threads, however long the input is. Jobs are cut by the records alone,
//! so the rows and their order don't depend on the number of threads.

mod job;
mod manifest;
mod source;

use std::{
    io, iter,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, SyncSender},
    },
    thread,
};

use self::{
    job::{Counts, Done, Job},
    source::Records,
};
use crate::{Extractor, RowWriter, write::Rows};

pub use job::Counts as RowCounts;
pub use manifest::{Manifest, ManifestError};
pub use source::Source;

/// Jobs in flight for each thread.
const AHEAD: usize = 2;

/// The outcome of a source.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SourceReport {
    /// The name of the source.
    pub name: String,
    /// The numbers of its rows and records.
    pub counts: RowCounts,
    /// The reason why the source couldn't be read to its end.
    pub failure: Option<String>,
}

/// Extracts the pages of sources with several threads.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use sapwood_warc::{Extractor, Limits, RowWriter, Runner, Source, Spec};
///
/// #[derive(Clone, Default)]
/// struct Shared(Arc<Mutex<Vec<u8>>>);
///
/// impl std::io::Write for Shared {
///     fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
///         self.0.lock().unwrap().write(bytes)
///     }
///     fn flush(&mut self) -> std::io::Result<()> {
///         Ok(())
///     }
/// }
///
/// let file = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\n\
///     Content-Length: 18\r\n\r\n<title>Oak</title>\r\n\r\n";
/// let extractor = Extractor::new("warc,title".parse()?, Spec::default(), Limits::default());
/// let out = Shared::default();
/// let mut writer = RowWriter::json_lines(Box::new(out.clone()));
/// let source = Source::reader("oak.warc", &file[..]);
/// let reports = Runner::new(&extractor).run([source], &mut writer)?;
/// assert_eq!(reports[0].counts.rows, 1);
/// assert_eq!(&**out.0.lock().unwrap(), b"{\"warc\":\"oak.warc\",\"title\":\"Oak\"}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Runner {
    extractor: Extractor,
    threads: usize,
    on_read: fn(usize),
}

/// A message from the reader to the writer, in the order of the records.
enum Next {
    /// The result of a job will arrive here.
    Job(Receiver<Done>),
    /// A source has ended.
    End { name: String, skipped: Counts, failure: Option<String> },
}

impl Runner {
    /// A runner with a thread for each processor.
    #[must_use]
    pub fn new(extractor: &Extractor) -> Self {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        Self { extractor: extractor.clone(), threads, on_read: |_| {} }
    }

    /// Extracts with `count` threads, at least one. A further one reads, and the calling one writes.
    #[must_use]
    pub fn threads(mut self, count: usize) -> Self {
        self.threads = count.max(1);
        self
    }

    /// Calls `on_read` with the number of bytes whenever some have been read.
    #[must_use]
    pub fn on_read(mut self, on_read: fn(usize)) -> Self {
        self.on_read = on_read;
        self
    }

    /// Extracts the pages of all sources into one writer, in the order of the records, and reports on each source.
    ///
    /// A source that can't be read, or not to its end, is reported, and the others go on.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn run<I>(&self, sources: I, writer: &mut RowWriter) -> io::Result<Vec<SourceReport>>
    where
        I: IntoIterator<Item = Source>,
        I::IntoIter: Send + 'static,
    {
        let (to_workers, queue) = mpsc::channel::<(Job, SyncSender<Done>)>();
        let (to_writer, order) =
            mpsc::sync_channel(self.threads.saturating_mul(AHEAD).min(1 << 12));
        let queue = Arc::new(Mutex::new(queue));
        let format = writer.format();
        for _ in 0..self.threads {
            let (queue, extractor) = (Arc::clone(&queue), self.extractor.clone());
            spawn(move || {
                loop {
                    let Ok(next) = queue.lock().map(|queue| queue.recv()) else { return };
                    let Ok((job, to)) = next else { return };
                    // The writer ends when it fails.
                    let _ = to.send(job.run(&extractor, format));
                }
            })?;
        }
        let (sources, on_read) = (sources.into_iter(), self.on_read);
        let limit = self.extractor.limits().max_input_bytes();
        // The threads aren't joined: one that waits for standard input mustn't keep the caller waiting when writing fails.
        spawn(move || {
            for source in sources {
                let mut records = Records::of(source, limit, on_read);
                let jobs = iter::from_fn(|| Job::cut(&mut records));
                for job in jobs {
                    let (to, done) = mpsc::sync_channel(1);
                    if to_writer.send(Next::Job(done)).is_err()
                        || to_workers.send((job, to)).is_err()
                    {
                        return;
                    }
                }
                let Records { name, skipped, failure, .. } = records;
                if to_writer.send(Next::End { name, skipped, failure }).is_err() {
                    return;
                }
            }
        })?;
        let mut reports = Vec::new();
        let mut counts = Counts::default();
        for next in order {
            match next {
                Next::Job(done) => {
                    let done =
                        done.recv().map_err(|_| io::Error::other("a thread has panicked"))?;
                    counts += done.counts;
                    done.rows.iter().try_for_each(|rows: &Rows| writer.write(rows))?;
                }
                Next::End { name, skipped, failure } => {
                    counts += skipped;
                    let counts = std::mem::take(&mut counts);
                    reports.push(SourceReport { name, counts, failure });
                }
            }
        }
        Ok(reports)
    }

    /// Extracts the pages of a file into a file.
    ///
    /// The file is complete under its name, or not there: it is renamed when all of the input has been read.
    ///
    /// # Errors
    ///
    /// If the input can't be opened, or if writing fails.
    pub fn run_file(
        &self,
        input: &Path,
        output: &Path,
        format: crate::Format,
    ) -> io::Result<SourceReport> {
        // A file that can't be opened has no output.
        std::fs::File::open(input)?;
        let mut writer = RowWriter::create(output, format, &self.extractor.schema())?;
        let mut reports = self.run([Source::file(PathBuf::from(input))], &mut writer)?;
        let report = reports.pop().ok_or_else(|| io::Error::other("a thread has panicked"))?;
        if let Some(failure) = &report.failure {
            return Err(io::Error::other(failure.clone()));
        }
        writer.finish()?;
        Ok(report)
    }
}

fn spawn(run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(run).map(drop)
}
