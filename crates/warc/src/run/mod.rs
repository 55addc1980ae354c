//! Many records at once: a thread that reads, threads that extract, and one that writes in the order of the records.
//!
//! The reader cuts the records into jobs of a few megabytes. Each job has a channel of its own for its result; the
//! channels are queued in the order of the jobs, and the writer receives from one after another. The queue is
//! bounded, and so is memory, by the number of threads, however long the input is. Jobs are cut by the records alone,
//! so the rows and their order don't depend on the number of threads.

mod job;
mod manifest;
mod report;
mod source;

use std::{
    io, iter, mem,
    num::NonZero,
    path::Path,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, SyncSender},
    },
    thread,
};

use self::{
    job::{Job, Piece, RowBuilder},
    report::Counts,
    source::Records,
};
use crate::{Extractor, Record, RowWriter};

pub use manifest::{Manifest, ManifestError};
pub use report::{Counts as RowCounts, SourceReport};
pub use source::Source;

/// Jobs in flight for each thread.
const AHEAD: usize = 2;

/// Most records whose memory waits for the next ones.
const SPARE: usize = 64;

/// Pieces of a job's result that wait for the writer. A page can have much more text than its record has bytes, and then
/// extraction waits.
const PIECES: usize = 1;

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
    Job(Receiver<Piece>),
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

    /// Extracts with `count` threads. If there are several, a further one reads, and the calling one writes; if there is one, the
    /// calling one does all.
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
        match self.threads {
            1 => self.run_here(sources, writer),
            _ => self.run_threads(sources, writer),
        }
    }

    /// Does all work in this thread.
    fn run_here(
        &self,
        sources: impl IntoIterator<Item = Source>,
        writer: &mut RowWriter,
    ) -> io::Result<Vec<SourceReport>> {
        let limit = self.extractor.limits().max_input_bytes();
        let mut builder = RowBuilder::new(&self.extractor, writer.format());
        let mut record = Record::default();
        let mut reports = Vec::new();
        for source in sources {
            let mut records = Records::of(source, limit, self.on_read);
            while records.next(&mut record) {
                if let Some(rows) = builder.push(&record, records.warc()) {
                    writer.write(&rows)?;
                }
            }
            let (rows, mut counts) = builder.finish();
            rows.map_or(Ok(()), |rows| writer.write(&rows))?;
            counts += records.skipped;
            let failure = records.failure();
            reports.push(SourceReport { name: records.name, counts, failure });
        }
        Ok(reports)
    }

    /// Reads in a thread, extracts in several, and writes in this one.
    fn run_threads<I>(&self, sources: I, writer: &mut RowWriter) -> io::Result<Vec<SourceReport>>
    where
        I: IntoIterator<Item = Source>,
        I::IntoIter: Send + 'static,
    {
        let (to_workers, queue) = mpsc::channel::<(Job, SyncSender<Piece>)>();
        let (to_writer, order) =
            mpsc::sync_channel(self.threads.saturating_mul(AHEAD).min(1 << 12));
        let queue = Arc::new(Mutex::new(queue));
        // Records whose memory is used again.
        let (to_reader, used) = mpsc::channel();
        let format = writer.format();
        for _ in 0..self.threads {
            let (queue, extractor) = (Arc::clone(&queue), self.extractor.clone());
            let to_reader = to_reader.clone();
            spawn(move || {
                let mut rows = RowBuilder::new(&extractor, format);
                loop {
                    let Ok(next) = queue.lock().map(|queue| queue.recv()) else { return };
                    let Ok((job, to)) = next else { return };
                    let _ = to_reader.send(job.run(&mut rows, &to));
                }
            })?;
        }
        let (sources, on_read) = (sources.into_iter(), self.on_read);
        let limit = self.extractor.limits().max_input_bytes();
        // The threads aren't joined: one that waits for standard input mustn't keep the caller waiting when writing fails.
        spawn(move || {
            let mut spare = Vec::new();
            for source in sources {
                let mut records = Records::of(source, limit, on_read);
                let jobs = iter::from_fn(|| {
                    spare.extend(used.try_iter().flatten());
                    spare.truncate(SPARE);
                    Job::cut(&mut records, &mut spare)
                });
                for job in jobs {
                    let (to, pieces) = mpsc::sync_channel(PIECES);
                    if to_writer.send(Next::Job(pieces)).is_err()
                        || to_workers.send((job, to)).is_err()
                    {
                        return;
                    }
                }
                let failure = records.failure();
                let Records { name, skipped, .. } = records;
                if to_writer.send(Next::End { name, skipped, failure }).is_err() {
                    return;
                }
            }
        })?;
        write_in_order(order, writer)
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
        let source = Source::opened(input)?;
        let mut writer = RowWriter::create(output, format, &self.extractor)?;
        let mut reports = self.run([source], &mut writer)?;
        let report = reports.pop().ok_or_else(|| io::Error::other("a thread has panicked"))?;
        if let Some(failure) = &report.failure {
            return Err(io::Error::other(failure.clone()));
        }
        writer.finish()?;
        Ok(report)
    }
}

/// Writes the rows of the jobs as the messages say; returns the reports of the sources.
fn write_in_order(order: Receiver<Next>, writer: &mut RowWriter) -> io::Result<Vec<SourceReport>> {
    let mut reports = Vec::new();
    let mut counts = Counts::default();
    for next in order {
        match next {
            Next::Job(pieces) => loop {
                let piece = pieces.recv();
                match piece.map_err(|_| io::Error::other("a thread has panicked"))? {
                    Piece::Rows(rows) => writer.write(&rows)?,
                    Piece::End(of_job) => {
                        counts += of_job;
                        break;
                    }
                }
            },
            Next::End { name, skipped, failure } => {
                counts += skipped;
                reports.push(SourceReport { name, counts: mem::take(&mut counts), failure });
            }
        }
    }
    Ok(reports)
}

fn spawn(run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(run).map(drop)
}
