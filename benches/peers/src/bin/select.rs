//! Compares the time of selecting with scraper, on the same pages in turn.
//!
//! `cargo run --profile dist --manifest-path benches/peers/Cargo.toml --bin select` prints a table for documents that were searched before;
//! with `once` for documents that were not. With `count PARSER SELECTOR` it selects once in a function of its
//! own, for callgrind to count; `count once SELECTOR` counts Sapwood's first search of each document.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::{
    cell::RefCell,
    hint::black_box,
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail};
use sapwood::{Document, Selector, parse};
use sapwood_benches::{read_pages, sets};
use scraper::Html;

/// The kind of selector, and the selector.
const SELECTORS: [(&str, &str); 14] = [
    ("type", "a"),
    ("class", ".active"),
    ("class, with type", "div.container"),
    ("id", "#content"),
    ("attribute", "[rel]"),
    ("attribute, value", "a[href^='https']"),
    ("descendant", "div p a"),
    ("descendant, class", ".content .title a"),
    ("child", "ul > li > a"),
    ("sibling", "h2 ~ p"),
    ("position", "li:nth-child(2n + 1)"),
    (":has", "div:has(> img)"),
    (":has, below", "a:has(img)"),
    (":has, class", "div:has(.title)"),
];

/// Number of rounds over all pages for each selector.
const ROUNDS: usize = 25;

fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let folders: Vec<PathBuf> = sets().into_iter().take(1).collect();
    let pages = read_pages(&folders)?;
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] | ["once"] => {
            let ours: Vec<_> = pages.iter().map(|page| parse(&page.text)).collect();
            let theirs: Vec<_> =
                pages.iter().map(|page| Html::parse_document(&page.text)).collect();
            table(&ours, &theirs, !arguments.is_empty())
        }
        ["count", "sapwood", selector] => {
            let ours: Vec<_> = pages.iter().map(|page| parse(&page.text)).collect();
            let selector: Selector = selector.parse()?;
            // Nor the index that is made once a document was searched a few times.
            for _ in 0..ROUNDS {
                black_box(counted(&ours, &selector));
            }
            println!("{} elements", counted_sapwood(&ours, &selector));
            Ok(())
        }
        ["count", "once", selector] => {
            let ours: Vec<_> = pages.iter().map(|page| parse(&page.text)).collect();
            println!("{} elements", counted_sapwood(&ours, &selector.parse()?));
            Ok(())
        }
        ["count", "scraper", selector] => {
            let theirs: Vec<_> =
                pages.iter().map(|page| Html::parse_document(&page.text)).collect();
            let selector = compiled(selector)?;
            // What scraper keeps of each element is paid for outside of what is counted.
            for document in &theirs {
                black_box(document.select(&selector).count());
            }
            println!("{} elements", counted_scraper(&theirs, &selector));
            Ok(())
        }
        _ => bail!(
            "give nothing, or `once`, or `count PARSER SELECTOR` with `sapwood`, `once` or `scraper` as parser"
        ),
    }
}

fn compiled(selector: &str) -> Result<scraper::Selector> {
    scraper::Selector::parse(selector).map_err(|error| anyhow!("{selector}: {error}"))
}

#[inline(never)]
fn counted_sapwood(documents: &[Document], selector: &Selector) -> usize {
    counted(documents, selector)
}

#[inline(always)]
fn counted(documents: &[Document], selector: &Selector) -> usize {
    documents.iter().map(|document| black_box(selector.select(document.root())).count()).sum()
}

#[inline(never)]
fn counted_scraper(documents: &[Html], selector: &scraper::Selector) -> usize {
    documents.iter().map(|document| black_box(document.select(selector)).count()).sum()
}

/// A document that was just copied was never searched.
fn table(ours: &[Document], theirs: &[Html], once: bool) -> Result<()> {
    println!("| kind | selector | elements | Sapwood, ms | scraper, ms | ratio |");
    println!("|---|---|---:|---:|---:|---:|");
    let everything = Selector::new("*")?;
    for (kind, text) in SELECTORS {
        let own: Selector = text.parse().with_context(|| text.to_owned())?;
        let other = compiled(text)?;
        let found = counted_sapwood(ours, &own);
        let copy = RefCell::new(ours.to_vec());
        if !once {
            // As often as it takes for an index to be made.
            for _ in 0..ROUNDS {
                counted_sapwood(&copy.borrow(), &everything);
            }
        }
        let renew = |page: usize| {
            if once {
                copy.borrow_mut()[page] = ours[page].clone();
            }
        };
        let [own, other] = times(
            ours.len(),
            renew,
            |page| counted_sapwood(&copy.borrow()[page..=page], &own),
            |page| counted_scraper(&theirs[page..=page], &other),
        );
        println!("| {kind} | `{text}` | {found} | {own:.2} | {other:.2} | {:.1} |", other / own);
    }
    let [own, other] = times(
        ours.len(),
        |_| {},
        |page| black_box(ours[page].root().text_content()).len(),
        |page| black_box(theirs[page].root_element().text().collect::<String>()).len(),
    );
    println!("| text | | | {own:.2} | {other:.2} | {:.1} |", other / own);
    Ok(())
}

/// The median of the milliseconds that each takes for all pages, which both go through in turn, each time after
/// `renew`.
fn times(
    pages: usize,
    renew: impl Fn(usize),
    mut own: impl FnMut(usize) -> usize,
    mut other: impl FnMut(usize) -> usize,
) -> [f64; 2] {
    // The first round pays for what scraper keeps of each element.
    (0..pages).for_each(|page| _ = other(page));
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let mut round = [Duration::ZERO; 2];
        for page in 0..pages {
            renew(page);
            let start = Instant::now();
            black_box(own(page));
            let middle = Instant::now();
            black_box(other(page));
            round[0] += middle - start;
            round[1] += middle.elapsed();
        }
        times.iter_mut().zip(round).for_each(|(times, time)| times.push(time));
    }
    times.map(|mut times| {
        times.sort();
        times[ROUNDS / 2].as_secs_f64() * 1000.0
    })
}
