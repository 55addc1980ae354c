//! Builds the programs of `benches` and runs them, also under callgrind.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};

use crate::root;

/// A program of `benches`.
#[derive(Clone, Copy)]
pub(crate) enum Program {
    /// One of its binaries, which know Sapwood only.
    Bin(&'static str),
    /// One of its examples, which know the peers too.
    Example(&'static str),
}

/// Builds a program in release and returns where it is.
pub(crate) fn build(program: Program) -> Result<PathBuf> {
    build_with(program, |_| {})
}

/// Builds a program for the processor of this machine, in a folder beside that of the others.
pub(crate) fn build_native(program: Program) -> Result<PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), PathBuf::from)
        .join("native");
    build_with(program, |cargo| {
        cargo.env("RUSTFLAGS", "-C target-cpu=native").env("CARGO_TARGET_DIR", target);
    })
}

fn build_with(program: Program, set: impl FnOnce(&mut Command)) -> Result<PathBuf> {
    let (kind, name) = match program {
        Program::Bin(name) => ("--bin", name),
        Program::Example(name) => ("--example", name),
    };
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(root())
        .args(["build", "--release", "--quiet", "--package", "sapwood-benches", kind, name])
        .args(["--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit());
    set(&mut cargo);
    let output = cargo.output()?;
    ensure!(output.status.success(), "the build of {name} failed");
    let messages = String::from_utf8(output.stdout)?;
    messages
        .lines()
        .filter_map(|line| line.split_once("\"executable\":\"")?.1.split('"').next())
        .next_back()
        .map(PathBuf::from)
        .context("cargo named no executable")
}

/// What a program writes to its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "{command:?} failed");
    Ok(String::from_utf8(output.stdout)?)
}

/// What callgrind counted.
pub(crate) struct Counted {
    pub(crate) instructions: u64,
    /// What the program wrote to its standard output.
    pub(crate) output: String,
}

/// Counts the instructions of the functions called `function` and all that they call.
pub(crate) fn count<I>(program: &Path, function: &str, arguments: I) -> Result<Counted>
where
    I: IntoIterator<Item: AsRef<std::ffi::OsStr>>,
{
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no"])
        .arg(format!("--toggle-collect={function}*"))
        .arg(program)
        .args(arguments);
    let output = command
        .output()
        .context("valgrind isn't there: install it (`apt-get install valgrind`)")?;
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("{command:?} failed:\n{told}");
    }
    let instructions = told
        .lines()
        .filter_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
        .next_back()
        .filter(|&count| count > 0)
        .with_context(|| format!("callgrind counted nothing:\n{told}"))?;
    Ok(Counted { instructions, output: String::from_utf8(output.stdout)? })
}

/// The version of the compiler, as `rustc --version` says.
pub(crate) fn rustc_version() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Ok(output(Command::new(rustc).arg("--version"))?.trim().to_owned())
}
