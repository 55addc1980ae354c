//! Drives the program `speed`, round by round, so that the rounds of two builds take turns.

use std::{
    io::{BufRead, BufReader, Lines, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::Row;

/// A running program `speed`.
pub(super) struct Worker {
    pub(super) about: About,
    times: Vec<Times>,
    child: Child,
    requests: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

/// First line of output.
#[derive(Deserialize)]
pub(super) struct About {
    pub(super) bytes: usize,
    pub(super) pages: usize,
    names: Vec<String>,
}

/// Nanoseconds of a parser in each round.
pub(super) struct Times {
    pub(super) name: String,
    pub(super) parsing: Vec<f64>,
    dropping: Vec<f64>,
}

impl Worker {
    pub(super) fn start(program: &Path, sapwood_only: bool, folder: &Path) -> Result<Self> {
        let mut child = Command::new(program)
            .arg("rounds")
            .args(sapwood_only.then_some("--sapwood"))
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let requests = child.stdin.take().context("the child has no pipe")?;
        let mut answers =
            BufReader::new(child.stdout.take().context("the child has no pipe")?).lines();
        let about = answers.next().context("`speed` printed nothing")??;
        let about: About = serde_json::from_str(&about)?;
        let times = about
            .names
            .iter()
            .map(|name| Times { name: name.clone(), parsing: Vec::new(), dropping: Vec::new() })
            .collect();
        Ok(Self { about, times, child, requests, answers })
    }

    pub(super) fn round(&mut self) -> Result<()> {
        writeln!(self.requests)?;
        let answer = self.answers.next().context("`speed` ended early")??;
        let round: Vec<[f64; 2]> = serde_json::from_str(&answer)?;
        for (times, [parsing, dropping]) in self.times.iter_mut().zip(round) {
            times.parsing.push(parsing);
            times.dropping.push(dropping);
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Vec<Times>> {
        drop(self.requests);
        ensure!(self.child.wait()?.success(), "`speed` failed");
        Ok(self.times)
    }
}

impl Times {
    /// Returns the row of a table with the times; `base` has Sapwood's times.
    pub(super) fn row(&self, bytes: usize, base: &[f64]) -> Row {
        // Bytes per nanosecond are thousands of megabytes per second.
        let speed = |nanos: f64| bytes as f64 / nanos * 1e3;
        let ratios = self.parsing.iter().zip(base).map(|(time, base)| time / base).collect();
        Row {
            name: self.name.clone(),
            best: speed(self.parsing.iter().copied().fold(f64::INFINITY, f64::min)),
            median: speed(median(self.parsing.clone())),
            ratio: median(ratios),
            drop: median(self.dropping.clone()) / 1e6,
            instructions_per_byte: None,
            allocations_per_kib: None,
            kept_per_byte: None,
            trimmed_per_byte: None,
        }
    }
}

pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len().is_multiple_of(2) {
        (values[middle - 1] + values[middle]) / 2.0
    } else {
        values[middle]
    }
}

#[test]
fn median_of_odd_and_even() {
    assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
    assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
}
