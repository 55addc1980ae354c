//! Builds the C interface, installs it under a prefix, and tests it from C, C++ and languages that call C.

pub(crate) mod bench;
mod checks;
mod header_examples;
mod ways;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::{program, python::Outcome, root};

/// The folder of the tests, examples and bindings.
const FOLDER: &str = "bindings/c";
/// The folder of the headers.
const HEADERS: &str = "crates/capi/include";

/// Builds the library as releases have it, and installs it under `prefix`.
pub(crate) fn install(prefix: &Path) -> Result<()> {
    let built = build("release", &[])?;
    install_from(&built, prefix)?;
    println!("installed under {}", prefix.display());
    Ok(())
}

/// Builds the library and runs all tests of it against an installation in `target`, the fuzz target for so many seconds.
pub(crate) fn test(fuzz: u64) -> Result<Outcome> {
    checks::run(fuzz)
}

/// The folder of what the tests make.
fn folder() -> PathBuf {
    program::target().join("capi")
}

/// Builds the library in a profile, and returns the folder that it is in.
fn build(profile: &str, more: &[(&str, &str)]) -> Result<PathBuf> {
    let mut cargo = Command::new(program::cargo());
    cargo
        .current_dir(root())
        .args([
            "build",
            "--quiet",
            "-p",
            "sapwood-capi",
            "--features",
            "arrow",
            "--profile",
            profile,
        ])
        .env("CARGO_TARGET_DIR", program::target())
        .envs(more.iter().copied());
    ensure!(cargo.status()?.success(), "the build of the C interface failed");
    Ok(program::target().join(if profile == "test" { "debug" } else { profile }))
}

/// The version of the crate, and the part of it that the name of the shared library has.
fn versions() -> (&'static str, String) {
    let version = env!("CARGO_PKG_VERSION");
    let mut parts = version.split('.');
    let (major, minor) = (parts.next().unwrap_or("0"), parts.next().unwrap_or("0"));
    (version, if major == "0" { format!("0.{minor}") } else { major.to_owned() })
}

/// Copies libraries and headers, and writes what `pkg-config` and CMake look for.
fn install_from(built: &Path, prefix: &Path) -> Result<()> {
    let (version, interface) = versions();
    let library = prefix.join("lib");
    for folder in ["lib/pkgconfig", "lib/cmake/sapwood", "include"] {
        fs::create_dir_all(prefix.join(folder))?;
    }
    let copy = |from: PathBuf, to: PathBuf| {
        // A program that uses the old file keeps it.
        let _ = fs::remove_file(&to);
        fs::copy(&from, &to).with_context(|| format!("{} to {}", from.display(), to.display()))
    };
    for header in ["sapwood.h", "sapwood.hpp"] {
        copy(root().join(HEADERS).join(header), prefix.join("include").join(header))?;
    }
    copy(built.join("libsapwood_capi.a"), library.join("libsapwood.a"))?;
    let name = if cfg!(target_os = "macos") {
        copy(built.join("libsapwood_capi.dylib"), library.join("libsapwood.dylib"))?;
        "libsapwood.dylib".to_owned()
    } else {
        let whole = format!("libsapwood.so.{version}");
        copy(built.join("libsapwood_capi.so"), library.join(&whole))?;
        for link in [format!("libsapwood.so.{interface}"), "libsapwood.so".to_owned()] {
            let link = library.join(link);
            let _ = fs::remove_file(&link);
            #[cfg(unix)]
            std::os::unix::fs::symlink(&whole, &link)?;
        }
        "libsapwood.so".to_owned()
    };
    let prefix_text = fs::canonicalize(prefix)?.display().to_string();
    for (template, place) in [
        ("sapwood.pc.in", "lib/pkgconfig/sapwood.pc"),
        ("sapwood-config.cmake.in", "lib/cmake/sapwood/sapwood-config.cmake"),
    ] {
        let text = fs::read_to_string(root().join(FOLDER).join(template))?
            .replace("@PREFIX@", &prefix_text)
            .replace("@VERSION@", version)
            .replace("@LIBRARY@", &name);
        fs::write(prefix.join(place), text)?;
    }
    Ok(())
}
