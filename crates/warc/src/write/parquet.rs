//! Parquet files.

use std::io;

use arrow_array::RecordBatch;
use arrow_schema::{DataType, SchemaRef};
use parquet::{
    arrow::ArrowWriter,
    basic::Compression,
    errors::ParquetError,
    file::properties::{EnabledStatistics, WriterProperties},
    schema::types::ColumnPath,
};
use sapwood_output::OutputFile;

use crate::extract::Column;

/// The memory of a row group, at which it is written.
const ROW_GROUP: usize = 48 << 20;

/// Values that are encoded before the length of their page is looked at. Texts are long, and a page of Parquet should stay in the
/// cache of the processor until it is compressed.
const VALUES: usize = 32;

/// The bytes at which a page of Parquet is compressed.
const PAGE: usize = 1 << 19;

/// Values whose repetition is worth a dictionary: those of the other columns are long, or differ from row to row.
const REPEATED: [Column; 6] =
    [Column::Warc, Column::Mime, Column::Encoding, Column::Language, Column::Error, Column::Limit];

/// A writer of one file, compressed by Snappy.
pub(super) struct Writer(ArrowWriter<OutputFile>);

impl Writer {
    pub(super) fn new(file: OutputFile, schema: &SchemaRef) -> io::Result<Self> {
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_write_batch_size(VALUES)
            .set_data_page_size_limit(PAGE)
            .set_created_by(concat!("sapwood ", env!("CARGO_PKG_VERSION")).to_owned());
        for field in schema.fields() {
            let is_repeated = REPEATED.iter().any(|column| column.as_str() == field.name());
            if field.data_type() == &DataType::Utf8 && !is_repeated {
                let path = ColumnPath::from(field.name().as_str());
                properties = properties
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_statistics_enabled(path, EnabledStatistics::None);
            }
        }
        for leaf in ["text", "url"] {
            let path = ["links", "list", "element", leaf].map(str::to_owned).to_vec();
            let path = ColumnPath::new(path);
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path, EnabledStatistics::None);
        }
        let writer = ArrowWriter::try_new(file, schema.clone(), Some(properties.build()));
        Ok(Self(writer.map_err(failed)?))
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        self.0.write(batch).map_err(failed)?;
        if self.0.memory_size() >= ROW_GROUP {
            self.0.flush().map_err(failed)?;
        }
        Ok(())
    }

    /// Writes the rest; returns the file, which is to be committed.
    pub(super) fn finish(self) -> io::Result<OutputFile> {
        self.0.into_inner().map_err(failed)
    }
}

/// Errors of files keep their kind.
fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
