//! Packages the crates that are published, and checks that each tarball is complete and works without the
//! workspace.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::{program, root};

/// Beginnings of the license texts, which each tarball must hold as files of their own.
const LICENSES: [(&str, &str); 2] =
    [("LICENSE-MIT", "MIT License"), ("LICENSE-APACHE", "Apache License")];

/// Beginnings of paths that no tarball needs.
const NEEDLESS: [&str; 4] = ["api/", "benches/", "fuzz/", ".ci/"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    target_directory: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    /// Registries that it may be published to: none for a crate of ours alone.
    publish: Option<Vec<String>>,
    description: Option<String>,
    documentation: Option<String>,
    homepage: Option<String>,
    keywords: Vec<String>,
    categories: Vec<String>,
}

impl Package {
    /// The name of the tarball, without its extension, and of the folder in it.
    fn stem(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }
}

fn metadata() -> Result<Metadata> {
    let mut cargo = Command::new(program::cargo());
    cargo.current_dir(root()).args(["metadata", "--no-deps", "--format-version", "1"]);
    let mut metadata: Metadata = serde_json::from_str(&program::output(&mut cargo)?)?;
    metadata.packages.retain(|package| package.publish.is_none());
    Ok(metadata)
}

/// Packages all crates and checks what the tarballs hold.
pub(crate) fn check() -> Result<()> {
    let metadata = metadata()?;
    let mut cargo = Command::new(program::cargo());
    cargo.current_dir(root()).args(["package", "--no-verify", "--allow-dirty", "--quiet"]);
    for package in &metadata.packages {
        cargo.args(["-p", &package.name]);
    }
    ensure!(cargo.status()?.success(), "`cargo package` failed");
    let unpacked = unpack(&metadata)?;
    for package in &metadata.packages {
        check_package(package, &unpacked.join(package.stem()))
            .with_context(|| package.name.clone())?;
    }
    println!("{} tarballs are complete", metadata.packages.len());
    Ok(())
}

/// Unpacks the tarballs into an empty folder, and returns it.
fn unpack(metadata: &Metadata) -> Result<PathBuf> {
    let folder = metadata.target_directory.join("unpacked");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for package in &metadata.packages {
        let tarball = format!("package/{}.crate", package.stem());
        let mut tar = Command::new("tar");
        tar.arg("-xzf").arg(metadata.target_directory.join(tarball)).arg("-C").arg(&folder);
        ensure!(tar.status().context("cannot run tar")?.success(), "{tar:?} failed");
    }
    Ok(folder)
}

fn check_package(package: &Package, folder: &Path) -> Result<()> {
    for (name, beginning) in LICENSES {
        let text = fs::read_to_string(folder.join(name)).with_context(|| name.to_owned())?;
        ensure!(text.trim_start().starts_with(beginning), "{name} isn't the license");
    }
    let readme = fs::read_to_string(folder.join("README.md")).context("README.md")?;
    ensure!(readme.starts_with("# "), "README.md has no title");
    for needless in NEEDLESS {
        ensure!(!folder.join(needless).exists(), "{needless} isn't needed");
    }
    let is_complete = [&package.description, &package.documentation, &package.homepage]
        .into_iter()
        .all(|text| text.as_ref().is_some_and(|text| !text.is_empty()))
        && !package.keywords.is_empty()
        && !package.categories.is_empty();
    ensure!(
        is_complete,
        "description, documentation, homepage, keywords or categories are missing"
    );
    Ok(())
}

/// Builds and tests the crate `sapwood` as it is in its tarball, against the tarballs of its dependencies.
pub(crate) fn test() -> Result<()> {
    let metadata = metadata()?;
    let folder = metadata.target_directory.join("unpacked");
    let stem = |name: &str| {
        let package = metadata.packages.iter().find(|package| package.name == name);
        package.map(Package::stem).with_context(|| format!("no package {name}"))
    };
    let mut workspace = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{:?}]\n\n[patch.crates-io]\n",
        stem("sapwood")?
    );
    for package in &metadata.packages {
        workspace.push_str(&format!("{} = {{ path = {:?} }}\n", package.name, package.stem()));
    }
    fs::write(folder.join("Cargo.toml"), workspace)?;
    // The versions of other crates are those of the workspace.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let mut cargo = Command::new(program::cargo());
    cargo.current_dir(&folder).args(["test", "--all-features"]);
    cargo.env("CARGO_TARGET_DIR", metadata.target_directory.join("unpacked-target"));
    ensure!(cargo.status()?.success(), "the tests of the tarball failed");
    println!("the tarball of sapwood builds and passes its tests");
    Ok(())
}
