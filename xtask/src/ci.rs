//! Runs all checks that a change must pass, in order.

use std::{env::consts::EXE_EXTENSION, fmt, fs, path::PathBuf, process::Command, time::Instant};

use anyhow::{Result, ensure};
use clap::ValueEnum;

use crate::{
    api,
    background::Background,
    capi, codegen, cross,
    first_commands::{self, Clone},
    first_minute::processor_seconds,
    layout, npm, package, program, python, root, spark, version, workflows,
};

/// A command line of cargo, with variables of its environment.
struct Check {
    arguments: &'static str,
    environment: &'static [(&'static str, &'static str)],
}

const fn cargo(arguments: &'static str) -> Check {
    Check { arguments, environment: &[] }
}

/// The settings of our own workspace, so that others use the same artifacts.
const SETTINGS: [(&str, &str); 4] = [
    ("CARGO_PROFILE_DEV_OPT_LEVEL", "1"),
    ("CARGO_PROFILE_DEV_DEBUG", "false"),
    ("CARGO_PROFILE_DEV_CODEGEN_UNITS", "1"),
    ("CARGO_PROFILE_DEV_INCREMENTAL", "false"),
];

/// Allows unstable options of the compiler.
const UNSTABLE: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

/// Tests that read suites, or need a feature which the README's command lacks. They run in the clone, whose artifacts they use.
const TESTS: [&str; 3] = [
    "cargo test --workspace --test cases -- amplification",
    "cargo test --workspace --features sapwood-cli/parquet --test warc --test program -- extract outputs warc",
    "cargo test -p sapwood-microsyntax --all-features",
];

const CHECKS: [Check; 15] = [
    cargo("clippy --workspace --all-targets --features sapwood-cli/parquet -- -D warnings"),
    // No members of the workspace.
    cargo("clippy --manifest-path benches/peers/Cargo.toml --all-targets -- -D warnings"),
    cargo("clippy --manifest-path examples/Cargo.toml --all-targets -- -D warnings"),
    cargo("test --manifest-path examples/Cargo.toml"),
    cargo("check --manifest-path crates/html5ever/v0.40/Cargo.toml"),
    cargo("check --manifest-path crates/html5ever/v0.39/Cargo.toml"),
    cargo("check --manifest-path crates/html5ever/v0.38/Cargo.toml"),
    cargo("check --locked --manifest-path fuzz/Cargo.toml"),
    cargo("hack check -p sapwood -p sapwood-cli --each-feature"),
    cargo("fmt --all --check"),
    Check {
        arguments: "doc --workspace --no-deps",
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
    },
    // As docs.rs makes them, with the feature that each item needs.
    Check {
        arguments: "doc -p sapwood --all-features --no-deps",
        environment: &[UNSTABLE, ("RUSTDOCFLAGS", "--cfg docsrs -D warnings")],
    },
    cargo("deny --all-features check licenses bans sources"),
    cargo(
        "deny --manifest-path bindings/npm/Cargo.toml --all-features check licenses bans sources",
    ),
    cargo(
        "deny --manifest-path bindings/python/Cargo.toml --all-features check licenses bans sources",
    ),
];

/// Tasks whose compilers optimize a program as a whole, on one processor, into target folders of their own. They run beside other checks,
/// which don't keep all processors busy, and have little to do when their turn comes.
const BUILDS: [&str; 2] = ["cross", "npm --build"];

/// Checks that wait for programs more than for a compiler, and measure no time. They run beside those that follow the tests, which
/// write the questions that they ask.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Beside {
    /// The C interface.
    Capi,
    /// The Python package, and the Spark job over it.
    Python,
}

/// Runs checks that the others start beside themselves.
pub(crate) fn run_beside(checks: Beside) -> Result<()> {
    match checks {
        Beside::Capi => outcome("cargo xtask capi --test", || capi::test(15)),
        Beside::Python => {
            let command = Some(kept_command());
            outcome("cargo xtask python", || python::run(false, command.clone()))?;
            let request = spark::Request { pages: 400, command };
            outcome("cargo xtask spark", || spark::run(&request))
        }
    }
}

/// A copy of the program `sapwood` with all features, which no build replaces while it runs.
fn kept_command() -> PathBuf {
    program::target().join("checked-program").with_extension(EXE_EXTENSION)
}

/// Runs the README's commands in a clone with nothing beside it, and the tests again with the public suites. Then it starts the checks
/// that run beside what follows.
fn run_first_commands() -> Result<[Background; 2]> {
    let clone = Clone::new()?;
    let [run, test] = first_commands::commands()?;
    let no_chromium = [("SAPWOOD_CHROMIUM", "none".into())];
    timed(&format!("{test}, in a clone with nothing beside it"), || {
        // Those that compare with Chromium run once, below.
        let repeated = if first_commands::suites().is_some() { &no_chromium[..] } else { &[] };
        clone.run(&test, repeated)
    })?;
    match first_commands::suites() {
        Some(suites) => {
            // No others read suites or need Chromium.
            let test = format!("{test} --test harnesses --test warc");
            timed(&format!("{test}, with the suites"), || clone.run(&test, &suites))?;
        }
        None => println!("== {test}, with the suites: SKIPPED: the suites are absent"),
    }
    python::write_questions()?;
    let capi = Background::check("capi", "ci --beside capi")?;
    timed(&format!("{run}, in the clone"), || clone.run(&run, &[]))?;
    let suites = first_commands::suites().unwrap_or_default();
    TESTS.iter().try_for_each(|test| timed(test, || clone.run(test, &suites)))?;
    fs::copy(program::debug_command(), kept_command())?;
    Ok([capi, Background::check("python", "ci --beside python")?])
}

/// Runs all checks and stops at the first failure.
pub(crate) fn run() -> Result<()> {
    let start = Instant::now();
    let builds = Background::build(&BUILDS)?;
    let beside = run_first_commands()?;
    for check in &CHECKS {
        timed(&format!("cargo {}", check.arguments), || {
            let mut cargo = Command::new(program::cargo());
            cargo.current_dir(root()).args(check.arguments.split(' '));
            let is_unstable = check.environment.contains(&UNSTABLE);
            let target = if is_unstable { program::unstable_target() } else { program::target() };
            cargo.env("CARGO_TARGET_DIR", target);
            cargo.envs(SETTINGS).envs(check.environment.iter().copied());
            let hint = match check.arguments.split_once(' ') {
                Some(("deny" | "hack", _)) => "; `.ci/run` installs cargo-deny and cargo-hack",
                _ => "",
            };
            ensure!(cargo.status()?.success(), "`cargo {}` failed{hint}", check.arguments);
            Ok(())
        })?;
    }
    timed("cargo xtask codegen --check", || codegen::run(codegen::Mode::Check))?;
    timed("cargo xtask api --check", || api::run(api::Mode::Check))?;
    timed("cargo xtask layout --check", || layout::run(layout::Mode::Check))?;
    timed("cargo xtask package --no-test", package::check)?;
    timed("tasks in the background", || builds.wait())?;
    timed("cargo xtask cross", || cross::run(cross::DEFAULT_TARGET, cross::Missing::Report))?;
    timed("cargo xtask version --check", || version::check(None))?;
    outcome("cargo xtask workflows", workflows::check)?;
    outcome("cargo xtask npm", || npm::run(npm::Job::Test))?;
    for checks in beside {
        timed("checks beside others", || checks.wait())?;
    }
    println!("all checks passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Runs a check that needs Python and its packages, where they can be had.
fn outcome(name: &str, check: impl FnOnce() -> Result<python::Outcome>) -> Result<()> {
    println!("== {name}");
    let clock = Clock::start();
    match check()? {
        python::Outcome::Passed => println!("== {name}: passed in {clock}"),
        python::Outcome::Skipped(missing) => println!("== {name}: SKIPPED: {missing}"),
    }
    Ok(())
}

fn timed(name: &str, check: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("== {name}");
    let clock = Clock::start();
    check()?;
    println!("== {name}: passed in {clock}");
    Ok(())
}

/// The time since its start, and the processor time of child processes that ended since then.
struct Clock {
    start: Instant,
    processor: Option<f64>,
}

impl Clock {
    fn start() -> Self {
        Self { start: Instant::now(), processor: processor_seconds().ok() }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} s", self.start.elapsed().as_secs_f64())?;
        match (self.processor, processor_seconds()) {
            (Some(before), Ok(now)) => write!(f, ", {:.0} CPU s", now - before),
            _ => Ok(()),
        }
    }
}
