//! WARC files to Arrow batches and Parquet files.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use pyo3::{
    exceptions::{PyRuntimeError, PyTypeError},
    prelude::*,
    types::{PyBytes, PyDict},
};
use sapwood_warc::{Batch, BatchBuilder, Extractor, Format, Page, Reader, Record, RowWriter};

use crate::{
    columns::{ColumnNames, RecordBatches, extractor, raised},
    input::{Input, Markup},
    options::Limits,
    record_batch::{self, PySchema},
};

/// A WARC file: a path, or an object with a method `read`.
struct File {
    read: Box<dyn Read + Send>,
    /// The path, as the column `warc` has it.
    name: String,
}

impl File {
    fn of(object: &Bound<'_, PyAny>, name: Option<String>) -> PyResult<Self> {
        if let Ok(path) = object.extract::<PathBuf>() {
            let file = fs::File::open(&path).map_err(|error| named(&path, error))?;
            let name = name.unwrap_or_else(|| path.to_string_lossy().into_owned());
            return Ok(Self { read: Box::new(file), name });
        }
        let Some(read) = object.getattr_opt("read")? else {
            let class = object.get_type();
            return Err(PyTypeError::new_err(format!(
                "a WARC file must be a path or a binary file object, not {}",
                class.name()?
            )));
        };
        let name = match name {
            Some(name) => name,
            None => object.getattr_opt("name")?.map_or_else(String::new, |name| name.to_string()),
        };
        Ok(Self { read: Box::new(PythonFile(read.unbind())), name })
    }
}

/// The error with the file that it is about.
fn named(path: &Path, error: io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display())).into()
}

/// The method `read` of a file object.
struct PythonFile(Py<PyAny>);

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let copied = Python::try_attach(|py| -> PyResult<usize> {
            let data = self.0.bind(py).call1((buffer.len(),))?;
            let data = data.cast::<PyBytes>().map_err(|_| {
                PyTypeError::new_err("`read` must return bytes: open the file in binary mode")
            })?;
            let data = data.as_bytes();
            let Some(room) = buffer.get_mut(..data.len()) else {
                return Err(PyRuntimeError::new_err("`read` returned more bytes than asked for"));
            };
            room.copy_from_slice(data);
            Ok(data.len())
        });
        Ok(copied.ok_or_else(|| io::Error::other("the interpreter has ended"))??)
    }
}

/// The batches of a WARC file.
struct WarcBatches {
    reader: Reader<Box<dyn Read + Send>>,
    extractor: Extractor,
    builder: BatchBuilder,
    record: Record,
    name: String,
    is_over: bool,
}

impl WarcBatches {
    fn new(input: File, extractor: &Extractor) -> io::Result<Self> {
        Ok(Self {
            reader: Reader::new(input.read)?.with_limit(extractor.limits().max_input_bytes()),
            builder: BatchBuilder::new(extractor),
            record: Record::default(),
            extractor: extractor.clone(),
            name: input.name,
            is_over: false,
        })
    }

    fn fill(&mut self) -> io::Result<()> {
        while !self.builder.is_full() {
            if !self.reader.read_record(&mut self.record)? {
                self.is_over = true;
                break;
            }
            let record = &self.record;
            let payload = record.payload(self.extractor.limits().max_input_bytes());
            if record.error.is_some() || payload.is_html() {
                self.builder.push(&Page::of_record(record, &payload, &self.name));
            }
        }
        Ok(())
    }
}

impl WarcBatches {
    /// The next rows; `None` after the last ones or an error.
    fn next_batch(&mut self) -> Option<io::Result<Batch>> {
        if self.is_over {
            return None;
        }
        if let Err(error) = self.fill() {
            self.is_over = true;
            return Some(Err(error));
        }
        (!self.builder.is_empty()).then(|| Ok(self.builder.finish()))
    }
}

impl Iterator for WarcBatches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.next_batch()?;
        Some(batch.map(Batch::to_arrow).map_err(failed))
    }
}

fn failed(error: io::Error) -> ArrowError {
    ArrowError::IoError(error.to_string(), error)
}

/// Reads the pages of a WARC file as Arrow record batches.
///
/// A record that can't be read is a row with ``error``, and a page that reaches a limit a row with ``limit``.
/// Memory is bounded, whatever the size of the file. Batches are cut at about 8 MB. The GIL is released.
///
/// Args:
///     source: A path, or a binary file object: ``.warc``, ``.warc.gz`` or ``.warc.zst``.
///     columns: The columns, as names or as one text with commas; by default all but the costly ones.
///     spec: Further columns, as TOML: ``[fields]`` and then ``name = "css"``, ``"css @attribute"`` or an XPath.
///     name: The value of the column ``warc``; by default the path.
///     limits: Limits on a page instead of the default ones.
///
/// Raises:
///     OSError: The file can't be read.
///     ValueError: There is no such column, or the specification isn't valid.
///
/// >>> import io, sapwood.warc
/// >>> http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Oak</title><h1>The oak</h1>"
/// >>> head = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/\r\nContent-Length: {}\r\n\r\n"
/// >>> file = io.BytesIO(head.format(len(http)).encode() + http + b"\r\n\r\n")
/// >>> for batch in sapwood.warc.read(file, columns="url,title", spec="[fields]\nheading = 'h1'"):
/// ...     print(batch.to_pylist())
/// [{'url': 'https://a.example/', 'title': 'Oak', 'heading': 'The oak'}]
#[pyfunction]
#[pyo3(signature = (source, *, columns=None, spec=None, name=None, limits=None))]
pub(crate) fn warc_read(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    columns: Option<ColumnNames>,
    spec: Option<&str>,
    name: Option<String>,
    limits: Option<&Limits>,
) -> PyResult<RecordBatches> {
    let extractor = extractor(columns, spec, limits, "default")?;
    let input = File::of(source, name)?;
    let batches = py.detach(|| WarcBatches::new(input, &extractor))?;
    Ok(RecordBatches::new(extractor.schema(), Box::new(batches)))
}

/// The columns that `read` yields.
///
/// Raises:
///     ValueError: There is no such column, or the specification isn't valid.
///
/// >>> import sapwood.warc
/// >>> sapwood.warc.schema("url,links").column_names
/// ['url', 'links']
#[pyfunction]
#[pyo3(signature = (columns=None, spec=None))]
pub(crate) fn warc_schema(columns: Option<ColumnNames>, spec: Option<&str>) -> PyResult<PySchema> {
    Ok(PySchema(extractor(columns, spec, None, "default")?.schema()))
}

/// Extracts columns from one page, as a dictionary.
///
/// Args:
///     html: The page, as bytes or `str`.
///     url: Its URL, against which links are resolved.
///     content_type: The ``Content-Type`` of the response, whose ``charset`` counts.
///     columns, spec, limits: As for `read`.
///
/// Raises:
///     ValueError: There is no such column, or the specification isn't valid.
///
/// >>> import sapwood.warc
/// >>> sapwood.warc.extract(b"<title>Oak</title><a href=/>Home</a>", url="https://a.example/x", columns="title,links")
/// {'title': 'Oak', 'links': [{'url': 'https://a.example/', 'rel': None, 'text': 'Home'}]}
#[pyfunction]
#[pyo3(signature = (html, *, url=None, content_type=None, columns=None, spec=None, limits=None))]
pub(crate) fn warc_extract<'py>(
    py: Python<'py>,
    html: Markup<'py>,
    url: Option<&str>,
    content_type: Option<&str>,
    columns: Option<ColumnNames>,
    spec: Option<&str>,
    limits: Option<&Limits>,
) -> PyResult<Bound<'py, PyDict>> {
    let extractor = extractor(columns, spec, limits, "default")?;
    let input = html.input()?;
    let batch = py.detach(|| {
        let mut page = match &input {
            Input::Text(text) => Page::text(text),
            Input::Bytes(bytes) => Page::html(bytes),
        };
        (page.url, page.content_type) = (url, content_type);
        let mut builder = BatchBuilder::new(&extractor);
        builder.push(&page);
        builder.finish().to_arrow()
    });
    record_batch::fields(py, batch.schema_ref().fields(), batch.columns(), 0)
}

/// Writes the pages of a WARC file to a Parquet file, compressed with Snappy.
///
/// The arguments are those of `read`; errors and limits are counted by the columns of these names, if they are
/// chosen. A regular file gets its name when it is complete; a symbolic link is followed, and a FIFO or device is
/// written directly.
///
/// Returns:
///     The counts ``rows``, ``bytes`` (of input), ``other_records``, ``errors`` and ``limits``, the last two by message or
///     name.
///
/// Raises:
///     OSError: A file can't be read or written.
///     ValueError: There is no such column, or the specification isn't valid.
///
/// >>> import io, os, tempfile, sapwood.warc
/// >>> path = os.path.join(tempfile.mkdtemp(), "pages.parquet")
/// >>> sapwood.warc.write_parquet(io.BytesIO(b""), path)
/// {'rows': 0, 'bytes': 0, 'other_records': 0, 'errors': {}, 'limits': {}}
#[pyfunction]
#[pyo3(signature = (source, path, *, columns=None, spec=None, name=None, limits=None))]
pub(crate) fn warc_write_parquet<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    path: PathBuf,
    columns: Option<ColumnNames>,
    spec: Option<&str>,
    name: Option<String>,
    limits: Option<&Limits>,
) -> PyResult<Bound<'py, PyDict>> {
    let extractor = extractor(columns, spec, limits, "default")?;
    let input = File::of(source, name)?;
    let counts = py.detach(|| write_parquet(input, &path, &extractor)).map_err(raised)?;
    let dict = PyDict::new(py);
    dict.set_item("rows", counts.rows)?;
    dict.set_item("bytes", counts.bytes)?;
    dict.set_item("other_records", counts.other_records)?;
    dict.set_item("errors", counts.errors)?;
    dict.set_item("limits", counts.limits)?;
    Ok(dict)
}

/// Numbers about the rows of a file.
#[derive(Default)]
struct Counts {
    rows: usize,
    bytes: u64,
    other_records: u64,
    errors: BTreeMap<String, u64>,
    limits: BTreeMap<String, u64>,
}

/// Different messages to count; further ones are counted together.
const MESSAGES: usize = 100;

impl Counts {
    fn add(&mut self, batch: &Batch) {
        self.rows += batch.len();
        for (name, counts) in [("error", &mut self.errors), ("limit", &mut self.limits)] {
            for message in batch.texts(name).flatten() {
                let is_counted = counts.len() < MESSAGES || counts.contains_key(message);
                let message = if is_counted { message } else { "other" };
                *counts.entry(message.to_owned()).or_default() += 1;
            }
        }
    }
}

fn write_parquet(input: File, path: &Path, extractor: &Extractor) -> Result<Counts, ArrowError> {
    let mut counts = Counts::default();
    let mut writer = RowWriter::create(path, Format::Parquet, extractor).map_err(failed)?;
    let mut batches = WarcBatches::new(input, extractor).map_err(failed)?;
    while let Some(batch) = batches.next_batch() {
        let batch = batch.map_err(failed)?;
        counts.add(&batch);
        writer.write_batch(batch).map_err(failed)?;
    }
    writer.finish().map_err(failed)?;
    counts.bytes = batches.reader.position();
    counts.other_records = batches.reader.skipped().other_kinds;
    Ok(counts)
}
