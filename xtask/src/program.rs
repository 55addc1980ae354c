//! Builds the programs of `benches` and runs them, also under callgrind.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};

use crate::root;

/// The folder of the programs that measure other parsers, too.
pub(crate) const PEERS: &str = "benches/peers";

/// A program of `benches`.
#[derive(Clone, Copy)]
pub(crate) enum Program {
    /// A program that depends on Sapwood only.
    Own(&'static str),
    /// A program that depends on other parsers too: one of `benches/peers`, which is a workspace of its own.
    Peers(&'static str),
}

/// Returns the path of cargo.
pub(crate) fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Builds a program with the profile of releases and returns its path.
pub(crate) fn build(program: Program) -> Result<PathBuf> {
    build_with(program, |_| {})
}

/// The folder in which all workspaces of ours build, so that they share what they depend on.
pub(crate) fn target() -> PathBuf {
    let root = root().canonicalize().unwrap_or_else(|_| root().to_owned());
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// The folder of builds with unstable options of the compiler. Elsewhere their `RUSTC_BOOTSTRAP` would have build scripts run anew, that of
/// `proc-macro2` among them, and so nearly all be compiled again by the next stable build.
pub(crate) fn unstable_target() -> PathBuf {
    target().join("unstable")
}

/// The path of the program `sapwood` that `cargo build` and `cargo test` write.
pub(crate) fn debug_command() -> PathBuf {
    target().join("debug/sapwood").with_extension(std::env::consts::EXE_EXTENSION)
}

/// Builds a program for the processor of this machine, in a target folder of its own.
pub(crate) fn build_native(program: Program) -> Result<PathBuf> {
    let target = target().join("native");
    build_with(program, |cargo| {
        cargo.env("RUSTFLAGS", "-C target-cpu=native").env("CARGO_TARGET_DIR", target);
    })
}

fn build_with(program: Program, set: impl FnOnce(&mut Command)) -> Result<PathBuf> {
    let (package, name) = match program {
        Program::Own(name) => ("benches", name),
        Program::Peers(name) => (PEERS, name),
    };
    let mut cargo = Command::new(cargo());
    cargo
        .current_dir(root())
        .args(["build", "--profile", "dist", "--quiet", "--bin", name])
        .arg("--manifest-path")
        .arg(format!("{package}/Cargo.toml"))
        .env("CARGO_TARGET_DIR", target())
        .args(["--message-format", "json-render-diagnostics"])
        // Callgrind finds functions by their names.
        .env("CARGO_PROFILE_DIST_STRIP", "none")
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

/// Runs a program and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "{command:?} failed");
    Ok(String::from_utf8(output.stdout)?)
}

/// A count of callgrind.
pub(crate) struct Counted {
    pub(crate) instructions: u64,
    /// Standard output of the program.
    pub(crate) output: String,
}

/// Counts the instructions of the functions named `function` and of their callees.
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
    let output =
        command.output().context("cannot run valgrind; `apt-get install valgrind` installs it")?;
    let log = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("{command:?} failed:\n{log}");
    }
    let instructions = log
        .lines()
        .filter_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
        .next_back()
        .filter(|&count| count > 0)
        .with_context(|| format!("callgrind counted nothing:\n{log}"))?;
    Ok(Counted { instructions, output: String::from_utf8(output.stdout)? })
}

/// Returns the output of `rustc --version`.
pub(crate) fn rustc_version() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Ok(output(Command::new(rustc).arg("--version"))?.trim().to_owned())
}
