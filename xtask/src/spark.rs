//! Tests the Spark job on a cluster on this machine.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use anyhow::{Context, Result, ensure};

use crate::{
    program,
    python::{Environment, Missing, Outcome, PACKAGE, archive_in, folder},
    root,
};

/// The oldest version of Java that Spark 4 runs on.
const JAVA: u32 = 17;

/// The part of the checks to run.
pub(crate) struct Request {
    /// Number of pages whose rows are compared with those of one process, of the command line and of a loop in Python.
    pub(crate) pages: u32,
    /// The program `sapwood`, if it has been built.
    pub(crate) command: Option<PathBuf>,
}

/// Builds a wheel, brings up a Spark cluster on this machine, runs the tests of the Spark job on it, and compares its rows. Executors
/// run in an environment that has the wheel alone.
pub(crate) fn run(request: &Request) -> Result<Outcome> {
    let Some(java) = java_home() else {
        return Ok(Outcome::Skipped(Missing(format!(
            "no Java {JAVA} or newer in JAVA_HOME, PATH or /usr/lib/jvm; on Debian, install openjdk-{JAVA}-jre-headless"
        ))));
    };
    let requirements = root().join(PACKAGE).join("spark/requirements.txt");
    let maturin = fs::read_to_string(root().join(PACKAGE).join("requirements.txt"))?;
    let maturin = maturin.lines().find(|line| line.starts_with("maturin"));
    let maturin = maturin.context("requirements.txt has no maturin")?;
    let install = [maturin.as_ref(), "-r".as_ref(), requirements.as_os_str()];
    let driver =
        timed("pip install", || Ok(Environment::with(folder().join("spark-driver"), &install)))?;
    let driver = match driver {
        Ok(environment) => environment,
        Err(missing) => return Ok(Outcome::Skipped(missing)),
    };
    let executor = timed("build and install the wheel", || install_wheel(&driver))?;
    let command = match &request.command {
        Some(command) => command.clone(),
        None => timed("build the program", build_command)?,
    };
    let python = |arguments: &[&str]| {
        let mut python = driver.python();
        python.args(arguments).env("JAVA_HOME", &java);
        python.env("SAPWOOD_EXECUTOR_PYTHON", executor.program("python"));
        python
    };
    timed("python -m pytest tests/test_spark.py", || {
        let status = python(&["-m", "pytest", "tests/test_spark.py"]).status()?;
        ensure!(status.success(), "the tests of the Spark job failed");
        Ok(())
    })?;
    let pages = request.pages.to_string();
    timed(&format!("python spark/local_cluster.py --pages {pages}"), || {
        let status = python(&["spark/local_cluster.py", "--pages", &pages])
            .arg("--executor-python")
            .arg(executor.program("python"))
            .arg("--command")
            .arg(&command)
            .status()?;
        ensure!(status.success(), "the rows of the Spark job differ");
        Ok(())
    })?;
    Ok(Outcome::Passed)
}

/// Builds a wheel, installs it for the driver, and in a new environment for the executors, which it returns.
fn install_wheel(driver: &Environment) -> Result<Environment> {
    let wheels = folder().join("spark-wheel");
    let _ = fs::remove_dir_all(&wheels);
    // What `cargo xtask python` has built isn't built again.
    let tests = Environment::of_tests();
    let builder = tests.as_ref().unwrap_or(driver);
    builder.module("maturin build --quiet --profile dev --out", &[wheels.as_os_str()])?;
    let wheel = archive_in(&wheels)?;
    let executor = Environment::with(folder().join("spark-executor"), &["pip".as_ref()])
        .map_err(|missing| anyhow::anyhow!("{missing}"))?;
    for environment in [driver, &executor] {
        let reinstall = ["--force-reinstall".as_ref(), "--no-deps".as_ref(), wheel.as_os_str()];
        ensure!(environment.installs(&reinstall), "the wheel can't be installed");
    }
    Ok(executor)
}

/// Builds the program `sapwood`, and returns its path.
fn build_command() -> Result<PathBuf> {
    let status = Command::new(program::cargo())
        .current_dir(root())
        .args([
            "build",
            "--quiet",
            "--package",
            "sapwood-cli",
            "--bin",
            "sapwood",
            "--features",
            "parquet",
        ])
        .status()?;
    ensure!(status.success(), "the build of the program failed");
    Ok(program::debug_command())
}

/// The home of a Java that is recent enough: that of the environment, of the program in the path, or one that Debian installs.
fn java_home() -> Option<PathBuf> {
    let of_program = |java: PathBuf| Some(java.canonicalize().ok()?.parent()?.parent()?.to_owned());
    let in_path = env::var_os("PATH").map_or_else(Vec::new, |path| {
        env::split_paths(&path).filter_map(|folder| of_program(folder.join("java"))).collect()
    });
    let installed = fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .into_iter()
        .chain(in_path)
        .chain(installed.map(|entry| entry.path()))
        .find(|home| version(home).is_some_and(|version| version >= JAVA))
}

/// The version of the Java in a folder: 17 of `openjdk version "17.0.12" 2024-07-16`.
fn version(home: &Path) -> Option<u32> {
    let output = Command::new(home.join("bin/java")).arg("-version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let number = text.split_once("version \"")?.1;
    number.split(['.', '"', '-', '+']).next()?.parse().ok()
}

fn timed<T>(name: &str, step: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("-- {name}");
    let start = Instant::now();
    let result = step()?;
    println!("-- {name}: {:.0} s", start.elapsed().as_secs_f64());
    Ok(result)
}
