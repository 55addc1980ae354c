//! Compares the time from bytes to Markdown with turbohtml, on the same pages in turn.
//!
//! `cargo run --profile dist --manifest-path benches/peers/Cargo.toml --bin markdown [ROUNDS [PAGES…]]` prints the processor time of one thread: bytes of
//! UTF-8 are parsed and written as Markdown; dropping the documents doesn't count. A second row parses into the memory of the
//! previous document. The Python interpreter with turbohtml is
//! `target/turbohtml/bin/python`, or the one that `SAPWOOD_PYTHON` names.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it prints figures")]

use std::{
    hint::black_box,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result};
use sapwood::{
    ByteOptions, ParseOptions, Parsed, Parser, encoding::encoding_rs::UTF_8, parse_bytes_with,
};
use sapwood_benches::{Page, clock::processor_time, read_pages, sets};

/// Number of rounds over all pages.
const ROUNDS: usize = 15;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let rounds = arguments.next().map_or(Ok(ROUNDS), |rounds| rounds.parse())?;
    let mut paths: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    if paths.is_empty() {
        paths = sets().into_iter().take(1).collect();
    }
    let pages = read_pages(&paths)?;
    let bytes: usize = pages.iter().map(|page| page.text.len()).sum();
    let mut peer = Turbohtml::new(&pages)?;
    let mut rows: [Vec<f64>; 3] = Default::default();
    let mut written = [0; 3];
    for round in 0..rounds.max(1) {
        for next in 0..rows.len() {
            // None is always the first.
            let at = (round + next) % rows.len();
            let (time, length) = match at {
                0 => convert(&pages),
                1 => convert_recycled(&pages),
                _ => peer.convert()?,
            };
            rows[at].push(time.as_secs_f64());
            written[at] = length;
        }
    }
    let speed = |time: f64| bytes as f64 / time / 1e6;
    println!("{} pages, {:.1} MB, {} rounds", pages.len(), bytes as f64 / 1e6, rows[0].len());
    let names = ["sapwood", "sapwood, memory recycled", "turbohtml"];
    for ((name, times), written) in names.iter().zip(&rows).zip(written) {
        let best = times.iter().copied().fold(f64::INFINITY, f64::min);
        let ratios = rows[2].iter().zip(times).map(|(theirs, time)| theirs / time).collect();
        println!(
            "{name}: {:.0} MB/s in the median round, {:.0} MB/s in the best, {:.2} times turbohtml's speed; {written} characters",
            speed(median(times.clone())),
            speed(best),
            median(ratios)
        );
    }
    Ok(())
}

/// Converts all pages; returns the processor time and the number of characters written.
fn convert(pages: &[Page]) -> (Duration, usize) {
    let options = ByteOptions::default().http_charset(Some(UTF_8));
    let (mut time, mut written) = (Duration::ZERO, 0);
    for page in pages {
        let start = processor_time();
        let document = parse_bytes_with(black_box(page.text.as_bytes()), &options).document;
        let markdown = black_box(document.to_markdown());
        time += processor_time() - start;
        written += markdown.chars().count();
    }
    (time, written)
}

/// Does the same in the memory of one document.
fn convert_recycled(pages: &[Page]) -> (Duration, usize) {
    let (mut parser, mut spare) = (Parser::new(&ParseOptions::default()), Parsed::default());
    let (mut time, mut written) = (Duration::ZERO, 0);
    for page in pages {
        let start = processor_time();
        parser.feed(str::from_utf8(black_box(page.text.as_bytes())).unwrap_or_default());
        parser.finish_recycling(&mut spare);
        let markdown = black_box(spare.document.to_markdown());
        time += processor_time() - start;
        written += markdown.chars().count();
    }
    (time, written)
}

/// turbohtml in a process of its own.
struct Turbohtml {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Turbohtml {
    fn new(pages: &[Page]) -> Result<Self> {
        let made = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/turbohtml/bin/python");
        let python = std::env::var_os("SAPWOOD_PYTHON").map_or(made, PathBuf::from);
        let mut child = Command::new(&python)
            .args(["-c", include_str!("../../markdown.py")])
            .args(pages.iter().map(|page| &page.path))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run {}", python.display()))?;
        let input = child.stdin.take().context("the program has no input")?;
        let output = BufReader::new(child.stdout.take().context("the program has no output")?);
        Ok(Self { child, input, output })
    }

    /// Returns the processor time for all pages, and the number of characters written.
    fn convert(&mut self) -> Result<(Duration, usize)> {
        writeln!(self.input)?;
        self.input.flush()?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let (time, written) =
            line.trim().split_once(' ').context("turbohtml failed; is it installed?")?;
        Ok((Duration::from_nanos(time.parse()?), written.parse()?))
    }
}

impl Drop for Turbohtml {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
