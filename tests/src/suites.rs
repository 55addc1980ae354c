//! Where the suites lie, and how many files and cases each holds.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The root of the checkout.
#[must_use]
pub fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the workspace")
}

/// A folder of the project's own inputs, `fixtures/{name}`.
#[must_use]
pub fn fixtures(name: &str) -> PathBuf {
    workspace().join("fixtures").join(name)
}

/// The folder or file `name` of the public suites, if there.
///
/// With `SAPWOOD_SUITES` set, only there: a misspelt path must not pass unnoticed.
#[must_use]
pub fn find(name: &str) -> Option<PathBuf> {
    let roots = match std::env::var_os("SAPWOOD_SUITES") {
        Some(root) => vec![PathBuf::from(root)],
        None => vec![workspace().join("../shared/conformance"), fixtures("suites")],
    };
    roots.into_iter().map(|root| root.join(name)).find(|path| path.exists())
}

/// The folder of real pages, if there.
#[must_use]
pub fn pages() -> Option<PathBuf> {
    let beside = match std::env::var_os("SAPWOOD_SUITES") {
        Some(root) => PathBuf::from(root).join("../corpus/pages"),
        None => workspace().join("../shared/corpus/pages"),
    };
    beside.exists().then_some(beside)
}

/// The files of `folder` whose names end in `.{extension}`, sorted by name.
///
/// # Errors
///
/// When the folder can't be read.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in folder.read_dir().with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The name of a file without its folder.
#[must_use]
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
