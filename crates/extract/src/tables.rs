//! Tables as rows: [forming a
//! table](https://html.spec.whatwg.org/multipage/tables.html#forming-a-table).

use sapwood_microsyntax::integer;
use sapwood_names::{attr, tag};
use sapwood_tree::Node;

use crate::{inner_text, search::html_elements};

/// A table, its spans resolved.
///
/// There is a row for each `tr`: a `rowspan` ends at the last row of its group. The rows are in the standard's
/// order: those of `tfoot` are last.
///
/// Spans can cover many more slots than there are cells. A table has at most 65,536 slots and 64 more for each
/// of its cells; beyond them, spans count as 1 and [`is_truncated`](Self::is_truncated) returns `true`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Table<N> {
    /// The `table` element.
    pub element: N,
    /// Its `caption`.
    pub caption: Option<N>,
    cells: Vec<Cell<N>>,
    rows: Vec<RowEntry<N>>,
    /// The slots of all rows: the index of the covering cell plus one; 0 if there is none.
    slots: Vec<u32>,
    width: usize,
    /// The slots that cells asked for so far, covered ones included.
    spent: usize,
    is_truncated: bool,
}

/// A cell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cell<N> {
    /// The `td` or `th` element.
    pub element: N,
    /// The index of its first row.
    pub row: usize,
    /// The index of its first column.
    pub column: usize,
    /// Its height in rows.
    pub height: usize,
    /// Its width in columns.
    pub width: usize,
    /// Whether it is a `th`.
    pub is_header: bool,
}

/// The kind of a row group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowGroup {
    /// `thead`
    Head,
    /// `tbody`, or no group
    Body,
    /// `tfoot`
    Foot,
}

#[derive(Clone, Copy, Debug)]
struct RowEntry<N> {
    element: N,
    group: RowGroup,
    /// The end of its slots.
    end: usize,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Row<'t, N> {
    /// The `tr` element.
    pub element: N,
    /// The kind of its group.
    pub group: RowGroup,
    cells: &'t [Cell<N>],
    slots: &'t [u32],
}

impl<'d, N: Node<'d>> Table<N> {
    /// Forms the table of a `table` element.
    #[inline]
    #[must_use]
    pub fn of(element: N) -> Self {
        let mut table = Self {
            element,
            caption: element.children().find(|child| child.is_html(tag::CAPTION)),
            cells: Vec::new(),
            rows: Vec::new(),
            slots: Vec::new(),
            width: 0,
            spent: 0,
            is_truncated: false,
        };
        let mut spans = Vec::new();
        for child in element.children() {
            if child.is_html(tag::TR) {
                table.row(child, RowGroup::Body, &mut spans);
                continue;
            }
            let group = if child.is_html(tag::THEAD) {
                RowGroup::Head
            } else if child.is_html(tag::TBODY) {
                RowGroup::Body
            } else {
                continue;
            };
            table.group(child, group, &mut spans);
        }
        for foot in element.children().filter(|child| child.is_html(tag::TFOOT)) {
            table.group(foot, RowGroup::Foot, &mut spans);
        }
        table
    }

    /// Processes a row group, which ends the spans of its cells.
    #[inline]
    fn group(&mut self, element: N, group: RowGroup, spans: &mut Vec<Span>) {
        spans.clear();
        for row in element.children().filter(|child| child.is_html(tag::TR)) {
            self.row(row, group, spans);
        }
        spans.clear();
    }

    /// Processes a row. `spans`: the cells of rows above that extend into it.
    #[inline]
    fn row(&mut self, element: N, group: RowGroup, spans: &mut Vec<Span>) {
        let start = self.slots.len();
        let row = self.rows.len();
        let reach = spans.iter().map(|span| span.column + span.width).max().unwrap_or(0);
        if self.spend(reach.max(spans.iter().map(|span| span.width).sum())) {
            self.slots.resize(start + reach, 0);
        } else {
            self.is_truncated = true;
            spans.clear();
        }
        spans.retain_mut(|span| {
            cover(&mut self.slots[start..][span.column..][..span.width], span.cell);
            self.cells[span.cell as usize].height += 1;
            span.rows -= 1;
            span.rows > 0
        });
        let mut column = 0;
        for cell in element.children() {
            let is_header = cell.is_html(tag::TH);
            if !is_header && !cell.is_html(tag::TD) {
                continue;
            }
            let taken = self.slots[start..].iter().skip(column).take_while(|slot| **slot != 0);
            column += taken.count();
            let number = self.cells.len() as u32;
            let mut width = columns(cell);
            let mut rows = self.rows_of(cell);
            if !self.spend(width) {
                self.is_truncated = true;
                (width, rows) = (1, 1);
            }
            let end = start + column + width;
            if self.slots.len() < end {
                self.slots.resize(end, 0);
            }
            cover(&mut self.slots[start + column..end], number);
            self.cells.push(Cell { element: cell, row, column, height: 1, width, is_header });
            if rows > 1 {
                spans.push(Span { cell: number, column, width, rows: rows - 1 });
            }
            column += width;
        }
        self.width = self.width.max(self.slots.len() - start);
        self.rows.push(RowEntry { element, group, end: self.slots.len() });
    }

    /// Uses up that many slots; returns `false` if they exceed the limit.
    #[inline]
    fn spend(&mut self, slots: usize) -> bool {
        let fits = self.spent + slots <= (1 << 16) + 64 * self.cells.len();
        if fits {
            self.spent += slots;
        }
        fits
    }

    /// The `rowspan` of a cell; `usize::MAX` for the rest of the group.
    #[inline]
    fn rows_of(&self, cell: N) -> usize {
        let value = cell.known_attribute(attr::ROWSPAN).unwrap_or_default();
        match integer::parse_non_negative(value) {
            Ok(0) if !self.element.mode().is_quirks() => usize::MAX,
            Ok(0) => 1,
            Ok(rows) => rows.min(65_534) as usize,
            Err(integer::IntegerError::OutOfRange) => 65_534,
            Err(_) => 1,
        }
    }

    /// The cells in tree order, with those of `tfoot` last.
    #[must_use]
    #[inline]
    pub fn cells(&self) -> &[Cell<N>] {
        &self.cells
    }

    /// The rows.
    #[must_use]
    #[inline]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_, N>> + DoubleEndedIterator {
        (0..self.rows.len()).map(|row| self.nth(row))
    }

    /// The row at that index.
    #[must_use]
    #[inline]
    pub fn row_at(&self, row: usize) -> Option<Row<'_, N>> {
        (row < self.rows.len()).then(|| self.nth(row))
    }

    #[inline]
    fn nth(&self, row: usize) -> Row<'_, N> {
        let start = row.checked_sub(1).map_or(0, |before| self.rows[before].end);
        let RowEntry { element, group, end } = self.rows[row];
        Row { element, group, cells: &self.cells, slots: &self.slots[start..end] }
    }

    /// The cell that covers a slot.
    #[must_use]
    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell<N>> {
        self.row_at(row)?.cell(column)
    }

    /// The number of columns.
    #[must_use]
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    #[must_use]
    #[inline]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The number of header rows at the beginning: rows of `thead`, and rows in which all cells are `th`.
    #[must_use]
    #[inline]
    pub fn header_rows(&self) -> usize {
        let is_header = |row: &Row<'_, N>| {
            row.group == RowGroup::Head
                || row.cells().any(|cell| cell.is_some())
                    && row.cells().flatten().all(|cell| cell.is_header)
        };
        self.rows().take_while(is_header).count()
    }

    /// Whether spans were cut because they cover too many slots.
    #[must_use]
    #[inline]
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }
}

impl<'d, N: Node<'d>> Table<N> {
    /// The text of the caption as a person reads it.
    #[must_use]
    #[inline]
    pub fn caption_text(&self) -> Option<String> {
        self.caption.map(inner_text::without_tables)
    }
}

impl<'t, N> Row<'t, N> {
    /// The covering cell of each slot, from the first column on. A cell is repeated for each of its columns.
    #[inline]
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Option<&'t Cell<N>>> + use<'t, N> {
        let cells = self.cells;
        self.slots.iter().map(move |&slot| cells.get((slot as usize).checked_sub(1)?))
    }

    /// The cell that covers the column at that index.
    #[must_use]
    #[inline]
    pub fn cell(&self, column: usize) -> Option<&'t Cell<N>> {
        let slot = *self.slots.get(column)? as usize;
        self.cells.get(slot.checked_sub(1)?)
    }
}

impl<'d, N: Node<'d>> Cell<N> {
    /// The text of the cell as a person reads it, without that of nested tables.
    #[must_use]
    #[inline]
    pub fn text(&self) -> String {
        inner_text::without_tables(self.element)
    }
}

/// The tables among `root` and its descendants, in tree order, nested ones included. Each is formed when the iterator
/// reaches it.
#[inline]
pub fn tables<'d, N: Node<'d>>(root: N) -> impl Iterator<Item = Table<N>> {
    html_elements(root, tag::TABLE).map(Table::of)
}

/// A cell that extends into further rows.
struct Span {
    cell: u32,
    column: usize,
    width: usize,
    /// The number of further rows.
    rows: usize,
}

/// Assigns the free slots to a cell. Where cells overlap, the standard keeps both; here the first stays.
#[inline]
fn cover(slots: &mut [u32], cell: u32) {
    slots.iter_mut().filter(|slot| **slot == 0).for_each(|slot| *slot = cell + 1);
}

/// The `colspan` of a cell.
#[inline]
fn columns<'d>(cell: impl Node<'d>) -> usize {
    let value = cell.known_attribute(attr::COLSPAN).unwrap_or_default();
    match integer::parse_non_negative(value) {
        Ok(columns) => columns.clamp(1, 1000) as usize,
        Err(integer::IntegerError::OutOfRange) => 1000,
        Err(_) => 1,
    }
}
