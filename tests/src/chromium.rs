//! A browser to ask, where there is one.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{self, Command},
    sync::atomic::{AtomicUsize, Ordering},
};

use anyhow::{Context, Result};

/// Chromium, if it is installed.
#[must_use]
pub fn find() -> Option<&'static Path> {
    ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
        .map(Path::new)
        .into_iter()
        .find(|it| it.exists())
}

/// Opens a page in a headless Chromium and gives its tree back as HTML, after its scripts have run.
///
/// # Errors
///
/// When the page can't be written or Chromium can't be run.
pub fn dump_dom(chromium: &Path, page: &str) -> Result<String> {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("sapwood-chromium-{}-{run}", process::id()));
    fs::create_dir_all(&folder)?;
    let dom = dump_in(chromium, page, &folder);
    fs::remove_dir_all(&folder)?;
    dom
}

fn dump_in(chromium: &Path, page: &str, folder: &Path) -> Result<String> {
    let file: PathBuf = folder.join("page.html");
    fs::write(&file, page)?;
    let output = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .with_context(|| chromium.display().to_string())?;
    Ok(String::from_utf8(output.stdout)?)
}
