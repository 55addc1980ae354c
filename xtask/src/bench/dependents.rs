//! Compares libraries with html5ever and with the drop-in: `cargo xtask bench --dependents`.

use std::{collections::BTreeMap, path::PathBuf, process::Command};

use anyhow::Result;
use serde::Deserialize;

use super::{table, worker::median};
use crate::{
    dependents::{self, Parser},
    program,
};

/// Output of the program for one round.
#[derive(Deserialize)]
struct Round {
    bytes: usize,
    pages: usize,
    /// Nanoseconds for all pages, by library.
    nanos: BTreeMap<String, f64>,
}

/// Measures and returns a table for each folder of pages.
pub(super) fn run(folders: &[PathBuf], rounds: usize) -> Result<String> {
    let programs = [dependents::build(Parser::Original)?, dependents::build(Parser::Sapwood)?];
    let mut text = String::new();
    for folder in folders {
        let mut measured = Vec::new();
        for number in 0..rounds {
            let mut pair = [None, None];
            for next in 0..2 {
                // Neither is always the first.
                let at = (number + next) % 2;
                let command = &mut Command::new(&programs[at]);
                let json = program::output(command.arg("round").arg(folder))?;
                pair[at] = Some(serde_json::from_str::<Round>(&json)?);
            }
            measured.extend(pair[0].take().zip(pair[1].take()));
        }
        text += &write(&super::name_of(folder), &measured);
    }
    Ok(text)
}

fn write(name: &str, measured: &[(Round, Round)]) -> String {
    let Some((Round { bytes, pages, nanos }, _)) = measured.first() else { return String::new() };
    let speed = |nanos: f64| *bytes as f64 / nanos * 1e3;
    let cells = nanos.keys().map(|library| {
        let pairs = || measured.iter().map(|(a, b)| (a.nanos[library], b.nanos[library]));
        vec![
            library.clone(),
            format!("{:.0}", median(pairs().map(|(theirs, _)| speed(theirs)).collect())),
            format!("{:.0}", median(pairs().map(|(_, ours)| speed(ours)).collect())),
            format!("{:.2}", median(pairs().map(|(theirs, ours)| theirs / ours).collect())),
        ]
    });
    let headings = ["library", "MB/s with html5ever", "MB/s with Sapwood", "×"];
    let table = table::grid(&headings, cells.collect());
    let megabytes = *bytes as f64 / 1e6;
    format!("\n{name}: {pages} pages, {megabytes:.1} MB, {} rounds\n\n{table}", measured.len())
}
