//! Builds the Python package in a virtual environment and tests it.

use std::{
    env,
    ffi::{OsStr, OsString},
    fmt, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::{program, root};

/// The folder of the package.
pub(crate) const PACKAGE: &str = "bindings/python";

/// The result of the checks.
pub(crate) enum Outcome {
    Passed,
    /// Nothing was checked, because a program or the network is missing.
    Skipped(Missing),
}

/// A reason not to check.
#[derive(Debug)]
pub(crate) struct Missing(pub(crate) String);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A virtual environment.
pub(crate) struct Environment(PathBuf);

impl Environment {
    /// Creates the environment, unless it exists, and installs packages.
    pub(crate) fn with(folder: PathBuf, install: &[&OsStr]) -> Result<Self, Missing> {
        let python = ["python3", "python"].into_iter().find(|name| is_recent(name));
        let python = python.ok_or_else(|| Missing("no Python 3.10 or newer".into()))?;
        let environment = Self::of(python, folder)?;
        match environment.installs(install) {
            true => Ok(environment),
            false => Err(Missing("pip could not install the packages that the tests need".into())),
        }
    }

    /// The environment of `cargo xtask python`, if it has built the package.
    pub(crate) fn of_tests() -> Option<Self> {
        let environment = Self(folder().join("venv"));
        environment.program("maturin").exists().then_some(environment)
    }

    /// Creates the environment of an interpreter, unless it exists.
    fn of(python: &str, folder: PathBuf) -> Result<Self, Missing> {
        let environment = Self(folder);
        if !environment.program("python").exists() {
            let status = Command::new(python).args(["-m", "venv"]).arg(&environment.0).status();
            if !status.is_ok_and(|status| status.success()) {
                let _ = fs::remove_dir_all(&environment.0);
                return Err(Missing(format!("`{python} -m venv` failed")));
            }
        }
        Ok(environment)
    }

    /// Installs packages; returns whether that succeeded.
    pub(crate) fn installs(&self, packages: &[&OsStr]) -> bool {
        let status = self
            .python()
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(packages)
            .status();
        status.is_ok_and(|status| status.success())
    }

    pub(crate) fn program(&self, name: &str) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.0.join(folder).join(name).with_extension(std::env::consts::EXE_EXTENSION)
    }

    pub(crate) fn python(&self) -> Command {
        let mut python = Command::new(self.program("python"));
        python
            .current_dir(root().join(PACKAGE))
            .env("VIRTUAL_ENV", &self.0)
            .env("PYO3_PYTHON", self.program("python"))
            .env("CARGO_TARGET_DIR", program::target())
            .env_remove("PYTHONPATH");
        python
    }

    /// Runs a module of Python in the folder of the package.
    pub(crate) fn module(&self, arguments: &str, more: &[&OsStr]) -> Result<()> {
        println!("-- python -m {arguments}");
        let status = self.python().arg("-m").args(arguments.split(' ')).args(more).status()?;
        ensure!(status.success(), "`python -m {arguments}` failed in {PACKAGE}");
        Ok(())
    }
}

/// The folder of environments and builds.
pub(crate) fn folder() -> PathBuf {
    let root = root().canonicalize().unwrap_or_else(|_| root().to_owned());
    root.join("target/python")
}

fn is_recent(python: &str) -> bool {
    let check = "import sys; sys.exit(sys.version_info < (3, 10))";
    Command::new(python).args(["-c", check]).status().is_ok_and(|status| status.success())
}

/// Builds the package, runs its tests, and checks its types. `release` optimizes it as a wheel is, for measurements;
/// then only the build and the tests run. The command of the package prints what `command` prints, if that has been built.
pub(crate) fn run(release: bool, command: Option<PathBuf>) -> Result<Outcome> {
    let requirements = root().join(PACKAGE).join("requirements.txt");
    let install = ["-r".as_ref(), requirements.as_os_str()];
    let environment = match Environment::with(folder().join("venv"), &install) {
        Ok(environment) => environment,
        Err(missing) => return Ok(Outcome::Skipped(missing)),
    };
    // Before the build: what they compile, the build scripts of PyO3 among it, depends on variables that maturin sets.
    if !release {
        run_lints(&environment)?;
        check_sdist(&environment)?;
    }
    let build =
        if release { "maturin develop --quiet --release" } else { "maturin develop --quiet" };
    environment.module(build, &[])?;
    write_questions()?;
    println!("-- python -m pytest");
    let mut pytest = environment.python();
    pytest.args(["-m", "pytest"]).envs(command.map(|path| ("SAPWOOD_COMMAND", path)));
    ensure!(pytest.status()?.success(), "`python -m pytest` failed in {PACKAGE}");
    if release {
        return Ok(Outcome::Passed);
    }
    run_parsel_tests(&environment)?;
    environment.module("mypy", &[])?;
    environment.module("mypy.stubtest sapwood --mypy-config-file pyproject.toml", &[])?;
    environment
        .module("sphinx -W --keep-going -q -b html docs", &[folder().join("site").as_os_str()])?;
    Ok(Outcome::Passed)
}

/// Checks format and lints of the crate.
fn run_lints(environment: &Environment) -> Result<()> {
    for arguments in ["fmt --check", "clippy --quiet -- -D warnings"] {
        println!("-- cargo {arguments}");
        let status = Command::new(program::cargo())
            .current_dir(root().join(PACKAGE))
            .args(arguments.split(' '))
            .env("PYO3_PYTHON", environment.program("python"))
            .env("CARGO_TARGET_DIR", program::target())
            .status()?;
        ensure!(status.success(), "`cargo {arguments}` failed in {PACKAGE}");
    }
    Ok(())
}

/// Runs the tests of parsel over `sapwood.parsel`.
fn run_parsel_tests(environment: &Environment) -> Result<()> {
    println!("-- python tests/parsel_suite.py");
    let folder = folder().join("parsel");
    fs::create_dir_all(&folder)?;
    let mut python = environment.python();
    let status = python.arg("tests/parsel_suite.py").arg(folder).status()?;
    ensure!(status.success(), "tests of parsel fail, or pass unexpectedly, over `sapwood.parsel`");
    Ok(())
}

/// The file of the questions that `tests/test_ways.py` asks.
pub(crate) fn questions() -> PathBuf {
    env::var_os("SAPWOOD_WAYS").map_or_else(|| folder().with_file_name("ways.jsonl"), PathBuf::from)
}

/// Has the harness `ways` write its questions and answers, unless it has since it was changed.
pub(crate) fn write_questions() -> Result<()> {
    let modified = |path: &Path| fs::metadata(path).and_then(|it| it.modified());
    if let Ok(written) = modified(&questions()) {
        let mut sources = vec![root().join("tests/tests/harnesses/ways.rs")];
        for file in fs::read_dir(root().join("tests/src/ways"))? {
            sources.push(file?.path());
        }
        if sources.iter().all(|source| modified(source).is_ok_and(|changed| changed <= written)) {
            return Ok(());
        }
    }
    println!("-- cargo test -p sapwood-tests --test harnesses -- ways");
    let status = Command::new(program::cargo())
        .current_dir(root())
        .args(["test", "--quiet", "-p", "sapwood-tests", "--test", "harnesses", "--", "ways"])
        .env("SAPWOOD_WAYS", questions())
        .status()?;
    ensure!(status.success(), "the harness `ways` failed");
    Ok(())
}

/// Builds the package for an interpreter, such as one without a global lock, and runs the tests. Tests of libraries
/// that have no wheel for the interpreter are skipped.
pub(crate) fn run_with(interpreter: &str) -> Result<()> {
    let name = Path::new(interpreter).file_name().context("not the name of a program")?;
    let mut folder_name = OsString::from("venv-");
    folder_name.push(name);
    let environment = Environment::of(interpreter, folder().join(folder_name))
        .map_err(|missing| anyhow::anyhow!("{missing}"))?;
    let requirements = fs::read_to_string(root().join(PACKAGE).join("requirements.txt"))?;
    for package in requirements.lines().filter(|line| !line.starts_with('#')) {
        let is_installed =
            environment.installs(&["--only-binary=:all:".as_ref(), package.as_ref()]);
        if !is_installed {
            println!("{package} can't be installed for {interpreter}");
        }
    }
    environment.module("maturin develop --quiet", &[])?;
    environment.module("pytest", &[])
}

/// Builds the source distribution, unpacks it, and checks that what is in it compiles: the archive is complete. The release installs
/// it, which takes minutes.
fn check_sdist(environment: &Environment) -> Result<()> {
    let out = folder().join("sdist");
    let _ = fs::remove_dir_all(&out);
    environment.module("maturin sdist --out", &[out.as_os_str()])?;
    let archive = archive_in(&out)?;
    println!("-- cargo check of {}", archive.display());
    let mut tar = Command::new("tar");
    // The archive has the time of no change, by which cargo would take what it compiled of another archive.
    tar.arg("-xzmf").arg(&archive).arg("-C").arg(&out).arg("--strip-components=1");
    ensure!(tar.status()?.success(), "the source distribution can't be unpacked");
    ensure!(
        out.join("python/sapwood/__init__.py").exists(),
        "the source distribution lacks the package"
    );
    let status = Command::new(program::cargo())
        .current_dir(out.join(PACKAGE))
        .args(["check", "--quiet", "--locked"])
        .env("PYO3_PYTHON", environment.program("python"))
        .env("CARGO_TARGET_DIR", program::target())
        .status()?;
    ensure!(status.success(), "the source distribution doesn't compile");
    Ok(())
}

/// The only file in a folder to which maturin has written.
pub(crate) fn archive_in(folder: &Path) -> Result<PathBuf> {
    let mut entries = fs::read_dir(folder)?;
    let entry = entries.next().context("maturin wrote no archive")??;
    Ok(entry.path())
}
