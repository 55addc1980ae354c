//! Writes the main content of the pages of the corpus as JSON Lines, `{"id", "text", "title", "author", "date"}`; and to
//! standard error the time that a page takes, parsing included.
//!
//! With `-- turbohtml` Python's turbohtml does the same in turn. `SAPWOOD_PYTHON` is a Python that has it.

use std::{
    io::{self, BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Instant,
};

use anyhow::{Context, Result};
use sapwood::parse;
use sapwood_tests::{
    main_content::{Page, pages},
    suites,
};
use serde_json::json;

const ROUNDS: usize = 7;

fn main() -> Result<()> {
    let folder = suites::corpus("main-content").context("the corpus is absent")?;
    let pages = pages(&folder)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for page in &pages {
        let document = parse(&page.html);
        let article = document.article();
        let line = json!({
            "id": page.id,
            "kind": article.kind.as_str(),
            "text": article.to_text(),
            "title": article.title,
            "author": article.byline,
            "date": article.published.map(|date| date.to_string()),
        });
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    let has_peer = std::env::args().any(|it| it == "turbohtml");
    let mut peer = if has_peer { Some(Peer::new(&folder)?) } else { None };
    let (mut parsing, mut whole, mut of_peer) =
        (Least::default(), Least::default(), Least::default());
    for _ in 0..ROUNDS {
        parsing.add(&times(&pages, |page| drop(parse(&page.html))));
        whole.add(&times(&pages, |page| drop(parse(&page.html).article().to_text())));
        if let Some(peer) = &mut peer {
            of_peer.add(&peer.times()?);
        }
    }
    let mut error = io::stderr();
    writeln!(
        error,
        "{:.3} ms a page, of which parsing takes {:.3} ms",
        whole.mean(),
        parsing.mean()
    )?;
    if peer.is_some() {
        let ratio = of_peer.mean() / whole.mean();
        writeln!(error, "turbohtml: {:.3} ms a page, {ratio:.2} times as long", of_peer.mean())?;
    }
    Ok(())
}

/// Returns the milliseconds that each page takes.
fn times(pages: &[Page], work: impl Fn(&Page)) -> Vec<f64> {
    let time = |page| {
        let start = Instant::now();
        work(page);
        start.elapsed().as_secs_f64() * 1e3
    };
    pages.iter().map(time).collect()
}

/// The least time of each page over all rounds.
#[derive(Default)]
struct Least(Vec<f64>);

impl Least {
    fn add(&mut self, times: &[f64]) {
        self.0.resize(times.len(), f64::MAX);
        for (least, time) in self.0.iter_mut().zip(times) {
            *least = least.min(*time);
        }
    }

    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len().max(1) as f64
    }
}

/// A program that answers each line with the times of the pages.
struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    fn new(folder: &Path) -> Result<Self> {
        let python = std::env::var_os("SAPWOOD_PYTHON").unwrap_or_else(|| "python3".into());
        let mut child = Command::new(&python)
            .args(["-c", include_str!("main_content.py")])
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run {}", Path::new(&python).display()))?;
        let input = child.stdin.take().context("the program has no input")?;
        let output = BufReader::new(child.stdout.take().context("the program has no output")?);
        Ok(Self { child, input, output })
    }

    fn times(&mut self) -> Result<Vec<f64>> {
        writeln!(self.input)?;
        self.input.flush()?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        serde_json::from_str(&line).context("turbohtml failed; is it installed?")
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
