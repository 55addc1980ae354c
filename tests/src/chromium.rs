//! Runs headless Chromium, where it is installed.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use sapwood::parse;
use serde::{Serialize, de::DeserializeOwned};

/// Returns the path of Chromium if it is installed, and the variable `SAPWOOD_CHROMIUM` isn't `none`.
#[must_use]
pub fn find() -> Option<&'static Path> {
    // A run that leaves these tests to another one says so.
    if std::env::var_os("SAPWOOD_CHROMIUM").is_some_and(|it| it == "none") {
        return None;
    }
    ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
        .map(Path::new)
        .into_iter()
        .find(|it| it.exists())
}

/// Opens a page and returns its tree as HTML, after its scripts have run.
///
/// # Errors
///
/// Returns an error if the page can't be written or Chromium can't be run.
pub fn dump_dom(chromium: &Path, page: &str) -> Result<String> {
    dump_dom_in_window(chromium, page, (800, 600))
}

/// Opens a page in a window of a width and height, and returns its tree as [`dump_dom`] does.
///
/// # Errors
///
/// Returns an error if the page can't be written or Chromium can't be run.
pub fn dump_dom_in_window(
    chromium: &Path,
    page: &str,
    (width, height): (u32, u32),
) -> Result<String> {
    in_folder(page, |folder| {
        let size = format!("--window-size={width},{height}");
        let options = [OsStr::new("--dump-dom"), OsStr::new(&size)];
        Ok(String::from_utf8(run(chromium, folder, "", options)?)?)
    })
}

/// Returns the results of a JavaScript function for each of `inputs`.
///
/// # Errors
///
/// Returns an error if Chromium can't be run or a result has another type.
pub fn map<T: DeserializeOwned>(
    chromium: &Path,
    function: &str,
    inputs: &[impl Serialize],
) -> Result<Vec<T>> {
    // A `<` could end the script element.
    let json = serde_json::to_string(inputs)?.replace('<', "\\u003c");
    let page = format!(
        "<!doctype html><meta charset=utf-8><body><script>
        const results = {json}.map({function});
        document.body.innerHTML = '<pre id=answer></pre>';
        document.body.firstChild.textContent = JSON.stringify(results);
        </script>"
    );
    let answer = parse(&dump_dom(chromium, &page)?);
    let mut nodes = answer.root().descendants();
    let answer = nodes
        .find(|node| node.element_id() == Some("answer"))
        .context("Chromium printed no answer")?;
    let results: Vec<T> = serde_json::from_str(&answer.text_content())?;
    ensure!(results.len() == inputs.len(), "{} answers to {}", results.len(), inputs.len());
    Ok(results)
}

/// Opens a page at a fragment, in a window of a width and height, and returns a screenshot as PNG.
///
/// # Errors
///
/// Returns an error if the page can't be written or Chromium takes no screenshot.
pub fn screenshot(
    chromium: &Path,
    page: &str,
    fragment: &str,
    (width, height): (u32, u32),
) -> Result<Vec<u8>> {
    in_folder(page, |folder| {
        let file = folder.join("page.png");
        let options =
            [format!("--window-size={width},{height}"), format!("--screenshot={}", file.display())];
        run(chromium, folder, fragment, options.iter().map(OsStr::new))?;
        Ok(fs::read(file)?)
    })
}

/// A running browser, which ends when this is dropped.
#[derive(Debug)]
pub struct Browser {
    child: Child,
    folder: PathBuf,
}

impl Browser {
    /// Opens the page at `url`.
    ///
    /// # Errors
    ///
    /// Returns an error if Chromium can't be run.
    pub fn open(chromium: &Path, url: &str) -> Result<Self> {
        let folder = new_folder()?;
        let child = command(chromium, &folder)
            .args(["--remote-debugging-port=0", url])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot run {}", chromium.display()))?;
        Ok(Self { child, folder })
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser that has ended can't be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Its other processes end soon after it, and write to the folder until then.
        for _ in 0..50 {
            if fs::remove_dir_all(&self.folder).is_ok() {
                break;
            }
            thread::sleep(Duration::from_millis(100));
        }
    }
}

/// Calls `open` with a temporary folder that contains `page.html`.
fn in_folder<T>(page: &str, open: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    let folder = new_folder()?;
    fs::write(folder.join("page.html"), page)?;
    let result = open(&folder);
    fs::remove_dir_all(&folder)?;
    result
}

/// Creates a temporary folder.
fn new_folder() -> Result<PathBuf> {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("sapwood-chromium-{}-{run}", process::id()));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn run<'a>(
    chromium: &Path,
    folder: &Path,
    fragment: &str,
    options: impl IntoIterator<Item = &'a OsStr>,
) -> Result<Vec<u8>> {
    let output = command(chromium, folder)
        .args(options)
        .arg(format!("file://{}{fragment}", folder.join("page.html").display()))
        .output()
        .with_context(|| format!("cannot run {}", chromium.display()))?;
    Ok(output.stdout)
}

/// Returns the command of a browser whose profile is in `folder`.
fn command(chromium: &Path, folder: &Path) -> Command {
    let mut command = Command::new(chromium);
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()));
    command
}
