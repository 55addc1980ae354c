//! Type-checks the library for a target that differs from x86-64 in word size and byte order.
//!
//! Where rustup can't download the standard library of another target, Debian's packages help: a compiler and
//! the sources of its standard library, of which cargo checks as much as the library needs (`-Z build-std`). The
//! packages are unpacked into `target/cross` and nothing is installed.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};

use crate::{program, root};

/// A target with words of 32 bits, big-endian byte order and none of our SIMD code.
pub(crate) const DEFAULT_TARGET: &str = "powerpc-unknown-linux-gnu";

/// The compiler, the sources of its standard library, and the C library of WASI.
const PACKAGES: [&str; 3] = ["rustc-web", "rust-web-src", "wasi-libc"];
/// The first version 1.x of the compiler that knows `-C panic=immediate-abort`.
const OLDEST: u32 = 92;
/// Prefixes of the packages that the compiler depends on, besides those that every system has.
const LIBRARIES: [&str; 2] = ["libstd-rust-web", "libllvm"];

/// The action if Debian's packages are not available.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Print that nothing was checked.
    Report,
    /// Fail.
    Fail,
}

/// Checks the façade with all features for `target`.
pub(crate) fn run(target: &str, missing: Missing) -> Result<()> {
    let toolchain = match Toolchain::unpacked() {
        Ok(toolchain) => toolchain,
        Err(error) if missing == Missing::Report => {
            println!("NOT CHECKED for {target}: {error:#}");
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    let status = toolchain
        .cargo("check", target, "")?
        .args(["--package", "sapwood", "--package", "sapwood-check", "--all-features"])
        // Build scripts need not be fast, and the standard library is checked, not run.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .status()?;
    ensure!(status.success(), "the library does not compile for {target}");
    Ok(())
}

/// Debian's compiler, the sources of its standard library, and the C library of WASI.
pub(crate) struct Toolchain(PathBuf);

impl Toolchain {
    /// Downloads and unpacks the compiler, unless that was done before.
    pub(crate) fn unpacked() -> Result<Self> {
        unpack(&folder()).map(Self)
    }

    /// The folder of the C library of WASI.
    pub(crate) fn wasi_libc(&self) -> PathBuf {
        self.0.join("usr/lib/wasm32-wasi")
    }

    /// Returns cargo, which compiles the standard library for `target`, too, with these of its features.
    pub(crate) fn cargo(&self, command: &str, target: &str, features: &str) -> Result<Command> {
        let libraries = self.0.join("usr/lib").join(format!("{}-linux-gnu", env::consts::ARCH));
        let mut paths = vec![libraries];
        paths.extend(env::split_paths(&env::var_os("LD_LIBRARY_PATH").unwrap_or_default()));
        let mut cargo = Command::new(program::cargo());
        cargo
            .current_dir(root())
            .arg(command)
            .args(["--target", target])
            .env("RUSTC", self.0.join("usr/bin/rustc"))
            .env("LD_LIBRARY_PATH", env::join_paths(paths)?)
            .env("CARGO_TARGET_DIR", folder().join("target"));
        compile_std(&mut cargo, features);
        Ok(cargo)
    }
}

/// Makes cargo compile the standard library, with these of its features. That of backtraces, which reads debug information,
/// is usually not among them.
pub(crate) fn compile_std(cargo: &mut Command, features: &str) {
    cargo.args(["-Zbuild-std=std,panic_abort", &format!("-Zbuild-std-features={features}")]);
    cargo.env("RUSTC_BOOTSTRAP", "1");
}

/// The folder of the compiler and of what it compiles.
fn folder() -> PathBuf {
    root().join("target/cross")
}

/// Downloads and unpacks Debian's compiler, unless that was done before; returns the folder.
fn unpack(folder: &Path) -> Result<PathBuf> {
    let toolchain = folder.join("toolchain");
    if toolchain.exists() {
        return Ok(toolchain);
    }
    let packages = folder.join("packages");
    fs::create_dir_all(&packages)?;
    let names = closure()?;
    expect_new_compiler()?;
    let quietly = |program: &str, configure: &dyn Fn(&mut Command)| -> Result<()> {
        let mut command = Command::new(program);
        configure(&mut command);
        let output = command.stdout(Stdio::null()).output().with_context(|| program.to_owned())?;
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{program} failed: {}", errors.trim());
        Ok(())
    };
    quietly("apt-get", &|command| {
        command.current_dir(&packages).arg("download").args(&names);
    })?;
    // Under another name until it is complete.
    let incomplete = folder.join("incomplete");
    for entry in fs::read_dir(&packages)? {
        let package = entry?.path();
        quietly("dpkg", &|command| {
            command.arg("-x").arg(&package).arg(&incomplete);
        })?;
    }
    fs::rename(&incomplete, &toolchain)?;
    fs::remove_dir_all(&packages)?;
    Ok(toolchain)
}

/// Refuses a compiler that is too old.
fn expect_new_compiler() -> Result<()> {
    let output =
        Command::new("apt-cache").args(["show", "--no-all-versions", PACKAGES[0]]).output()?;
    let description = String::from_utf8(output.stdout)?;
    let version = description.lines().find_map(|line| line.strip_prefix("Version: "));
    let version = version.context("the package of the compiler has no version")?;
    let minor = version.strip_prefix("1.").and_then(|rest| rest.split('.').next()?.parse().ok());
    ensure!(
        minor.is_none_or(|minor: u32| minor >= OLDEST),
        "Debian's {} is {version}, and 1.{OLDEST} or later is needed; `apt-get update` may find it",
        PACKAGES[0],
    );
    Ok(())
}

/// Returns the names of the packages to unpack.
fn closure() -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    let mut open: Vec<String> = PACKAGES.map(str::to_owned).into();
    while let Some(name) = open.pop() {
        let output = Command::new("apt-cache").args(["depends", "--important", &name]).output();
        let output = output.context("apt-cache is missing: this is not a Debian system")?;
        if !output.status.success() {
            bail!("Debian has no package {name}; `apt-get update` may help");
        }
        for line in String::from_utf8(output.stdout)?.lines() {
            let dependency = line.trim().strip_prefix("Depends: ").unwrap_or_default();
            let is_library = LIBRARIES.iter().any(|prefix| dependency.starts_with(prefix));
            if is_library && !names.contains(dependency) {
                open.push(dependency.to_owned());
            }
        }
        names.insert(name);
    }
    Ok(names)
}
