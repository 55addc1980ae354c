//! Parses a long stream without keeping a tree, and prints the peak memory:
//! `cargo run --profile dist -p sapwood-tests --example parsing_memory [MEGABYTES]`, 2,000 by default.

#![forbid(unsafe_code)]

use std::time::Instant;

use anyhow::Result;
use sapwood_tests::{harness::say, stream};

fn main() -> Result<()> {
    let megabytes: u64 = std::env::args().nth(1).map_or(Ok(2_000), |it| it.parse())?;
    let began = Instant::now();
    let report = |done: u64| {
        let memory = stream::peak_memory().map_or("unknown".to_owned(), |it| format!("{it} KiB"));
        say(&format!("{:>6} MB: peak memory {memory}", done / 1_000_000));
    };
    let total = megabytes * 1_000_000;
    // Reports after the first piece, each tenth, and at the end.
    let mut next = 0;
    let elements = stream::parse(total, |done| {
        if done >= next || done == total {
            report(done);
            next = done + total / 10;
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    say(&format!("{elements} elements, {:.0} MB/s", megabytes as f64 / seconds));
    Ok(())
}
