//! Criterion benches: tokenizing, documents fresh and recycled, positions and errors, and the peers.
//!
//! `cargo bench --manifest-path benches/peers/Cargo.toml -- corpus` runs those over the real pages. Only parsing is timed,
//! not dropping. `cargo xtask bench` compares more closely, as it lets all take turns.

#![forbid(unsafe_code)]

use std::{
    hint::black_box,
    path::PathBuf,
    time::{Duration, Instant},
};

use criterion::{Criterion, SamplingMode, Throughput};
use sapwood_benches::{read_pages, sets};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for set in sets() {
        set_of_pages(&mut criterion, set);
    }
    criterion.final_summary();
}

fn set_of_pages(criterion: &mut Criterion, folder: PathBuf) {
    let last_parts: Vec<_> =
        folder.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    let name = last_parts.into_iter().rev().collect::<Vec<_>>().join("/");
    let pages = read_pages(&[folder]).expect("the folder is there");
    let bytes: usize = pages.iter().map(|page| page.text.len()).sum();

    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(bytes as u64));
    group.sampling_mode(SamplingMode::Flat).sample_size(20);
    for mut peer in sapwood_peers::all() {
        group.bench_function(peer.name(), |bencher| {
            bencher.iter_custom(|rounds| {
                let mut parsing = Duration::ZERO;
                for page in (0..rounds).flat_map(|_| &pages) {
                    let start = Instant::now();
                    let tree = black_box(peer.parse(black_box(&page.text)));
                    parsing += start.elapsed();
                    drop(tree);
                }
                parsing
            });
        });
    }
    group.finish();
}
