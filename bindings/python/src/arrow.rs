//! Extracted pages as an Arrow table, handed over by the Arrow PyCapsule interface.

use std::{iter, sync::Arc};

use arrow_array::{
    ArrayRef, LargeStringArray, RecordBatch, RecordBatchIterator, UInt64Array,
    ffi_stream::FFI_ArrowArrayStream,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, ffi::FFI_ArrowSchema};
use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
    types::PyCapsule,
};

/// A record batch ends at the page that fills it up to this number of rows.
const ROWS: usize = 1 << 16;

/// The values of a field, as Arrow lays them out.
#[derive(Default)]
pub(crate) struct Column {
    text: String,
    ends: Vec<usize>,
    is_present: Vec<bool>,
}

impl Column {
    pub(crate) fn push(&mut self, value: Option<&str>) {
        self.text.push_str(value.unwrap_or_default());
        self.ends.push(self.text.len());
        self.is_present.push(value.is_some());
    }

    pub(crate) fn values(&self) -> impl ExactSizeIterator<Item = Option<&str>> {
        let mut start = 0;
        self.ends.iter().zip(&self.is_present).map(move |(&end, &is_present)| {
            let value = &self.text[start..end];
            start = end;
            is_present.then_some(value)
        })
    }
}

/// A table of strings that `Extractor.to_arrow` returns.
///
/// It has the Arrow PyCapsule interface: ``pyarrow.table(table)``, ``polars.DataFrame(table)`` and others
/// take it without a copy.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct ArrowTable {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl ArrowTable {
    /// The table of the columns of each page, with a column of page numbers if it is named.
    pub(crate) fn new(
        names: &[&str],
        page: Option<&str>,
        pages: Vec<Vec<Column>>,
    ) -> PyResult<Self> {
        if page.is_some_and(|page| names.contains(&page)) {
            return Err(PyValueError::new_err("the column of pages has the name of a field"));
        }
        let strings = names.iter().map(|name| Field::new(*name, DataType::LargeUtf8, true));
        let number = page.map(|name| Field::new(name, DataType::UInt64, false));
        let schema: SchemaRef = Arc::new(Schema::new(strings.chain(number).collect::<Vec<_>>()));
        let mut batches = Vec::new();
        let (mut first, mut rows) = (0, 0);
        for end in 1..=pages.len() {
            rows += row_count(&pages[end - 1]);
            if rows < ROWS && end < pages.len() {
                continue;
            }
            let batch = batch(&schema, page.is_some(), first, &pages[first..end]);
            batches.push(batch.map_err(failed)?);
            (first, rows) = (end, 0);
        }
        Ok(Self { schema, batches })
    }
}

/// The number of rows of a page, given its columns.
pub(crate) fn row_count(page: &[Column]) -> usize {
    page.first().map_or(0, |column| column.ends.len())
}

fn batch(
    schema: &SchemaRef,
    numbered: bool,
    first: usize,
    pages: &[Vec<Column>],
) -> Result<RecordBatch, ArrowError> {
    let width = schema.fields().len() - usize::from(numbered);
    let mut arrays: Vec<ArrayRef> = Vec::new();
    for column in 0..width {
        let values = pages.iter().flat_map(|page| page[column].values());
        arrays.push(Arc::new(values.collect::<LargeStringArray>()));
    }
    if numbered {
        let numbers = (first as u64..).zip(pages);
        let numbers = numbers.flat_map(|(number, page)| iter::repeat_n(number, row_count(page)));
        arrays.push(Arc::new(UInt64Array::from_iter_values(numbers)));
    }
    let options = arrow_array::RecordBatchOptions::new()
        .with_row_count(Some(pages.iter().map(|page| row_count(page)).sum()));
    RecordBatch::try_new_with_options(schema.clone(), arrays, &options)
}

pub(crate) fn failed(error: ArrowError) -> PyErr {
    PyRuntimeError::new_err(format!("cannot build the Arrow table: {error}"))
}

#[pymethods]
impl ArrowTable {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        format!("<ArrowTable of {} rows: {}>", self.__len__(), self.column_names().join(", "))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The schema that the consumer requests is a wish that this table doesn't grant.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches: Vec<_> = self.batches.iter().cloned().map(Ok).collect();
        let reader = RecordBatchIterator::new(batches, self.schema.clone());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}
