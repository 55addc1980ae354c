//! Writes the largest table of a page as CSV, its spans resolved.
//!
//! `cargo run -p sapwood --example table_to_csv fixtures/pages/table.html`

use std::{env, error::Error, fs};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("which page?")?;
    print!("{}", csv_of(&fs::read_to_string(path)?)?);
    Ok(())
}

/// The largest table as CSV.
pub(crate) fn csv_of(html: &str) -> Result<String, Box<dyn Error>> {
    let page = sapwood::parse(html);
    let largest = page.tables().max_by_key(|table| table.cells().len());
    let table = largest.ok_or("there is no table")?;
    let mut csv = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in table.rows() {
        csv.write_record(row.cells().map(|cell| cell.map(|it| it.text()).unwrap_or_default()))?;
    }
    Ok(String::from_utf8(csv.into_inner()?)?)
}
