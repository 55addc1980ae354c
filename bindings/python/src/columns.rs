//! Columns of pages as Arrow batches: out of WARC files, and out of the batches of other libraries.

use std::sync::{Arc, Mutex, TryLockError};

use arrow_array::{
    Array, ArrayRef, RecordBatch, RecordBatchOptions, RecordBatchReader, cast::AsArray,
    ffi_stream::FFI_ArrowArrayStream,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::{
    exceptions::{PyKeyError, PyRuntimeError, PyTypeError, PyValueError},
    prelude::*,
    types::PyCapsule,
};
use sapwood_warc::{BatchBuilder, Columns, Extractor, Page, Spec};

use crate::{
    arrow_import::{self, Batches},
    errors::closed,
    options::Limits,
    record_batch::{PyRecordBatch, PySchema, schema_capsule},
};

/// Columns that are taken from a page alone.
const OF_PAGES: &str = "encoding,title,language,text,links,meta,json_ld,error,limit";

/// Columns as an argument: names, or one text with commas between them.
#[derive(FromPyObject)]
pub(crate) enum ColumnNames {
    Text(String),
    Names(Vec<String>),
}

/// An extractor of these columns and fields; `default` names the columns if there are none.
pub(crate) fn extractor(
    columns: Option<ColumnNames>,
    spec: Option<&str>,
    limits: Option<&Limits>,
    default: &str,
) -> PyResult<Extractor> {
    let names = match columns {
        None => default.to_owned(),
        Some(ColumnNames::Text(names)) => names,
        Some(ColumnNames::Names(names)) => names.join(","),
    };
    let columns: Columns = names.parse().map_err(invalid)?;
    let spec = spec.map(Spec::parse).transpose().map_err(invalid)?.unwrap_or_default();
    let limits = limits.map(Limits::of_pages).unwrap_or_default();
    Ok(Extractor::new(columns, spec, limits))
}

fn invalid(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Batches that are made when they are asked for.
pub(crate) type Source = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// An iterator over Arrow record batches, each made when it is asked for.
///
/// It has the Arrow PyCapsule interface, which hands over all batches that are left:
/// ``pyarrow.RecordBatchReader.from_stream(batches)``, ``polars.DataFrame(batches)`` and others take it.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct RecordBatches {
    schema: SchemaRef,
    /// `None` once a consumer has taken it.
    source: Mutex<Option<Source>>,
}

impl RecordBatches {
    pub(crate) fn new(schema: SchemaRef, source: Source) -> Self {
        Self { schema, source: Mutex::new(Some(source)) }
    }

    /// Uses the source, if no other thread does. Waiting could last forever: the source may call Python code.
    fn with<R>(&self, operation: impl FnOnce(&mut Option<Source>) -> R) -> PyResult<R> {
        let mut source = match self.source.try_lock() {
            Ok(source) => source,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                let message = "the iterator is in use; each thread needs one of its own";
                return Err(PyRuntimeError::new_err(message));
            }
        };
        Ok(operation(&mut source))
    }
}

#[pymethods]
impl RecordBatches {
    /// The names and types of the columns.
    #[getter]
    fn schema(&self) -> PySchema {
        PySchema(self.schema.clone())
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyRecordBatch>> {
        let next = py.detach(|| self.with(|source| source.as_mut().map(Iterator::next)))?;
        let next = next.ok_or_else(|| closed("iterator"))?;
        next.transpose().map(|batch| batch.map(PyRecordBatch)).map_err(raised)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    /// The schema that the consumer requests is a wish that this iterator doesn't grant.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let source = self.with(Option::take)?.ok_or_else(|| closed("iterator"))?;
        let reader = Exported { schema: self.schema.clone(), source };
        PyCapsule::new_with_value(
            py,
            FFI_ArrowArrayStream::new(Box::new(reader)),
            c"arrow_array_stream",
        )
    }
}

/// Batches for a consumer outside of Python.
struct Exported {
    schema: SchemaRef,
    source: Source,
}

impl Iterator for Exported {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.source.next()
    }
}

impl RecordBatchReader for Exported {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// The exception for an error of a source: the one that Python code raised, if it did.
pub(crate) fn raised(error: ArrowError) -> PyErr {
    match error {
        ArrowError::IoError(_, error) => error.into(),
        ArrowError::ExternalError(error) => match error.downcast::<PyErr>() {
            Ok(error) => *error,
            Err(error) => PyRuntimeError::new_err(error.to_string()),
        },
        ArrowError::InvalidArgumentError(message) => PyTypeError::new_err(message),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// Extracts columns from the pages in Arrow data.
///
/// It runs without the GIL. Batches are cut at about 8 MB, so one batch of large pages becomes several. A page
/// that reaches a limit has what was parsed before, and the limit's name in the column ``limit``.
///
/// Args:
///     batch: A record batch, table or stream of any library with the Arrow PyCapsule interface.
///     html: Its column of pages: bytes, whose encoding is detected, or strings.
///     url: Its column of the URLs of pages, against which links are resolved.
///     content_type: Its column of values of ``Content-Type``, whose ``charset`` counts.
///     keep: Its columns that come before the extracted ones; by default all but ``html``.
///     columns: The columns to extract; `sapwood.warc` lists them.
///     spec: Further columns, as TOML: ``[fields]`` and then ``name = "css"``, ``"css @attribute"`` or an XPath.
///     limits: Limits on a page instead of the default ones.
///
/// Raises:
///     KeyError: There is no such column.
///     TypeError: A column has another type.
///     ValueError: A column of ``columns`` doesn't exist, or ``spec`` isn't valid.
///
/// >>> import pyarrow, sapwood
/// >>> pages = pyarrow.record_batch({"id": [1, 2], "html": [b"<title>Oak</title>", b"<p>Elm"]})
/// >>> for batch in sapwood.extract_arrow(pages, columns=["title", "text"]):
/// ...     print(batch.to_pylist())
/// [{'id': 1, 'title': 'Oak', 'text': ''}, {'id': 2, 'title': None, 'text': 'Elm'}]
#[pyfunction]
#[pyo3(signature = (batch, html="html", *, url=None, content_type=None, keep=None, columns=None, spec=None, limits=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn extract_arrow(
    batch: &Bound<'_, PyAny>,
    html: &str,
    url: Option<&str>,
    content_type: Option<&str>,
    keep: Option<Vec<String>>,
    columns: Option<ColumnNames>,
    spec: Option<&str>,
    limits: Option<&Limits>,
) -> PyResult<RecordBatches> {
    let extractor = extractor(columns, spec, limits, OF_PAGES)?;
    let (schema, batches): (_, Source) = match Batches::of(batch)? {
        Batches::One(batch) => (batch.schema(), Box::new(std::iter::once(Ok(batch)))),
        Batches::Stream(stream) => (stream.schema(), Box::new(stream)),
    };
    let find = |name: &str| find(&schema, name);
    let html = find(html)?;
    let keep = match keep {
        Some(names) => names.iter().map(|name| find(name)).collect::<PyResult<Vec<_>>>()?,
        None => (0..schema.fields().len()).filter(|&index| index != html).collect(),
    };
    let plan = Plan {
        html,
        url: url.map(find).transpose()?,
        content_type: content_type.map(find).transpose()?,
        schema: joined(&schema, &keep, &extractor)?,
        keep,
    };
    plan.check_types(&schema)?;
    let schema = plan.schema.clone();
    let source = Pages { plan, builder: BatchBuilder::new(&extractor), batches, open: None };
    Ok(RecordBatches::new(schema, Box::new(source)))
}

/// The columns of a batch that are read, by their indexes, and the schema of the result.
struct Plan {
    html: usize,
    url: Option<usize>,
    content_type: Option<usize>,
    keep: Vec<usize>,
    schema: SchemaRef,
}

fn find(schema: &Schema, name: &str) -> PyResult<usize> {
    schema.index_of(name).map_err(|_| {
        let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        PyKeyError::new_err(format!("no column {name:?} among {}", names.join(", ")))
    })
}

/// The schema of kept and extracted columns.
fn joined(schema: &Schema, keep: &[usize], extractor: &Extractor) -> PyResult<SchemaRef> {
    let extracted = extractor.schema();
    let mut fields: Vec<Arc<Field>> =
        keep.iter().map(|&index| schema.fields()[index].clone()).collect();
    if let Some(field) = fields.iter().find(|field| extracted.index_of(field.name()).is_ok()) {
        return Err(PyValueError::new_err(format!(
            "column {:?} is both kept and extracted; name the columns to keep with `keep`",
            field.name()
        )));
    }
    fields.extend(extracted.fields().iter().cloned());
    Ok(Arc::new(Schema::new(fields)))
}

impl Plan {
    fn check_types(&self, schema: &Schema) -> PyResult<()> {
        let html = schema.field(self.html);
        if !is_text(html.data_type()) && !is_binary(html.data_type()) {
            return Err(PyTypeError::new_err(format!(
                "column {:?} must hold bytes or strings, not {}",
                html.name(),
                html.data_type()
            )));
        }
        for index in [self.url, self.content_type].into_iter().flatten() {
            let field = schema.field(index);
            if !is_text(field.data_type()) {
                return Err(PyTypeError::new_err(format!(
                    "column {:?} must hold strings, not {}",
                    field.name(),
                    field.data_type()
                )));
            }
        }
        Ok(())
    }

    /// Checks the columns of a batch that are read.
    fn validate(&self, batch: &RecordBatch) -> Result<(), ArrowError> {
        let read = [Some(self.html), self.url, self.content_type];
        read.into_iter()
            .flatten()
            .try_for_each(|index| arrow_import::validated(batch.column(index)))
    }
}

fn is_text(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

fn is_binary(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
}

/// The batches of extracted columns.
struct Pages {
    plan: Plan,
    builder: BatchBuilder,
    batches: Source,
    /// A batch that isn't done, and its next row.
    open: Option<(RecordBatch, usize)>,
}

impl Iterator for Pages {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (batch, start) = match self.open.take() {
            Some(open) => open,
            None => match self.batches.next()? {
                Ok(batch) => match self.plan.validate(&batch) {
                    Ok(()) => (batch, 0),
                    Err(error) => return Some(Err(error)),
                },
                Err(error) => return Some(Err(error)),
            },
        };
        let mut row = start;
        while row < batch.num_rows() && (row == start || !self.builder.is_full()) {
            self.push(&batch, row);
            row += 1;
        }
        let extracted = self.builder.finish().to_arrow();
        let kept =
            self.plan.keep.iter().map(|&index| batch.column(index).slice(start, row - start));
        let columns: Vec<ArrayRef> = kept.chain(extracted.columns().iter().cloned()).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(row - start));
        if row < batch.num_rows() {
            self.open = Some((batch, row));
        }
        Some(RecordBatch::try_new_with_options(self.plan.schema.clone(), columns, &options))
    }
}

impl Pages {
    fn push(&mut self, batch: &RecordBatch, row: usize) {
        let html = batch.column(self.plan.html);
        let mut page = match (html.is_null(row), bytes(html, row)) {
            (true, _) => Page::default(),
            (false, Some(bytes)) => Page::html(bytes),
            (false, None) => Page::text(text(html, row).unwrap_or_default()),
        };
        page.url = self.plan.url.and_then(|index| text(batch.column(index), row));
        page.content_type = self.plan.content_type.and_then(|index| text(batch.column(index), row));
        self.builder.push(&page);
    }
}

/// The bytes in a row, if the column has bytes.
fn bytes(column: &dyn Array, row: usize) -> Option<&[u8]> {
    Some(match column.data_type() {
        DataType::Binary => column.as_binary::<i32>().value(row),
        DataType::LargeBinary => column.as_binary::<i64>().value(row),
        DataType::BinaryView => column.as_binary_view().value(row),
        _ => return None,
    })
}

/// The string in a row, if the column has strings and this one isn't null.
fn text(column: &dyn Array, row: usize) -> Option<&str> {
    if column.is_null(row) {
        return None;
    }
    Some(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row),
        DataType::Utf8View => column.as_string_view().value(row),
        _ => return None,
    })
}
