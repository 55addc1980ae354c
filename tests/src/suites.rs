//! Paths of the fixtures and of the public suites.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The root of the checkout.
#[must_use]
pub fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is in the workspace")
}

/// The folder `fixtures/{name}`.
#[must_use]
pub fn fixtures(name: &str) -> PathBuf {
    workspace().join("fixtures").join(name)
}

/// Returns the path of the folder or file `name` of the public suites, or `None` if it does not exist.
///
/// With `SAPWOOD_SUITES` set, no other place is searched, so that a misspelt path is noticed.
#[must_use]
pub fn find(name: &str) -> Option<PathBuf> {
    let roots = match std::env::var_os("SAPWOOD_SUITES") {
        Some(root) => vec![PathBuf::from(root)],
        None => vec![workspace().join("../shared/conformance"), fixtures("suites")],
    };
    roots.into_iter().map(|root| root.join(name)).find(|path| path.exists())
}

/// Returns the folder of the corpus of real pages, or `None` if it does not exist.
#[must_use]
pub fn pages() -> Option<PathBuf> {
    corpus("pages")
}

/// Returns the folder of a corpus, or `None` if it does not exist.
#[must_use]
pub fn corpus(name: &str) -> Option<PathBuf> {
    let beside = match std::env::var_os("SAPWOOD_SUITES") {
        Some(root) => PathBuf::from(root).join("../corpus"),
        None => workspace().join("../shared/corpus"),
    };
    Some(beside.join(name)).filter(|path| path.exists())
}

/// Returns the files of `folder` whose names end in `.{extension}`, sorted by name.
///
/// # Errors
///
/// Returns an error if the folder is not readable.
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

/// Returns the name of a file without its folder.
#[must_use]
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
