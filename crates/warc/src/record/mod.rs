//! Records of WARC files: where they are, what they say, and what they hold.
//!
//! The reader is our own, because no crate was found that does all that a job over millions of files needs. `warc` 0.4
//! decodes gzip through a reader of whole files, which hides where a member begins and ends at the first damaged one.
//! `fastwarc` 2.0 keeps offsets, but needs an input that can seek, so that it can't read a pipe; it has no limit on
//! the memory of a record, and depends on a C library for zstd and on the unmaintained crate `encoding`. Reading is
//! here a few hundred lines: [`Reader`] splits a file into records, [`Payload`] takes an HTTP response apart, and
//! [`read_list`] reads lists of places.

mod codec;
mod fault;
mod gzip;
mod http;
mod list;
mod raw;
mod reader;
mod warc_record;

pub use http::Payload;
pub use list::{ListError, Location, read_list};
pub use reader::{Reader, Skipped};
pub use warc_record::{Record, RecordError, RecordKind};
