//! Test harnesses on `libtest-mimic`: one entry per case, compared with the list of known failures.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
};

use anyhow::{Context, Result};
use libtest_mimic::{Arguments, Failed, Trial};

use crate::{
    expectations::{self, Failure},
    suites,
};

/// Collects the test entries of one harness.
pub struct Harness {
    name: &'static str,
    arguments: Arguments,
    trials: Vec<Trial>,
    names: HashSet<String>,
    known: Arc<HashMap<String, Failure>>,
    /// Whether a suite is missing; a known failure may then match no case.
    incomplete: bool,
}

impl Harness {
    /// Reads the command line and the known failures of the harness `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file of known failures is not readable.
    pub fn new(name: &'static str) -> Result<Self> {
        Ok(Self {
            name,
            // The name of the harness chooses it; what follows chooses its cases.
            arguments: Arguments::from_iter(std::env::args().filter(|it| it != name)),
            trials: Vec::new(),
            names: HashSet::new(),
            known: Arc::new(expectations::read(name)?),
            incomplete: false,
        })
    }

    /// Adds an entry. A known failure must fail.
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
                "passes, but is listed as a known failure ({}): remove it from the list",
                failure.reason
            ))),
        }));
    }

    /// Adds an entry that fails by panicking, like a function under `#[test]`.
    pub fn add_test(&mut self, name: &'static str, run: fn()) {
        self.add(name, move || {
            run();
            Ok(())
        });
    }

    /// Prints the number of cases in a suite, and adds an entry that compares it with the pinned one.
    pub fn found(&mut self, what: &str, files: usize, cases: usize, pinned: (usize, usize)) {
        say(&format!("{}: {what}: {files} files, {cases} cases", self.name));
        self.add(format!("{what}: pinned counts"), move || {
            if (files, cases) == pinned {
                return Ok(());
            }
            Err(format!(
                "found {files} files and {cases} cases, expected {} and {}",
                pinned.0, pinned.1
            ))
        });
    }

    /// Returns the path of a public suite. If it is absent, reports it as an ignored entry.
    pub fn suite(&mut self, path: &str) -> Option<PathBuf> {
        let found = suites::find(path);
        if found.is_none() {
            self.absent(path);
        }
        found
    }

    /// Returns the files of the corpus of real pages, whose number is pinned; none, and an ignored entry, if it
    /// is absent.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder is not readable.
    pub fn corpus_pages(&mut self) -> Result<Vec<PathBuf>> {
        let Some(folder) = suites::pages() else {
            self.absent("corpus/pages");
            return Ok(Vec::new());
        };
        let pages = suites::files(&folder, "html")?;
        self.found("corpus/pages", pages.len(), pages.len(), (109, 109));
        Ok(pages)
    }

    /// Reports a missing suite or program: a line of output and an ignored entry, which is never a passed one.
    pub fn absent(&mut self, what: &str) {
        self.incomplete = true;
        say(&format!("{}: absent: {what} (`cargo xtask suites` fetches suites)", self.name));
        let entry = Trial::test(format!("absent: {what}"), || Ok(()));
        self.trials.push(entry.with_ignored_flag(true));
    }

    /// Runs the entries, then `report`, and returns the exit code.
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

/// Prints a line to standard output, unless the entries are being listed.
#[expect(clippy::print_stdout, reason = "a harness reports to the person who runs it")]
pub fn say(line: &str) {
    // Tools that call `--list` expect nothing but entries.
    if !std::env::args().any(|argument| argument == "--list") {
        println!("{line}");
    }
}

/// Calls `build` with a new harness called `name`.
///
/// # Errors
///
/// Returns the error of `build`, so that an unreadable suite fails the run.
pub fn main(
    name: &'static str,
    build: impl FnOnce(Harness) -> Result<ExitCode>,
) -> Result<ExitCode> {
    Harness::new(name).and_then(build).with_context(|| format!("harness {name}"))
}

/// The name of a harness, and the function that runs it.
pub type Named = (&'static str, fn() -> Result<ExitCode>);

/// Runs the harnesses of a program one after another, or the one that an argument names. All run, even if one fails.
#[must_use]
pub fn all(harnesses: &[Named]) -> ExitCode {
    let chosen = std::env::args().skip(1).find(|it| harnesses.iter().any(|(name, _)| name == it));
    let mut code = ExitCode::SUCCESS;
    for (name, main) in harnesses {
        if chosen.as_deref().is_some_and(|chosen| chosen != *name) {
            continue;
        }
        say(&format!("\nharness {name}"));
        match main() {
            Ok(outcome) if outcome == ExitCode::SUCCESS => {}
            Ok(failure) => code = failure,
            Err(error) => {
                complain(&error);
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

#[expect(clippy::print_stderr, reason = "a harness reports to the person who runs it")]
fn complain(error: &anyhow::Error) {
    eprintln!("{error:?}");
}
