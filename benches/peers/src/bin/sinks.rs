//! Times html5ever and Sapwood filling the same trees, in turn.
//!
//! `cargo xtask bench --sinks` calls it.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "its output is for the task that runs it")]

use std::{hint::black_box, path::PathBuf, time::Duration};

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use sapwood_benches::{Page, clock::processor_time, read_pages, sets};
use sapwood_markup5ever::{
    ParseOpts, markup5ever::interface::TreeSink, tendril::TendrilSink,
    tree_builder::TreeBuilderOpts, v0_39,
};
use scraper::HtmlTreeSink;
use serde_json::json;

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Print the folders of pages that exist
    Sets,
    /// Time all of them, round by round
    Rounds {
        /// Number of rounds
        rounds: usize,
        pages: Vec<PathBuf>,
    },
    /// Fill one tree with all pages, for callgrind to count
    Count {
        /// Its name
        name: String,
        pages: Vec<PathBuf>,
    },
}

/// A tree, with the parser that fills it.
struct Row {
    name: &'static str,
    /// The base row of the comparison: the same tree filled by html5ever.
    base: &'static str,
    parse: fn(&str) -> Tree,
}

/// The result of a parser, which is dropped after the clock is read.
#[expect(dead_code, reason = "they are only dropped")]
enum Tree {
    Scraper(scraper::Html),
    DomQuery(dom_query::Document),
    MarkupRcDom(markup5ever_rcdom::RcDom),
    RcDom(sapwood_rcdom::RcDom),
    Dom(Box<sapwood::Document>),
}

const HTML5EVER_SCRAPER: &str = "scraper by html5ever";
const HTML5EVER_DOM_QUERY: &str = "dom_query by html5ever";
const HTML5EVER_RCDOM: &str = "markup5ever_rcdom by html5ever";

const ROWS: &[Row] = &[
    Row {
        name: HTML5EVER_SCRAPER,
        base: HTML5EVER_SCRAPER,
        parse: |page| Tree::Scraper(by_html5ever(scraper_sink(), page)),
    },
    Row {
        name: "scraper by Sapwood",
        base: HTML5EVER_SCRAPER,
        parse: |page| Tree::Scraper(by_sapwood(scraper_sink(), page)),
    },
    Row {
        name: HTML5EVER_DOM_QUERY,
        base: HTML5EVER_DOM_QUERY,
        parse: |page| Tree::DomQuery(by_html5ever(dom_query::Document::default(), page)),
    },
    Row {
        name: "dom_query by Sapwood",
        base: HTML5EVER_DOM_QUERY,
        parse: |page| Tree::DomQuery(by_sapwood(dom_query::Document::default(), page)),
    },
    Row {
        name: HTML5EVER_RCDOM,
        base: HTML5EVER_RCDOM,
        parse: |page| {
            let mut opts = rcdom_html5ever::ParseOpts::default();
            opts.tree_builder.scripting_enabled = false;
            let dom = markup5ever_rcdom::RcDom::default();
            Tree::MarkupRcDom(rcdom_html5ever::parse_document(dom, opts).one(page))
        },
    },
    Row {
        name: "markup5ever_rcdom by Sapwood",
        base: HTML5EVER_RCDOM,
        parse: |page| {
            let dom = markup5ever_rcdom::RcDom::default();
            Tree::MarkupRcDom(v0_39::parse_document(dom, opts()).one(page))
        },
    },
    Row {
        name: "Sapwood's rcdom",
        base: HTML5EVER_RCDOM,
        parse: |page| {
            let dom = sapwood_rcdom::RcDom::default();
            Tree::RcDom(sapwood_rcdom::parse_document(dom, opts()).one(page))
        },
    },
    Row {
        name: "Sapwood's document",
        base: HTML5EVER_RCDOM,
        parse: |page| Tree::Dom(Box::new(sapwood::parse(page))),
    },
];

fn main() -> Result<()> {
    match Arguments::parse().task {
        Task::Sets => println!("{}", json!(sets())),
        Task::Rounds { rounds, pages } => {
            let pages = read_pages(&pages)?;
            let bytes: usize = pages.iter().map(|page| page.text.len()).sum();
            // The first is for warming up.
            round(&pages, 0);
            let rounds: Vec<_> = (0..rounds).map(|number| round(&pages, number)).collect();
            let rows: Vec<_> = ROWS
                .iter()
                .enumerate()
                .map(|(at, row)| {
                    let times: Vec<_> = rounds.iter().map(|times| times[at]).collect();
                    json!({ "name": row.name, "base": row.base, "nanos": times })
                })
                .collect();
            println!("{}", json!({ "bytes": bytes, "pages": pages.len(), "rows": rows }));
        }
        Task::Count { name, pages } => {
            let pages = read_pages(&pages)?;
            let row = ROWS.iter().find(|row| row.name == name).context("no such tree")?;
            // Pays for what is set up once.
            drop(black_box((row.parse)(&pages[0].text)));
            drop(black_box(counted(row, &pages)));
        }
    }
    Ok(())
}

/// The nanoseconds of the processor that each takes for all pages, dropping excluded.
fn round(pages: &[Page], number: usize) -> Vec<u128> {
    let mut times = vec![Duration::ZERO; ROWS.len()];
    for (at, page) in pages.iter().enumerate() {
        for next in 0..ROWS.len() {
            // Nobody is always the first to see a page.
            let index = (number + at + next) % ROWS.len();
            let start = processor_time();
            let tree = black_box((ROWS[index].parse)(black_box(&page.text)));
            times[index] += processor_time() - start;
            drop(tree);
        }
    }
    times.iter().map(Duration::as_nanos).collect()
}

/// Callgrind counts this function; the trees are dropped outside.
#[inline(never)]
fn counted(row: &Row, pages: &[Page]) -> Vec<Tree> {
    pages.iter().map(|page| (row.parse)(black_box(&page.text))).collect()
}

/// As the facade has them: all parse the content of `noscript`.
fn opts() -> ParseOpts {
    ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..Default::default() },
        ..Default::default()
    }
}

fn scraper_sink() -> HtmlTreeSink {
    HtmlTreeSink::new(scraper::Html::new_document())
}

fn by_html5ever<S: TreeSink>(sink: S, page: &str) -> S::Output {
    let mut opts = html5ever::ParseOpts::default();
    opts.tree_builder.scripting_enabled = false;
    html5ever::parse_document(sink, opts).one(page)
}

fn by_sapwood<S: TreeSink>(sink: S, page: &str) -> S::Output {
    sapwood_markup5ever::parse_document(sink, opts()).one(page)
}
