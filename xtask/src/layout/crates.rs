//! The crates: their code lines, dependencies and levels.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use super::code;

/// A crate of `crates`.
#[derive(Default)]
pub(super) struct Crate {
    /// Number of code lines.
    pub(super) lines: usize,
    /// Folders of the crates of this workspace that it depends on.
    pub(super) dependencies: BTreeSet<String>,
    /// One more than the highest level of a dependency.
    pub(super) level: usize,
    /// Files with tests in a library whose manifest says `test = false`: these tests would never run.
    pub(super) idle_tests: Vec<PathBuf>,
}

/// Reads the crates, by the names of their folders.
pub(super) fn read(root: &Path) -> Result<BTreeMap<String, Crate>> {
    let mut manifests = BTreeMap::new();
    for entry in fs::read_dir(root.join("crates"))? {
        let entry = entry?;
        let manifest: toml::Table = fs::read_to_string(entry.path().join("Cargo.toml"))?.parse()?;
        let package = manifest["package"]["name"].as_str().context("no name")?.to_owned();
        manifests.insert(package, (entry.file_name().into_string().unwrap_or_default(), manifest));
    }
    let mut crates = BTreeMap::new();
    for (folder, manifest) in manifests.values() {
        let dependencies = manifest.get("dependencies").and_then(|it| it.as_table());
        let ours =
            dependencies.into_iter().flat_map(|it| it.keys()).filter_map(|it| manifests.get(it));
        let dependencies = ours.map(|(folder, _)| folder.clone()).collect();
        let source = root.join("crates").join(folder).join("src");
        let is_tested = manifest.get("lib").and_then(|it| it.get("test")?.as_bool());
        let idle_tests =
            if is_tested == Some(false) { files_with_tests(&source)? } else { Vec::new() };
        let lines = lines(&source)?;
        crates.insert(folder.clone(), Crate { lines, dependencies, level: 0, idle_tests });
    }
    // Cargo allows no circle of crates, so no path of dependencies is longer than their number.
    for _ in 0..crates.len() {
        let levels: BTreeMap<_, _> =
            crates.iter().map(|(name, it)| (name.clone(), it.level)).collect();
        for it in crates.values_mut() {
            it.level = it.dependencies.iter().map(|it| levels[it] + 1).max().unwrap_or(0);
        }
    }
    Ok(crates)
}

/// Returns the number of code lines below a folder.
fn lines(folder: &Path) -> Result<usize> {
    let mut lines = 0;
    for path in files(folder)? {
        let file = path.strip_prefix(folder)?;
        if !is_test(file) && !is_generated(file) {
            lines += code::lines(code::tokens(&fs::read_to_string(&path)?)?);
        }
    }
    Ok(lines)
}

/// Returns the source files below a folder that have unit tests.
fn files_with_tests(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in files(folder)? {
        if fs::read_to_string(&path)?.lines().any(|line| line.trim() == "#[test]") {
            found.push(path);
        }
    }
    Ok(found)
}

/// Returns the source files below a folder.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

/// Reads the levels from the code map of ARCHITECTURE.md, whose rows begin with a level and the crate's folder.
pub(super) fn levels(architecture: &Path) -> Result<BTreeMap<String, usize>> {
    let text = fs::read_to_string(architecture)?;
    Ok(text.lines().filter_map(level).collect())
}

/// Reads a row of the code map.
fn level(row: &str) -> Option<(String, usize)> {
    let (level, rest) = row.strip_prefix("| ")?.split_once(" | `crates/")?;
    Some((rest.split_once('`')?.0.to_owned(), level.parse().ok()?))
}

/// Whether a file, by its path in the crate, holds tests alone.
pub(super) fn is_test(file: &Path) -> bool {
    file.iter().any(|part| part == "tests" || part == "tests.rs")
}

fn is_generated(file: &Path) -> bool {
    file.iter().any(|part| part.to_string_lossy().starts_with("generated"))
}
