//! Compares the time of compiled XPath expressions with lxml, on the same pages in turn.
//!
//! `cargo run --profile dist --manifest-path benches/peers/Cargo.toml --bin xpath` prints a table: for documents that were never searched
//! before, and for documents that were. lxml parses the pages itself, so its trees differ where a page has errors. With
//! `count EXPRESSION` it evaluates one expression in a function of its own, for callgrind to count; with
//! `compile` it measures compilation.
//!
//! lxml makes a Python object for each node, which takes most of its time for large results. Each expression is
//! therefore measured within `count()`, too.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::{
    hint::black_box,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use sapwood::{Document, XPath, parse, xpath::Value};
use sapwood_benches::{Page, read_pages, sets};

const EXPRESSIONS: [&str; 30] = [
    "//a",
    "//a/@href",
    "//div[@class='container']",
    "//*[@id='content']",
    "//table//tr/td[2]",
    "//a[contains(@href, 'http')]",
    "//a[starts-with(@href, '/')]/text()",
    "//li[1]",
    "//ul/li[last()]",
    "//p//text()",
    "//text()[normalize-space()]",
    "//h2/following-sibling::p[1]",
    "//a[not(@rel)]",
    "//div[@class and @id]",
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' active ')]",
    "//a[contains(., 'more')]",
    "//a[text()='Home']",
    "//li/a[@href]",
    "//body/div/div//a",
    "//a/..",
    "//img/ancestor::div[1]",
    "//p[a]",
    "//div[.//img]",
    "(//a)[10]",
    "//h1 | //h2 | //h3",
    "//meta[@property='og:title']/@content",
    "//*[@*]",
    "//script[not(@src)]",
    "string(//title)",
    "normalize-space(//h1)",
];

/// Number of rounds over all pages for each expression.
const ROUNDS: usize = 15;

fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let folders: Vec<PathBuf> = sets().into_iter().take(1).collect();
    let pages = read_pages(&folders)?;
    let documents: Vec<_> = pages.iter().map(|page| parse(&page.text)).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => table(&pages, &documents),
        ["compile"] => compile(),
        ["count", expression] => {
            let xpath = XPath::parse(expression)?;
            println!("{}", counted(&documents, &xpath));
            Ok(())
        }
        ["repeat", expression] => {
            let xpath = XPath::parse(expression)?;
            search(&documents);
            println!("{}", counted(&documents, &xpath));
            Ok(())
        }
        _ => bail!("give nothing, `compile`, `count EXPRESSION` or `repeat EXPRESSION`"),
    }
}

#[inline(never)]
fn counted(documents: &[Document], xpath: &XPath) -> usize {
    documents.iter().map(|document| evaluate(document, xpath)).sum()
}

fn evaluate(document: &Document, xpath: &XPath) -> usize {
    match black_box(xpath.evaluate(document.root())) {
        Ok(Value::NodeSet(items)) => items.len(),
        Ok(Value::Number(number)) => number as usize,
        _ => 1,
    }
}

/// Searches documents as often as it takes for an index to be made.
fn search(documents: &[Document]) {
    for document in documents {
        for _ in 0..25 {
            black_box(document.xpath("count(//*)").is_ok());
        }
    }
}

/// lxml in a process of its own.
struct Lxml {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Lxml {
    fn new(pages: &[Page]) -> Result<Self> {
        let made = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/lxml/bin/python");
        let python = match std::env::var_os("SAPWOOD_PYTHON") {
            Some(python) => PathBuf::from(python),
            None if made.exists() => made,
            None => PathBuf::from("python3"),
        };
        let mut child = Command::new(&python)
            .args(["-c", include_str!("../../xpath.py")])
            .args(pages.iter().map(|page| &page.path))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run {}", python.display()))?;
        let input = child.stdin.take().context("the program has no input")?;
        let output = BufReader::new(child.stdout.take().context("the program has no output")?);
        Ok(Self { child, input, output })
    }

    /// Returns the time for all pages, and the size of the results.
    fn evaluate(&mut self, expression: &str) -> Result<(Duration, usize)> {
        writeln!(self.input, "{expression}")?;
        self.input.flush()?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let (time, size) = line.trim().split_once(' ').context("lxml failed; is it installed?")?;
        Ok((Duration::from_nanos(time.parse()?), size.parse()?))
    }
}

impl Drop for Lxml {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn table(pages: &[Page], documents: &[Document]) -> Result<()> {
    let mut lxml = Lxml::new(pages)?;
    let searched = documents.to_vec();
    search(&searched);
    println!(
        "| expression | found | lxml | first, ms | repeated, ms | lxml, ms | ratio, first | repeated |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let mut ratios = Vec::new();
    for plain in EXPRESSIONS {
        let wrapped = format!("count({plain})");
        let is_scalar = plain.starts_with(char::is_alphabetic);
        for expression in if is_scalar { vec![plain] } else { vec![plain, &wrapped] } {
            let xpath = XPath::parse(expression)?;
            let mut times = [Vec::new(), Vec::new(), Vec::new()];
            let mut found = [0; 2];
            for _ in 0..ROUNDS {
                // A document that was just copied was never searched.
                let copies = documents.to_vec();
                times[0].push(timed(&copies, &xpath));
                times[1].push(timed(&searched, &xpath));
                let (time, size) = lxml.evaluate(expression)?;
                times[2].push(time);
                found = [counted(&searched, &xpath), size];
            }
            let [first, repeated, other] = times.map(median);
            ratios.push((other / first, other / repeated));
            println!(
                "| `{expression}` | {} | {} | {first:.2} | {repeated:.2} | {other:.2} | {:.1} | {:.1} |",
                found[0],
                found[1],
                other / first,
                other / repeated
            );
        }
    }
    for (name, mut ratios) in [
        ("first", ratios.iter().map(|ratio| ratio.0).collect::<Vec<_>>()),
        ("repeated", ratios.iter().map(|ratio| ratio.1).collect()),
    ] {
        ratios.sort_by(f64::total_cmp);
        println!("{name}: at least {:.1}, median {:.1}", ratios[0], ratios[ratios.len() / 2]);
    }
    Ok(())
}

fn timed(documents: &[Document], xpath: &XPath) -> Duration {
    let mut time = Duration::ZERO;
    for document in documents {
        let start = Instant::now();
        black_box(evaluate(document, xpath));
        time += start.elapsed();
    }
    time
}

/// The median in milliseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1000.0
}

fn compile() -> Result<()> {
    println!("| expression | compilation, µs |");
    println!("|---|---:|");
    for expression in EXPRESSIONS {
        let times = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            for _ in 0..1000 {
                black_box(XPath::parse(black_box(expression)).is_ok());
            }
            start.elapsed()
        });
        println!("| `{expression}` | {:.2} |", median(times.collect()));
    }
    Ok(())
}
