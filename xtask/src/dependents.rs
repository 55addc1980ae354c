//! Runs libraries that depend on html5ever with the original and with the drop-in: their test suites, and their outputs
//! over pages.
//!
//! Cargo fetches the libraries from the registry. Everything is built in `target/dependents`; nothing of it is committed.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{program, root};

/// A library whose suite is run.
struct Dependent {
    package: &'static str,
    /// Folder of the package for `[patch.crates-io]`, by the version of html5ever that the library depends on.
    patch: &'static str,
    /// Files that its tests include but the package leaves out: stand-ins let the tests of other files run.
    absent: &'static [&'static str],
}

const DEPENDENTS: [Dependent; 4] = [
    Dependent { package: "scraper", patch: "v0.40", absent: &[] },
    Dependent {
        package: "dom_query",
        patch: "v0.40",
        absent: &[
            "test-pages/002.html",
            "test-pages/hacker_news.html",
            "test-pages/mathml.html",
            "test-pages/page.html",
            "test-pages/rustwiki.html",
            "test-pages/tests_with_siblings.html",
        ],
    },
    Dependent { package: "ammonia", patch: "v0.40", absent: &[] },
    Dependent { package: "html2md", patch: "v0.39", absent: &[] },
];

/// Outputs that differ for a known reason: a part of `library, use, page`.
const EXPLAINED: [(&str, &str); 0] = [];

/// Either parser behind html5ever's API.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parser {
    Original,
    Sapwood,
}

impl Parser {
    fn name(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Sapwood => "sapwood",
        }
    }
}

fn folder() -> PathBuf {
    root().join("target/dependents")
}

fn patch(version: &str) -> String {
    format!("{:?}", root().join("crates/html5ever").join(version))
}

/// Returns `given`, or the folder of pages that exists.
pub(crate) fn pages(given: Vec<PathBuf>) -> Vec<PathBuf> {
    if !given.is_empty() {
        return given;
    }
    let corpus = root().join("../shared/corpus/pages");
    vec![if corpus.exists() { corpus } else { root().join("fixtures/pages") }]
}

/// Fetches the libraries and builds the program that uses them; returns its path.
pub(crate) fn build(parser: Parser) -> Result<PathBuf> {
    let to = folder().join(parser.name());
    let from = root().join("xtask/dependents");
    fs::create_dir_all(to.join("src"))?;
    fs::copy(from.join("src/main.rs"), to.join("src/main.rs"))?;
    let mut manifest = fs::read_to_string(from.join("Cargo.toml"))?;
    if parser == Parser::Sapwood {
        let [new, old] = ["v0.40", "v0.39"].map(patch);
        manifest += &format!(
            "\n[patch.crates-io]\nhtml5ever = {{ path = {new} }}\n\
             html5ever-0-39 = {{ package = \"html5ever\", path = {old} }}\n"
        );
    }
    fs::write(to.join("Cargo.toml"), manifest)?;
    let cargo = |arguments: &[&str]| {
        let mut cargo = Command::new(program::cargo());
        cargo.current_dir(&to).args(arguments).env("CARGO_TARGET_DIR", folder().join("target"));
        cargo
    };
    ensure!(
        cargo(&["fetch", "--quiet"]).status()?.success(),
        "the registry can't be reached; nothing was run"
    );
    ensure!(cargo(&["build", "--release", "--quiet"]).status()?.success(), "the build failed");
    let program = folder().join(parser.name()).join("dependents");
    // Both builds have one target folder, so that they share what doesn't depend on the parser.
    fs::copy(folder().join("target/release/dependents"), &program)?;
    Ok(program)
}

/// Compares the suites, if `suites`, and the outputs over the pages in `folders`.
pub(crate) fn run(pages: &[PathBuf], suites: bool) -> Result<()> {
    let [original, sapwood] = [build(Parser::Original)?, build(Parser::Sapwood)?];
    let mut failures = Vec::new();
    for pages in pages {
        failures.extend(compare_outputs(&original, &sapwood, pages)?);
    }
    if suites {
        for dependent in &DEPENDENTS {
            failures.extend(compare_suites(dependent)?);
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    bail!("{}", failures.join("\n"))
}

/// Returns the outputs that differ without a known reason.
fn compare_outputs(original: &Path, sapwood: &Path, pages: &Path) -> Result<Vec<String>> {
    let outputs = |program: &Path| -> Result<BTreeMap<String, Value>> {
        let output = program::output(Command::new(program).arg("outputs").arg(pages))?;
        Ok(serde_json::from_str(&output)?)
    };
    let (theirs, ours) = (outputs(original)?, outputs(sapwood)?);
    ensure!(theirs.len() == ours.len() && !ours.is_empty(), "no pages in {}", pages.display());
    let differing: Vec<_> = ours
        .iter()
        .filter(|(name, output)| theirs[*name] != **output)
        .map(|(name, _)| name)
        .collect();
    let reason = |name: &str| EXPLAINED.iter().find(|(part, _)| name.contains(part));
    let equal = ours.len() - differing.len();
    println!("{}: {equal} of {} outputs are equal", pages.display(), ours.len());
    for name in &differing {
        println!("  {name}: {}", reason(name).map_or("differs", |(_, reason)| *reason));
    }
    let failures = differing.iter().filter(|name| reason(name).is_none());
    Ok(failures.map(|name| format!("{name}: the outputs differ")).collect())
}

/// Returns the tests that pass with the original alone.
fn compare_suites(dependent: &Dependent) -> Result<Vec<String>> {
    let source = source(dependent.package)?;
    let copy = folder().join("suites").join(dependent.package);
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    copy_folder(&source, &copy)?;
    // The versions that the library was published with are older than those that others get.
    let _ = fs::remove_file(copy.join("Cargo.lock"));
    let manifest = copy.join("Cargo.toml");
    let mut text = fs::read_to_string(&manifest)?;
    if !text.contains("[workspace]") {
        text += "\n[workspace]\n";
    }
    fs::write(&manifest, text)?;
    for page in dependent.absent {
        let page = copy.join(page);
        fs::create_dir_all(page.parent().context("a page is in a folder")?)?;
        fs::write(page, "<!DOCTYPE html><title>Absent</title>")?;
    }

    let [theirs, ours] = [suite(dependent, Parser::Original)?, suite(dependent, Parser::Sapwood)?];
    println!(
        "{}: {} tests pass with html5ever, {} with Sapwood",
        dependent.package,
        theirs.len(),
        ours.len()
    );
    ensure!(!theirs.is_empty(), "no tests of {} ran", dependent.package);
    let lost = theirs.iter().filter(|name| !ours.contains(name));
    Ok(lost.map(|name| format!("{}: {name} fails", dependent.package)).collect())
}

/// Runs a suite and returns the names of the tests that pass.
fn suite(dependent: &Dependent, parser: Parser) -> Result<Vec<String>> {
    // Not the examples: packages leave out files that some of them include.
    let targets: [&[&str]; 2] = [&["--lib", "--bins", "--tests"], &["--doc"]];
    let mut passed = Vec::new();
    for (at, targets) in targets.iter().enumerate() {
        let mut cargo = Command::new(program::cargo());
        cargo
            .current_dir(folder().join("suites").join(dependent.package))
            .args(["test", "--no-fail-fast"])
            .args(*targets)
            .env("CARGO_TARGET_DIR", folder().join("target"));
        if parser == Parser::Sapwood {
            let patch = patch(dependent.patch);
            cargo.args(["--config", &format!("patch.crates-io.html5ever.path={patch}")]);
        }
        let output = cargo.output()?;
        // Two programs can have tests of one name.
        let mut binary = 10 * at;
        let before = passed.len();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            binary += usize::from(line.starts_with("running "));
            if let Some(name) = line.strip_prefix("test ").and_then(|it| it.strip_suffix(" ... ok"))
            {
                passed.push(format!("{binary}: {name}"));
            }
        }
        if passed.len() == before && !output.status.success() {
            let log = String::from_utf8_lossy(&output.stderr);
            bail!("the suite of {} did not run:\n{log}", dependent.package);
        }
    }
    Ok(passed)
}

/// Returns the folder in which cargo keeps the source of a library.
fn source(package: &str) -> Result<PathBuf> {
    let mut cargo = Command::new(program::cargo());
    cargo.current_dir(folder().join(Parser::Original.name())).args([
        "metadata",
        "--format-version",
        "1",
    ]);
    let metadata: Value = serde_json::from_str(&program::output(&mut cargo)?)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let found = packages.iter().find(|it| it["name"] == package);
    let manifest = found.and_then(|it| it["manifest_path"].as_str());
    let manifest = Path::new(manifest.with_context(|| format!("no package {package}"))?);
    Ok(manifest.parent().context("a manifest is in a folder")?.to_owned())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            // The copy is written to, whatever the permissions of the original.
            fs::write(&to, fs::read(entry.path())?)?;
        }
    }
    Ok(())
}
