//! Builds the npm package, whose module is WebAssembly, and tests it.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};

use crate::{
    cross::Toolchain,
    first_commands, program,
    python::{self, Missing, Outcome},
    root,
};

const TARGET: &str = "wasm32-unknown-unknown";

/// The folder of the package.
const PACKAGE: &str = "bindings/npm";

/// A use of the package after its build.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Job {
    Build,
    Test,
    Bench,
}

/// Builds the package, then tests it or compares its speed.
pub(crate) fn run(job: Job) -> Result<Outcome> {
    if !runs("node") || !runs("npm") {
        return Ok(Outcome::Skipped(Missing("no Node.js".into())));
    }
    let install = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    if !npm(PACKAGE, &install).status()?.success() {
        let reason = "npm could not install what the build and the tests need";
        return Ok(Outcome::Skipped(Missing(reason.into())));
    }
    let compiler = match Compiler::find()? {
        Ok(compiler) => compiler,
        Err(missing) => return Ok(Outcome::Skipped(missing)),
    };
    let full = compiler.build("full", &[])?;
    let core = compiler.build("release", &["--no-default-features"])?;
    let mut script = npm(PACKAGE, &["run", "--silent", "build"]);
    succeeds(script.env("SAPWOOD_MODULE", &full).env("SAPWOOD_CORE_MODULE", &core))?;
    match job {
        Job::Build => {}
        Job::Test => {
            python::write_questions()?;
            // Bun, Deno and workerd; a test without its program is skipped and says so.
            if !npm(&format!("{PACKAGE}/test/runtimes"), &install).status()?.success() {
                println!("NOT TESTED in Bun, Deno and workerd: npm could not install them");
            }
            succeeds(&mut npm(PACKAGE, &["run", "--silent", "test"]))?;
        }
        Job::Bench => {
            let folder = format!("{PACKAGE}/bench");
            succeeds(&mut npm(&folder, &install))?;
            succeeds(&mut npm(&folder, &["run", "--silent", "bench"]))?;
        }
    }
    Ok(Outcome::Passed)
}

/// Whether a program can be run.
fn runs(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn npm(folder: &str, arguments: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(root().join(folder)).args(arguments);
    npm.env("SAPWOOD_WAYS", python::questions());
    npm.envs(first_commands::suites_folder().map(|suites| ("SAPWOOD_SUITES", suites)));
    npm
}

fn succeeds(command: &mut Command) -> Result<()> {
    ensure!(command.status()?.success(), "{command:?} failed");
    Ok(())
}

/// A compiler for the target: rustup's where it has the target's standard library, otherwise Debian's.
enum Compiler {
    Rustup,
    Debian { toolchain: Toolchain, linker: Option<PathBuf> },
}

impl Compiler {
    fn find() -> Result<Result<Self, Missing>> {
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let libraries = Command::new(rustc)
            .args(["--print", "target-libdir", "--target", TARGET])
            .output()
            .map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim().to_owned()));
        if libraries.is_ok_and(|folder| folder.is_dir()) {
            return Ok(Ok(Self::Rustup));
        }
        Ok(match Toolchain::unpacked() {
            Ok(toolchain) => Ok(Self::Debian { toolchain, linker: linker()? }),
            Err(error) => Err(Missing(format!("no compiler for {TARGET}: {error:#}"))),
        })
    }

    fn cargo(&self) -> Result<Command> {
        let (toolchain, linker) = match self {
            Self::Rustup => {
                let mut cargo = Command::new(program::cargo());
                cargo.current_dir(root()).args(["build", "--target", TARGET]);
                cargo.env("CARGO_TARGET_DIR", program::target());
                return Ok(cargo);
            }
            Self::Debian { toolchain, linker } => (toolchain, linker),
        };
        let mut cargo = toolchain.cargo("build", TARGET)?;
        if let Some(linker) = linker {
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        Ok(cargo)
    }

    /// Compiles a module; returns its path.
    fn build(&self, profile: &str, features: &[&str]) -> Result<PathBuf> {
        let output = self
            .cargo()?
            .args(["--profile", profile, "--locked", "--manifest-path"])
            .arg(format!("{PACKAGE}/Cargo.toml"))
            .args(["--message-format", "json-render-diagnostics"])
            .args(features)
            .env("RUSTFLAGS", flags()?)
            .stderr(Stdio::inherit())
            .output()?;
        ensure!(output.status.success(), "the module does not compile");
        let messages = String::from_utf8(output.stdout)?;
        let path = messages
            .lines()
            .filter_map(|line| line.split_once("sapwood_npm.wasm\"")?.0.rsplit('"').next())
            .next_back()
            .map(|folder| PathBuf::from(format!("{folder}sapwood_npm.wasm")));
        path.context("cargo named no module")
    }
}

/// Flags of the compiler. The module names no folder of this machine in its messages.
fn flags() -> Result<String> {
    let mut flags = "-C target-feature=+simd128".to_owned();
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let folders = [(Some(root().canonicalize()?), "sapwood"), (home, "cargo")];
    for (folder, name) in folders {
        let folder = folder.and_then(|folder| folder.into_os_string().into_string().ok());
        // Flags are separated by spaces.
        if let Some(folder) = folder.filter(|folder| !folder.contains(' ')) {
            flags += &format!(" --remap-path-prefix={folder}={name}");
        }
    }
    Ok(flags)
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
