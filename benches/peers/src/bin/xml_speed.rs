//! Times Sapwood and other XML parsers in turn, and prints a table: `cargo xtask bench --xml`.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::{hint::black_box, time::Duration};

use anyhow::Result;
use clap::Parser;
use markup5ever_rcdom::RcDom;
use rcdom_xml5ever::{driver, tendril::TendrilSink};
use sapwood::{
    Span,
    xml::{
        self,
        tokenizer::{Feedback, Token, TokenSink, Tokenizer},
    },
};
use sapwood_benches::{
    clock::processor_time,
    xml::{PACKAGES, Set, installed, made},
};

#[derive(Parser)]
struct Arguments {
    /// Number of times that each parser parses all documents
    #[arg(long, default_value_t = 15)]
    rounds: usize,
}

/// A parser, with its name in the table.
struct Peer {
    name: &'static str,
    /// Returns the time of parsing documents, without dropping them.
    time: fn(&[String]) -> Duration,
}

const PEERS: [Peer; 5] = [
    Peer { name: "Sapwood", time: |texts| timed(texts, xml::parse) },
    Peer { name: "Sapwood, errors and positions", time: |texts| timed(texts, reporting) },
    Peer { name: "Sapwood, tokens only", time: |texts| timed(texts, tokens) },
    Peer { name: "roxmltree", time: |texts| timed(texts, roxml) },
    Peer { name: "xml5ever + rcdom", time: |texts| timed(texts, xml5ever) },
];

/// The bytes of documents in the turn of one peer.
const TURN: usize = 500_000;

fn main() -> Result<()> {
    let Arguments { rounds } = Arguments::parse();
    let mut sets = Vec::new();
    for package in PACKAGES {
        match installed(package)? {
            Some(set) => sets.push(well_formed(set)),
            None => println!("absent: the files of the package {package}, which isn't installed"),
        }
    }
    sets.extend(made());
    let mut all = vec![vec![Duration::ZERO; PEERS.len()]; rounds.max(1)];
    let mut documents = 0;
    for set in &sets {
        documents += set.texts.len();
        let times = measure(set, all.len());
        for (sum, times) in all.iter_mut().zip(&times) {
            for (sum, time) in sum.iter_mut().zip(times) {
                *sum += *time;
            }
        }
        print(set.name, set.texts.len(), set.bytes(), &times);
    }
    print("all", documents, sets.iter().map(Set::bytes).sum(), &all);
    Ok(())
}

/// Keeps the documents that a strict parser accepts, and reports the others.
fn well_formed(mut set: Set) -> Set {
    let before = set.texts.len();
    set.texts.retain(|text| roxml(text).is_ok());
    let refused = before - set.texts.len();
    if refused > 0 {
        println!("left out: {refused} of {before} documents of {}, not well-formed", set.name);
    }
    set
}

/// Returns the time of each peer in each round. The order of the peers rotates.
fn measure(set: &Set, rounds: usize) -> Vec<Vec<Duration>> {
    let time = |round: usize| {
        let mut times = vec![Duration::ZERO; PEERS.len()];
        for (at, turn) in turns(&set.texts).into_iter().enumerate() {
            for next in 0..PEERS.len() {
                let index = (round + at + next) % PEERS.len();
                times[index] += (PEERS[index].time)(black_box(turn));
            }
        }
        times
    };
    // The first fills the caches.
    time(0);
    (0..rounds).map(time).collect()
}

/// The documents in groups of about [`TURN`] bytes.
fn turns(texts: &[String]) -> Vec<&[String]> {
    let mut bytes = 0;
    texts
        .chunk_by(|text, _| {
            bytes += text.len();
            let goes_on = bytes < TURN;
            bytes *= usize::from(goes_on);
            goes_on
        })
        .collect()
}

fn print(name: &str, documents: usize, bytes: usize, times: &[Vec<Duration>]) {
    println!("\n{name}: {documents} documents, {bytes} bytes, {} rounds\n", times.len());
    println!("| parser | MB/s, median | best | time, Sapwood = 1 |\n|---|---:|---:|---:|");
    for (index, peer) in PEERS.iter().enumerate() {
        let mut own: Vec<Duration> = times.iter().map(|round| round[index]).collect();
        own.sort();
        let speed = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
        let mut ratios: Vec<f64> =
            times.iter().map(|round| round[index].as_secs_f64() / round[0].as_secs_f64()).collect();
        ratios.sort_by(f64::total_cmp);
        let middle = times.len() / 2;
        println!(
            "| {} | {:.0} | {:.0} | {:.2} |",
            peer.name,
            speed(own[middle]),
            speed(own[0]),
            ratios[middle]
        );
    }
}

/// The time of the processor that `parse` takes; what it returns is dropped after that.
#[inline]
fn timed<'t, T>(texts: &'t [String], parse: fn(&'t str) -> T) -> Duration {
    let mut trees = Vec::with_capacity(texts.len());
    let start = processor_time();
    trees.extend(texts.iter().map(|text| parse(text)));
    let time = processor_time() - start;
    drop(black_box(trees));
    time
}

fn reporting(text: &str) -> xml::Parsed {
    xml::parse_with(text, &xml::XmlParseOptions::default().errors(true).positions(true))
}

fn roxml(text: &str) -> Result<roxmltree::Document<'_>, roxmltree::Error> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(text, options)
}

fn xml5ever(text: &str) -> RcDom {
    driver::parse_document(RcDom::default(), driver::XmlParseOpts::default()).one(text)
}

/// Counts, so that nothing is left out as useless.
struct Count(usize);

impl TokenSink for Count {
    fn token(&mut self, token: Token<'_>, _: Span) -> Feedback {
        self.0 += match token {
            Token::StartTag(tag) | Token::EmptyTag(tag) => tag.attributes.len(),
            Token::Text(text) => text.len(),
            _ => 1,
        };
        Feedback::Continue
    }
}

fn tokens(text: &str) -> usize {
    let mut count = Count(0);
    let mut tokenizer = Tokenizer::new(xml::tokenizer::XmlTokenizerOptions::default());
    tokenizer.feed(text, &mut count);
    tokenizer.finish(&mut count);
    count.0
}
