//! Compares Sapwood with other parsers: one table for each folder of pages.

mod dependents;
mod documents;
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

/// The base row of the comparison.
const SAPWOOD: &str = "Sapwood";
/// Folder of recorded runs.
const RECORDS: &str = "benches/records";

/// Options of a run.
pub(crate) struct Request {
    /// Folders of pages; if empty, all that exist.
    pub(crate) pages: Vec<PathBuf>,
    /// Number of rounds over all pages.
    pub(crate) rounds: usize,
    /// File to write the run to, as JSON.
    pub(crate) json: Option<PathBuf>,
    /// Whether to record the run in `benches/records`.
    pub(crate) record: bool,
}

/// The results of a run.
#[derive(Serialize)]
struct Run {
    date: String,
    machine: Machine,
    /// Name and version of each peer.
    peers: Vec<String>,
    rounds: usize,
    sets: Vec<Set>,
    /// Best and median nanoseconds of parsing and dropping a document of 20 bytes.
    tiny: Vec<(String, [f64; 2])>,
}

/// A folder of pages, with a row for each parser.
#[derive(Serialize)]
struct Set {
    name: String,
    pages: usize,
    bytes: usize,
    rows: Vec<Row>,
}

/// The figures of one parser for a folder of pages.
#[derive(Serialize)]
struct Row {
    name: String,
    /// Megabytes per second, in the best and in the median round.
    best: f64,
    median: f64,
    /// Ratio to Sapwood's time: the median of the ratios in each round.
    ratio: f64,
    /// Median milliseconds of dropping all trees.
    drop: f64,
    instructions_per_byte: Option<f64>,
    allocations_per_kib: Option<f64>,
    kept_per_byte: Option<f64>,
    /// Bytes kept after unused capacity is freed.
    trimmed_per_byte: Option<f64>,
}

/// Output of the program `memory` for a parser.
#[derive(Deserialize)]
struct Memory {
    name: String,
    count: u64,
    kept: u64,
    trimmed: Option<u64>,
}

/// Measures html5ever and Sapwood filling the same trees, and prints tables.
pub(crate) fn run_sinks(pages: &[PathBuf], rounds: usize) -> Result<()> {
    print!("{}", sinks::run(pages, rounds.max(1))?);
    Ok(())
}

/// Measures libraries with html5ever and with the drop-in, and prints tables.
pub(crate) fn run_dependents(pages: &[PathBuf], rounds: usize) -> Result<()> {
    print!("{}", dependents::run(pages, rounds.max(1))?);
    Ok(())
}

/// Measures XML parsers, and prints tables.
pub(crate) fn run_xml(rounds: usize) -> Result<()> {
    let program = program::build(Program::Peers("xml_speed"))?;
    print!("{}", program::output(Command::new(program).args(["--rounds", &rounds.to_string()]))?);
    Ok(())
}

/// Measures rewriters, and prints tables.
pub(crate) fn run_rewriting(pages: &[PathBuf], rounds: usize) -> Result<()> {
    let program = program::build(Program::Peers("rewriting"))?;
    let mut command = Command::new(program);
    command.args(pages).args(["--rounds", &rounds.to_string()]);
    print!("{}", program::output(&mut command)?);
    Ok(())
}

/// Writes the figures of the newest record into the documents.
pub(crate) fn update_documents() -> Result<()> {
    documents::update(&documents::newest_record()?)
}

/// The ratios of the newest record that the README compares, Sapwood first.
pub(crate) fn comparison() -> Result<Vec<(String, f64)>> {
    documents::ratios(&documents::newest_record()?)
}

/// Measures, prints, and writes the files of `request`.
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
        date: program::output(Command::new("date").args(["-u", "+%Y-%m-%dT%H:%M:%SZ"]))?
            .trim()
            .to_owned(),
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
        documents::update(&serde_json::from_str(&json)?)?;
        println!("\nrecorded as {RECORDS}/{name}, and written into the documents");
    }
    Ok(())
}

/// Paths of the measuring programs.
struct Programs {
    speed: PathBuf,
    /// `speed`, compiled for the processor of this machine.
    native: PathBuf,
    /// Counts allocations, in a program of its own because counting takes time.
    memory: PathBuf,
}

impl Programs {
    fn build() -> Result<Self> {
        Ok(Self {
            speed: program::build(Program::Peers("speed"))?,
            memory: program::build(Program::Peers("memory"))?,
            native: program::build_native(Program::Peers("speed"))?,
        })
    }

    /// Returns the folders of pages that exist.
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

    /// Counts instructions under callgrind, one peer per core at a time: callgrind is slow, and other processes do not
    /// affect a count.
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
