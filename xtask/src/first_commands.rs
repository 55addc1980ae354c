//! Runs the README's commands as somebody who has just cloned the project.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::{program, python, root};

/// A clone of the last commit in a temporary folder that holds nothing else. It is removed when it is dropped.
pub(crate) struct Clone {
    folder: PathBuf,
}

impl Clone {
    pub(crate) fn new() -> Result<Self> {
        let folder = env::temp_dir().join(format!("sapwood-clone-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        let clone = Self { folder };
        git(&["clone", "--quiet", "--no-hardlinks", "."], Some(&clone.checkout()))?;
        if !git(&["status", "--porcelain"], None)?.is_empty() {
            println!("uncommitted changes are not in the clone that is tested");
        }
        Ok(clone)
    }

    fn checkout(&self) -> PathBuf {
        self.folder.join("sapwood")
    }

    /// Runs a command line of the README.
    pub(crate) fn run(&self, command: &str, environment: &[(&str, PathBuf)]) -> Result<()> {
        self.run_in(command, &program::target(), environment)
    }

    /// A target folder beside the checkout, in which nothing is built yet.
    pub(crate) fn own_target(&self) -> PathBuf {
        self.folder.join("target")
    }

    /// Runs a command line of the README in a target folder.
    pub(crate) fn run_in(
        &self,
        command: &str,
        target: &Path,
        environment: &[(&str, PathBuf)],
    ) -> Result<()> {
        let mut words = command.split(' ');
        ensure!(words.next() == Some("cargo"), "`{command}` is not a command of cargo");
        let status = Command::new(program::cargo())
            .current_dir(self.checkout())
            .args(words)
            .env("CARGO_TARGET_DIR", target)
            .env_remove("SAPWOOD_SUITES")
            .env_remove("SAPWOOD_WAYS")
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .status()?;
        ensure!(status.success(), "`{command}` failed in a clone with nothing beside it");
        Ok(())
    }
}

impl Drop for Clone {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn git(arguments: &[&str], target: Option<&Path>) -> Result<String> {
    let output = Command::new("git").current_dir(root()).args(arguments).args(target).output()?;
    let message = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "`git {}` failed: {message}", arguments.join(" "));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The README's first two commands: to run the program, and to pass the tests.
pub(crate) fn commands() -> Result<[String; 2]> {
    let readme = fs::read_to_string(root().join("README.md"))?;
    let mut blocks = readme.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let block =
        blocks.find(|block| block.contains("cargo test")).context("README.md: no `cargo test`")?;
    let lines: Vec<String> = block.lines().map(str::to_owned).collect();
    lines.try_into().ok().context("README.md: expected two commands in the block of `cargo test`")
}

/// Variables that let the tests find the public suites beside our checkout; `None` if they are absent.
pub(crate) fn suites() -> Option<Vec<(&'static str, PathBuf)>> {
    Some(vec![("SAPWOOD_SUITES", suites_folder()?), ("SAPWOOD_WAYS", python::questions())])
}

/// The folder of the public suites, if they are there.
pub(crate) fn suites_folder() -> Option<PathBuf> {
    let places = ["../shared/conformance", "fixtures/suites"].map(|place| root().join(place));
    let given = env::var_os("SAPWOOD_SUITES").map(PathBuf::from);
    given.into_iter().chain(places).find_map(|place| place.canonicalize().ok())
}

#[test]
fn readme_has_two_commands() {
    let [run, test] = commands().unwrap();
    assert!(run.starts_with("cargo run --release ") && test == "cargo test --workspace");
}
