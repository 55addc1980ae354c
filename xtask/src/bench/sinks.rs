//! Compares html5ever and Sapwood filling the same trees: `cargo xtask bench --sinks`.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::{machine, table, worker::median};
use crate::program::{self, Program};

/// Output of the program `sinks`.
#[derive(Deserialize)]
struct Rounds {
    bytes: usize,
    pages: usize,
    rows: Vec<Row>,
}

/// A tree, with the parser that fills it.
#[derive(Deserialize)]
struct Row {
    name: String,
    /// Name of the base row of the comparison.
    base: String,
    /// Nanoseconds for all pages in each round.
    nanos: Vec<f64>,
}

/// Measures and returns a table for each folder of pages, or for all that exist if `folders` is empty.
pub(super) fn run(folders: &[PathBuf], rounds: usize) -> Result<String> {
    let program = program::build(Program::Peers("sinks"))?;
    let sets = if folders.is_empty() {
        serde_json::from_str(&program::output(Command::new(&program).arg("sets"))?)?
    } else {
        folders.to_vec()
    };
    let mut text = String::new();
    for folder in &sets {
        let json = program::output(
            Command::new(&program).arg("rounds").arg(rounds.to_string()).arg(folder),
        )?;
        let measured: Rounds = serde_json::from_str(&json)?;
        let instructions: Result<Vec<u64>> =
            measured.rows.iter().map(|row| count(&program, &row.name, folder)).collect();
        text += &write(&super::name_of(folder), rounds, &measured, &instructions?)?;
    }
    text += &format!("\n{}\n", machine::peers()?.join(", "));
    Ok(text)
}

fn count(program: &Path, name: &str, folder: &Path) -> Result<u64> {
    let arguments = [OsStr::new("count"), OsStr::new(name), folder.as_os_str()];
    Ok(program::count(program, "sinks::counted", arguments)?.instructions)
}

fn write(name: &str, rounds: usize, measured: &Rounds, instructions: &[u64]) -> Result<String> {
    let Rounds { bytes, pages, rows } = measured;
    let mut cells = Vec::new();
    for (row, &counted) in rows.iter().zip(instructions) {
        let base = rows.iter().position(|other| other.name == row.base);
        let base = base.with_context(|| format!("no row {:?}", row.base))?;
        let speeds = row.nanos.iter().map(|nanos| *bytes as f64 / nanos * 1e3).collect();
        let ratios = rows[base].nanos.iter().zip(&row.nanos).map(|(base, nanos)| base / nanos);
        cells.push(vec![
            row.name.clone(),
            format!("{:.0}", median(speeds)),
            format!("{:.2}", median(ratios.collect())),
            format!("{:.1}", counted as f64 / *bytes as f64),
            format!("{:.2}", instructions[base] as f64 / counted as f64),
        ]);
    }
    let headings =
        ["tree", "MB/s, median", "× html5ever's speed", "instr./byte", "html5ever's / those"];
    let megabytes = *bytes as f64 / 1e6;
    let table = table::grid(&headings, cells);
    Ok(format!("\n{name}: {pages} pages, {megabytes:.1} MB, {rounds} rounds\n\n{table}"))
}
