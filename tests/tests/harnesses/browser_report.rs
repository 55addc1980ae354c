//! Opens a report of `sapwood report` in headless Chromium, where it is installed.

use std::{path::Path, process::ExitCode};

use anyhow::Result;
use sapwood_check::{How, check_bytes, report};
use sapwood_tests::{chromium, harness};

const PAGE: &str = "<!doctype html>\n<title>x</title>\n<p a a>One<b>two<p>three</b>\n\
    <script>document.title='ran'</script>";

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("browser_report", |mut harness| {
        match chromium::find() {
            Some(browser) => {
                harness.add("report_renders_and_runs_no_script_of_the_page", || {
                    check(browser).map_err(|error| format!("{error:#}"))
                });
            }
            None => harness.absent("Chromium"),
        }
        Ok(harness.run(|| {}))
    })
}

fn check(browser: &Path) -> Result<()> {
    let how = How::default();
    let checked = check_bytes(PAGE.as_bytes(), &Default::default(), &how);
    let html = report::render("page.html", &checked, usize::MAX);
    let dom = chromium::dump_dom(browser, &html)?;
    let picture = chromium::screenshot(browser, &html, "", (1200, 600))?;
    let seen = sapwood::parse(&dom);
    let all: Vec<_> = seen.root().descendants().collect();
    let has_class = |class| all.iter().any(|node| node.attr("class") == Some(class));
    let title = all.iter().find(|node| node.local_name() == Some("title"));
    assert_eq!(title.map(|it| it.text_content()).as_deref(), Some("page.html"), "a script ran");
    assert!(all.iter().filter(|node| node.local_name() == Some("mark")).count() >= 2, "{dom}");
    assert!(has_class("node implied") && has_class("node reopened"), "{dom}");
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 5_000);
    Ok(())
}
