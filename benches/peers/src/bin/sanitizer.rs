//! Times the sanitizer and ammonia in turn over the pages in a folder:
//! `cargo run --profile dist --manifest-path benches/peers/Cargo.toml --bin sanitizer -- FOLDER`.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it prints figures")]

use std::{
    fs,
    hint::black_box,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use sapwood::sanitizer::{Policy, Sanitizer};

/// Rounds; the fastest counts for each page.
const ROUNDS: usize = 5;

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).context("a folder of pages is missing")?;
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "html") {
            pages.push(String::from_utf8_lossy(&fs::read(path)?).into_owned());
        }
    }
    let (sanitizer, policy) = (Sanitizer::default(), Policy::ammonia());
    type Clean<'c> = (&'c str, &'c dyn Fn(&str) -> String);
    let peers: [Clean<'_>; 4] = [
        ("sapwood, default, fragment", &|html| sanitizer.clean(html)),
        ("sapwood, default, document", &|html| sanitizer.clean_document(html)),
        ("sapwood, as ammonia", &|html| policy.clean(html)),
        ("ammonia", &|html| ammonia::clean(html)),
    ];
    let mut totals = [Duration::ZERO; 4];
    let bytes: usize = pages.iter().map(String::len).sum();
    for page in &pages {
        let mut best = [Duration::MAX; 4];
        for _ in 0..ROUNDS {
            for ((_, clean), best) in peers.iter().zip(&mut best) {
                let start = Instant::now();
                black_box(clean(black_box(page)));
                *best = (*best).min(start.elapsed());
            }
        }
        totals.iter_mut().zip(best).for_each(|(total, best)| *total += best);
    }
    for ((name, _), total) in peers.iter().zip(totals) {
        println!("{name}: {:.0} MB/s", bytes as f64 / total.as_secs_f64() / 1e6);
    }
    Ok(())
}
