//! The plan of an extraction.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, SchemaRef};

use super::{
    columns::{self, Columns},
    limits::Limits,
    spec::Spec,
};

/// A plan of extraction: the columns to fill from pages, and the limits on the work for one.
///
/// It is cheap to clone and shared by threads; each thread fills [batches](super::BatchBuilder) of its own.
///
/// ```
/// use sapwood_warc::{BatchBuilder, Extractor, Limits, Page, Spec};
///
/// let spec = Spec::parse("[fields]\nheading = 'h1'")?;
/// let extractor = Extractor::new("url,title,links".parse()?, spec, Limits::default());
/// let mut batch = BatchBuilder::new(&extractor);
/// batch.push(&Page::html(b"<title>Oak</title><h1>The oak</h1>").url("https://example.com/"));
/// let batch = batch.finish();
/// assert_eq!((batch.num_rows(), batch.num_columns()), (1, 4));
/// assert_eq!(batch.schema().field(3).name(), "heading");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extractor(pub(super) Arc<Plan>);

/// The parts of an extractor.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) columns: Columns,
    pub(super) spec: Spec,
    pub(super) limits: Limits,
    pub(super) schema: SchemaRef,
}

impl Extractor {
    /// An extractor of `columns`, followed by the fields of `spec`.
    #[must_use]
    pub fn new(columns: Columns, spec: Spec, limits: Limits) -> Self {
        let fixed =
            columns.as_slice().iter().map(|it| Field::new(it.as_str(), it.data_type(), true));
        let user = spec.fields.iter().map(|field| {
            let kind = if field.all { columns::texts() } else { DataType::Utf8 };
            Field::new(&field.name, kind, true)
        });
        let schema = Arc::new(Schema::new(fixed.chain(user).collect::<Vec<_>>()));
        Self(Arc::new(Plan { columns, spec, limits, schema }))
    }

    /// The schema of the batches.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.0.schema)
    }

    /// The columns, without the user's fields.
    #[must_use]
    pub fn columns(&self) -> &Columns {
        &self.0.columns
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }
}
