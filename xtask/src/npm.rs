//! Builds the npm package, whose module is WebAssembly, and tests it.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Result, ensure};

use crate::{
    cross::Toolchain,
    program,
    python::{Missing, Outcome},
    root,
};

const TARGET: &str = "wasm32-unknown-unknown";

/// The folder of the package.
const PACKAGE: &str = "bindings/npm";

/// What is done with the package.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Job {
    Build,
    Test,
    Bench,
}

/// Builds the package, then tests it or compares its speed.
pub(crate) fn run(job: Job) -> Result<Outcome> {
    let quiet = |program: &str| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if !quiet("node") || !quiet("npm") {
        return Ok(Outcome::Skipped(Missing("no Node.js".into())));
    }
    if !npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"])?.status()?.success() {
        let reason = "npm could not install what the build and the tests need";
        return Ok(Outcome::Skipped(Missing(reason.into())));
    }
    let module = match cargo()? {
        Ok(cargo) => build(cargo)?,
        Err(missing) => return Ok(Outcome::Skipped(missing)),
    };
    let script = match job {
        Job::Build => "build",
        Job::Test => "test",
        Job::Bench => "bench",
    };
    let mut scripts = vec!["build"];
    scripts.extend((job != Job::Build).then_some(script));
    for script in scripts {
        let status = npm(&["run", "--silent", script])?.env("SAPWOOD_MODULE", &module).status()?;
        ensure!(status.success(), "`npm run {script}` failed in {PACKAGE}");
    }
    Ok(Outcome::Passed)
}

fn npm(arguments: &[&str]) -> Result<Command> {
    let mut npm = Command::new("npm");
    npm.current_dir(root().join(PACKAGE)).args(arguments);
    // Tests read the suites and the pages.
    npm.env("SAPWOOD_ROOT", root().canonicalize()?);
    Ok(npm)
}

/// Returns cargo for the target: of rustup where it has the target's standard library, otherwise with Debian's compiler.
fn cargo() -> Result<Result<Command, Missing>> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let libraries = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim().to_owned()));
    if libraries.is_ok_and(|folder| folder.is_dir()) {
        let mut cargo = Command::new(program::cargo());
        cargo.current_dir(root()).args(["build", "--target", TARGET]);
        cargo.env("CARGO_TARGET_DIR", program::target());
        return Ok(Ok(cargo));
    }
    let toolchain = match Toolchain::unpacked() {
        Ok(toolchain) => toolchain,
        Err(error) => return Ok(Err(Missing(format!("no compiler for {TARGET}: {error:#}")))),
    };
    let mut cargo = toolchain.cargo("build", TARGET)?;
    if let Some(linker) = linker()? {
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
    Ok(Ok(cargo))
}

/// The linker that comes with the installed compiler.
fn linker() -> Result<Option<PathBuf>> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let host = program::output(Command::new(&rustc).args(["--print", "host-tuple"]))?;
    let sysroot = program::output(Command::new(&rustc).args(["--print", "sysroot"]))?;
    let folder = Path::new(sysroot.trim()).join("lib/rustlib").join(host.trim()).join("bin");
    let linker = folder.join("rust-lld").with_extension(env::consts::EXE_EXTENSION);
    Ok(linker.exists().then_some(linker))
}

/// Compiles the module; returns its path.
fn build(mut cargo: Command) -> Result<PathBuf> {
    let output = cargo
        .args(["--release", "--locked", "--manifest-path"])
        .arg(format!("{PACKAGE}/Cargo.toml"))
        .args(["--message-format", "json-render-diagnostics"])
        .env("RUSTFLAGS", "-C target-feature=+simd128")
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "the module does not compile");
    let messages = String::from_utf8(output.stdout)?;
    let path = messages
        .lines()
        .filter_map(|line| line.split_once("sapwood_npm.wasm\"")?.0.rsplit('"').next())
        .next_back()
        .map(|folder| PathBuf::from(format!("{folder}sapwood_npm.wasm")));
    path.ok_or_else(|| anyhow::anyhow!("cargo named no module"))
}
