//! `sapwood table`

use std::{borrow::Cow, io::Write};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use sapwood::extract::{Cell, Row, Table};

use crate::{complain, files::Files, json_writer::write_line, output::Output};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Print comma-separated values, with an empty line between tables; the default
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Put `'` before cells that begin with `=`, `+`, `-`, `@` or a control character: spreadsheets
    /// run such cells as formulas, which can send data elsewhere or start programs
    #[arg(long, conflicts_with = "json")]
    csv_safe: bool,
    /// Print a JSON object for each table, one a line: `file`, `caption`, `header_rows` and `rows`
    #[arg(long)]
    json: bool,
    /// Print only the Nth table, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nth: Option<u32>,
    #[command(flatten)]
    files: Files,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<()> {
    arguments.files.each(|out, input| {
        let tables = || input.document.tables().enumerate();
        let chosen: Box<dyn Iterator<Item = (usize, Table<'_>)>> = match arguments.nth {
            Some(nth) => {
                let nth = nth as usize - 1;
                let chosen = tables().nth(nth).with_context(|| {
                    let count = tables().count();
                    format!("{}: no table {}; the page has {count}", input.name, nth + 1)
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
                complain(&format!(
                    "{name}: table {}: its spans cover too many slots; some are left empty",
                    number + 1
                ));
            }
            if arguments.json {
                write_line(out, |json| {
                    json.begin_object()?;
                    json.member("file", &input.name)?;
                    json.key("caption")?;
                    json.value(&table.caption_text())?;
                    json.key("header_rows")?;
                    json.value(&table.header_rows())?;
                    json.list("rows", &rows)?;
                    Ok(json.end()?)
                })?;
            } else {
                if at > 0 {
                    writeln!(out)?;
                }
                write_csv(out, &table, &rows, arguments.csv_safe)?;
            }
        }
        Ok(())
    })
}

fn write_csv(
    out: &mut Output<'_>,
    table: &Table<'_>,
    rows: &[Vec<Option<&str>>],
    is_safe: bool,
) -> Result<()> {
    // Rows are filled up to the width of the table, unless one wide row would make thousands of others wide.
    let slots = table.width().saturating_mul(table.height());
    let fills = slots <= (1 << 16) + 64 * table.cells().len();
    let width = if fills { table.width() } else { 0 };
    let mut csv = csv::WriterBuilder::new().flexible(true).from_writer(out);
    for row in rows {
        let missing = width.saturating_sub(row.len());
        let fields = row.iter().map(|text| match text.unwrap_or_default() {
            text if is_safe && is_formula(text) => Cow::Owned(format!("'{text}")),
            text => Cow::Borrowed(text),
        });
        let fields = fields.chain(std::iter::repeat_n(Cow::Borrowed(""), missing));
        let fields = fields.map(|field: Cow<'_, str>| field.into_owned().into_bytes());
        let written = csv.write_record(fields);
        written.map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) => anyhow::Error::new(error),
            kind => anyhow!("{kind:?}"),
        })?;
    }
    csv.flush()?;
    Ok(())
}

/// Returns `true` if spreadsheets take a cell for a formula, or skip its first character and then do.
fn is_formula(text: &str) -> bool {
    text.starts_with(|first: char| "=+-@".contains(first) || first.is_control())
}

/// A budget for repeating the texts of cells.
///
/// A cell's text is in every slot that the cell covers, until the repetitions are 64 times as long as all
/// texts; from then on it is in the cell's first slot only.
struct Repeats {
    left: usize,
    is_cut: bool,
}

impl Repeats {
    fn of(texts: &[String]) -> Self {
        let all: usize = texts.iter().map(String::len).sum();
        Self { left: (1 << 16) + 64 * all, is_cut: false }
    }

    /// Returns the text of each slot of a row; `None` where no cell covers it, or the budget is used up.
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
