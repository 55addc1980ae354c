//! From web archives to columns: the records of WARC files, the pages in them parsed by Sapwood, and what they hold as JSON
//! Lines, as [Arrow](https://arrow.apache.org/) record batches with the feature `arrow`, or as Parquet files with the feature `parquet`.
//!
//! * [`Reader`] splits a WARC file into records; [`Payload`] is the page in one.
//! * [`Extractor`] says what to take from a page: [`Columns`] and the user's fields, a [`Spec`], within [`Limits`].
//! * [`BatchBuilder`] turns pages into rows, a [`Batch`].
//! * [`Runner`] does all of it for many files with many threads; [`RowWriter`] writes Parquet or JSON Lines.
//!
//! ```
//! use sapwood_warc::{BatchBuilder, Columns, Extractor, Limits, Page, Reader, Spec};
//!
//! let file = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.com/\r\n\
//!     Content-Length: 65\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Oak</title><p>\r\n\r\n";
//! let extractor = Extractor::new(Columns::default(), Spec::default(), Limits::default());
//! let mut batch = BatchBuilder::new(&extractor);
//! let mut reader = Reader::new(&file[..])?;
//! while let Some(record) = reader.next_record()? {
//!     let payload = record.payload(extractor.limits().max_input_bytes());
//!     if record.error.is_some() || payload.is_html() {
//!         batch.push(&Page::of_record(&record, &payload, "example.warc"));
//!     }
//! }
//! assert_eq!(batch.finish().len(), 1);
//! # Ok::<(), std::io::Error>(())
//! ```

#![forbid(unsafe_code)]

mod extract;
mod record;
mod run;
#[cfg(feature = "serde")]
mod serialize;
mod write;

pub use extract::{
    Batch, BatchBuilder, Column, Columns, ColumnsError, Content, Extractor, Limits, Outcome, Page,
    Spec, SpecError,
};
pub use record::{
    ListError, Location, Payload, Reader, Record, RecordError, RecordKind, Skipped, read_list,
};
pub use run::{Manifest, ManifestError, RowCounts, Runner, Source, SourceReport};
pub use write::{Format, RowWriter, write_json_lines};
