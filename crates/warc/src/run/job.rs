//! A part of the records, which one thread extracts.

use std::sync::{Arc, mpsc::SyncSender};

use super::{report::Counts, source::Records};
use crate::{BatchBuilder, Extractor, Format, Page, Payload, Record, write::Rows};

/// The bytes and the number of records at which a job is cut.
const BYTES: usize = 4 << 20;
const RECORDS: usize = 1 << 12;

/// The bytes at which rows are written: few enough to be in the cache of the processor still.
const ROWS: usize = 1 << 18;

/// Records to extract.
pub(super) struct Job(Vec<(Arc<str>, Record)>);

/// A piece of the result of a job.
pub(super) enum Piece {
    Rows(Rows),
    /// All rows have been sent.
    End(Counts),
}

impl Job {
    /// Cuts a job off `records`, in the memory of `spare` ones; `None` if there are none left.
    pub(super) fn cut(records: &mut Records, spare: &mut Vec<Record>) -> Option<Self> {
        let (mut job, mut bytes) = (Vec::new(), 0);
        while bytes < BYTES && job.len() < RECORDS {
            let mut record = spare.pop().unwrap_or_default();
            if !records.next(&mut record) {
                break;
            }
            bytes += record.body().len() + record.header.len();
            job.push((Arc::clone(records.warc()), record));
        }
        (!job.is_empty()).then_some(Self(job))
    }

    /// Extracts the records, and hands over their rows. They end early if the receiver does. Returns the records for reuse.
    pub(super) fn run(self, rows: &mut RowBuilder, to: &SyncSender<Piece>) -> Vec<Record> {
        for (warc, record) in &self.0 {
            if let Some(rows) = rows.push(record, warc)
                && to.send(Piece::Rows(rows)).is_err()
            {
                break;
            }
        }
        let (rows, counts) = rows.finish();
        // The receiver ends when writing fails.
        let _ = rows.map_or(Ok(()), |rows| to.send(Piece::Rows(rows)));
        let _ = to.send(Piece::End(counts));
        let records = self.0.into_iter().map(|(_, mut record)| {
            record.clear(0);
            record
        });
        records.collect()
    }
}

/// Builds rows out of records, and counts both. Its memory is reused from job to job.
pub(super) struct RowBuilder {
    batch: BatchBuilder,
    max_input_bytes: usize,
    format: Format,
    counts: Counts,
}

impl RowBuilder {
    pub(super) fn new(extractor: &Extractor, format: Format) -> Self {
        Self {
            batch: BatchBuilder::new(extractor),
            max_input_bytes: extractor.limits().max_input_bytes(),
            format,
            counts: Counts::default(),
        }
    }

    /// Appends the row of a record, if it has a page or an error; returns the rows once there are many.
    pub(super) fn push(&mut self, record: &Record, warc: &str) -> Option<Rows> {
        let payload = match record.error {
            None => record.payload(self.max_input_bytes),
            Some(_) => Payload::default(),
        };
        if record.error.is_none() && !payload.is_html() {
            self.counts.not_html += 1;
            return None;
        }
        let outcome = self.batch.push(&Page::of_record(record, &payload, warc));
        self.counts.rows += 1;
        self.counts.errors += u64::from(outcome.has_error);
        self.counts.limited += u64::from(outcome.limit.is_some());
        (self.batch.bytes() >= ROWS).then(|| Rows::encode(self.batch.finish(), self.format))
    }

    /// Returns the rest of the rows, if there are any, and the numbers since the last call.
    pub(super) fn finish(&mut self) -> (Option<Rows>, Counts) {
        let rows = (!self.batch.is_empty()).then(|| Rows::encode(self.batch.finish(), self.format));
        (rows, std::mem::take(&mut self.counts))
    }
}
