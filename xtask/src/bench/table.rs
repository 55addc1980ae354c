//! Formats a run as Markdown tables.

use std::fmt::Write;

use super::{Row, Run, Set};

const HEADINGS: [&str; 9] = [
    "parser",
    "MB/s, best",
    "median",
    "× Sapwood's time",
    "drop, ms",
    "instr./byte",
    "alloc./KiB",
    "kept/byte",
    "trimmed",
];

/// Returns the tables of a run.
pub(super) fn write(run: &Run) -> String {
    let mut text = String::new();
    for Set { name, pages, bytes, rows } in &run.sets {
        let megabytes = *bytes as f64 / 1e6;
        text += &format!("\n{name}: {pages} pages, {megabytes:.1} MB, {} rounds\n\n", run.rounds);
        text += &grid(&HEADINGS, rows.iter().map(cells).collect());
    }
    text += "\nA document of 20 bytes, parsed and dropped:\n\n";
    let cells = |(name, [best, median]): &(String, [f64; 2])| {
        vec![name.clone(), format!("{best:.0}"), format!("{median:.0}")]
    };
    text += &grid(&["parser", "ns, best", "median"], run.tiny.iter().map(cells).collect());
    let machine = &run.machine;
    let about = writeln!(
        text,
        "\n{}, {} cores, Linux {}, {}; {}",
        machine.cpu,
        machine.cores,
        machine.kernel,
        machine.rustc,
        run.peers.join(", ")
    );
    about.expect("a string takes all that is written");
    text
}

fn cells(row: &Row) -> Vec<String> {
    let optional = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
    };
    vec![
        row.name.clone(),
        format!("{:.0}", row.best),
        format!("{:.0}", row.median),
        format!("{:.2}", row.ratio),
        format!("{:.2}", row.drop),
        optional(row.instructions_per_byte, 1),
        optional(row.allocations_per_kib, 3),
        optional(row.kept_per_byte, 2),
        optional(row.trimmed_per_byte, 2),
    ]
}

/// A table in Markdown: the first column to the left, the others to the right.
pub(super) fn grid(headings: &[&str], rows: Vec<Vec<String>>) -> String {
    let headings: Vec<_> = headings.iter().map(ToString::to_string).collect();
    let width = |column: usize| {
        let cells = rows.iter().chain([&headings]).map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..headings.len()).map(width).collect();
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column == 0 { format!(" {cell:<width$} |") } else { format!(" {cell:>width$} |") }
        });
        format!("|{}\n", cells.collect::<String>())
    };
    let ruler = widths.iter().enumerate().map(|(column, width)| {
        let dashes = "-".repeat(*width);
        if column == 0 { format!("-{dashes}-|") } else { format!("-{dashes}:|") }
    });
    let ruler = format!("|{}\n", ruler.collect::<String>());
    line(&headings) + &ruler + &rows.iter().map(|row| line(row)).collect::<String>()
}

#[test]
fn columns_are_as_wide_as_their_widest_cell() {
    let rows = vec![vec!["a".to_owned(), "10".to_owned()], vec!["bcd".to_owned(), "9".to_owned()]];
    let table = "| x   |  n |\n|-----|---:|\n| a   | 10 |\n| bcd |  9 |\n";
    assert_eq!(grid(&["x", "n"], rows), table);
}
