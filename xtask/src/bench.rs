//! Compares Sapwood with its peers: one table for each folder of pages.

mod machine;
mod sinks;
mod table;
mod worker;

use std::{
    collections::BTreeMap,
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use self::{machine::Machine, worker::Worker};
use crate::{
    program::{self, Program},
    root,
};

/// The row that others are compared with.
const SAPWOOD: &str = "Sapwood";
/// Where the runs go that are kept.
const RECORDS: &str = "benches/records";

/// What the command line asks for.
pub(crate) struct Request {
    /// Folders of pages; without any, all that are there.
    pub(crate) pages: Vec<PathBuf>,
    /// How often all pages are parsed.
    pub(crate) rounds: usize,
    /// Where to write the run as JSON.
    pub(crate) json: Option<PathBuf>,
    /// Whether to keep it in `benches/records`.
    pub(crate) record: bool,
}

/// A run: what is printed, and what is kept.
#[derive(Serialize)]
struct Run {
    date: String,
    machine: Machine,
    /// Name and version of each peer.
    peers: Vec<String>,
    rounds: usize,
    sets: Vec<Set>,
    /// A document of 20 bytes, parsed and dropped: best and median nanoseconds.
    tiny: Vec<(String, [f64; 2])>,
}

/// A folder of pages, and who parsed it how fast.
#[derive(Serialize)]
struct Set {
    name: String,
    pages: usize,
    bytes: usize,
    rows: Vec<Row>,
}

/// What one parser takes for a folder of pages.
#[derive(Serialize)]
struct Row {
    name: String,
    /// Megabytes parsed a second, in the best round and in the median one.
    best: f64,
    median: f64,
    /// How many times Sapwood's time it takes: the median of the ratios within each round.
    ratio: f64,
    /// What dropping all trees takes, in milliseconds: the median.
    drop: f64,
    instructions_per_byte: Option<f64>,
    allocations_per_kib: Option<f64>,
    kept_per_byte: Option<f64>,
    /// The same when room to spare is given back.
    trimmed_per_byte: Option<f64>,
}

/// What the program `memory` tells of a parser.
#[derive(Deserialize)]
struct Memory {
    name: String,
    count: u64,
    kept: u64,
    trimmed: Option<u64>,
}

/// Measures how html5ever and Sapwood fill the same trees, and prints it.
pub(crate) fn run_sinks(pages: &[PathBuf], rounds: usize) -> Result<()> {
    print!("{}", sinks::run(pages, rounds.max(1))?);
    Ok(())
}

/// Measures parsers of XML, and prints it.
pub(crate) fn run_xml(rounds: usize) -> Result<()> {
    let program = program::build(Program::Example("xml_speed"))?;
    print!("{}", program::output(Command::new(program).args(["--rounds", &rounds.to_string()]))?);
    Ok(())
}

/// Measures, prints, and writes what `request` asks for.
pub(crate) fn run(request: &Request) -> Result<()> {
    let progress = ProgressBar::new_spinner().with_style(ProgressStyle::with_template(
        "{spinner} {msg} {bar:30} {pos}/{len} {elapsed}",
    )?);
    progress.set_message("building");
    let programs = Programs::build()?;

    let sets = if request.pages.is_empty() { programs.sets()? } else { request.pages.clone() };
    let rounds = request.rounds.max(1);
    let sets: Result<_> =
        sets.iter().map(|folder| programs.measure(folder, rounds, &progress)).collect();
    progress.set_message("a document of 20 bytes");
    let tiny = programs.tiny()?;
    progress.finish_and_clear();

    let run = Run {
        date: jiff::Timestamp::now().to_string(),
        machine: Machine::describe()?,
        peers: machine::peers()?,
        rounds,
        sets: sets?,
        tiny,
    };
    print!("{}", table::write(&run));
    let json = serde_json::to_string_pretty(&run)? + "\n";
    if let Some(path) = &request.json {
        fs::write(path, &json)?;
    }
    if request.record {
        let (day, _) = run.date.split_once('T').context("a time stamp has a T")?;
        let name = format!("{day}-{}.json", run.machine.commit);
        let folder = root().join(RECORDS);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(&name), &json)?;
        println!("\nkept as {RECORDS}/{name}");
    }
    Ok(())
}

/// The programs that measure.
struct Programs {
    speed: PathBuf,
    /// The same for this machine's processor.
    native: PathBuf,
    /// Counts allocations, which takes time: that's why it is a program of its own.
    memory: PathBuf,
}

impl Programs {
    fn build() -> Result<Self> {
        Ok(Self {
            speed: program::build(Program::Example("speed"))?,
            memory: program::build(Program::Example("memory"))?,
            native: program::build_native(Program::Example("speed"))?,
        })
    }

    /// The folders of pages that are there.
    fn sets(&self) -> Result<Vec<PathBuf>> {
        let json = program::output(Command::new(&self.speed).arg("sets"))?;
        Ok(serde_json::from_str(&json)?)
    }

    fn measure(&self, folder: &Path, rounds: usize, progress: &ProgressBar) -> Result<Set> {
        let name = name_of(folder);
        progress.set_message(format!("{name}: rounds"));
        progress.set_length(rounds as u64);
        progress.set_position(0);
        let mut all = Worker::start(&self.speed, false, folder)?;
        let mut native = Worker::start(&self.native, true, folder)?;
        for _ in 0..rounds {
            all.round()?;
            native.round()?;
            progress.inc(1);
        }
        let (pages, bytes) = (all.about.pages, all.about.bytes);
        let times = all.finish()?;
        let base = times.iter().find(|row| row.name == SAPWOOD).context("no row of Sapwood")?;
        let base = base.parsing.clone();

        progress.set_message(format!("{name}: memory"));
        let memory = self.memory(folder)?;
        progress.set_message(format!("{name}: instructions"));
        let names: Vec<_> = times.iter().map(|row| row.name.clone()).collect();
        let instructions = self.instructions(folder, &names, progress)?;

        let per_byte = |count: u64| count as f64 / bytes as f64;
        let mut rows: Vec<Row> = times
            .iter()
            .map(|times| {
                let mut row = times.row(bytes, &base);
                row.instructions_per_byte =
                    instructions.get(&times.name).map(|&count| per_byte(count));
                if let Some(memory) = memory.iter().find(|memory| memory.name == times.name) {
                    row.allocations_per_kib = Some(per_byte(memory.count) * 1024.0);
                    row.kept_per_byte = Some(per_byte(memory.kept));
                    row.trimmed_per_byte = memory.trimmed.map(per_byte);
                }
                row
            })
            .collect();
        for times in native.finish()? {
            let row = times.row(bytes, &base);
            rows.push(Row { name: native_name(&row.name), ..row });
        }
        Ok(Set { name, pages, bytes, rows })
    }

    fn memory(&self, folder: &Path) -> Result<Vec<Memory>> {
        let json = program::output(Command::new(&self.memory).arg(folder))?;
        Ok(serde_json::from_str(&json)?)
    }

    /// Counts under callgrind, as many peers at once as the machine has cores: it is slow, and
    /// nothing that goes on beside it changes a count.
    fn instructions(
        &self,
        folder: &Path,
        names: &[String],
        progress: &ProgressBar,
    ) -> Result<BTreeMap<String, u64>> {
        progress.set_length(names.len() as u64);
        progress.set_position(0);
        let count = |name: &String| -> Result<(String, u64)> {
            let arguments = [Path::new("count"), Path::new(name), folder];
            let counted = program::count(&self.speed, "speed::counted", arguments)?;
            progress.inc(1);
            Ok((name.clone(), counted.instructions))
        };
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            let threads: Vec<_> = (0..cores)
                .map(|first| {
                    let names = names.iter().skip(first).step_by(cores);
                    scope.spawn(move || names.map(count).collect::<Result<Vec<_>>>())
                })
                .collect();
            let mut counts = BTreeMap::new();
            for thread in threads {
                counts.extend(thread.join().expect("counting doesn't panic")?);
            }
            Ok(counts)
        })
    }

    fn tiny(&self) -> Result<Vec<(String, [f64; 2])>> {
        let tiny = |command: &mut Command| -> Result<Vec<(String, [f64; 2])>> {
            Ok(serde_json::from_str(&program::output(command)?)?)
        };
        let mut rows = tiny(Command::new(&self.speed).arg("tiny"))?;
        let native = tiny(Command::new(&self.native).args(["tiny", "--sapwood"]))?;
        rows.extend(native.into_iter().map(|(name, times)| (native_name(&name), times)));
        Ok(rows)
    }
}

fn native_name(name: &str) -> String {
    format!("{name}, target-cpu=native")
}

/// The last two parts of a folder's path.
fn name_of(folder: &Path) -> String {
    let parts: Vec<_> = folder.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    parts.into_iter().rev().collect::<Vec<_>>().join("/")
}
