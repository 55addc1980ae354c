//! Arrow record batches that are handed to Python.

use arrow_array::{
    Array, RecordBatch, StructArray,
    cast::AsArray,
    ffi::{FFI_ArrowArray, FFI_ArrowSchema},
    types::{Float32Type, Float64Type, Int32Type, Int64Type, TimestampMicrosecondType},
};
use arrow_schema::{DataType, Schema, SchemaRef, TimeUnit};
use pyo3::{
    exceptions::PyTypeError,
    intern,
    prelude::*,
    types::{PyBytes, PyCapsule, PyDict, PyList},
};

use crate::arrow::failed;

/// A batch of rows in Arrow's layout.
///
/// It has the Arrow PyCapsule interface: ``pyarrow.record_batch(batch)``, ``polars.DataFrame(batch)`` and
/// others take it without a copy.
#[pyclass(frozen, name = "RecordBatch", module = "sapwood")]
pub(crate) struct PyRecordBatch(pub(crate) RecordBatch);

#[pymethods]
impl PyRecordBatch {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        names(self.0.schema_ref())
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("<RecordBatch of {} rows: {}>", self.__len__(), self.column_names().join(", "))
    }

    /// Returns the rows as dictionaries.
    ///
    /// Raises:
    ///     TypeError: A column that was passed through has a type that only other libraries convert.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = PyList::empty(py);
        for row in 0..self.0.num_rows() {
            rows.append(fields(py, self.0.schema_ref().fields(), self.0.columns(), row)?)?;
        }
        Ok(rows)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, self.0.schema_ref())
    }

    /// The schema that the consumer requests is a wish that this batch doesn't grant.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        drop(requested_schema);
        let array = FFI_ArrowArray::new(&StructArray::from(self.0.clone()).into_data());
        let schema = schema_capsule(py, self.0.schema_ref())?;
        Ok((schema, PyCapsule::new_with_value(py, array, c"arrow_array")?))
    }
}

/// The names and types of columns; ``pyarrow.schema(schema)`` takes it.
#[pyclass(frozen, name = "ArrowSchema", module = "sapwood")]
pub(crate) struct PySchema(pub(crate) SchemaRef);

#[pymethods]
impl PySchema {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        names(&self.0)
    }

    /// The types of the columns: ``string``, ``strings``, ``int32``, ``int64``, ``float``, ``timestamp``, ``links``, ``map``.
    #[getter]
    fn types(&self) -> Vec<&'static str> {
        self.0.fields().iter().map(|field| type_name(field.data_type())).collect()
    }

    fn __len__(&self) -> usize {
        self.0.fields().len()
    }

    fn __repr__(&self) -> String {
        format!("<ArrowSchema: {}>", self.column_names().join(", "))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.0)
    }
}

/// The name of a type that extracted columns have.
fn type_name(data_type: &DataType) -> &'static str {
    match data_type {
        DataType::Int32 => "int32",
        DataType::Int64 => "int64",
        DataType::Float32 => "float",
        DataType::Timestamp(..) => "timestamp",
        DataType::Map(..) => "map",
        DataType::List(item) => match item.data_type() {
            DataType::Struct(fields) if fields.find("url").is_some() => "links",
            DataType::Struct(_) => "chunks",
            _ => "strings",
        },
        _ => "string",
    }
}

fn names(schema: &Schema) -> Vec<String> {
    schema.fields().iter().map(|field| field.name().clone()).collect()
}

pub(crate) fn schema_capsule<'py>(
    py: Python<'py>,
    schema: &Schema,
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(failed)?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// The dictionary of a row of some columns.
pub(crate) fn fields<'py>(
    py: Python<'py>,
    fields: &arrow_schema::Fields,
    columns: &[arrow_array::ArrayRef],
    row: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (field, column) in fields.iter().zip(columns) {
        dict.set_item(field.name(), value(py, column, row)?)?;
    }
    Ok(dict)
}

/// The value in a row of a column. Nests as deep as the column's type.
fn value<'py>(py: Python<'py>, column: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match column.data_type() {
        DataType::Boolean => {
            column.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any()
        }
        DataType::Int32 => {
            column.as_primitive::<Int32Type>().value(row).into_pyobject(py)?.into_any()
        }
        DataType::Int64 => {
            column.as_primitive::<Int64Type>().value(row).into_pyobject(py)?.into_any()
        }
        DataType::Float32 => {
            column.as_primitive::<Float32Type>().value(row).into_pyobject(py)?.into_any()
        }
        DataType::Float64 => {
            column.as_primitive::<Float64Type>().value(row).into_pyobject(py)?.into_any()
        }
        DataType::Utf8 => column.as_string::<i32>().value(row).into_pyobject(py)?.into_any(),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).into_pyobject(py)?.into_any(),
        DataType::Binary => PyBytes::new(py, column.as_binary::<i32>().value(row)).into_any(),
        DataType::LargeBinary => PyBytes::new(py, column.as_binary::<i64>().value(row)).into_any(),
        DataType::Timestamp(TimeUnit::Microsecond, Some(_)) => {
            time(py, column.as_primitive::<TimestampMicrosecondType>().value(row))?
        }
        DataType::Struct(_) => {
            let column = column.as_struct();
            fields(py, column.fields(), column.columns(), row)?.into_any()
        }
        DataType::List(_) => {
            let items = column.as_list::<i32>().value(row);
            let values = (0..items.len()).map(|item| value(py, &items, item));
            PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        DataType::Map(..) => {
            let entries = column.as_map().value(row);
            let dict = PyDict::new(py);
            for entry in 0..entries.len() {
                let [key, item] = [0, 1].map(|part| value(py, entries.column(part), entry));
                dict.set_item(key?, item?)?;
            }
            dict.into_any()
        }
        other => {
            return Err(PyTypeError::new_err(format!(
                "to_pylist has no value for {other}; convert the batch with pyarrow.record_batch"
            )));
        }
    })
}

/// A `datetime` in UTC.
fn time(py: Python<'_>, microseconds: i64) -> PyResult<Bound<'_, PyAny>> {
    let datetime = py.import(intern!(py, "datetime"))?;
    let utc = datetime.getattr("timezone")?.getattr("utc")?;
    let epoch = datetime.getattr("datetime")?.call1((1970, 1, 1, 0, 0, 0, 0, utc))?;
    epoch.add(datetime.getattr("timedelta")?.call1((0, 0, microseconds))?)
}
