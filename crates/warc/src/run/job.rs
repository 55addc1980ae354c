//! A part of the records, which one thread extracts.

use std::{
    ops::AddAssign,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use super::source::Records;
use crate::{BatchBuilder, Extractor, Format, Page, Payload, Record, write::Rows};

/// The bytes and the number of records at which a job is cut.
const BYTES: usize = 4 << 20;
const RECORDS: usize = 1 << 12;

/// Numbers of rows and records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Rows that were written.
    pub rows: u64,
    /// Rows that have an `error`.
    pub errors: u64,
    /// Rows that have a `limit`.
    pub limited: u64,
    /// Responses that are no HTML, and have no row.
    pub not_html: u64,
    /// Requests, metadata and other records that hold no page, and have no row.
    pub other_records: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        let Self { rows, errors, limited, not_html, other_records } = other;
        self.rows += rows;
        self.errors += errors;
        self.limited += limited;
        self.not_html += not_html;
        self.other_records += other_records;
    }
}

/// Records to extract.
pub(super) struct Job(Vec<(Arc<str>, Record)>);

/// The result of a job.
pub(super) struct Done {
    pub(super) rows: Vec<Rows>,
    pub(super) counts: Counts,
}

impl Job {
    /// Cuts a job off `records`; `None` if there are none left.
    pub(super) fn cut(records: &mut Records) -> Option<Self> {
        let (mut job, mut bytes) = (Vec::new(), 0);
        while bytes < BYTES && job.len() < RECORDS {
            let Some((warc, record)) = records.next() else { break };
            bytes += record.body.len() + record.header.len();
            job.push((warc, record));
        }
        (!job.is_empty()).then_some(Self(job))
    }

    /// Extracts the records. If a page makes the parser panic, which is a bug, its row says so.
    pub(super) fn run(self, extractor: &Extractor, format: Format) -> Done {
        let extract = |records: &[(Arc<str>, Record)]| {
            catch_unwind(AssertUnwindSafe(|| extract(records, extractor, format)))
        };
        if let Ok(done) = extract(&self.0) {
            return done;
        }
        let mut all = Done { rows: Vec::new(), counts: Counts::default() };
        for (warc, mut record) in self.0 {
            let page = [(warc, record.clone())];
            let done = extract(&page).or_else(|_| {
                let [(warc, _)] = page;
                record.fail("internal error: the parser panicked");
                extract(&[(warc, record)])
            });
            if let Ok(done) = done {
                all.rows.extend(done.rows);
                all.counts += done.counts;
            }
        }
        all
    }
}

fn extract(records: &[(Arc<str>, Record)], extractor: &Extractor, format: Format) -> Done {
    let mut batch = BatchBuilder::new(extractor);
    let mut done = Done { rows: Vec::new(), counts: Counts::default() };
    for (warc, record) in records {
        let payload = match record.error {
            None => record.payload(extractor.limits().max_input_bytes()),
            Some(_) => Payload::default(),
        };
        if record.error.is_none() && !payload.is_html() {
            done.counts.not_html += 1;
            continue;
        }
        let outcome = batch.push(&Page::of_record(record, &payload, warc));
        done.counts.rows += 1;
        done.counts.errors += u64::from(outcome.has_error);
        done.counts.limited += u64::from(outcome.limit.is_some());
        if batch.is_full() {
            done.rows.push(Rows::encode(batch.finish(), format));
        }
    }
    if !batch.is_empty() {
        done.rows.push(Rows::encode(batch.finish(), format));
    }
    done
}
