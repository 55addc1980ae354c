//! The outcome of a source: its rows and records, counted.

use std::ops::AddAssign;

/// Numbers of rows and records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Counts {
    /// Rows that were written.
    pub rows: u64,
    /// Rows that have an `error`.
    pub errors: u64,
    /// Rows that have a `limit`.
    pub limited: u64,
    /// Responses that are no HTML, and have no row.
    pub not_html: u64,
    /// Requests, metadata and other records that hold no page, and have no row.
    pub other_records: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        let Self { rows, errors, limited, not_html, other_records } = other;
        self.rows += rows;
        self.errors += errors;
        self.limited += limited;
        self.not_html += not_html;
        self.other_records += other_records;
    }
}

/// The outcome of a source.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SourceReport {
    /// The name of the source.
    pub name: String,
    /// The numbers of its rows and records.
    pub counts: Counts,
    /// The reason why the source couldn't be read to its end.
    pub failure: Option<String>,
}
