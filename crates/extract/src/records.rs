//! The texts of a table's slots, and rows as records by header.

use std::{cell::Cell as Mutable, sync::Arc};

use sapwood_names::HashMap;
use sapwood_tree::Node;

use crate::tables::{Cell, Table};

/// The texts of the slots of a [`Table`], by row.
///
/// A cell's text is in every slot that the cell covers, until the repetitions are 64 times as long as all texts and
/// 64 KiB; from then on it is in the cell's first slot only.
#[derive(Clone, Debug)]
pub struct TableTexts<'t, N> {
    table: &'t Table<N>,
    texts: Vec<String>,
    left: Mutable<usize>,
    is_cut: Mutable<bool>,
}

impl<'t, 'd, N: Node<'d>> TableTexts<'t, N> {
    #[inline]
    fn of(table: &'t Table<N>) -> Self {
        let texts: Vec<String> = table.cells().iter().map(Cell::text).collect();
        let all: usize = texts.iter().map(String::len).sum();
        let left = Mutable::new((1 << 16) + 64 * all);
        Self { table, texts, left, is_cut: Mutable::new(false) }
    }

    /// The text of each slot of the row at that index; `None` where no cell covers it, or where the repetition is left
    /// out.
    #[must_use]
    #[inline]
    pub fn row(&self, row: usize) -> Vec<Option<&str>> {
        let cells = self.table.row_at(row).into_iter().flat_map(|row| row.cells());
        let text = |(column, cell): (usize, Option<&Cell<N>>)| {
            let cell = cell?;
            let place = (cell.row, cell.column);
            let cells = self.table.cells();
            let at = cells.binary_search_by_key(&place, |cell| (cell.row, cell.column)).ok()?;
            let text = self.texts[at].as_str();
            if place == (row, column) {
                return Some(text);
            }
            let left = self.left.get().checked_sub(text.len());
            self.is_cut.set(self.is_cut.get() || left.is_none());
            self.left.set(left?);
            Some(text)
        };
        cells.enumerate().map(text).collect()
    }

    /// Whether repetitions were left out.
    #[must_use]
    #[inline]
    pub fn is_cut(&self) -> bool {
        self.is_cut.get()
    }

    /// The header of each column: the texts of its cells in the first `rows` rows, joined by spaces, with a number if
    /// an earlier column has the same. It is empty where the cells have no text.
    ///
    /// ```
    /// let html = "<table><tr><th><th colspan=2>Height<tr><th>Tree<th>m<th>ft</table>";
    /// let document = sapwood::parse(html);
    /// let table = document.tables().next().unwrap();
    /// assert_eq!(table.texts().headers(2), ["Tree", "Height m", "Height ft"]);
    /// assert_eq!(table.texts().headers(1), ["", "Height", "Height 2"]);
    /// ```
    #[must_use]
    #[inline]
    pub fn headers(&self, rows: usize) -> Vec<String> {
        let mut headers = vec![String::new(); self.table.width()];
        for row in 0..rows.min(self.table.height()) {
            for (column, text) in self.row(row).into_iter().enumerate() {
                let cell = self.table.cell(row, column);
                let above = row.checked_sub(1).and_then(|above| self.table.cell(above, column));
                let Some(text) = text.filter(|text| !text.is_empty() && cell != above) else {
                    continue;
                };
                let header = &mut headers[column];
                if !header.is_empty() {
                    header.push(' ');
                }
                header.push_str(text);
            }
        }
        // How often each header was met, as the cells have it or with a number.
        let mut met: HashMap<String, usize> = HashMap::default();
        for header in headers.iter_mut().filter(|header| !header.is_empty()) {
            let mut unique = header.clone();
            while met.contains_key(&unique) {
                let count = met.entry(header.clone()).or_default();
                *count += 1;
                unique = format!("{header} {count}");
            }
            met.insert(unique.clone(), 1);
            *header = unique;
        }
        headers
    }
}

/// A row of a table below the header: the text of each column by the column's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    headers: Arc<[String]>,
    values: Vec<String>,
}

impl Record {
    /// The text in the column with this header.
    #[must_use]
    #[inline]
    pub fn get(&self, header: &str) -> Option<&str> {
        self.iter().find(|(own, _)| *own == header).map(|(_, value)| value)
    }

    /// The header and the text of each column. A header that repeats gets a number; a column without one has `""`.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().map(String::as_str).zip(self.values.iter().map(String::as_str))
    }

    /// The headers of all columns.
    #[must_use]
    #[inline]
    pub fn headers(&self) -> &[String] {
        &self.headers
    }

    /// The texts of all columns.
    #[must_use]
    #[inline]
    pub fn values(&self) -> &[String] {
        &self.values
    }
}

impl<'d, N: Node<'d>> Table<N> {
    /// The texts of all slots.
    #[must_use]
    #[inline]
    pub fn texts(&self) -> TableTexts<'_, N> {
        TableTexts::of(self)
    }

    /// The rows below the [header rows](Self::header_rows), as texts by header. The headers of a column are joined, also
    /// where they span columns or rows.
    ///
    /// ```
    /// let document = sapwood::parse(
    ///     "<table><tr><th rowspan=2>Tree<th colspan=2>Height<tr><th>m<th>ft
    ///             <tr><td>Oak<td>20<td>65<tr><td>Elm<td>30<td>98</table>",
    /// );
    /// let table = document.tables().next().unwrap();
    /// let records: Vec<_> = table.records().collect();
    /// assert_eq!(records[0].headers(), ["Tree", "Height m", "Height ft"]);
    /// assert_eq!((records[1].get("Tree"), records[1].get("Height ft")), (Some("Elm"), Some("98")));
    /// ```
    #[inline]
    pub fn records(&self) -> impl Iterator<Item = Record> + use<'_, 'd, N> {
        self.records_below(self.header_rows())
    }

    /// The rows below the first `header_rows` rows, for a table whose header isn't marked up as one.
    ///
    /// ```
    /// let document = sapwood::parse("<table><tr><td>Tree<td>m<tr><td>Oak<td>20</table>");
    /// let table = document.tables().next().unwrap();
    /// assert_eq!(table.records_below(1).next().unwrap().get("m"), Some("20"));
    /// ```
    #[inline]
    pub fn records_below(
        &self,
        header_rows: usize,
    ) -> impl Iterator<Item = Record> + use<'_, 'd, N> {
        let header_rows = header_rows.min(self.height());
        let texts = self.texts();
        let headers: Arc<[String]> = texts.headers(header_rows).into();
        (header_rows..self.height()).map(move |row| {
            let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
            let values = texts.row(row).into_iter().map(text).collect();
            Record { headers: Arc::clone(&headers), values }
        })
    }
}
