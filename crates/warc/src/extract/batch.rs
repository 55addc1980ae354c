//! Batches of rows.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

use arrow_array::{
    RecordBatch, RecordBatchOptions,
    builder::{
        Float32Builder, Int32Builder, Int64Builder, StringBuilder, TimestampMicrosecondBuilder,
    },
};
use arrow_schema::DataType;
use sapwood::{
    ByteOptions, Document, Limit, Parser, encoding::encoding_of_content_type, parse_bytes_recycling,
};

use super::{
    Column, Content, Extractor, Page,
    array::{ArrayBuilder, List},
    derive::{Allowance, Derived},
};

/// The bytes at which a batch is full.
const FULL: usize = 8 << 20;

/// Fills record batches with a row for each page, and reuses its memory from page to page.
///
/// A batch is [full](Self::is_full) by its bytes, about 8 MiB, not by its rows. See [`Extractor`] for an example.
pub struct BatchBuilder {
    extractor: Extractor,
    arrays: Vec<ArrayBuilder>,
    rows: usize,
    bytes: usize,
    /// The memory of the last page.
    document: Document,
    options: ByteOptions,
}

/// The problems that a row states about its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// Whether the row has an error.
    pub has_error: bool,
    /// The limit that cut the page, if any.
    pub limit: Option<&'static str>,
}

impl BatchBuilder {
    /// A builder without rows.
    #[must_use]
    pub fn new(extractor: &Extractor) -> Self {
        let schema = extractor.schema();
        let arrays = schema.fields().iter().map(|field| builder(field.data_type())).collect();
        let options =
            ByteOptions::default().detect_utf8(true).parsing(extractor.limits().options());
        Self {
            extractor: extractor.clone(),
            arrays,
            rows: 0,
            bytes: 0,
            document: Document::default(),
            options,
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The bytes of the values.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether it is time to [finish](Self::finish) the batch.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.bytes >= FULL
    }

    /// Appends the row of a page. This never fails: the row states what went wrong. A panic, which would be a bug, costs the page
    /// that caused it.
    pub fn push(&mut self, page: &Page<'_>) -> Outcome {
        if let Ok(outcome) = catch_unwind(AssertUnwindSafe(|| self.append(page))) {
            return outcome;
        }
        // The columns have ended at different places, and the document is in an unknown state.
        let rows = self.rows;
        self.arrays.iter_mut().for_each(|array| array.truncate(rows));
        self.document = Document::default();
        let error = Some("internal error: the parser panicked".to_owned());
        self.append(&Page { content: Content::Missing, error, ..page.clone() })
    }

    fn append(&mut self, page: &Page<'_>) -> Outcome {
        let start = Instant::now();
        let plan = std::sync::Arc::clone(&self.extractor.0);
        let limits = &plan.limits;
        let deadline = start.checked_add(limits.max_time());
        let (len, encoding, mut limit) = self.parse(page);
        let has_document = !matches!(page.content, Content::Missing);
        let mut derived = Derived {
            page,
            document: &self.document,
            encoding,
            // The columns of a page that the time limit has cut are quickly done, and of use.
            deadline: deadline.filter(|_| limit != Some(Limit::Time)),
            allowance: Allowance::new(limits.output(len)),
            is_late: false,
            error: None,
        };
        let columns = plan.columns.as_slice();
        let (fixed, user) = self.arrays.split_at_mut(columns.len());
        for (column, array) in columns.iter().zip(&mut *fixed) {
            if is_last(*column) || Derived::append_fact(page, *column, array) {
                continue;
            }
            match has_document {
                true => derived.append(*column, array),
                false => array.null(),
            }
        }
        #[cfg(test)]
        tests::panic_if_asked(page);
        for (field, array) in plan.spec.fields.iter().zip(user) {
            match has_document {
                true => derived.append_field(field, array),
                false => array.null(),
            }
        }
        if derived.is_late {
            limit = limit.or(Some(Limit::Time));
        }
        let limit = limit.map(Limit::as_str).or(derived.allowance.is_exceeded.then_some("output"));
        let limit = limit.or(page.is_cut.then_some(Limit::InputBytes.as_str()));
        let error = page.error.as_deref().or(derived.error.as_deref());
        for (column, array) in columns.iter().zip(fixed) {
            match (column, array) {
                (Column::Error, ArrayBuilder::Text(array)) => array.append_option(error),
                (Column::Limit, ArrayBuilder::Text(array)) => array.append_option(limit),
                (Column::ParseMs, ArrayBuilder::Float32(array)) => {
                    array.append_value(start.elapsed().as_secs_f32() * 1e3);
                }
                _ => {}
            }
        }
        self.rows += 1;
        self.bytes = self.arrays.iter().map(ArrayBuilder::bytes).sum();
        Outcome { has_error: error.is_some(), limit }
    }

    /// Parses a page into [`document`](Self#structfield.document); returns the length of its content, its encoding, and the limit that
    /// was reached.
    fn parse(&mut self, page: &Page<'_>) -> (usize, Option<&'static str>, Option<Limit>) {
        let recycled = std::mem::take(&mut self.document);
        match page.content {
            Content::Missing => {
                self.document = recycled;
                (0, None, None)
            }
            Content::Bytes(bytes) => {
                let charset = page.content_type.and_then(encoding_of_content_type);
                let options = self.options.clone().http_charset(charset);
                let parsed = parse_bytes_recycling(recycled, bytes, &options);
                self.document = parsed.document;
                (bytes.len(), Some(parsed.encoding.name()), parsed.limit)
            }
            Content::Text(text) => {
                let options = self.extractor.limits().options();
                let mut parser = Parser::recycling(recycled, &options);
                parser.feed(text);
                let parsed = parser.finish();
                self.document = parsed.document;
                (text.len(), None, parsed.limit)
            }
        }
    }

    /// Returns the batch of all rows, and begins another.
    pub fn finish(&mut self) -> RecordBatch {
        let arrays = self.arrays.iter_mut().map(ArrayBuilder::finish).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        (self.rows, self.bytes) = (0, 0);
        RecordBatch::try_new_with_options(self.extractor.schema(), arrays, &options)
            .expect("the builders have the types of the schema, and a value for each row")
    }
}

/// Whether a column states the outcome of the others.
fn is_last(column: Column) -> bool {
    matches!(column, Column::Error | Column::Limit | Column::ParseMs)
}

fn builder(data_type: &DataType) -> ArrayBuilder {
    match data_type {
        DataType::Int64 => ArrayBuilder::Int64(Int64Builder::new()),
        DataType::Int32 => ArrayBuilder::Int32(Int32Builder::new()),
        DataType::Float32 => ArrayBuilder::Float32(Float32Builder::new()),
        DataType::Timestamp(..) => ArrayBuilder::Time(TimestampMicrosecondBuilder::new()),
        DataType::Map(..) => ArrayBuilder::Map(List::default()),
        DataType::List(item) if matches!(item.data_type(), DataType::Struct(_)) => {
            ArrayBuilder::Links(List::default())
        }
        DataType::List(_) => ArrayBuilder::Texts(List::default()),
        _ => ArrayBuilder::Text(StringBuilder::new()),
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::{Array, cast::AsArray};

    use super::*;
    use crate::{Columns, Limits, Spec};

    /// Panics for the page that the test means.
    pub(super) fn panic_if_asked(page: &Page<'_>) {
        let is_meant = page.url == Some("https://panic.test/");
        assert!(!is_meant || matches!(page.content, Content::Missing), "on purpose");
    }

    #[test]
    fn a_panic_costs_the_page_that_caused_it() {
        let spec = Spec::parse("[fields]\nheadings = { css = 'h1', all = true }").unwrap();
        let extractor = Extractor::new(Columns::all(), spec, Limits::default());
        let mut batch = BatchBuilder::new(&extractor);
        let html = b"<html lang=en><title>Oak</title><meta name=a content=b><h1>x</h1><a href=http://y.test/>z</a>";
        let urls = ["https://a.test/", "https://panic.test/", "https://b.test/"];
        let outcomes = urls.map(|url| batch.push(&Page::html(html).url(url)).has_error);
        assert_eq!(outcomes, [false, true, false]);
        let batch = batch.finish();
        assert_eq!(batch.num_rows(), 3);
        for name in ["title", "text", "links", "meta", "headings"] {
            let column = batch.column_by_name(name).unwrap();
            assert_eq!(column.slice(0, 1).to_data(), column.slice(2, 1).to_data(), "{name}");
            assert!(column.is_null(1), "{name}");
        }
        let errors = batch.column_by_name("error").unwrap().as_string::<i32>();
        assert_eq!(errors.value(1), "internal error: the parser panicked");
        assert_eq!(batch.column_by_name("url").unwrap().as_string::<i32>().value(1), urls[1]);
    }
}
