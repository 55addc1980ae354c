//! Builds the fuzz targets with AddressSanitizer and runs them for a time.
//!
//! This does what `cargo fuzz run` does, with the stable compiler and without `cargo-fuzz`: the flags of
//! libFuzzer's instrumentation, a limit on each allocation, and the seeds of `fixtures/fuzz`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
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

/// Limits on a run: megabytes of one allocation and of the process, and seconds of one input.
const LIMITS: [&str; 3] = ["-malloc_limit_mb=256", "-rss_limit_mb=2048", "-timeout=60"];

/// A request to run targets.
pub(crate) struct Request {
    /// Names of targets; all if empty.
    pub(crate) targets: Vec<String>,
    /// Minutes for each target.
    pub(crate) minutes: f64,
    /// Targets that run at the same time.
    pub(crate) jobs: usize,
}

/// Builds the targets, runs them, and prints the executions of each.
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
    let mut findings = Vec::new();
    for batch in targets.chunks(request.jobs.max(1)) {
        let started: Result<Vec<_>> = batch
            .iter()
            .map(|target| Ok((target, start(&folder, target, request.minutes)?)))
            .collect();
        for (target, child) in started? {
            let output = child.wait_with_output()?;
            let log = String::from_utf8_lossy(&output.stderr);
            let executions = log
                .lines()
                .find_map(|line| line.strip_prefix("stat::number_of_executed_units:"))
                .map_or("?", str::trim);
            println!("{target}: {executions} executions");
            if !output.status.success() {
                println!("{}", tail(&log, 60));
                findings.push(target.as_str());
            }
        }
    }
    if findings.is_empty() {
        return Ok(());
    }
    bail!("findings in {}; the inputs are in fuzz/artifacts", findings.join(", "))
}

/// Returns the names of the binaries of `fuzz`.
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
    targets.iter().for_each(|name| {
        cargo.args(["--bin", name]);
    });
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", FLAGS);
    ensure!(cargo.status()?.success(), "the fuzz targets do not compile");
    let folder = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("fuzz/target"), PathBuf::from);
    Ok(folder.join(TARGET).join("release"))
}

fn start(folder: &Path, target: &str, minutes: f64) -> Result<std::process::Child> {
    let fuzz = root().join("fuzz");
    let (corpus, artifacts) =
        (fuzz.join("corpus").join(target), fuzz.join("artifacts").join(target));
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&artifacts)?;
    let mut command = Command::new(folder.join(target));
    command
        .args(LIMITS)
        .arg(format!("-max_total_time={}", (minutes * 60.0).round()))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .args(["-print_final_stats=1", "-max_len=8192"])
        .arg(corpus);
    let seeds = root().join("fixtures/fuzz").join(target);
    if seeds.exists() {
        command.arg(seeds);
    }
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().with_context(|| format!("cannot run the fuzz target {target}"))
}

fn tail(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}
