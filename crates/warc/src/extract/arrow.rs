//! Batches as Arrow record batches.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, Float32Array, Int32Array, Int64Array, ListArray, MapArray, RecordBatch,
    RecordBatchOptions, StringArray, StructArray, TimestampMicrosecondArray,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef, TimeUnit};

use super::{
    Batch, Column, Extractor,
    array::{Array, Entries, Kind, List, Numbers, StructFields, Structs, Texts},
};

impl Kind {
    /// The Arrow type. Spark has no unsigned numbers, so there are none here.
    fn data_type(self) -> DataType {
        match self {
            Self::Text => DataType::Utf8,
            Self::Int64 => DataType::Int64,
            Self::Int32 => DataType::Int32,
            Self::Float32 => DataType::Float32,
            Self::Time => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
            Self::Texts => DataType::List(element(DataType::Utf8)),
            Self::Structs(fields) => {
                DataType::List(element(DataType::Struct(struct_fields(fields))))
            }
            Self::Map => DataType::Map(map_entries(), false),
        }
    }
}

impl Column {
    /// Returns the Arrow type of the column.
    #[must_use]
    pub fn data_type(self) -> DataType {
        self.kind().data_type()
    }
}

impl Extractor {
    /// The schema of the [record batches](Batch::to_arrow).
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        let fields = self.fields().map(|(name, kind)| Field::new(name, kind.data_type(), true));
        Arc::new(Schema::new(fields.collect::<Vec<_>>()))
    }
}

impl Batch {
    /// Returns the rows as a record batch of the [schema](Extractor::schema). Texts are not copied.
    ///
    /// ```
    /// use sapwood_warc::{BatchBuilder, Extractor, Limits, Page, Spec};
    ///
    /// let extractor = Extractor::new("url,title".parse()?, Spec::default(), Limits::default());
    /// let mut batch = BatchBuilder::new(&extractor);
    /// batch.push(&Page::html(b"<title>Oak</title>").url("https://example.com/"));
    /// let batch = batch.finish().to_arrow();
    /// assert_eq!((batch.num_rows(), batch.num_columns()), (1, 2));
    /// assert_eq!(batch.schema(), extractor.schema());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_arrow(self) -> RecordBatch {
        let arrays = self.arrays.into_iter().map(array).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        RecordBatch::try_new_with_options(self.extractor.schema(), arrays, &options)
            .expect("the arrays have the types of the schema, and a value for each row")
    }
}

/// The items of a list.
fn element(data_type: DataType) -> Arc<Field> {
    Arc::new(Field::new("element", data_type, false))
}

/// The fields of a struct.
fn struct_fields(fields: &StructFields) -> Fields {
    fields.iter().map(|(name, nullable)| Field::new(*name, DataType::Utf8, *nullable)).collect()
}

/// The fields of a map entry.
fn entry_fields() -> Fields {
    Fields::from(vec![
        Field::new("key", DataType::Utf8, false),
        Field::new("value", DataType::Utf8, true),
    ])
}

fn map_entries() -> Arc<Field> {
    Arc::new(Field::new("entries", DataType::Struct(entry_fields()), false))
}

fn array(values: Array) -> ArrayRef {
    match values {
        Array::Text(texts) => Arc::new(strings(texts)),
        Array::Int64(Numbers { values, is_valid }) => {
            Arc::new(Int64Array::new(values.into(), nulls(is_valid)))
        }
        Array::Int32(Numbers { values, is_valid }) => {
            Arc::new(Int32Array::new(values.into(), nulls(is_valid)))
        }
        Array::Float32(Numbers { values, is_valid }) => {
            Arc::new(Float32Array::new(values.into(), nulls(is_valid)))
        }
        Array::Time(Numbers { values, is_valid }) => {
            let times = TimestampMicrosecondArray::new(values.into(), nulls(is_valid));
            Arc::new(times.with_timezone("UTC"))
        }
        Array::Texts(List { items, offsets, is_valid }) => {
            let field = element(DataType::Utf8);
            let items = Arc::new(strings(items));
            Arc::new(ListArray::new(field, ends(offsets), items, nulls(is_valid)))
        }
        Array::Structs(List { items: Structs { fields, values }, offsets, is_valid }) => {
            let arrays = values.map(|texts| Arc::new(strings(texts)) as ArrayRef);
            let fields = struct_fields(fields);
            let items = Arc::new(StructArray::new(fields.clone(), arrays.to_vec(), None));
            let field = element(DataType::Struct(fields));
            Arc::new(ListArray::new(field, ends(offsets), items, nulls(is_valid)))
        }
        Array::Map(List { items: Entries { key, value }, offsets, is_valid }) => {
            let arrays = [key, value].map(|texts| Arc::new(strings(texts)) as ArrayRef);
            let entries = StructArray::new(entry_fields(), arrays.to_vec(), None);
            Arc::new(MapArray::new(map_entries(), ends(offsets), entries, nulls(is_valid), false))
        }
    }
}

fn strings(Texts { text, offsets, is_valid }: Texts) -> StringArray {
    StringArray::new(ends(offsets), Buffer::from_vec(text.into_bytes()), nulls(is_valid))
}

fn ends(offsets: Vec<i32>) -> OffsetBuffer<i32> {
    OffsetBuffer::new(offsets.into())
}

/// The mask of the values that are there; `None` if all are.
fn nulls(is_valid: Vec<bool>) -> Option<NullBuffer> {
    is_valid.contains(&false).then(|| NullBuffer::from(is_valid))
}
