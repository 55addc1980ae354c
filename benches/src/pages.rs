//! Sets of pages.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

/// Size in bytes above which a set is sampled.
const SAMPLE: u64 = 20_000_000;

/// A page with its path.
#[derive(Clone, Debug)]
pub struct Page {
    /// The file.
    pub path: PathBuf,
    /// Its content.
    pub text: String,
}

/// Returns the folders of pages that exist: real pages beside the checkout, the documentation of the Rust toolchain
/// (dense generated markup), and the pages in `fixtures`.
#[must_use]
pub fn sets() -> Vec<PathBuf> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let folders = [
        Some(root.join("../shared/corpus/pages")),
        toolchain_docs(),
        Some(root.join("fixtures/pages")),
    ];
    // Tables print the names, so `..` is resolved.
    folders.into_iter().flatten().filter_map(|folder| folder.canonicalize().ok()).collect()
}

/// Returns the pages of each of the [`sets`], with the name of its folder.
///
/// # Panics
///
/// Panics if a page is not readable.
pub fn pages_of_sets() -> impl Iterator<Item = (String, Vec<Page>)> {
    sets().into_iter().map(|folder| {
        let name = folder.display().to_string();
        (name, read_pages(&[folder]).expect("the folder is readable"))
    })
}

fn toolchain_docs() -> Option<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
    let sysroot = String::from_utf8(output.stdout).ok()?;
    Some(Path::new(sysroot.trim()).join("share/doc/rust/html"))
}

/// Reads the `.html` files below each of `paths`, or the file itself, sorted by name.
///
/// Of more than 20 MB every n-th page is read, so that about 20 MB remain: the same pages each time.
///
/// # Errors
///
/// When a path can't be read, isn't UTF-8, or no page is found.
pub fn read_pages(paths: &[PathBuf]) -> Result<Vec<Page>> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files).with_context(|| format!("{}", path.display()))?;
    }
    files.sort();
    ensure!(!files.is_empty(), "no .html file in {paths:?}");
    let bytes: u64 = files.iter().map(|(_, bytes)| bytes).sum();
    let step = usize::try_from(bytes.div_ceil(SAMPLE).max(1))?;
    files
        .into_iter()
        .step_by(step)
        .map(|(path, _)| {
            let text = fs::read_to_string(&path).with_context(|| format!("{}", path.display()))?;
            Ok(Page { path, text })
        })
        .collect()
}

/// Adds the pages below a path, or the page itself, with their sizes.
fn collect(path: &Path, files: &mut Vec<(PathBuf, u64)>) -> Result<()> {
    let mut left = vec![path.to_owned()];
    while let Some(path) = left.pop() {
        let about = path.metadata()?;
        if !about.is_dir() {
            files.push((path, about.len()));
            continue;
        }
        for entry in fs::read_dir(&path)? {
            let path = entry?.path();
            if path.is_dir() || path.extension().is_some_and(|extension| extension == "html") {
                left.push(path);
            }
        }
    }
    Ok(())
}
