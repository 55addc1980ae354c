//! Arrow data of other libraries, by the Arrow PyCapsule interface.
//!
//! The interface hands over C structs by address, so this is the one place of the package with `unsafe`. The crates that
//! do the same (`arrow-pyarrow`, `pyo3-arrow`) are built on other versions of PyO3 or of Arrow.
#![expect(unsafe_code, reason = "Arrow's C data interface passes structs by address")]

use std::sync::Arc;

use arrow_array::{
    Array, RecordBatch, RecordBatchOptions, StructArray,
    ffi::{self, FFI_ArrowArray, FFI_ArrowSchema},
    ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader},
};
use arrow_schema::{ArrowError, DataType, Schema};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyCapsule,
};

/// Record batches of another library.
pub(crate) enum Batches {
    One(RecordBatch),
    Stream(RecordBatchStreamReader),
}

impl Batches {
    /// Takes the data that `object` exports; a batch if it can export one, otherwise a stream.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(export) = object.getattr_opt("__arrow_c_array__")? {
            let capsules: (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) =
                export.call0()?.extract()?;
            return batch(&capsules.0, &capsules.1).map(Self::One);
        }
        if let Some(export) = object.getattr_opt("__arrow_c_stream__")? {
            return stream(&export.call0()?.cast_into()?).map(Self::Stream);
        }
        let class = object.get_type();
        Err(PyTypeError::new_err(format!(
            "expected Arrow data, such as a RecordBatch or Table of pyarrow or a DataFrame of polars, not {}",
            class.name()?
        )))
    }
}

fn batch(schema: &Bound<'_, PyCapsule>, array: &Bound<'_, PyCapsule>) -> PyResult<RecordBatch> {
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(c"arrow_array"))?.cast::<FFI_ArrowArray>();
    // SAFETY: By its name, the capsule holds a valid `ArrowSchema`, and it is alive during this call.
    let schema = unsafe { schema.as_ref() };
    // SAFETY: By its name, the capsule holds a valid `ArrowArray`. It is moved out, which leaves a released one behind,
    // as the interface asks of a consumer.
    let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
    // SAFETY: The producer made schema and array for each other. `validated` checks what is read.
    let data = unsafe { ffi::from_ffi(array, schema) }.map_err(refused)?;
    if !matches!(data.data_type(), DataType::Struct(_)) || data.null_count() > 0 {
        let message = "expected a record batch, not an array of another type";
        return Err(PyTypeError::new_err(message));
    }
    let schema = Arc::new(Schema::try_from(schema).map_err(refused)?);
    let options = RecordBatchOptions::new().with_row_count(Some(data.len()));
    let (_, columns, _) = StructArray::from(data).into_parts();
    RecordBatch::try_new_with_options(schema, columns, &options).map_err(refused)
}

fn stream(capsule: &Bound<'_, PyCapsule>) -> PyResult<RecordBatchStreamReader> {
    let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?;
    // SAFETY: By its name, the capsule holds a valid `ArrowArrayStream`. It is moved out, as the interface asks.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.cast().as_ptr()) };
    RecordBatchStreamReader::try_new(stream).map_err(refused)
}

/// Checks a column that will be read: offsets lie in their buffers, and strings are UTF-8.
pub(crate) fn validated(column: &dyn Array) -> Result<(), ArrowError> {
    column.to_data().validate_full()
}

fn refused(error: ArrowError) -> PyErr {
    PyValueError::new_err(format!("cannot take the Arrow data: {error}"))
}
