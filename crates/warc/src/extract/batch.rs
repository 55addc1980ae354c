//! Batches of rows.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

use sapwood::{
    ByteOptions, Document, Limit, Parser, encoding::encoding_of_content_type, parse_bytes_recycling,
};

use super::{
    array::Array,
    columns::Column,
    derive::{Allowance, Derived},
    extractor::Extractor,
    page::{Content, Page},
};

/// The bytes at which a batch is full.
const FULL: usize = 8 << 20;

/// Fills [batches](Batch) with a row for each page, and reuses its memory from page to page.
///
/// A batch is [full](Self::is_full) by its bytes, about 8 MiB, not by its rows. See [`Extractor`] for an example.
pub struct BatchBuilder {
    extractor: Extractor,
    arrays: Vec<Array>,
    rows: usize,
    bytes: usize,
    /// The memory of the last page.
    document: Document,
    options: ByteOptions,
}

/// Rows: a value for each column of their [`Extractor`], or none.
///
/// [`write_json_lines`](crate::write_json_lines) writes them, and with the feature `arrow` they become
/// record batches (`to_arrow`).
#[derive(Clone, Debug)]
pub struct Batch {
    pub(super) extractor: Extractor,
    pub(super) arrays: Vec<Array>,
    pub(super) rows: usize,
}

impl Batch {
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

    /// The values of a column of texts, in order of the rows; none if no column of texts has this name.
    pub fn texts(&self, column: &str) -> impl Iterator<Item = Option<&str>> {
        let texts = self.columns().find_map(|(name, array)| match array {
            Array::Text(texts) if name == column => Some(texts),
            _ => None,
        });
        texts.into_iter().flat_map(|texts| (0..texts.len()).map(|row| texts.get(row)))
    }

    /// The names of the columns, with their values.
    pub(crate) fn columns(&self) -> impl Iterator<Item = (&str, &Array)> {
        self.extractor.fields().map(|(name, _)| name).zip(&self.arrays)
    }

    /// The bytes of the values.
    pub(crate) fn bytes(&self) -> usize {
        self.arrays.iter().map(Array::bytes).sum()
    }
}

/// The problems that a row states about its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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
        let arrays = extractor.fields().map(|(_, kind)| Array::new(kind)).collect();
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
            chunk_size: plan.spec.chunk_size,
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
                (Column::Error, Array::Text(array)) => array.append_option(error),
                (Column::Limit, Array::Text(array)) => array.append_option(limit),
                (Column::ParseMs, Array::Float32(array)) => {
                    array.append_value(start.elapsed().as_secs_f32() * 1e3);
                }
                _ => {}
            }
        }
        self.rows += 1;
        self.bytes = self.arrays.iter().map(Array::bytes).sum();
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
    pub fn finish(&mut self) -> Batch {
        let arrays = self.arrays.iter_mut().map(Array::take).collect();
        self.bytes = 0;
        Batch { extractor: self.extractor.clone(), arrays, rows: std::mem::take(&mut self.rows) }
    }
}

/// Whether a column states the outcome of the others.
fn is_last(column: Column) -> bool {
    matches!(column, Column::Error | Column::Limit | Column::ParseMs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Columns, Limits, Spec, write_json_lines};

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
        assert_eq!(batch.len(), 3);
        let mut lines = Vec::new();
        write_json_lines(&batch, &mut lines);
        let lines = String::from_utf8(lines).unwrap();
        let rows: Vec<serde_json::Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for name in ["title", "text", "links", "meta", "headings"] {
            assert!(!rows[0][name].is_null(), "{name}");
            assert_eq!(rows[0][name], rows[2][name], "{name}");
            assert!(rows[1][name].is_null(), "{name}");
        }
        assert_eq!(rows[1]["error"], "internal error: the parser panicked");
        assert_eq!(rows[1]["url"], urls[1]);
    }
}
