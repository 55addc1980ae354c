//! Tables.

use std::collections::HashMap;

use sapwood_extract::Table;
use sapwood_names::{attr, tag};
use sapwood_tree::Node;

use super::{
    marks::Marks,
    options::{MissingHeader, Settings},
};

/// The content of a cell, with its marks if there is a map.
#[derive(Debug)]
pub(super) struct CellText {
    pub(super) text: String,
    pub(super) marks: Option<Marks>,
}

/// Whether a table holds data: no table is in it, and its `role` doesn't deny it.
///
/// The search ends at the first table in it, so that it takes linear time for tables in tables.
pub(super) fn is_data<'d>(table: impl Node<'d>) -> bool {
    let role = table.attr("role").map(str::trim_ascii);
    !matches!(role, Some("presentation" | "none")) && table.next_html(table, tag::TABLE).is_none()
}

/// The alignment of a column.
fn alignment<'d>(cell: impl Node<'d>) -> &'static str {
    let declared = cell.known_attribute(attr::STYLE).and_then(|style| {
        style.split(';').find_map(|declaration| {
            let (property, value) = declaration.split_once(':')?;
            property.trim_ascii().eq_ignore_ascii_case("text-align").then(|| value.trim_ascii())
        })
    });
    match declared.or_else(|| cell.known_attribute(attr::ALIGN)) {
        Some(value) if value.eq_ignore_ascii_case("left") => ":--",
        Some(value) if value.eq_ignore_ascii_case("right") => "--:",
        Some(value) if value.eq_ignore_ascii_case("center") => ":-:",
        _ => "---",
    }
}

/// The lines of a table, of which the cells were written. Their marks are added to `marks`.
///
/// A cell is written in the first of the slots that it covers. Columns in which no cell begins are left out, and so
/// are empty cells at a row's end, which readers add.
pub(super) fn write<'d>(
    table: impl Node<'d>,
    cells: &HashMap<usize, CellText>,
    options: &Settings,
    marks: &mut Marks,
) -> Option<String> {
    let table = Table::of(table);
    let mut is_used = vec![false; table.width()];
    table.cells().iter().for_each(|cell| is_used[cell.column] = true);
    let columns: Vec<usize> = (0..table.width()).filter(|column| is_used[*column]).collect();
    if columns.is_empty() {
        return None;
    }
    let mut lines = String::new();
    let has_header = table.header_rows() > 0 || options.header == MissingHeader::FirstRow;
    if !has_header {
        lines.extend(["|", &"  |".repeat(columns.len()), "\n"]);
        lines.push_str(&delimiter_row(&table, &columns));
    }
    for (index, row) in table.rows().enumerate() {
        let line_start = lines.len();
        lines.push_str(if lines.is_empty() { "|" } else { "\n|" });
        let (mut width, mut is_row) = (0, false);
        let origins = columns.iter().enumerate().filter_map(|(place, column)| {
            let cell = row.cell(*column)?;
            (cell.row == index && cell.column == *column).then_some((place, cell))
        });
        for (place, cell) in origins {
            is_row = true;
            if let Some(CellText { text, marks: of_cell }) = cells.get(&cell.element.index())
                && !text.is_empty()
            {
                lines.push_str(&"  |".repeat(place - width));
                lines.push(' ');
                if let Some(of_cell) = of_cell {
                    marks.copy(of_cell, 0..text.len(), lines.len());
                }
                lines.extend([text, " |"]);
                width = place + 1;
            }
        }
        if index == 0 && has_header {
            lines.push_str(&"  |".repeat(columns.len() - width));
            lines.extend(["\n", &delimiter_row(&table, &columns)]);
        } else if !is_row {
            lines.truncate(line_start);
        } else if width == 0 {
            lines.push_str("  |");
        }
    }
    Some(lines)
}

fn delimiter_row<'d, N: Node<'d>>(table: &Table<N>, columns: &[usize]) -> String {
    let mut line = String::from("|");
    for column in columns {
        let cell = table.cell(0, *column).filter(|cell| cell.column == *column);
        line.extend([" ", cell.map_or("---", |cell| alignment(cell.element)), " |"]);
    }
    line
}
