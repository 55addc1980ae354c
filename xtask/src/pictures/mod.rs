//! Makes the pictures of the documents from real runs: findings in a terminal, the report page in a browser, and the chart of the
//! comparison with other parsers.

mod chart;
mod terminal;

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, ensure};

use crate::{program, root};

/// The folder of the pictures.
const FOLDER: &str = "docs/pictures";
/// The page that is checked.
const PAGE: &str = "fixtures/pictures/menu.html";

/// Makes all pictures. That of the report needs Chromium, and that of the findings `script`, which gives a program a terminal.
pub(crate) fn run() -> Result<()> {
    let folder = root().join(FOLDER);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("comparison.svg"), chart::draw(&crate::bench::comparison()?))?;
    let command = build()?;
    fs::write(
        folder.join("check.svg"),
        terminal::draw(&check(&command)?, "sapwood check menu.html"),
    )?;
    report(&command, &folder.join("report.png"))?;
    println!("the pictures are in {FOLDER}");
    Ok(())
}

/// Builds the program, and returns its path.
fn build() -> Result<std::path::PathBuf> {
    let mut cargo = Command::new(program::cargo());
    cargo.current_dir(root()).args(["build", "--quiet", "-p", "sapwood-cli"]);
    ensure!(cargo.status()?.success(), "the build of the program failed");
    Ok(program::debug_command())
}

/// The output of a check on a terminal, with its colours.
fn check(command: &Path) -> Result<String> {
    let folder = root().join(PAGE);
    let folder = folder.parent().context("a page is in a folder")?;
    let line = format!(
        "'{}' check --only unclosed-elements --only foster-parented-content --only duplicate-attribute menu.html",
        command.display()
    );
    let mut script = Command::new("script");
    script.current_dir(folder).args(["-qec", &line, "/dev/null"]).env_remove("NO_COLOR");
    let output = script.output().context("`script` of util-linux is missing")?;
    let text = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    ensure!(text.contains("error["), "the check found nothing: {text}");
    Ok(text)
}

/// Photographs the report of the page.
fn report(command: &Path, picture: &Path) -> Result<()> {
    let page = std::env::temp_dir().join("sapwood-report.html");
    let source = root().join(PAGE);
    let mut report = Command::new(command);
    // The report names the file as it is given.
    report.current_dir(source.parent().context("a page is in a folder")?);
    let output = report.arg("report").arg(source.file_name().unwrap_or_default()).output()?;
    fs::write(&page, &output.stdout)?;
    let mut chromium = Command::new("chromium");
    chromium.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--window-size=1100,640",
    ]);
    chromium
        .arg(format!("--screenshot={}", picture.display()))
        .arg(format!("file://{}", page.display()));
    let taken = chromium.output().context("Chromium is missing")?;
    ensure!(taken.status.success() && picture.exists(), "Chromium took no picture");
    Ok(fs::remove_file(&page)?)
}

/// A text as SVG holds it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
