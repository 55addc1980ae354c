//! Hands the profile and the features of the build to `--version`.

use std::{env, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=SAPWOOD_PROFILE={}", profile());
    let mut features: Vec<_> = env::vars()
        .filter_map(|(name, _)| Some(name.strip_prefix("CARGO_FEATURE_")?.to_lowercase()))
        .filter(|name| name != "default")
        .collect();
    features.sort();
    println!("cargo::rustc-env=SAPWOOD_FEATURES={}", features.join(" "));
}

/// The folder of the profile in the target folder, such as `dist`: `PROFILE` knows `debug` and `release` alone.
fn profile() -> String {
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    let folder = Path::new(&out).ancestors().find(|path| path.ends_with("build"));
    let profile = folder.and_then(|folder| folder.parent()?.file_name());
    profile.map_or_else(|| "unknown".to_owned(), |name| name.to_string_lossy().into_owned())
}
