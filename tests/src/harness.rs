//! A harness: test entries, held against the known failures.

use std::{
    collections::{HashMap, HashSet},
    process::ExitCode,
    sync::Arc,
};

use anyhow::{Context, Result};
use libtest_mimic::{Arguments, Failed, Trial};

use crate::expectations::{self, Failure};

/// Collects the test entries of one harness.
pub struct Harness {
    name: &'static str,
    arguments: Arguments,
    trials: Vec<Trial>,
    names: HashSet<String>,
    known: Arc<HashMap<String, Failure>>,
    /// Whether a part of the suite is missing, so that a known failure may match no case.
    incomplete: bool,
}

impl Harness {
    /// Reads the command line and the known failures of the harness called `name`.
    ///
    /// # Errors
    ///
    /// When the file of known failures isn't readable.
    pub fn new(name: &'static str) -> Result<Self> {
        Ok(Self {
            name,
            arguments: Arguments::from_args(),
            trials: Vec::new(),
            names: HashSet::new(),
            known: Arc::new(expectations::read(name)?),
            incomplete: false,
        })
    }

    /// Has one entry run at a time.
    pub fn one_at_a_time(&mut self) {
        self.arguments.test_threads = Some(1);
    }

    /// Adds an entry. One that is a known failure has to fail.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        run: impl FnOnce() -> Result<(), String> + Send + 'static,
    ) {
        let name = name.into();
        let known = Arc::clone(&self.known);
        let key = name.clone();
        self.names.insert(name.clone());
        self.trials.push(Trial::test(name, move || match (run(), known.get(&key)) {
            (Ok(()), None) | (Err(_), Some(_)) => Ok(()),
            (Err(message), None) => Err(Failed::from(message)),
            (Ok(()), Some(failure)) => Err(Failed::from(format!(
                "passes, but is a known failure ({}): take it off the list",
                failure.reason
            ))),
        }));
    }

    /// Says what was found, and holds the count against the pinned one.
    pub fn found(&mut self, what: &str, files: usize, cases: usize, pinned: (usize, usize)) {
        say(&format!("{}: {what}: {files} files, {cases} cases", self.name));
        self.add(format!("{what}: pinned counts"), move || {
            if (files, cases) == pinned {
                return Ok(());
            }
            Err(format!(
                "{files} files and {cases} cases, where {} and {} are pinned",
                pinned.0, pinned.1
            ))
        });
    }

    /// Says that a suite is absent, by a line and by an entry that shows it.
    pub fn absent(&mut self, what: &str) {
        self.incomplete = true;
        say(&format!("{}: suite absent: {what} (set SAPWOOD_SUITES to where it is)", self.name));
        let entry = Trial::test(format!("suite absent: {what}"), || Ok(()));
        self.trials.push(entry.with_ignored_flag(true));
    }

    /// Runs the entries, then `report`, and says how it went.
    #[must_use]
    pub fn run(mut self, report: impl FnOnce()) -> ExitCode {
        let mut unmatched: Vec<String> =
            self.known.keys().filter(|case| !self.names.contains(*case)).cloned().collect();
        unmatched.sort();
        if !self.incomplete && !unmatched.is_empty() {
            self.trials.push(Trial::test("known failures match cases", move || {
                Err(Failed::from(format!("no such case: {}", unmatched.join(", "))))
            }));
        }
        let conclusion = libtest_mimic::run(&self.arguments, self.trials);
        if !self.arguments.list {
            report();
        }
        conclusion.exit_code()
    }
}

/// Writes a line to standard output.
#[expect(clippy::print_stdout, reason = "a harness speaks to the person who runs it")]
pub fn say(line: &str) {
    // `--list` is read by tools that expect nothing but entries.
    if !std::env::args().any(|argument| argument == "--list") {
        println!("{line}");
    }
}

/// Calls `build` with a new harness called `name`.
///
/// # Errors
///
/// What `build` returns: a suite that can't be read is no silent pass.
pub fn main(
    name: &'static str,
    build: impl FnOnce(Harness) -> Result<ExitCode>,
) -> Result<ExitCode> {
    Harness::new(name).and_then(build).with_context(|| format!("harness {name}"))
}
