//! The plan of an extraction.

use std::sync::Arc;

use super::{array::Kind, columns::Columns, limits::Limits, spec::Spec};

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
/// assert_eq!(batch.len(), 1);
/// assert!(extractor.names().eq(["url", "title", "links", "heading"]));
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
}

impl Extractor {
    /// An extractor of `columns`, followed by the fields of `spec`.
    #[must_use]
    pub fn new(columns: Columns, spec: Spec, limits: Limits) -> Self {
        Self(Arc::new(Plan { columns, spec, limits }))
    }

    /// The names of the columns, in order: those of [`columns`](Self::columns), then the user's fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fields().map(|(name, _)| name)
    }

    /// The columns, with the type of their values.
    pub(super) fn fields(&self) -> impl Iterator<Item = (&str, Kind)> {
        let fixed = self.0.columns.as_slice().iter().map(|column| (column.as_str(), column.kind()));
        let user =
            self.0.spec.fields.iter().map(|field| {
                (field.name.as_str(), if field.all { Kind::Texts } else { Kind::Text })
            });
        fixed.chain(user)
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
