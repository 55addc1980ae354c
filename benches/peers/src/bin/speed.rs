//! Times Sapwood and its peers in turn.
//!
//! `cargo xtask bench` calls it and reads an answer in JSON from each line.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "its output is for the task that runs it")]

use std::{
    hint::black_box,
    io,
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use sapwood_benches::{Page, read_pages, sets};
use sapwood_peers::{Peer, Tree};
use serde_json::json;

/// The bytes of pages in the turn of one peer.
///
/// A turn takes a few milliseconds, so that noise affects all peers alike. With a single small page, a turn of the
/// fastest peer would mostly measure cold instruction caches.
const TURN: usize = 500_000;
/// A document of 20 bytes.
const TINY: &str = "<p>Hi <b>there</b>!!";
/// Number of tiny documents in a turn, and number of turns.
const TINY_TURNS: (u32, usize) = (500, 400);

#[derive(Parser)]
struct Arguments {
    /// Only time Sapwood's stages
    #[arg(long, global = true)]
    sapwood: bool,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Print the folders of pages that exist
    Sets,
    /// Print the pages and peers, then time a round for each line of standard input
    Rounds { pages: Vec<PathBuf> },
    /// Time a document of 20 bytes, dropped too
    Tiny,
    /// Parse all pages with one peer, for callgrind to count
    Count { peer: String, pages: Vec<PathBuf> },
}

fn main() -> Result<()> {
    let Arguments { sapwood, task } = Arguments::parse();
    let mut peers = sapwood_peers::all();
    peers.retain(|peer| !sapwood || matches!(peer, Peer::Sapwood(_)));
    match task {
        Task::Sets => println!("{}", json!(sets())),
        Task::Rounds { pages } => {
            let pages = read_pages(&pages)?;
            let bytes: usize = pages.iter().map(|page| page.text.len()).sum();
            let names: Vec<_> = peers.iter().map(Peer::name).collect();
            println!("{}", json!({ "bytes": bytes, "pages": pages.len(), "names": names }));
            for (number, line) in io::stdin().lines().enumerate() {
                line?;
                let times = round(&mut peers, &pages, number);
                let nanos = times.iter().map(|time| [time.0.as_nanos(), time.1.as_nanos()]);
                println!("{}", json!(nanos.collect::<Vec<_>>()));
            }
        }
        Task::Tiny => println!("{}", json!(tiny(&mut peers))),
        Task::Count { peer, pages } => {
            let pages = read_pages(&pages)?;
            let peer = peers.iter_mut().find(|known| known.name() == peer);
            count(peer.context("no such peer")?, &pages);
        }
    }
    Ok(())
}

/// The times that parsing and dropping take each peer, over all pages.
fn round(peers: &mut [Peer], pages: &[Page], number: usize) -> Vec<(Duration, Duration)> {
    let mut times = vec![(Duration::ZERO, Duration::ZERO); peers.len()];
    for (at, turn) in turns(pages).into_iter().enumerate() {
        for next in 0..peers.len() {
            // Nobody is always the first to see a page.
            let index = (number + at + next) % peers.len();
            let (parsing, dropping) = &mut times[index];
            for page in turn {
                let start = Instant::now();
                let tree = black_box(peers[index].parse(black_box(&page.text)));
                let parsed = Instant::now();
                drop(tree);
                *dropping += parsed.elapsed();
                *parsing += parsed - start;
            }
        }
    }
    times
}

/// The pages in groups of about [`TURN`] bytes.
fn turns(pages: &[Page]) -> Vec<&[Page]> {
    let mut turns = Vec::new();
    let mut left = pages;
    while !left.is_empty() {
        let mut bytes = 0;
        let whole = left.iter().position(|page| {
            bytes += page.text.len();
            bytes >= TURN
        });
        let (turn, rest) = left.split_at(whole.map_or(left.len(), |last| last + 1));
        turns.push(turn);
        left = rest;
    }
    turns
}

/// The nanoseconds that each peer takes for the tiny document: the best turn, and the median.
fn tiny(peers: &mut [Peer]) -> Vec<(&'static str, [f64; 2])> {
    let (repetitions, turns) = TINY_TURNS;
    let mut times = vec![Vec::with_capacity(turns); peers.len()];
    for _ in 0..turns {
        for (peer, times) in peers.iter_mut().zip(&mut times) {
            let start = Instant::now();
            for _ in 0..repetitions {
                drop(black_box(peer.parse(black_box(TINY))));
            }
            times.push(start.elapsed().as_nanos() as f64 / f64::from(repetitions));
        }
    }
    peers
        .iter()
        .zip(times)
        .map(|(peer, mut times)| {
            times.sort_by(f64::total_cmp);
            (peer.name(), [times[0], times[turns / 2]])
        })
        .collect()
}

/// Parses all pages; callgrind counts what happens in [`counted`].
fn count(peer: &mut Peer, pages: &[Page]) {
    // Pays for what is set up once, and for what is recycled.
    let first = if matches!(peer, Peer::Sapwood(_)) { pages } else { &pages[..1] };
    for page in first {
        drop(black_box(peer.parse(&page.text)));
    }
    drop(black_box(counted(peer, pages)));
}

/// Callgrind counts this function; the trees are dropped outside.
#[inline(never)]
fn counted<'a>(peer: &mut Peer, pages: &'a [Page]) -> Vec<Tree<'a>> {
    pages.iter().map(|page| peer.parse(black_box(&page.text))).collect()
}
