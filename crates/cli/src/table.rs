//! `sapwood table`

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use sapwood::{
    Reading,
    reading::{Cell, Row, Table},
};
use serde::Serialize;

use crate::{complain, files::Files};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Comma-separated values, an empty line between tables; as without any of these
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// A JSON object for each table, in a line: `file`, `caption`, `header_rows` and `rows`
    #[arg(long)]
    json: bool,
    /// Only the table of this number, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nth: Option<u32>,
    #[command(flatten)]
    files: Files,
}

#[derive(Serialize)]
struct Json<'a> {
    file: &'a str,
    caption: Option<String>,
    header_rows: usize,
    rows: Vec<Vec<Option<&'a str>>>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.files.each(|out, input| {
        let tables = || input.document.tables().enumerate();
        let chosen: Box<dyn Iterator<Item = (usize, Table<'_>)>> = match arguments.nth {
            Some(nth) => {
                let nth = nth as usize - 1;
                let chosen = tables().nth(nth).with_context(|| {
                    let there = tables().count();
                    format!("{}: no table {}: there are {there}", input.name, nth + 1)
                })?;
                Box::new(std::iter::once(chosen))
            }
            None => Box::new(tables()),
        };
        for (at, (number, table)) in chosen.enumerate() {
            let cells = table.cells();
            let texts: Vec<String> = cells.iter().map(Cell::text).collect();
            let mut repeats = Repeats::of(&texts);
            let rows = table.rows().enumerate();
            let rows: Vec<_> = rows.map(|row| repeats.row(row, cells, &texts)).collect();
            if table.is_truncated() || repeats.is_cut {
                let name = &input.name;
                complain(&format!("{name}: table {}: not all that its spans cover", number + 1));
            }
            if arguments.json {
                let (caption, header_rows) = (table.caption_text(), table.header_rows());
                let json = Json { file: &input.name, caption, header_rows, rows };
                serde_json::to_writer(&mut *out, &json)?;
                writeln!(out)?;
            } else {
                if at > 0 {
                    writeln!(out)?;
                }
                write_csv(out, &table, &rows)?;
            }
        }
        Ok(())
    })
}

fn write_csv(out: &mut Vec<u8>, table: &Table<'_>, rows: &[Vec<Option<&str>>]) -> Result<()> {
    // Rows are filled up to the table's width; but a wide row mustn't make thousands of others wide.
    let slots = table.width().saturating_mul(table.height());
    let fills = slots <= (1 << 16) + 64 * table.cells().len();
    let width = if fills { table.width() } else { 0 };
    let mut csv = csv::WriterBuilder::new().flexible(true).from_writer(out);
    for row in rows {
        let missing = width.saturating_sub(row.len());
        let fields = row.iter().map(|text| text.unwrap_or_default());
        csv.write_record(fields.chain(std::iter::repeat_n("", missing)))?;
    }
    csv.flush()?;
    Ok(())
}

/// How often a cell's text may come again.
///
/// It comes in each slot that the cell covers, until what came again is 64 times as long as all texts; from
/// then on only in the cell's first slot.
struct Repeats {
    left: usize,
    is_cut: bool,
}

impl Repeats {
    fn of(texts: &[String]) -> Self {
        let all: usize = texts.iter().map(String::len).sum();
        Self { left: (1 << 16) + 64 * all, is_cut: false }
    }

    /// The text of each slot of a row, where a cell covers it.
    fn row<'t>(
        &mut self,
        (number, row): (usize, Row<'_, '_>),
        cells: &[Cell<'_>],
        texts: &'t [String],
    ) -> Vec<Option<&'t str>> {
        let slots = row.cells().enumerate().map(|(column, cell)| {
            let cell = cell?;
            let place = (cell.row, cell.column);
            let at = cells.binary_search_by_key(&place, |cell| (cell.row, cell.column)).ok()?;
            let text = texts[at].as_str();
            if place == (number, column) {
                return Some(text);
            }
            self.is_cut |= text.len() > self.left;
            self.left = self.left.checked_sub(text.len())?;
            Some(text)
        });
        slots.collect()
    }
}
