//! Builds the fuzz targets with AddressSanitizer and runs them for a time.
//!
//! This does what `cargo fuzz run` does, with the stable compiler and without `cargo-fuzz`: the flags of
//! libFuzzer's instrumentation, a limit on each allocation, and the findings of `fixtures/fuzz` as seeds. Other seeds and the
//! dictionaries come from the program `inputs` of `fuzz`.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};

use crate::{program, root};

/// The host, where the sanitizer's runtime is at hand; libFuzzer needs an explicit target.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Flags of libFuzzer's instrumentation, as `cargo-fuzz` sets them.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0 \
    -Zsanitizer=address --cfg fuzzing -Cdebug-assertions -Ccodegen-units=1";

/// Limits on a run: megabytes of one allocation and of the process, and seconds of one input. A search for leaks would take longer than
/// most executions, and safe code hardly leaks.
const OPTIONS: [&str; 4] =
    ["-malloc_limit_mb=256", "-rss_limit_mb=2048", "-timeout=60", "-detect_leaks=0"];

/// Settings of AddressSanitizer, which would take a fourth of the time: no search for uses of a stack after its function has returned, which
/// no safe code makes, no stacks of allocations, and no more freed memory held back than an execution frees.
const SANITIZER: &str = "detect_stack_use_after_return=0:malloc_context_size=0:\
    quarantine_size_mb=8:thread_local_quarantine_size_kb=64";

/// The length of the longest inputs. Those that take long are mutated less.
const USUAL: [&str; 2] = ["-max_len=1024", "-entropic_scale_per_exec_time=1"];

/// Targets that parse an input many times get shorter ones. They reach so many edges that keeping account of the rare ones, by which inputs
/// are chosen, took six tenths of the time; all inputs are mutated alike instead.
const OPTIONS_OF: [(&str, [&str; 2]); 2] =
    [("rewrite", ["-max_len=256", "-entropic=0"]), ("selectors", ["-max_len=400", "-entropic=0"])];

/// The fewest executions a second. A target that is slower finds little.
const SLOWEST: f64 = 500.0;

/// A request to run targets.
pub(crate) struct Request {
    /// Names of targets; all if empty.
    pub(crate) targets: Vec<String>,
    /// Minutes for each target.
    pub(crate) minutes: f64,
    /// Targets that run at the same time.
    pub(crate) jobs: usize,
}

/// Builds the targets, runs them, and prints the executions and the coverage of each.
pub(crate) fn run(request: &Request) -> Result<()> {
    let known = targets()?;
    for name in &request.targets {
        ensure!(
            known.contains(name),
            "no fuzz target is named {name}; there are {}",
            known.join(", ")
        );
    }
    let targets = if request.targets.is_empty() { known } else { request.targets.clone() };
    let folder = build(&targets)?;
    write_inputs(&folder, &targets)?;
    let (mut findings, mut slow) = (Vec::new(), Vec::new());
    for batch in targets.chunks(request.jobs.max(1)) {
        let started: Result<Vec<_>> = batch
            .iter()
            .map(|target| Ok((target, start(&folder, target, request.minutes)?)))
            .collect();
        for (target, (mut child, log)) in started? {
            let status = child.wait()?;
            let log = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
            let totals = Totals::of(&log);
            println!("{target}: {totals}");
            if !status.success() {
                println!("{}", tail(&log, 60));
                findings.push(target.as_str());
            } else if totals.rate() < SLOWEST {
                slow.push(target.as_str());
            }
        }
    }
    ensure!(
        findings.is_empty(),
        "findings in {}; the inputs are in fuzz/artifacts",
        findings.join(", ")
    );
    if slow.is_empty() {
        return Ok(());
    }
    bail!(
        "{} made fewer than {SLOWEST} executions a second; give each target a processor by fewer --jobs, \
         or make it parse less",
        slow.join(", ")
    )
}

/// The result of a run, as libFuzzer prints it.
#[derive(Debug, Default, PartialEq)]
struct Totals {
    executions: u64,
    seconds: u64,
    /// Edges of the control flow that some input has reached.
    edges: u64,
}

impl Totals {
    fn of(log: &str) -> Self {
        let mut totals = Self::default();
        for line in log.lines() {
            // "Done 3100 runs in 2 second(s)"
            let mut words = line.split_ascii_whitespace();
            if let (Some("Done"), Some(runs), Some("runs"), Some("in"), Some(seconds)) =
                (words.next(), words.next(), words.next(), words.next(), words.next())
            {
                totals.executions = runs.parse().unwrap_or_default();
                totals.seconds = seconds.parse().unwrap_or_default();
            }
            // "#1024	pulse  cov: 2048 ft: 4096 …"
            if let Some((_, after)) = line.split_once(" cov: ")
                && let Some(edges) = after.split(' ').next()
            {
                totals.edges = edges.parse().unwrap_or(totals.edges);
            }
        }
        totals
    }

    fn rate(&self) -> f64 {
        self.executions as f64 / self.seconds.max(1) as f64
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { executions, edges, .. } = self;
        write!(f, "{executions} executions, {:.0} a second, {edges} edges", self.rate())
    }
}

/// Returns the names of the targets, which are binaries of `fuzz`.
fn targets() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

/// Builds the targets and returns the folder of the binaries.
fn build(targets: &[String]) -> Result<PathBuf> {
    let mut cargo = Command::new(program::cargo());
    cargo.current_dir(root().join("fuzz")).args(["build", "--release", "--target", TARGET]);
    cargo.args(["--bin", "inputs"]);
    targets.iter().for_each(|name| {
        cargo.args(["--bin", name]);
    });
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", FLAGS);
    ensure!(cargo.status()?.success(), "the fuzz targets do not compile");
    let folder = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("fuzz/target"), PathBuf::from);
    Ok(folder.join(TARGET).join("release"))
}

/// Writes seeds and dictionaries to `fuzz/corpus`.
fn write_inputs(folder: &Path, targets: &[String]) -> Result<()> {
    let mut inputs = Command::new(folder.join("inputs"));
    let status = inputs.current_dir(root().join("fuzz")).args(targets).status()?;
    ensure!(status.success(), "the inputs of the fuzz targets can't be written");
    Ok(())
}

/// Starts a target; returns the process and the path of its log. A file takes all that the process writes, while an unread
/// pipe would stall it.
fn start(folder: &Path, target: &str, minutes: f64) -> Result<(Child, PathBuf)> {
    let fuzz = root().join("fuzz");
    let (corpus, artifacts) =
        (fuzz.join("corpus").join(target), fuzz.join("artifacts").join(target));
    fs::create_dir_all(&artifacts)?;
    let own = OPTIONS_OF.iter().find(|(name, _)| *name == target).map_or(USUAL, |it| it.1);
    let mut command = Command::new(folder.join(target));
    command
        .args(OPTIONS)
        .args(own)
        .env("ASAN_OPTIONS", SANITIZER)
        .arg(format!("-max_total_time={}", (minutes * 60.0).round()))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .arg(&corpus);
    let dictionary = corpus.with_extension("dict");
    if dictionary.exists() {
        command.arg(format!("-dict={}", dictionary.display()));
    }
    let findings = root().join("fixtures/fuzz").join(target);
    if findings.exists() {
        command.arg(findings);
    }
    let log = artifacts.with_extension("log");
    command.stdout(Stdio::null()).stderr(File::create(&log)?);
    let child = command.spawn().with_context(|| format!("cannot run the fuzz target {target}"))?;
    Ok((child, log))
}

fn tail(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::Totals;

    #[test]
    fn reads_the_totals_of_a_log() {
        let log = "#2\tINITED cov: 101 ft: 202 corp: 1/1b exec/s: 0 rss: 40Mb\n\
            #9000\tDONE   cov: 345 ft: 678 corp: 2/9b lim: 8 exec/s: 1500 rss: 50Mb\n\
            Done 9000 runs in 6 second(s)\n";
        let totals = Totals::of(log);
        assert_eq!(totals, Totals { executions: 9000, seconds: 6, edges: 345 });
        assert_eq!(totals.to_string(), "9000 executions, 1500 a second, 345 edges");
    }
}
