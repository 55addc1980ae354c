//! The version, which all manifests share.

use std::fs;

use anyhow::{Context, Result, bail, ensure};

use crate::{program, root};

/// The files that state the version: manifests, the npm and Python packages, and the file for citations.
const FILES: [&str; 6] = [
    "Cargo.toml",
    "bindings/npm/Cargo.toml",
    "bindings/npm/package.json",
    "bindings/python/Cargo.toml",
    "bindings/python/python/sapwood/__init__.py",
    "CITATION.cff",
];

/// The manifests whose lock files name our packages.
const LOCKED: [&str; 10] = [
    "Cargo.toml",
    "bindings/npm/Cargo.toml",
    "bindings/python/Cargo.toml",
    "benches/minified/Cargo.toml",
    "benches/peers/Cargo.toml",
    "examples/Cargo.toml",
    "fuzz/Cargo.toml",
    "crates/html5ever/v0.38/Cargo.toml",
    "crates/html5ever/v0.39/Cargo.toml",
    "crates/html5ever/v0.40/Cargo.toml",
];

/// Moves all files to `version`, and their lock files.
pub(crate) fn set(version: &str) -> Result<()> {
    let is_version =
        version.split('.').count() >= 3 && version.starts_with(|it: char| it.is_ascii_digit());
    ensure!(is_version, "{version:?} is not a version such as 1.2.3");
    for file in FILES {
        let path = root().join(file);
        let text = fs::read_to_string(&path).context(file)?;
        let lines = text.split_inclusive('\n').map(|line| match stated(line) {
            Some(old) => line.replacen(old, version, 1),
            None => line.to_owned(),
        });
        fs::write(&path, lines.collect::<String>()).context(file)?;
    }
    for manifest in LOCKED {
        let mut cargo = std::process::Command::new(program::cargo());
        cargo.current_dir(root()).args([
            "update",
            "--quiet",
            "--workspace",
            "--manifest-path",
            manifest,
        ]);
        ensure!(cargo.status()?.success(), "`cargo update --workspace` failed for {manifest}");
    }
    println!(
        "all manifests have version {version}; CHANGELOG.md still wants the heading `## [{version}] - DATE`"
    );
    Ok(())
}

/// Fails unless all files state one version, which is `expected` if that is given.
pub(crate) fn check(expected: Option<&str>) -> Result<()> {
    let mut first = expected.map(|version| (version.to_owned(), "the argument".to_owned()));
    for file in FILES {
        let text = fs::read_to_string(root().join(file)).context(file)?;
        for (number, line) in text.lines().enumerate() {
            let Some(version) = stated(line) else { continue };
            let place = format!("{file}:{}", number + 1);
            match &first {
                None => first = Some((version.to_owned(), place)),
                Some((known, _)) if known == version => {}
                Some((known, of)) => bail!("{place} has version {version}, but {of} has {known}"),
            }
        }
    }
    let (version, _) = first.context("no file states a version")?;
    println!("all files state version {version}");
    Ok(())
}

/// The version of ours that a line states: of a package, or of a crate that it depends on by path.
fn stated(line: &str) -> Option<&str> {
    let is_ours = line.starts_with("version = ") || line.contains("path = \"");
    if let Some((_, rest)) = line.split_once("version = \"").filter(|_| is_ours) {
        return rest.split('"').next();
    }
    let python = line.strip_prefix("__version__ = ");
    python
        .or_else(|| line.strip_prefix("version: "))
        .or_else(|| line.strip_prefix("  \"version\": "))
        .map(|version| version.trim().trim_matches([',', '"']))
}

#[test]
fn versions_of_ours_are_found() {
    assert_eq!(stated("version = \"1.2.3\"\n"), Some("1.2.3"));
    assert_eq!(stated("a = { path = \"crates/a\", version = \"1.2.3\" }"), Some("1.2.3"));
    assert_eq!(stated("a = { version = \"0.1.0\", features = [] }"), None);
    assert_eq!(stated("version: 1.2.3\n"), Some("1.2.3"));
    assert_eq!(stated("__version__ = \"1.2.3\"\n"), Some("1.2.3"));
    assert_eq!(stated("  \"version\": \"1.2.3\",\n"), Some("1.2.3"));
    assert_eq!(stated("rust-version = \"1.88\""), None);
}

#[test]
fn all_files_state_one_version() {
    check(None).unwrap();
}
