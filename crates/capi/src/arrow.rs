//! Pages as rows of an Arrow batch, handed over by the [Arrow C Data Interface](https://arrow.apache.org/docs/format/CDataInterface.html).

use std::{
    ffi::c_char,
    sync::{Mutex, PoisonError},
};

use arrow_array::{
    Array, StructArray,
    ffi::{FFI_ArrowArray, FFI_ArrowSchema, to_ffi},
};
use sapwood_warc::{BatchBuilder, Columns, Extractor, Limits, Page, Spec};

use crate::{
    border::{Changed, ErrorOut, Out, bytes, required, run, text, value},
    failure::{Failure, Status},
};

/// Rows that are being made of pages.
///
/// ```c
/// // The program declares the structs, as the specification of the Arrow C Data Interface says.
/// struct ArrowArray array;
/// struct ArrowSchema schema;
/// sapwood_batch *batch = NULL;
/// if (sapwood_has_feature(SAPWOOD_TEXT("arrow"))) {
///     sapwood_batch_new(SAPWOOD_TEXT("url,title"), SAPWOOD_TEXT("fields = { heading = \"h1\" }"), &batch, NULL);
///     sapwood_batch_push(batch, SAPWOOD_TEXT("<title>T</title><h1>H"), SAPWOOD_TEXT("https://example.com/"), NULL);
///     assert(sapwood_batch_length(batch) == 1);
///     sapwood_batch_finish(batch, &array, &schema, NULL);
///     sapwood_batch_free(batch);
///     assert(array.length == 1 && array.n_children == 3);
///     array.release(&array);
///     schema.release(&schema);
/// }
/// ```
pub struct Batch(Mutex<Rows>);

struct Rows {
    builder: BatchBuilder,
}

/// Writes a batch without rows. To be freed by `sapwood_batch_free`.
///
/// * `columns`: names of columns with commas between, such as `url,title,text,links`, or `all`; `default` or an empty text for those that
///   cost little
/// * `fields`: more columns as TOML, by selectors and XPath expressions, such as
///   `fields = { heading = "h1", images = { css = "img @src", all = true } }`; may be empty
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_batch_new(
    columns: *const c_char,
    columns_length: usize,
    fields: *const c_char,
    fields_length: usize,
    batch: Out<'_, Option<Box<Batch>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let batch = required(batch, "batch")?;
        let invalid = |error: &dyn std::fmt::Display| Failure::argument(error.to_string());
        let columns = text(columns, columns_length, "columns")?;
        let columns: Columns = match columns {
            "" => Columns::default(),
            columns => columns.parse().map_err(|error| invalid(&error))?,
        };
        let fields = text(fields, fields_length, "fields")?;
        let fields = match fields {
            "" => Spec::default(),
            fields => Spec::parse(fields).map_err(|error| invalid(&error))?,
        };
        let extractor = Extractor::new(columns, fields, Limits::default());
        let rows = Rows { builder: BatchBuilder::new(&extractor) };
        batch.write(Some(Box::new(Batch(Mutex::new(rows)))));
        Ok(())
    })
}

/// Frees a batch. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_batch_free(batch: Option<Box<Batch>>) {
    value((), || drop(batch));
}

/// Parses a page and adds its row. Its encoding is detected; links are resolved against `url`, which may be empty. The limits for
/// pages hold: see `sapwood_options_limit_for_pages`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_batch_push(
    batch: Changed<'_, Batch>,
    html: *const c_char,
    html_length: usize,
    url: *const c_char,
    url_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let batch = required(batch, "batch")?;
        let page = Page::html(bytes(html, html_length, "html")?);
        let page = match text(url, url_length, "url")? {
            "" => page,
            url => page.url(url),
        };
        batch.0.lock().unwrap_or_else(PoisonError::into_inner).builder.push(&page);
        Ok(())
    })
}

/// Returns the number of rows.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_batch_length(batch: Option<&Batch>) -> usize {
    value(0, || {
        batch.map_or(0, |it| it.0.lock().unwrap_or_else(PoisonError::into_inner).builder.len())
    })
}

/// Writes the rows as an Arrow array of structs and its schema, and begins a new batch. Each has a function `release`, which whoever
/// takes it calls.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_batch_finish(
    batch: Changed<'_, Batch>,
    array: Out<'_, FFI_ArrowArray>,
    schema: Out<'_, FFI_ArrowSchema>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let (array, schema) = (required(array, "array")?, required(schema, "schema")?);
        let batch = required(batch, "batch")?;
        let rows = batch.0.lock().unwrap_or_else(PoisonError::into_inner).builder.finish();
        let data = StructArray::from(rows.to_arrow()).into_data();
        let (made, described) = to_ffi(&data)
            .map_err(|error| Failure::new(Status::NotRepresentable, error.to_string()))?;
        array.write(made);
        schema.write(described);
        Ok(())
    })
}
