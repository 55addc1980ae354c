//! Writes the main content of the pages of the corpus as JSON Lines: `{"id", "text", "title", "author", "date"}`; and to
//! standard error the time that a page takes, parsing included.

use std::{
    io::{self, Write},
    time::Instant,
};

use anyhow::{Context, Result};
use sapwood::parse;
use sapwood_tests::{main_content::pages, suites};
use serde_json::json;

fn main() -> Result<()> {
    let folder = suites::corpus("main-content").context("the corpus is absent")?;
    let pages = pages(&folder)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for page in &pages {
        let document = parse(&page.html);
        let article = document.article();
        let line = json!({
            "id": page.id,
            "text": article.to_text(),
            "title": article.title,
            "author": article.byline,
            "date": article.published.map(|date| date.to_string()),
        });
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    let rounds = 5;
    let (mut whole, mut parsing) = (f64::MAX, f64::MAX);
    for _ in 0..rounds {
        let start = Instant::now();
        for page in &pages {
            std::hint::black_box(parse(&page.html));
        }
        parsing = parsing.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        for page in &pages {
            std::hint::black_box(parse(&page.html).article().to_text());
        }
        whole = whole.min(start.elapsed().as_secs_f64());
    }
    let milliseconds = |seconds: f64| seconds * 1e3 / pages.len() as f64;
    writeln!(
        io::stderr(),
        "{:.3} ms a page, of which parsing takes {:.3} ms",
        milliseconds(whole),
        milliseconds(parsing)
    )?;
    Ok(())
}
