//! Lists the public API as text, in one file for each crate that the façade re-exports.
//!
//! It is extracted from rustdoc's JSON, whose format depends on the compiler: `public-api` reads one format. With
//! another compiler nothing is checked, and the task reports that.

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::{program, root};

/// Folder of the lists.
const FOLDER: &str = "crates/sapwood/api";
/// Omitted items: the names of all elements and attributes, which are generated.
const GENERATED: [&str; 2] = ["pub const sapwood_names::tag::", "pub const sapwood_names::attr::"];
/// The format of rustdoc's JSON that `public-api` reads.
const FORMAT: u32 = 57;

/// The action for a stale file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Write it.
    Write,
    /// Fail.
    Check,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `None` for a normal dependency.
    kind: Option<String>,
    /// Path of a crate of this workspace.
    path: Option<PathBuf>,
}

/// Writes the files, or prints the differences and fails.
pub(crate) fn run(mode: Mode) -> Result<()> {
    let metadata = metadata()?;
    let packages = packages(&metadata)?;
    document(&packages)?;
    let folder = root().join(FOLDER);
    let mut files = BTreeMap::new();
    for package in &packages {
        let json = program::unstable_target().join("doc").join(package.replace('-', "_") + ".json");
        let Some(text) = text(&json)? else {
            println!(
                "the public API is NOT CHECKED: rustdoc of this compiler does not write JSON of format {FORMAT}"
            );
            return Ok(());
        };
        let short = package.strip_prefix("sapwood-").unwrap_or(package);
        files.insert(folder.join(short).with_extension("txt"), text);
    }
    match mode {
        Mode::Write => write(&folder, &files),
        Mode::Check => check(&folder, &files),
    }
}

fn metadata() -> Result<Metadata> {
    let output = cargo(&["metadata", "--no-deps", "--format-version", "1"]).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Returns the façade and the crates of the workspace that it depends on.
fn packages(metadata: &Metadata) -> Result<Vec<String>> {
    let facade = metadata.packages.iter().find(|package| package.name == "sapwood");
    let facade = facade.context("the workspace has no package `sapwood`")?;
    let is_part = |it: &&Dependency| it.path.is_some() && it.kind.is_none();
    let mut packages = vec![facade.name.clone()];
    packages.extend(facade.dependencies.iter().filter(is_part).map(|it| it.name.clone()));
    packages.sort();
    Ok(packages)
}

fn document(packages: &[String]) -> Result<()> {
    let mut cargo = cargo(&["doc", "--quiet", "--no-deps", "--lib", "--all-features"]);
    packages.iter().for_each(|package| {
        cargo.args(["--package", package]);
    });
    cargo.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_DIR", program::unstable_target());
    cargo.env("RUSTDOCFLAGS", "-Zunstable-options --output-format=json --cap-lints=allow");
    ensure!(cargo.status()?.success(), "`cargo doc` fails");
    Ok(())
}

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(program::cargo());
    cargo.current_dir(root()).args(arguments);
    cargo
}

/// Returns the API in the JSON file, one item per line, or `None` if the format is another one.
fn text(json: &Path) -> Result<Option<String>> {
    #[derive(Deserialize)]
    struct Format {
        format_version: u32,
    }
    let source = fs::read_to_string(json).with_context(|| json.display().to_string())?;
    if serde_json::from_str::<Format>(&source)?.format_version != FORMAT {
        return Ok(None);
    }
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .include_function_parameter_names(true)
        .sorted(true)
        .build()?;
    let mut text = String::new();
    for item in api.items() {
        let line = item.to_string();
        if !GENERATED.iter().any(|prefix| line.starts_with(prefix)) {
            writeln!(text, "{line}")?;
        }
    }
    Ok(Some(text))
}

/// Returns the existing files.
fn existing(folder: &Path) -> Result<Vec<PathBuf>> {
    match fs::read_dir(folder) {
        Ok(entries) => {
            Ok(entries.map(|entry| entry.map(|it| it.path())).collect::<Result<_, _>>()?)
        }
        Err(_) => Ok(Vec::new()),
    }
}

fn write(folder: &Path, files: &BTreeMap<PathBuf, String>) -> Result<()> {
    fs::create_dir_all(folder)?;
    for path in existing(folder)?.iter().filter(|path| !files.contains_key(*path)) {
        fs::remove_file(path)?;
    }
    files.iter().try_for_each(|(path, text)| fs::write(path, text))?;
    Ok(())
}

fn check(folder: &Path, files: &BTreeMap<PathBuf, String>) -> Result<()> {
    let mut differences = 0;
    for (path, text) in files {
        let old = fs::read_to_string(path).unwrap_or_default();
        let only_in = |one: &str, other: &str, mark: char| {
            let other: std::collections::HashSet<_> = other.lines().collect();
            let lines = one.lines().filter(|line| !other.contains(line));
            lines.inspect(|line| println!("{mark} {line}")).count()
        };
        differences += only_in(&old, text, '-') + only_in(text, &old, '+');
    }
    for path in existing(folder)?.iter().filter(|path| !files.contains_key(*path)) {
        println!("{}: the façade has no such crate", path.display());
        differences += 1;
    }
    if differences > 0 {
        bail!(
            "{differences} lines of the public API differ from {FOLDER}; run `cargo xtask api` if the change is intended"
        );
    }
    Ok(())
}
