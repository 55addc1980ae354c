//! Counts instructions per byte of input under callgrind.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

use crate::root;

/// The stages that the program `measure` knows.
const STAGES: [&str; 3] = ["tokens", "document", "positions"];

/// Prints the instructions per byte of each stage over the pages in `pages`.
pub(crate) fn run(pages: &[PathBuf]) -> Result<()> {
    let bytes = bytes_of(pages)?;
    let program = build()?;
    println!("{} bytes of pages, instructions per byte (callgrind, release build):", bytes);
    for stage in STAGES {
        let instructions = count(&program, stage, pages)?;
        println!("{stage:>10}  {:6.2}", instructions as f64 / bytes as f64);
    }
    Ok(())
}

/// The size of all pages together.
fn bytes_of(pages: &[PathBuf]) -> Result<u64> {
    let mut bytes = 0;
    let mut left = pages.to_vec();
    while let Some(path) = left.pop() {
        let about = path.metadata().with_context(|| format!("{}", path.display()))?;
        if about.is_dir() {
            for entry in path.read_dir()? {
                let path = entry?.path();
                if path.is_dir() || path.extension().is_some_and(|it| it == "html") {
                    left.push(path);
                }
            }
        } else {
            bytes += about.len();
        }
    }
    ensure!(bytes > 0, "no .html file in {pages:?}");
    Ok(bytes)
}

/// Builds the program that is measured and returns where it is.
fn build() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(root())
        .args(["build", "--release", "--quiet", "--package", "sapwood-benches", "--bin", "measure"])
        .args(["--message-format", "json-render-diagnostics"])
        .stderr(std::process::Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "the build failed");
    let messages = String::from_utf8(output.stdout)?;
    messages
        .lines()
        .filter_map(|line| line.split_once("\"executable\":\"")?.1.split('"').next())
        .next_back()
        .map(PathBuf::from)
        .context("cargo named no executable")
}

/// Counts what one stage takes.
fn count(program: &Path, stage: &str, pages: &[PathBuf]) -> Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(["--collect-atstart=no", "--toggle-collect=measure::measured*"])
        .arg(program)
        .arg(stage)
        .args(pages)
        .output()
        .context("valgrind isn't there: install it (`apt-get install valgrind`)")?;
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("measure {stage} failed:\n{told}");
    }
    told.lines()
        .filter_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
        .next_back()
        .filter(|&count| count > 0)
        .with_context(|| format!("callgrind counted nothing:\n{told}"))
}
