//! Batches as files.

mod json_lines;
#[cfg(feature = "parquet")]
mod parquet;

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

pub use json_lines::write_json_lines;

/// The form of the rows that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Parquet.
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
    Batch(RecordBatch),
    Lines(Vec<u8>),
}

impl Rows {
    pub(crate) fn encode(batch: RecordBatch, format: Format) -> Self {
        match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => Self::Batch(batch),
            Format::JsonLines => {
                let mut lines = Vec::with_capacity(batch.get_array_memory_size());
                write_json_lines(&batch, &mut lines);
                Self::Lines(lines)
            }
        }
    }
}

/// A writer of rows to a file or a stream.
///
/// A file is written under a temporary name beside it and renamed by [`finish`](Self::finish), so that no one finds a part of
/// it under its own name. A writer that is dropped before removes the temporary file.
pub struct RowWriter {
    to: To,
    file: Option<Renamed>,
}

enum To {
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Writer>),
    Lines(Box<dyn Write>),
}

/// A file under a temporary name.
struct Renamed {
    temporary: PathBuf,
    path: PathBuf,
    is_done: bool,
}

impl Drop for Renamed {
    fn drop(&mut self) {
        if !self.is_done {
            // There is nowhere left to report an error.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

impl RowWriter {
    /// Creates the file `path` for rows of `schema`.
    ///
    /// # Errors
    ///
    /// If the file can't be created.
    pub fn create(path: &Path, format: Format, schema: &SchemaRef) -> io::Result<Self> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let temporary = path.with_file_name(format!(".{name}.{}.partial", std::process::id()));
        let out = File::create(&temporary)?;
        let file = Renamed { temporary, path: path.to_owned(), is_done: false };
        let to = match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => To::Parquet(Box::new(parquet::Writer::new(out, schema)?)),
            Format::JsonLines => {
                let _ = schema;
                To::Lines(Box::new(BufWriter::with_capacity(1 << 18, out)))
            }
        };
        Ok(Self { to, file: Some(file) })
    }

    /// A writer of JSON Lines to a stream.
    #[must_use]
    pub fn json_lines(to: Box<dyn Write>) -> Self {
        Self { to: To::Lines(to), file: None }
    }

    /// The format of the rows.
    #[must_use]
    pub fn format(&self) -> Format {
        match self.to {
            #[cfg(feature = "parquet")]
            To::Parquet(_) => Format::Parquet,
            To::Lines(_) => Format::JsonLines,
        }
    }

    /// Writes the rows of a batch.
    ///
    /// # Errors
    ///
    /// If they can't be written.
    pub fn write_batch(&mut self, batch: RecordBatch) -> io::Result<()> {
        self.write(&Rows::encode(batch, self.format()))
    }

    pub(crate) fn write(&mut self, rows: &Rows) -> io::Result<()> {
        match (&mut self.to, rows) {
            #[cfg(feature = "parquet")]
            (To::Parquet(writer), Rows::Batch(batch)) => writer.write(batch),
            (To::Lines(writer), Rows::Lines(lines)) => writer.write_all(lines),
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
        match self.to {
            #[cfg(feature = "parquet")]
            To::Parquet(writer) => writer.finish()?,
            To::Lines(mut writer) => writer.flush()?,
        }
        let Some(mut file) = self.file else { return Ok(()) };
        // A name must not survive a crash of the machine that the content doesn't.
        File::open(&file.temporary)?.sync_all()?;
        fs::rename(&file.temporary, &file.path)?;
        file.is_done = true;
        Ok(())
    }
}
