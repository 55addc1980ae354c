//! `sapwood table`

use std::{borrow::Cow, io::Write};

use anyhow::{Result, anyhow};
use clap::Args;
use sapwood::extract::Table;

use crate::{
    files::{Files, Input, Wanted},
    html_options::HtmlOptions,
    messages::complain,
    records::Records,
    status::Status,
};

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
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nth: Option<u32>,
    /// Print only the number of tables in each file
    #[arg(short, long, conflicts_with_all = ["json", "nth"])]
    count: bool,
    #[command(flatten)]
    files: Files<HtmlOptions>,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    arguments.files.each(Wanted::default(), |records, input| print(records, &input, arguments))
}

fn print(records: &mut Records<'_, '_>, input: &Input, arguments: &Arguments) -> Result<Status> {
    let Input { name, document, .. } = input;
    let count = || document.tables().count();
    if arguments.count {
        records.text(&count().to_string())?;
        return Ok(Status::found(count() > 0));
    }
    let (first, most) = match arguments.nth {
        Some(nth) => (nth as usize - 1, 1),
        None => (0, usize::MAX),
    };
    let mut status = Status::Nothing;
    for (number, table) in document.tables().enumerate().skip(first).take(most) {
        let texts = table.texts();
        let rows: Vec<_> = (0..table.height()).map(|row| texts.row(row)).collect();
        if table.is_truncated() || texts.is_cut() {
            complain(&format!(
                "{name}: table {}: its spans cover too many slots; some are left empty",
                number + 1
            ));
        }
        if arguments.json {
            records.json(|json| {
                json.begin_object()?;
                json.member("file", name)?;
                json.key("caption")?;
                json.value(&table.caption_text())?;
                json.key("header_rows")?;
                json.value(&table.header_rows())?;
                json.list("rows", &rows)?;
                Ok(json.end()?)
            })?;
        } else {
            if status == Status::Success {
                writeln!(records.out())?;
            }
            write_csv(records, &table, &rows, arguments.csv_safe)?;
        }
        status = Status::Success;
    }
    if status == Status::Nothing
        && let Some(nth) = arguments.nth
    {
        complain(&format!("{name}: no table {nth}; the page has {}", count()));
    }
    Ok(status)
}

/// Writes a table as CSV; the name of the file, if it is printed, is the first field of each row.
fn write_csv(
    records: &mut Records<'_, '_>,
    table: &Table<'_>,
    rows: &[Vec<Option<&str>>],
    is_safe: bool,
) -> Result<()> {
    // Rows are filled up to the width of the table, unless one wide row would make thousands of others wide.
    let slots = table.width().saturating_mul(table.height());
    let fills = slots <= (1 << 16) + 64 * table.cells().len();
    let width = if fills { table.width() } else { 0 };
    let name = records.name().map(str::to_owned);
    let mut csv = csv::WriterBuilder::new();
    if records.is_null() {
        csv.terminator(csv::Terminator::Any(b'\0'));
    }
    let mut csv = csv.flexible(true).from_writer(records.out());
    for row in rows {
        let missing = width.saturating_sub(row.len());
        let fields = row.iter().map(|text| match text.unwrap_or_default() {
            text if is_safe && is_formula(text) => Cow::Owned(format!("'{text}")),
            text => Cow::Borrowed(text),
        });
        let fields = fields.chain(std::iter::repeat_n(Cow::Borrowed(""), missing));
        let fields = fields.map(|field: Cow<'_, str>| field.into_owned().into_bytes());
        let name = name.iter().map(|name| name.clone().into_bytes());
        let written = csv.write_record(name.chain(fields));
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
