//! Batches as files.

mod json_lines;
#[cfg(feature = "parquet")]
mod parquet;

use std::{
    io::{self, BufWriter, Write},
    path::Path,
};

use sapwood_output::OutputFile;

use crate::{Batch, Extractor};

pub use json_lines::write_json_lines;

/// The form of the rows that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Parquet; with the feature `parquet`.
    #[cfg(feature = "parquet")]
    Parquet,
    /// JSON Lines.
    JsonLines,
}

impl Format {
    /// The extension of files in this format.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet => "parquet",
            Self::JsonLines => "jsonl",
        }
    }
}

/// The rows of a batch, as far as they can be encoded by several threads.
#[derive(Debug)]
pub(crate) enum Rows {
    #[cfg(feature = "parquet")]
    Batch(arrow_array::RecordBatch),
    Lines(Vec<u8>),
}

impl Rows {
    pub(crate) fn encode(batch: Batch, format: Format) -> Self {
        match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => Self::Batch(batch.to_arrow()),
            Format::JsonLines => {
                let mut lines = Vec::with_capacity(batch.bytes());
                write_json_lines(&batch, &mut lines);
                Self::Lines(lines)
            }
        }
    }
}

/// A writer of rows to a file or a stream.
///
/// A file is an [`sapwood_output::OutputFile`]: no one finds a part of a regular file under its name, because
/// [`finish`](Self::finish) gives it the name. A writer that is dropped before leaves nothing.
pub struct RowWriter(To);

enum To {
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Writer>),
    Lines(BufWriter<OutputFile>),
    Stream(Box<dyn Write>),
}

impl RowWriter {
    /// Begins the file `path` for the rows of `extractor`.
    ///
    /// # Errors
    ///
    /// If the file can't be written. The error names the path, as those of the other methods do.
    pub fn create(path: &Path, format: Format, extractor: &Extractor) -> io::Result<Self> {
        let file = OutputFile::create(path)?;
        Ok(Self(match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                To::Parquet(Box::new(parquet::Writer::new(file, &extractor.schema())?))
            }
            Format::JsonLines => {
                let _ = extractor;
                To::Lines(BufWriter::with_capacity(1 << 18, file))
            }
        }))
    }

    /// A writer of JSON Lines to a stream.
    #[must_use]
    pub fn json_lines(to: Box<dyn Write>) -> Self {
        Self(To::Stream(to))
    }

    /// The format of the rows.
    #[must_use]
    pub fn format(&self) -> Format {
        match self.0 {
            #[cfg(feature = "parquet")]
            To::Parquet(_) => Format::Parquet,
            To::Lines(_) | To::Stream(_) => Format::JsonLines,
        }
    }

    /// Writes the rows of a batch.
    ///
    /// # Errors
    ///
    /// If they can't be written.
    pub fn write_batch(&mut self, batch: Batch) -> io::Result<()> {
        self.write(&Rows::encode(batch, self.format()))
    }

    pub(crate) fn write(&mut self, rows: &Rows) -> io::Result<()> {
        match (&mut self.0, rows) {
            #[cfg(feature = "parquet")]
            (To::Parquet(writer), Rows::Batch(batch)) => writer.write(batch),
            (To::Lines(writer), Rows::Lines(lines)) => writer.write_all(lines),
            (To::Stream(writer), Rows::Lines(lines)) => writer.write_all(lines),
            #[cfg(feature = "parquet")]
            _ => Err(io::Error::other("rows of another format")),
        }
    }

    /// Ends the output, and gives a file its name.
    ///
    /// # Errors
    ///
    /// If the rest can't be written.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            #[cfg(feature = "parquet")]
            To::Parquet(writer) => writer.finish()?.commit(),
            To::Lines(writer) => {
                writer.into_inner().map_err(io::IntoInnerError::into_error)?.commit()
            }
            To::Stream(mut writer) => writer.flush(),
        }
    }
}
